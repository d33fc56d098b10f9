import { compactDiff, SECTION } from "../../text/diff.ts";
import { chooseDepth } from "../../text/diff_depth.ts";
import { joinLines, splitLines } from "../../text/lines.ts";
import type { Tool } from "../tool.ts";
import { DIFF_OPTIONS } from "./diff_options.ts";
import { GLOBAL_OPTIONS } from "./global_options.ts";
import { compactStat } from "./stat_text.ts";

/** `git stash show`: the diffstat without padding, with `-p` the diff as `git diff` has it. Seen with git 2.39. */
export const tool: Tool = {
  id: "git-stash-show",
  commands: ["git stash show"],
  summary: "Files or changed lines of a stash entry",
  effect: "read",
  args: {
    globals: GLOBAL_OPTIONS,
    switches: `${DIFF_OPTIONS.switches} --include-untracked --no-include-untracked --only-untracked`,
    withArgument: DIFF_OPTIONS.withArgument,
    optionalArgument: DIFF_OPTIONS.optionalArgument,
    declines: { ...DIFF_OPTIONS.declines, "exact-format": `${DIFF_OPTIONS.exact} --stat` },
    values: DIFF_OPTIONS.values,
    operands: { max: 1 },
  },
  output: "whole",
  verbatim: true,
  filter({ stdout, exit, cut }) {
    if (exit !== 0) return undefined;
    const lines = splitLines(stdout);
    if (!lines.some((line) => SECTION.test(line))) return { stdout: joinLines(compactStat(lines)) };
    return { stdout: chooseDepth((depth) => compactDiff(lines, depth), cut) };
  },
  examples: {
    rewrites: ["git stash show", "git stash show -p stash@{1}"],
    declines: ["git stash show --stat", "git stash show --name-only"],
  },
};
