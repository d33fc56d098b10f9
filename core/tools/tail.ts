import { optionValue, type ParsedArgs } from "../argv/parse_args.ts";
import { viewFile } from "../text/file_view.ts";
import type { Numbering } from "../text/outline.ts";
import { ONE_FILE } from "./file_operands.ts";
import type { Tool } from "./tool.ts";

/**
 * `tail`: as many lines as were asked for, exact or absent. Binary data, minified lines and the middle of texts over
 * 64 KiB are cut. Seen with coreutils 9.1.
 */
export const tool: Tool = {
  id: "tail",
  commands: ["tail"],
  summary: "Last lines of a file; only huge and binary ones are shortened",
  effect: "read",
  args: {
    switches: "-q --quiet --silent",
    withArgument: "-n --lines",
    numeric: true,
    declines: {
      "follow-mode": "-f -F --follow --retry --pid -s --sleep-interval --max-unchanged-stats",
      "exact-format": "-c --bytes -z --zero-terminated -v --verbose",
    },
    operands: { min: 1, max: 1 },
    operandRules: [
      ...ONE_FILE,
      // `tail +5 f` is the old spelling of `tail -n +5 f`, for some.
      { pattern: "^\\+\\d", when: "match", reason: "unknown-option" },
    ],
  },
  noGain: "small-files",
  output: "exact",
  verbatim: true,
  filter({ stdout, exit, args, cut }) {
    if (exit !== 0) return undefined;
    const [name] = args.operands;
    const shown = viewFile(stdout, { name, numbering: numberingOf(args), whole: false, cut });
    return shown === undefined ? undefined : { stdout: shown };
  },
  examples: {
    rewrites: ["tail -120 app.log", "tail -n 12 src/lib.rs", "tail --lines=+40 a.ts", "tail a.txt"],
    declines: ["tail -f app.log", "tail -Fn20 app.log", "tail -c 20 f", "tail -20 a.log b.log", "tail -n5"],
  },
};

/** `-n +40` tells the number of the first line. */
function numberingOf(args: ParsedArgs): Numbering {
  const first = /^\+(\d+)$/.exec(optionValue(args, "-n", "--lines") ?? "")?.[1];
  return first === undefined ? "unknown" : { first: Math.max(1, Number(first)) };
}
