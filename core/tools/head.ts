import { viewFile } from "../text/file_view.ts";
import { ONE_FILE } from "./file_operands.ts";
import type { Tool } from "./tool.ts";

/**
 * `head`: as many lines as were asked for, exact or absent. Binary data, minified lines and the middle of texts over
 * 64 KiB are cut. Seen with coreutils 9.1.
 */
export const tool: Tool = {
  id: "head",
  commands: ["head"],
  summary: "First lines of a file; only huge and binary ones are shortened",
  effect: "read",
  args: {
    switches: "-q --quiet --silent",
    withArgument: "-n --lines",
    numeric: true,
    // -v prints a header above the text.
    declines: { "exact-format": "-c --bytes -z --zero-terminated -v --verbose" },
    operands: { min: 1, max: 1 },
    operandRules: ONE_FILE,
  },
  noGain: "small-files",
  output: "exact",
  verbatim: true,
  filter({ stdout, exit, args, cut }) {
    if (exit !== 0) return undefined;
    const [name] = args.operands;
    const shown = viewFile(stdout, { name, numbering: { first: 1 }, whole: false, cut });
    return shown === undefined ? undefined : { stdout: shown };
  },
  examples: {
    rewrites: ["head -20 src/main.rs", "head --lines 50 src/lib.rs", "head -n -5 a.txt", "head ./a-b_c.txt"],
    declines: ["head -c 100 a", "head a.txt b.txt", "head -3 -- --help", "head", "head -5 -"],
  },
};
