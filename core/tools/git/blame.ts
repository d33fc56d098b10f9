import { hasOption } from "../../argv/parse_args.ts";
import { joinLines, splitLines } from "../../text/lines.ts";
import type { Tool } from "../tool.ts";
import { GLOBAL_OPTIONS } from "./global_options.ts";

/**
 * `git blame`: neighbouring lines of one commit stand under one head with its id, author and day; line numbers and text
 * stay byte for byte, time of day and padding go. Seen with git 2.39.
 */
export const tool: Tool = {
  id: "git-blame",
  commands: ["git blame"],
  summary: "Commit, author and day of every line",
  effect: "read",
  args: {
    globals: GLOBAL_OPTIONS,
    switches: "-b --root --no-progress -f --show-name -l -e --show-email -w --minimal --first-parent",
    withArgument: "-L --ignore-rev --ignore-revs-file -S --contents --date --reverse",
    optionalArgument: "-M -C --abbrev",
    declines: {
      "exact-format":
        "-p --porcelain --line-porcelain --incremental -t -s -n --show-number -c --score-debug " +
        "--show-stats --color-lines --color-by-age",
      "follow-mode": "--progress",
    },
    operands: "any",
  },
  output: "whole",
  verbatim: true,
  filter({ stdout, exit, args }) {
    // A form of dates was asked for.
    if (exit !== 0 || hasOption(args, "--date")) return undefined;
    const out: string[] = [];
    let run: Line[] = [];
    for (const text of splitLines(stdout)) {
      const line = parseLine(text);
      if (!line) return undefined;
      if (run[0] && run[0].head !== line.head) {
        printRun(run, out);
        run = [];
      }
      run.push(line);
    }
    printRun(run, out);
    return { stdout: joinLines(out) };
  },
  examples: {
    rewrites: ["git blame src/a.ts", "git blame -L 10,20 HEAD~2 -- src/a.ts"],
    declines: ["git blame --porcelain a.ts", "git blame -s a.ts"],
  },
};

interface Line {
  /** `c8b83a9d (Ada Byron 2026-04-02`, with the file's name where it was another one. */
  readonly head: string;
  readonly number: string;
  readonly text: string;
}

// "^2196e5c src/old.ts (Ada Byron 2026-03-11 10:10:00 +0100  7) export const a = 1;"
const LINE =
  /^(\^?\*?[0-9a-f]{4,64}) (?:(\S.*?) +)??\((.*?\S) +(\d{4}-\d\d-\d\d) \d\d:\d\d:\d\d [+-]\d{4} +(\d+)\)(?: (.*))?$/s;

function parseLine(text: string): Line | undefined {
  const match = LINE.exec(text);
  if (!match) return undefined;
  const [, id = "", file, author = "", day = "", number = "", line = ""] = match;
  return {
    head: [id, ...(file === undefined ? [] : [file]), `(${author} ${day}`].join(" "),
    number,
    text: line,
  };
}

function printRun(run: readonly Line[], out: string[]): void {
  const [first] = run;
  if (!first) return;
  if (run.length === 1) {
    out.push(`${first.head} ${first.number}) ${first.text}`);
    return;
  }
  out.push(`${first.head})`);
  for (const { number, text } of run) out.push(`${number}) ${text}`);
}
