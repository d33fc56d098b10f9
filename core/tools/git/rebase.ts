import type { Tool } from "../tool.ts";
import { compactAction } from "./action_text.ts";
import { GLOBAL_OPTIONS } from "./global_options.ts";

/**
 * `git rebase`: result, or conflicts, the commit that did not apply and how to go on; progress and other advice go. Seen
 * with git 2.39.
 */
export const tool: Tool = {
  id: "git-rebase",
  commands: ["git rebase"],
  summary: "Result or conflict of a rebase",
  effect: "write",
  args: {
    globals: GLOBAL_OPTIONS,
    switches:
      "--keep-base --no-verify --verify -q --quiet -v --verbose --stat -n --no-stat --signoff --no-signoff " +
      "--committer-date-is-author-date --ignore-date --reset-author-date --ignore-whitespace -f --force-rebase --no-ff " +
      "--skip --abort --quit --apply -m --merge --rerere-autoupdate --no-rerere-autoupdate --keep-empty " +
      "--no-keep-empty --autosquash --no-autosquash --update-refs --no-update-refs --no-gpg-sign --autostash " +
      "--no-autostash --no-rebase-merges --fork-point --no-fork-point --root --reapply-cherry-picks " +
      "--no-reapply-cherry-picks --allow-empty-message",
    withArgument: "--onto -C --whitespace --empty -s --strategy -X --strategy-option",
    optionalArgument: "-r --rebase-merges",
    declines: {
      interactive: "-i --interactive --edit-todo --continue -S --gpg-sign",
      "exact-format": "--show-current-patch",
      // What the commands print is theirs.
      "no-gain": "-x --exec --reschedule-failed-exec --no-reschedule-failed-exec",
    },
    operands: "any",
  },
  output: "whole",
  filter: (run) => compactAction(run),
  examples: {
    rewrites: ["git rebase origin/main", "git rebase --onto main topic~3 topic", "git rebase --abort"],
    declines: ["git rebase -i HEAD~3", "git rebase --continue", "git rebase -x make main"],
  },
};
