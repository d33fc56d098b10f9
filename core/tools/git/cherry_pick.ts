import type { Tool } from "../tool.ts";
import { compactAction } from "./action_text.ts";
import { GLOBAL_OPTIONS } from "./global_options.ts";

/** `git cherry-pick`: the new commits, or conflicts, the commit that did not apply and how to go on. Seen with git 2.39. */
export const tool: Tool = {
  id: "git-cherry-pick",
  commands: ["git cherry-pick"],
  summary: "New commits, or conflicts",
  effect: "write",
  args: {
    globals: GLOBAL_OPTIONS,
    switches: "--quit --abort --skip -n --no-commit --no-edit -s --signoff --rerere-autoupdate " +
      "--no-rerere-autoupdate --no-gpg-sign -x --ff --allow-empty --allow-empty-message --keep-redundant-commits",
    withArgument: "--cleanup -m --mainline --strategy -X --strategy-option --empty",
    declines: { interactive: "-e --edit --continue -S --gpg-sign" },
    operands: "any",
  },
  output: "whole",
  filter: (run) => compactAction(run),
  examples: {
    rewrites: ["git cherry-pick abc1234", "git cherry-pick -x main~2..main", "git cherry-pick --abort"],
    declines: ["git cherry-pick --continue", "git cherry-pick -e abc1234"],
  },
};
