import type { Tool } from "./tool.ts";

/** `wc`: drops the column padding; every count and file name stays. Seen with coreutils 9.1. */
export const tool: Tool = {
  id: "wc",
  commands: ["wc"],
  summary: "Line, word and byte counts",
  effect: "read",
  args: {
    switches: "-l -w -c -m -L --lines --words --bytes --chars --max-line-length",
    // The operands come from a file, and --total changes which lines there are.
    declines: { "unknown-option": "--files0-from --total" },
    operands: "any",
  },
  pipeline: { last: true },
  output: "whole",
  filter({ stdout, exit }) {
    // A missing file: the raw text is the answer.
    if (exit !== 0) return undefined;
    return { stdout: stdout.replaceAll(/^[ \t]+/gm, "").replaceAll(/(\d)[ \t]+(?=\d+[ \t])/g, "$1 ") };
  },
  examples: {
    rewrites: ["wc -l a.txt", "LC_ALL=C wc -lw a b"],
    declines: ["wc --files0-from=list", "wc --total=never a"],
  },
};
