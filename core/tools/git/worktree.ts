import type { Tool } from "../tool.ts";
import { compactAction } from "./action_text.ts";
import { GLOBAL_OPTIONS } from "./global_options.ts";

/** `git worktree add`, `remove`, `move` and others: a line or two, and errors. Seen with git 2.39. */
export const tool: Tool = {
  id: "git-worktree",
  commands: ["git worktree"],
  summary: "Prepared or removed worktrees",
  effect: "write",
  args: {
    globals: GLOBAL_OPTIONS,
    switches:
      "-f --force -d --detach --checkout --no-checkout --lock -q --quiet --track --no-track --guess-remote " +
      "--no-guess-remote --relative-paths --no-relative-paths -n --dry-run -v --verbose",
    withArgument: "-b -B --reason --expire",
    operands: "any",
  },
  output: "whole",
  filter: (run) => compactAction(run),
  examples: {
    rewrites: ["git worktree add ../b topic", "git worktree repair ../b"],
    declines: ["git worktree list --porcelain", "git worktree add --no-such-option"],
  },
};
