import type { Tool } from "../tool.ts";
import { compactAction } from "./action_text.ts";
import { GLOBAL_OPTIONS } from "./global_options.ts";

/** `git merge`: result, conflicts and diffstat. Seen with git 2.39. */
export const tool: Tool = {
  id: "git-merge",
  commands: ["git merge"],
  summary: "Result, conflicts and diffstat of a merge",
  effect: "write",
  args: {
    globals: GLOBAL_OPTIONS,
    switches:
      "-n --stat --no-stat --summary --no-summary --no-log --squash --no-squash --commit --no-commit --no-edit " +
      "--ff --no-ff --ff-only --rerere-autoupdate --no-rerere-autoupdate --verify-signatures " +
      "--no-verify-signatures -v --verbose -q --quiet --abort --quit --allow-unrelated-histories --no-progress " +
      "--no-gpg-sign --autostash --no-autostash --overwrite-ignore --no-overwrite-ignore --signoff --no-signoff " +
      "--verify --no-verify",
    withArgument: "--cleanup -s --strategy -X --strategy-option -m --message -F --file --into-name",
    optionalArgument: "--log",
    // --continue opens the editor whether or not there is a terminal; a signature may ask for its passphrase.
    declines: { interactive: "-e --edit --continue -S --gpg-sign", "follow-mode": "--progress" },
    operands: "any",
  },
  output: "whole",
  filter: (run) => compactAction(run),
  examples: {
    rewrites: ["git merge topic", "git merge --no-ff -m text topic", "git merge --abort"],
    declines: ["git merge --continue", "git merge -e topic"],
  },
};
