import type { Tool } from "../tool.ts";
import { compactAction } from "./action_text.ts";
import { GLOBAL_OPTIONS } from "./global_options.ts";

/**
 * `git stash` that saves, applies or drops: what was saved or dropped, conflicts, and the status that `pop` and `apply`
 * print as `git status` has it. Seen with git 2.39.
 */
export const tool: Tool = {
  id: "git-stash",
  commands: ["git stash"],
  summary: "Saved, applied or dropped changes",
  effect: "write",
  args: {
    globals: GLOBAL_OPTIONS,
    switches:
      "-k --keep-index --no-keep-index -S --staged -q --quiet -u --include-untracked --no-include-untracked -a " +
      "--all --pathspec-file-nul --index",
    withArgument: "-m --message --pathspec-from-file",
    declines: { interactive: "-p --patch" },
    operands: "any",
    // A list is compact as it is, and the others answer with an id alone or nothing.
    operandRules: [{ at: 0, pattern: "^(?:list|create|store)$", when: "match", reason: "no-gain" }],
  },
  output: "whole",
  filter: (run) => compactAction(run),
  examples: {
    rewrites: ["git stash", "git stash push -m wip -- src", "git stash pop", "git stash apply stash@{1}"],
    declines: ["git stash -p", "git stash list", "git stash create"],
  },
};
