import type { ParsedArgs } from "../argv/parse_args.ts";
import { viewFile } from "../text/file_view.ts";
import type { Numbering } from "../text/outline.ts";
import { DEVICES, STDIN } from "./file_operands.ts";
import type { Tool } from "./tool.ts";

// Addresses are numbers, `$`, `/plain/`, or ranges of these: "10,20p", "5p;9p", "/^class /,/^}/p", "1,5!p", "3{p;q}".
const ADDRESS = "(?:\\d+|\\$|/(?:[^/\\\\]|\\\\.)*/I?|\\+\\d+|\\d+~\\d+)";
const COMMAND = `${ADDRESS}?(?:,${ADDRESS})? *!? *(?:p|q|=|\\{ *p *; *q *;? *\\})`;
const PRINT_SCRIPT = `^ *${COMMAND}(?: *[;\\n] *${COMMAND})* *;? *$`;

/**
 * `sed -n` with a script that only prints: lines exact or absent. Binary data, minified lines and the middle of texts
 * over 64 KiB are cut. Seen with sed 4.9.
 */
export const tool: Tool = {
  id: "sed",
  commands: ["sed"],
  summary: "Lines of files by number or pattern; only huge and binary ones are shortened",
  effect: "read",
  args: {
    switches: "-n --quiet --silent -E -r --regexp-extended --posix --sandbox",
    declines: {
      "effect": "-i --in-place",
      // Scripts from elsewhere; output that is not the file's lines.
      "unknown-option": "-e --expression -f --file",
      "exact-format": "-z --null-data -s --separate -l --line-length -u --unbuffered --debug",
    },
    operands: { min: 2 },
    operandRules: [
      { at: 0, pattern: PRINT_SCRIPT, when: "mismatch", reason: "exact-format" },
      STDIN,
      DEVICES,
    ],
    requires: { options: "-n --quiet --silent", reason: "exact-format" },
  },
  noGain: "small-files-after-first",
  output: "exact",
  verbatim: true,
  filter({ stdout, exit, args, cut }) {
    if (exit !== 0) return undefined;
    const name = args.operands.length === 2 ? args.operands[1] : undefined;
    const shown = viewFile(stdout, { name, numbering: numberingOf(args), whole: false, cut });
    return shown === undefined ? undefined : { stdout: shown };
  },
  examples: {
    rewrites: ["sed -n '10,20p' src/main.rs", "sed -n '5p;9p' a.txt", "sed -n '/^class /,/^}/p' a.py"],
    declines: [
      "sed -n 's/a/b/p' f",
      "sed -i 's/a/b/' f",
      "sed 's/a/b/' f",
      "sed -n '1,5p'",
      "sed -n '1w out' f",
      "sed -n -f script f",
    ],
  },
};

/** One range of numbers in one file tells the number of the first line. */
function numberingOf({ operands }: ParsedArgs): Numbering {
  const first = /^ *(\d+),(?:\d+|\$) *p *;?(?: *\d+q)? *$/.exec(operands[0] ?? "")?.[1];
  return first === undefined || operands.length !== 2 ? "unknown" : { first: Number(first) };
}
