import { hasOption } from "../argv/parse_args.ts";
import { viewFile } from "../text/file_view.ts";
import { DEVICES, STDIN } from "./file_operands.ts";
import type { Tool } from "./tool.ts";

/**
 * `cat`: lines are exact or absent. Binary data, the hashes of lock files, routine lines of logs over 300 lines,
 * minified lines and the middle of texts over 64 KiB are cut. Seen with coreutils 9.1.
 */
export const tool: Tool = {
  id: "cat",
  commands: ["cat"],
  summary: "File contents; only huge, binary, lock and log files are shortened",
  effect: "read",
  args: {
    switches: "-n --number -b --number-nonblank -s --squeeze-blank -u",
    declines: { "exact-format": "-A --show-all -e -E --show-ends -t -T --show-tabs -v --show-nonprinting" },
    operands: { min: 1 },
    operandRules: [STDIN, DEVICES],
  },
  noGain: "small-files",
  output: "exact",
  verbatim: true,
  filter({ stdout, exit, args, cut }) {
    // With an error message among the lines nothing is left out.
    if (exit !== 0) return undefined;
    const numbered = hasOption(args, "-n", "--number", "-b", "--number-nonblank");
    const single = args.operands.length === 1;
    const shown = viewFile(stdout, {
      name: single ? args.operands[0] : undefined,
      numbering: numbered ? "printed" : single && args.options.length === 0 ? { first: 1 } : "unknown",
      whole: !numbered,
      cut,
    });
    return shown === undefined ? undefined : { stdout: shown };
  },
  examples: {
    rewrites: ["cat package.json", "cat -n src/main.rs", "cat a.txt b.txt"],
    declines: ["cat", "cat -", "cat -A file.cpp", "cat -v file.txt", "cat /dev/urandom"],
  },
};
