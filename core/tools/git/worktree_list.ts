import { joinLines, splitLines } from "../../text/lines.ts";
import type { Tool } from "../tool.ts";
import { GLOBAL_OPTIONS } from "./global_options.ts";

/** `git worktree list`: drops the padding; path, id, branch, locked and prunable marks stay. Seen with git 2.39. */
export const tool: Tool = {
  id: "git-worktree-list",
  commands: ["git worktree list"],
  summary: "Worktrees with their commits and branches",
  effect: "read",
  args: {
    globals: GLOBAL_OPTIONS,
    switches: "-v --verbose",
    withArgument: "--expire",
    declines: { "exact-format": "--porcelain -z" },
    operands: "none",
  },
  output: "whole",
  filter({ stdout, exit }) {
    if (exit !== 0) return undefined;
    return { stdout: joinLines(splitLines(stdout).map((line) => line.replace(ENTRY, "$1 $2"))) };
  },
  examples: {
    rewrites: ["git worktree list", "git -C sub worktree list -v"],
    declines: ["git worktree list --porcelain"],
  },
};

// "/srv/app      c8b83a9 [main] locked"   "/srv/app.git  (bare)"
const ENTRY = /^(\/.*?) {2,}([0-9a-f]{4,64} .*|\(bare\).*)$/;
