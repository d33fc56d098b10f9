/** Options between `git` and its subcommand (git 2.39). */
import type { OptionSet } from "../../argv/grammar.ts";

export const GLOBAL_OPTIONS: OptionSet = {
  switches:
    "-P --no-pager --bare --no-replace-objects --literal-pathspecs --glob-pathspecs --noglob-pathspecs " +
    "--icase-pathspecs --no-optional-locks --no-lazy-fetch --no-advice",
  withArgument: "-C -c --git-dir --work-tree --namespace --config-env --attr-source --super-prefix",
  // `--exec-path` alone prints a path; -p starts the pager even where stdout is no terminal.
  declines: {
    interactive: "-p --paginate",
    "no-gain": "--exec-path --html-path --man-path --info-path --list-cmds -v --version -h --help",
  },
};
