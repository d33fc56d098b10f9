/** Options of the commands that print diffs: diff, show, log, stash show (git 2.39, diff-options.txt). */
import type { OptionSet } from "../../argv/grammar.ts";

/** They choose what is compared and how lines are matched; the format of the patch stays. */
const SWITCHES =
  "-p -u --patch -s --no-patch --no-stat --indent-heuristic --no-indent-heuristic --minimal --patience " +
  "--histogram --no-color --no-color-moved --no-renames --rename-empty --no-rename-empty --full-index " +
  "--find-copies-harder -D --irreversible-delete --pickaxe-all --pickaxe-regex -R --no-relative -a --text " +
  "--ignore-cr-at-eol --ignore-space-at-eol -b --ignore-space-change -w --ignore-all-space --ignore-blank-lines " +
  "--no-ext-diff --textconv --no-textconv --no-prefix --default-prefix --ita-invisible-in-index " +
  "--ita-visible-in-index -t -r -c -m --cc --combined-all-paths";
const WITH_ARGUMENT =
  "--anchored --diff-algorithm --diff-filter -S -G --find-object -O --skip-to --rotate-to -I " +
  "--ignore-matching-lines -l --src-prefix --dst-prefix --diff-merges";
const OPTIONAL_ARGUMENT = "--abbrev -B --break-rewrites -M --find-renames -C --find-copies --relative " +
  "--ignore-submodules --color --submodule";

/** Formats that are compact or meant for programs, and detail that was asked for: shown as git prints them. */
const EXACT =
  "--numstat --shortstat --name-only --name-status --raw --patch-with-raw --patch-with-stat --summary " +
  "--compact-summary -X --dirstat --cumulative --dirstat-by-file -z --color-moved --color-moved-ws --word-diff " +
  "--word-diff-regex --color-words --check --ws-error-highlight --binary -U --unified -W --function-context " +
  "--inter-hunk-context --output-indicator-new --output-indicator-old --output-indicator-context --line-prefix " +
  "--ext-diff --exit-code --quiet";

/** Without `--stat`, which log lists as its own. */
export const DIFF_OPTIONS = {
  switches: SWITCHES,
  withArgument: WITH_ARGUMENT,
  optionalArgument: OPTIONAL_ARGUMENT,
  exact: EXACT,
  declines: { "stdout-elsewhere": "--output" },
  values: { "--color": { only: ["never", "auto"], otherwise: "exact-format" } },
} as const satisfies OptionSet & { exact: string };
