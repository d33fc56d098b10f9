import { optionValue, type ParsedArgs } from "../argv/parse_args.ts";
import { viewFile } from "../text/file_view.ts";
import { DEVICES, STDIN } from "./file_operands.ts";
import type { Tool } from "./tool.ts";

/**
 * `nl`: numbered lines, exact or absent. Binary data, minified lines and the middle of texts over 64 KiB are cut. Seen
 * with coreutils 9.1.
 */
export const tool: Tool = {
  id: "nl",
  commands: ["nl"],
  summary: "Numbered lines of files; only huge and binary ones are shortened",
  effect: "read",
  args: {
    switches: "-p --no-renumber",
    withArgument:
      "-b --body-numbering -d --section-delimiter -f --footer-numbering -h --header-numbering -i " +
      "--line-increment -l --join-blank-lines -v --starting-line-number -w --number-width",
    declines: { "exact-format": "-n --number-format -s --number-separator" },
    operands: { min: 1 },
    operandRules: [STDIN, DEVICES],
  },
  noGain: "small-files",
  output: "exact",
  verbatim: true,
  filter({ stdout, exit, args, cut }) {
    if (exit !== 0) return undefined;
    const name = args.operands.length === 1 ? args.operands[0] : undefined;
    const numbering = numbersAll(args) ? "printed" : "unknown";
    const shown = viewFile(stdout, { name, numbering, whole: false, cut });
    return shown === undefined ? undefined : { stdout: shown };
  },
  examples: {
    rewrites: ["nl -ba src/main.rs", "nl a.txt"],
    declines: ["nl", "nl -s: a.txt", "nl -n rz a.txt"],
  },
};

/** By default only lines with text are numbered; those that declare something have text. */
function numbersAll(args: ParsedArgs): boolean {
  return /^[at]$/.test(optionValue(args, "-b", "--body-numbering") ?? "t");
}
