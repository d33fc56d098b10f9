import { joinLines, splitLines } from "../../text/lines.ts";
import type { Tool } from "../tool.ts";
import { GLOBAL_OPTIONS } from "./global_options.ts";
import { compactStatus } from "./status_text.ts";

/**
 * `git status`: the lines of its own short form, many names of one directory on one line. Operations in progress,
 * conflict kinds and every path stay; hints and blank lines go. Seen with git 2.39.
 */
export const tool: Tool = {
  id: "git-status",
  commands: ["git status"],
  summary: "Branch, operation in progress and every changed path",
  effect: "read",
  args: {
    globals: GLOBAL_OPTIONS,
    switches:
      "-b --branch --no-branch --long --no-short --no-verbose --show-stash --no-show-stash --no-column " +
      "--ahead-behind --no-ahead-behind --renames --no-renames",
    optionalArgument: "-u --untracked-files --ignore-submodules -M --find-renames --ignored",
    declines: { "exact-format": "--porcelain -z --null -s --short -v --verbose --column" },
    operands: "any",
  },
  output: "whole",
  filter({ stdout, exit }) {
    if (exit !== 0) return undefined;
    const lines = compactStatus(splitLines(stdout));
    return lines && { stdout: joinLines(lines) };
  },
  examples: {
    rewrites: ["git status", "git -C sub status -uall", "git status -- src"],
    declines: ["git status --porcelain", "git status -sb", "git status -vv"],
  },
};
