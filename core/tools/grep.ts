import { hasOption, optionValue, type ParsedArgs } from "../argv/parse_args.ts";
import { joinLines, splitLines } from "../text/lines.ts";
import { groupMatches, rowsNameFiles } from "../text/matches.ts";
import { locator } from "../text/pattern.ts";
import type { Tool } from "./tool.ts";

/**
 * `grep`: matches by file, equal texts once with all their lines, files with the same matches once; of lines over 500
 * characters the part around the match. Standard input's lines stay byte for byte. Seen with GNU grep 3.8.
 */
export const tool: Tool = {
  id: "grep",
  commands: ["grep", "egrep", "fgrep"],
  summary: "Matches by file",
  effect: "read",
  args: {
    switches:
      "-E --extended-regexp -F --fixed-strings -G --basic-regexp -P --perl-regexp -i -y --ignore-case " +
      "--no-ignore-case -w --word-regexp -x --line-regexp -s --no-messages -v --invert-match -n --line-number -H " +
      "--with-filename -a --text -I -r --recursive -R --dereference-recursive -U --binary",
    withArgument:
      "-e --regexp -m --max-count -d --directories -D --devices --binary-files --include --exclude " +
      "--exclude-from --exclude-dir -A --after-context -B --before-context -C --context",
    optionalArgument: "--color --colour",
    numeric: true,
    declines: {
      "exact-format":
        "-c --count -l --files-with-matches -L --files-without-match -o --only-matching -q --quiet " +
        "--silent -Z --null -z --null-data -b --byte-offset -h --no-filename -T --initial-tab --label " +
        "--group-separator --no-group-separator",
      "follow-mode": "--line-buffered",
      // The pattern's file is no file to be searched; what it matches cannot be told.
      "unknown-option": "-f --file",
    },
    values: {
      "--color": { only: ["auto", "never"], otherwise: "exact-format" },
      "--colour": { only: ["auto", "never"], otherwise: "exact-format" },
    },
    operands: "any",
  },
  pipeline: { last: true },
  output: "whole",
  verbatim: true,
  filter({ stdout, args, cut }) {
    const lines = splitLines(stdout);
    if (lines.length === 0 || readsStandardInput(args)) return undefined;
    const isNamed = namesFiles(args, lines);
    if (isNamed === undefined) return undefined;
    const form = {
      numbered: hasOption(args, "-n", "--line-number"),
      context: hasOption(args, "-A", "--after-context", "-B", "--before-context", "-C", "--context", "-NUM"),
      unnamed: !isNamed,
    };
    const grouped = groupMatches(lines, form, { cut, locate: locator(patternsOf(args)) });
    return grouped && { stdout: joinLines(grouped) };
  },
  examples: {
    rewrites: [
      "grep -rn TODO src",
      "grep -n 'a\\|b' x.c y.c",
      "egrep -ri --include='*.go' err .",
      "grep -C3 x f",
    ],
    declines: ["grep -c x f", "grep -rl x .", "grep -o x f", "grep -f list f", "grep --color=always x f"],
  },
};

function hasPatternOption(args: ParsedArgs): boolean {
  return hasOption(args, "-e", "--regexp");
}

function filesOf(args: ParsedArgs): readonly string[] {
  return hasPatternOption(args) ? args.operands : args.operands.slice(1);
}

function isRecursive(args: ParsedArgs): boolean {
  return hasOption(args, "-r", "--recursive", "-R", "--dereference-recursive") ||
    optionValue(args, "-d", "--directories") === "recurse";
}

/** Without a file it reads standard input, unless it searches the working directory (`-r`). */
function readsStandardInput(args: ParsedArgs): boolean {
  const files = filesOf(args);
  return files.includes("-") || files.length === 0 && !isRecursive(args);
}

/** Undefined where that cannot be told. */
function namesFiles(args: ParsedArgs, lines: readonly string[]): boolean | undefined {
  const files = filesOf(args);
  if (hasOption(args, "-H", "--with-filename") || files.length > 1) return true;
  if (!isRecursive(args)) return false;
  return files.length === 0 || rowsNameFiles(files, lines);
}

function patternsOf(args: ParsedArgs): string[] {
  if (!hasPatternOption(args)) return args.operands.slice(0, 1);
  return args.options.filter(({ name }) => name === "-e" || name === "--regexp").map(({ value }) =>
    value ?? ""
  );
}
