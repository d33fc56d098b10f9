import type { Tool } from "../tool.ts";
import { compactAction } from "./action_text.ts";
import { GLOBAL_OPTIONS } from "./global_options.ts";

/** `git revert`: the new commits, or conflicts, the commit that did not apply and how to go on. Seen with git 2.39. */
export const tool: Tool = {
  id: "git-revert",
  commands: ["git revert"],
  summary: "New commits, or conflicts",
  effect: "write",
  args: {
    globals: GLOBAL_OPTIONS,
    switches: "--quit --abort --skip -n --no-commit --no-edit -s --signoff --rerere-autoupdate " +
      "--no-rerere-autoupdate --no-gpg-sign --reference",
    withArgument: "--cleanup -m --mainline --strategy -X --strategy-option",
    declines: { interactive: "-e --edit --continue -S --gpg-sign" },
    operands: "any",
    // On a terminal it opens the editor unless told otherwise.
    requires: { options: "--no-edit -n --no-commit --abort --quit --skip", reason: "interactive" },
  },
  output: "whole",
  filter: (run) => compactAction(run),
  examples: {
    rewrites: ["git revert --no-edit HEAD", "git revert -n HEAD~2", "git revert --abort"],
    declines: ["git revert HEAD", "git revert --continue"],
  },
};
