import { hasOption } from "../argv/parse_args.ts";
import { chooseDepth } from "../text/diff_depth.ts";
import { splitLines } from "../text/lines.ts";
import { compactPlainDiff } from "../text/plain_diff.ts";
import { STDIN } from "./file_operands.ts";
import type { Tool } from "./tool.ts";

/**
 * `diff`: unified diffs lose the times of the files and, where a number of lines was not asked for, context; every
 * changed line stays byte for byte. All other forms stay as they are. Seen with diffutils 3.8.
 */
export const tool: Tool = {
  id: "diff",
  commands: ["diff"],
  summary: "Differences of files, less context",
  effect: "read",
  args: {
    switches:
      "--normal -s --report-identical-files -u -p --show-c-function -t --expand-tabs --suppress-blank-empty " +
      "-r --recursive --no-dereference -N --new-file --unidirectional-new-file --ignore-file-name-case " +
      "--no-ignore-file-name-case -i --ignore-case -E --ignore-tab-expansion -Z --ignore-trailing-space -b " +
      "--ignore-space-change -w --ignore-all-space -B --ignore-blank-lines -a --text --strip-trailing-cr -d " +
      "--minimal --speed-large-files",
    withArgument: "-U -F --show-function-line --label -L --tabsize -x --exclude -X --exclude-from -S " +
      "--starting-file -I --ignore-matching-lines --horizon-lines",
    optionalArgument: "--unified --color",
    declines: {
      "exact-format":
        "-q --brief -c -C --context -e --ed -n --rcs -f --forward-ed -y --side-by-side -W --width " +
        "--left-column --suppress-common-lines -T --initial-tab -l --paginate -D --ifdef --palette --line-format " +
        "--old-line-format --new-line-format --unchanged-line-format --old-group-format --new-group-format " +
        "--unchanged-group-format --changed-group-format",
      "unknown-option": "--from-file --to-file",
    },
    values: { "--color": { only: ["auto", "never"], otherwise: "exact-format" } },
    operands: { min: 2, max: 2 },
    operandRules: [STDIN],
  },
  output: "whole",
  verbatim: true,
  filter({ stdout, exit, args, cut }) {
    if (exit > 1 || !hasOption(args, "-u", "-U", "--unified")) return undefined;
    const asked = args.options.some(({ name, value }) =>
      name === "-U" || name === "--unified" && value !== undefined
    );
    const lines = splitLines(stdout);
    return { stdout: chooseDepth((depth) => compactPlainDiff(lines, depth), asked ? undefined : cut) };
  },
  examples: {
    rewrites: ["diff -u a b", "diff -ruN old new", "diff a.txt b.txt", "diff -U5 a b"],
    declines: ["diff -q a b", "diff -y a b", "diff -u a -", "diff --color=always a b"],
  },
};
