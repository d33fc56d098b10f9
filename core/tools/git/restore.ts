import type { Tool } from "../tool.ts";
import { compactAction } from "./action_text.ts";
import { GLOBAL_OPTIONS } from "./global_options.ts";

/** `git restore`: says nothing when it works; errors stay. Seen with git 2.39. */
export const tool: Tool = {
  id: "git-restore",
  commands: ["git restore"],
  summary: "Errors of restoring files",
  effect: "write",
  args: {
    globals: GLOBAL_OPTIONS,
    switches:
      "-S --staged -W --worktree --ignore-unmerged --overlay --no-overlay -q --quiet --no-progress -m --merge " +
      "-2 --ours -3 --theirs --ignore-skip-worktree-bits --pathspec-file-nul --no-recurse-submodules",
    withArgument: "-s --source --conflict --pathspec-from-file",
    optionalArgument: "--recurse-submodules",
    declines: { interactive: "-p --patch", "follow-mode": "--progress" },
    operands: "any",
  },
  output: "whole",
  filter: (run) => compactAction(run),
  examples: {
    rewrites: ["git restore --staged a.ts", "git restore -s HEAD~1 -- src"],
    declines: ["git restore -p"],
  },
};
