import { joinLines, splitLines } from "../../text/lines.ts";
import { type Block, type Failure, renderBlocks, renderFailures, splitBody } from "../../text/test_report.ts";
import type { Run, Tool } from "../tool.ts";

/**
 * `mocha`: drops the tree of passing tests, durations, frames outside user code and a diff that the message shows
 * already. Failing tests and hooks, what they wrote, and all counts stay. Seen with mocha 12.0 and 10.8 (spec reporter).
 */
export const tool: Tool = {
  id: "mocha",
  commands: ["mocha", "ts-mocha", "electron-mocha"],
  summary: "Tests: mocha",
  effect: "build",
  args: {
    switches:
      "--allow-uncaught -A --async-only -b --bail --check-leaks -c --color --colors --no-color --no-colors " +
      "--delay --diff --no-diff --exit --fail-hook-affected-tests --pass-on-failing-test-suite --fail-zero " +
      "--forbid-only --forbid-pending --full-trace --inline-diffs -i --invert -p --parallel --posix-exit-codes " +
      "--recursive -S --sort -h --help -V --version --no-timeouts --no-config --no-package --no-opts",
    withArgument:
      "--extension --file --global --globals --ignore --exclude -n --node-option -O --reporter-option " +
      "--reporter-options -r --require --retries -j --jobs --config -f --fgrep -g --grep --package -R " +
      "--reporter -u --ui -s --slow -t --timeout --timeouts --import --loader --opts --watch-files --watch-ignore",
    declines: {
      "exact-format": "--dry-run --list-interfaces --list-reporters",
      "follow-mode": "-w --watch",
      "interactive": "--inspect --inspect-brk -d --debug --debug-brk",
    },
    values: {
      "--reporter": { only: ["spec"], otherwise: "exact-format" },
      "-R": { only: ["spec"], otherwise: "exact-format" },
    },
    operands: "any",
  },
  pipeline: { first: "report" },
  output: "whole",
  filter(run: Run) {
    const report = parse(splitLines(run.stdout));
    const failed = report.failures.length > 0 || report.counts.some((count) => count.endsWith(" failing"));
    if (report.counts.length === 0 || (run.exit === 0) === failed) return undefined;
    const blocks = report.blocks.map((block) => ({ ...block, wanted: run.exit !== 0 }));
    return {
      stdout: joinLines([
        ...renderFailures(report.failures, run.cut),
        ...renderBlocks(blocks, run.cut),
        report.counts.join(", "),
      ]),
      stderr: run.stderr,
    };
  },
  examples: {
    rewrites: [
      "mocha",
      "npx mocha --recursive test",
      "mocha -r ts-node/register 'test/**/*.ts' --timeout 5000",
    ],
    declines: ["mocha -w", "mocha -R json", "mocha --dry-run"],
  },
};

interface Report {
  readonly failures: Failure[];
  readonly blocks: Block[];
  /** "2 passing", "10 failing" */
  readonly counts: string[];
}

// "  31 passing (60ms)", "  1 pending", "  3 failing"
const COUNT = /^ {2}(\d+ (?:passing|pending|failing))(?: \(\S+\))?$/;
// "    ✔ works 1", "      3) returns the position", "    - pending one"
const ROW = /^ {2,}(?:[✔✓] |\d+\) |- )\S/;
// "  1) Array", the head of a numbered failure
const NUMBERED = /^ {2}\d+\) (.*)$/;

function parse(lines: readonly string[]): Report {
  const report: Report = { failures: [], blocks: [], counts: [] };
  for (let at = 0; at < lines.length;) {
    const line = lines[at]!;
    const count = COUNT.exec(line)?.[1];
    if (count !== undefined) report.counts.push(count);
    const isListed = report.counts.some((one) => one.endsWith(" failing"));
    if (isListed && NUMBERED.test(line)) {
      at = readFailure(lines, at, report);
      continue;
    }
    if (count === undefined && line.trim() !== "" && !isTree(lines, at, report)) {
      report.blocks.push({ lines: [line], wanted: true });
    }
    at++;
  }
  return report;
}

/** A row of the tree, or the name of a suite: behind a blank line, or above something that is indented below it. */
function isTree(lines: readonly string[], at: number, { counts }: Report): boolean {
  const line = lines[at]!;
  if (counts.length > 0) return false;
  if (ROW.test(line)) return true;
  const indent = indentOf(line);
  if (indent === 2) return (lines[at - 1] ?? "").trim() === "" && isSuite(lines, at, indent);
  return indent >= 4 && indent % 2 === 0 && isSuite(lines, at, indent);
}

function isSuite(lines: readonly string[], at: number, indent: number): boolean {
  const next = lines.slice(at + 1, at + 200).find((line) => indentOf(line) >= 2 && line.trim() !== "") ?? "";
  return indentOf(next) === indent + 2;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function readFailure(lines: readonly string[], start: number, report: Report): number {
  const path = [NUMBERED.exec(lines[start]!)![1]!];
  let at = start + 1;
  while (/^ {7,}\S/.test(lines[at] ?? "") && !path.at(-1)!.endsWith(":")) path.push(lines[at++]!.trim());
  let end = at;
  while (end < lines.length && !NUMBERED.test(lines[end]!)) end++;
  const title = path.join(" > ").replace(/:$/, "");
  const body = withoutRepeatedDiff(lines.slice(at, end)).filter((line) => line.trim() !== "");
  report.failures.push({ section: "", title: `${report.failures.length + 1}) ${title}`, ...bodyOf(body) });
  return end;
}

// "      at Context.<anonymous> (test/a.js:7:35)"
const FRAME = /^\s+at .+/;

/** The first line and mocha's own lines are indented; what an assertion says in several lines is not. */
function bodyOf([first = "", ...rest]: readonly string[]): Pick<Failure, "message" | "places"> {
  const diff = rest.indexOf(DIFF);
  const lines = rest.map((line, at) => {
    if (diff >= 0 && at >= diff) return line.slice(6);
    return line.replace(/^ {5}(?=Caused by: )/, "");
  });
  return splitBody([first.trim(), ...lines], (line) => FRAME.test(` ${line}`));
}

const DIFF = "      + expected - actual";
const SHOWN = /^\+ actual - expected|!==/;

/** mocha's own diff, where node's assertion has shown one before. */
function withoutRepeatedDiff(lines: readonly string[]): readonly string[] {
  const start = lines.indexOf(DIFF);
  if (start < 0 || !lines.slice(0, start).some((line) => SHOWN.test(line))) return lines;
  const end = lines.findIndex((line, at) => at > start && FRAME.test(line));
  const foreign = lines.slice(start, end).filter((line) => !line.startsWith("      ") && line.trim() !== "");
  return end < 0 ? lines : [...lines.slice(0, start), ...foreign, ...lines.slice(end)];
}
