import { hasOption, type ParsedArgs } from "../argv/parse_args.ts";
import { joinLines, splitLines } from "../text/lines.ts";
import { groupMatches, rowsNameFiles } from "../text/matches.ts";
import { locator } from "../text/pattern.ts";
import type { Tool } from "./tool.ts";

/**
 * `rg`: matches by file, equal texts once with all their lines, files with the same matches once; of lines over 500
 * characters the part around the match. What may have come from standard input stays byte for byte. Seen with
 * ripgrep 13.
 */
export const tool: Tool = {
  id: "rg",
  commands: ["rg"],
  summary: "Matches by file",
  effect: "read",
  args: {
    switches: "-s --case-sensitive -i --ignore-case -S --smart-case -F --fixed-strings -w --word-regexp -x " +
      "--line-regexp -v --invert-match -n --line-number -N --no-line-number -H --with-filename --column " +
      "--no-column -a --text --binary --crlf -U --multiline --multiline-dotall -P --pcre2 --auto-hybrid-regex " +
      "--no-unicode -. --hidden --no-hidden -L --follow --no-follow --no-ignore --ignore --no-ignore-dot " +
      "--no-ignore-exclude --no-ignore-files --no-ignore-global --no-ignore-messages --no-ignore-parent " +
      "--no-ignore-vcs --no-require-git --no-messages --no-config --no-heading --no-mmap --mmap " +
      "--one-file-system -u --unrestricted -z --search-zip --trim --glob-case-insensitive " +
      "--ignore-file-case-insensitive --max-columns-preview --block-buffered --stop-on-nonmatch",
    withArgument: "-e --regexp -A --after-context -B --before-context -C --context --color --colors " +
      "--dfa-size-limit -E --encoding --engine -g --glob --iglob --ignore-file -M --max-columns -m --max-count " +
      "--max-depth -d --max-filesize --regex-size-limit --sort --sortr -j --threads -t --type -T --type-not " +
      "--type-add --type-clear",
    declines: {
      "exact-format": "-c --count --count-matches -l --files-with-matches --files-without-match -o " +
        "--only-matching -q --quiet -0 --null --null-data --json --files --vimgrep -b --byte-offset --passthru " +
        "--passthrough -r --replace --stats --type-list -p --pretty -I --no-filename --context-separator " +
        "--no-context-separator --field-match-separator --field-context-separator --path-separator " +
        "--hyperlink-format --include-zero",
      // Already grouped by file.
      "no-gain": "--heading",
      "follow-mode": "--line-buffered",
      "effect": "--pre --pre-glob --hostname-bin",
      // The pattern's file is no file to be searched; what it matches cannot be told.
      "unknown-option": "-f --file",
    },
    values: { "--color": { only: ["auto", "never"], otherwise: "exact-format" } },
    operands: "any",
  },
  pipeline: { last: true },
  output: "whole",
  verbatim: true,
  filter({ stdout, args, cut }) {
    const lines = splitLines(stdout);
    const files = filesOf(args);
    if (lines.length === 0 || files.includes("-")) return undefined;
    const isNamed = namesFiles(args, lines);
    if (isNamed === undefined) return undefined;
    const form = {
      numbered: isNumbered(args),
      context: hasOption(args, "-A", "--after-context", "-B", "--before-context", "-C", "--context"),
      unnamed: !isNamed,
    };
    const grouped = groupMatches(lines, form, { cut, locate: locator(patternsOf(args)) });
    return grouped && { stdout: joinLines(grouped) };
  },
  examples: {
    rewrites: [
      "rg TODO src",
      "rg -n 'fn \\w+' -g '*.rs'",
      "rg -n -C2 x src lib",
      "rg --color never -in err .",
    ],
    declines: ["rg --files", "rg -l x", "rg --json x", "rg -o x", "rg --pre ./x y", "rg -f list src"],
  },
};

function hasPatternOption(args: ParsedArgs): boolean {
  return hasOption(args, "-e", "--regexp");
}

function filesOf(args: ParsedArgs): readonly string[] {
  return hasPatternOption(args) ? args.operands : args.operands.slice(1);
}

function isNumbered(args: ParsedArgs): boolean {
  const last = args.options.findLast(({ name }) =>
    /^(-n|--line-number|-N|--no-line-number|--column)$/.test(name)
  );
  return last !== undefined && last.name !== "-N" && last.name !== "--no-line-number";
}

/**
 * Without a path it reads standard input if that is a pipe, else the working directory, and the same arguments stand
 * for both. Numbered rows of standard input begin with the number; where none does, they are rows of files. The user's
 * configuration file may ask for another form, so that rows must prove that they begin with a path.
 * @returns undefined where it cannot be told.
 */
function namesFiles(args: ParsedArgs, lines: readonly string[]): boolean | undefined {
  const files = filesOf(args);
  if (files.length === 0) {
    return isNumbered(args) && !lines.some((line) => /^\d+[:-]/.test(line)) ? true : undefined;
  }
  return rowsNameFiles(files, lines, files.length > 1 || hasOption(args, "-H", "--with-filename"));
}

function patternsOf(args: ParsedArgs): string[] {
  if (!hasPatternOption(args)) return args.operands.slice(0, 1);
  return args.options.filter(({ name }) => name === "-e" || name === "--regexp").map(({ value }) =>
    value ?? ""
  );
}
