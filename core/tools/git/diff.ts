import { compactDiff, SECTION } from "../../text/diff.ts";
import { splitLines } from "../../text/lines.ts";
import type { Tool } from "../tool.ts";
import { DIFF_OPTIONS } from "./diff_options.ts";
import { chooseDepth } from "../../text/diff_depth.ts";
import { GLOBAL_OPTIONS } from "./global_options.ts";

/**
 * `git diff`: drops index lines, a/ and b/ prefixes, the `---` and `+++` lines and the text behind `@@`. Every changed
 * line stays byte for byte; a shortened hunk gets its own line numbers. Seen with git 2.39.
 */
export const tool: Tool = {
  id: "git-diff",
  commands: ["git diff"],
  summary: "Changed lines with their places, less context",
  effect: "read",
  args: {
    globals: GLOBAL_OPTIONS,
    switches:
      `${DIFF_OPTIONS.switches} --cached --staged --merge-base --no-index --base --ours --theirs -0 -1 -2 -3`,
    withArgument: DIFF_OPTIONS.withArgument,
    optionalArgument: DIFF_OPTIONS.optionalArgument,
    declines: { ...DIFF_OPTIONS.declines, "exact-format": `${DIFF_OPTIONS.exact} --stat` },
    values: DIFF_OPTIONS.values,
    operands: "any",
  },
  output: "whole",
  verbatim: true,
  filter({ stdout, exit, cut }) {
    // 1: two files outside of a repository differ.
    if (exit !== 0 && exit !== 1) return undefined;
    const lines = splitLines(stdout);
    if (!lines.some((line) => SECTION.test(line))) return undefined;
    return { stdout: chooseDepth((depth) => compactDiff(lines, depth), cut) };
  },
  examples: {
    rewrites: [
      "git diff",
      "git diff --cached -- src",
      "git -C sub diff main...HEAD",
      "git --no-pager diff HEAD~1",
    ],
    declines: ["git diff --stat", "git diff --name-only HEAD", "git diff -U10", "git diff --word-diff=plain"],
  },
};
