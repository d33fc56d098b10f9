import { joinLines, splitLines } from "../../text/lines.ts";
import {
  type Block,
  dedent,
  dropCodeFrames,
  type Failure,
  narrowTable,
  renderBlocks,
  renderFailures,
  splitBody,
  withoutBlanks,
} from "../../text/test_report.ts";
import { times } from "../../text/fold.ts";
import { hasOption } from "../../argv/parse_args.ts";
import type { Run, Tool } from "../tool.ts";
import { jestArgs } from "./jest_args.ts";
import { type Verdict, verdictOf } from "./run_verdict.ts";

/**
 * `jest`: drops passing files, code frames but for the line they point at, frames outside user code, and times.
 * Failing tests and suites, console output, snapshot and coverage reports, warnings and all counts stay; so do the
 * names of passing tests with `--verbose`. Seen with jest 30 and 29.
 */
export const tool: Tool = {
  id: "jest",
  commands: ["jest"],
  summary: "Tests: jest",
  effect: "build",
  writesWith: "-u --updateSnapshot",
  args: jestArgs,
  pipeline: { first: "report" },
  output: "whole",
  filter(run: Run) {
    const names = hasOption(run.args, "--verbose");
    const out = parse(run.stdout, names);
    const err = parse(run.stderr, names);
    const verdict = jestVerdict(run.exit, [out, err]);
    if (!verdict) return undefined;
    const [stdout, stderr] = [out, err].map((report) => {
      const failures = renderFailures(report.failures, run.cut);
      const blocks = renderBlocks(report.blocks, run.cut);
      const text = [...failures, ...blocks];
      if (report.summary.size === 0) return joinLines(text);
      return joinLines(verdict.last ? [...text, ...verdict.lines] : [...verdict.lines, ...text]);
    });
    return { stdout: stdout ?? "", stderr: stderr ?? "" };
  },
  examples: {
    rewrites: [
      "jest",
      "npx jest src/a.test.js -t 'adds'",
      "jest --ci --coverage --maxWorkers=2",
      "jest --watchAll=false",
    ],
    declines: ["jest --watch", "jest --json", "jest --listTests"],
  },
};

interface Kept extends Block {
  /** A line that is neither table, name nor console output: it may tell why a run without failures failed. */
  readonly reason?: true;
}

interface Report {
  readonly failures: Failure[];
  readonly blocks: Kept[];
  readonly summary: Map<string, string>;
  /** How often jest has counted: a script may run it twice. */
  runs: number;
  readonly names: boolean;
  /** The file that is being read: "FAIL src/a.test.js". */
  file: string;
}

// "PASS src/ok.test.js (5.2 s)", "FAIL web src/a.test.js (41 MB heap size)"; in colour " FAIL   web  src/a.test.js"
const FILE = /^ ?(PASS|FAIL) +(\S.*?)(?: \(\d+(?:\.\d+)? s(?:, \d+ MB heap size)?\)| \(\d+ MB heap size\))?$/;
// "  ● cart › objects", "  ● Test suite failed to run", "  ● Console"
const BULLET = /^ {2}● (.+)$/;
// "Tests:       18 failed, 1 skipped, 7 passed, 27 total"
const SUMMARY = /^(Test Suites|Tests|Snapshots|Time): +(\S.*)$/;
const RAN = /^Ran all test suites(?: |\.|$)/;
const NO_TESTS = /^No tests found, exiting with code \d+$/;
const NOISE =
  /^Summary of all failing tests$|^Snapshot Summary$|^Run with `--passWithNoTests` to exit with code 0$/;
// "    ✓ n0 (3 ms)", "    ○ skipped sk"
const ROW = /^ +[✓✕○✎] /;
// " › 1 snapshot obsolete.", said again with the number of files by the snapshot summary
const FILE_SNAPSHOTS =
  /^ › \d+ (?:snapshots?|snapshot files?) (?:failed|obsolete|written|updated|removed)\.$/;

function parse(text: string, names: boolean): Report {
  const report: Report = { failures: [], blocks: [], summary: new Map(), runs: 0, names, file: "" };
  const lines = splitLines(text);
  for (let at = 0; at < lines.length;) at = readBlock(lines, at, report);
  return report;
}

/** Reads what begins at `at`; answers the index after it. */
function readBlock(lines: readonly string[], at: number, report: Report): number {
  const line = lines[at]!;
  const [, word, file] = FILE.exec(line) ?? [];
  if (word !== undefined && file !== undefined) {
    report.file = `${word} ${file.replaceAll(/ {2,}/g, " ")}`;
    return readRows(lines, at + 1, report);
  }
  if (BULLET.test(line)) return readBullet(lines, at, report);
  if (line.startsWith("File ") && /^-+\|/.test(lines[at - 1] ?? "")) return readCoverage(lines, at, report);
  if (FILE_SNAPSHOTS.test(line)) {
    let end = at + 1;
    while (/^ {3}• /.test(lines[end] ?? "")) end++;
    return end;
  }
  const [, label, value] = SUMMARY.exec(line) ?? [];
  if (label !== undefined && value !== undefined) {
    report.summary.set(label, value);
    if (label === "Test Suites") report.runs++;
    // What comes behind the counts is of no file.
    report.file = "";
  } else if (!NOISE.test(line) && !RAN.test(line) && line.trim() !== "" && !/^-+\|[-|]+$/.test(line)) {
    report.blocks.push({ lines: [line], wanted: true, reason: true });
  }
  return at + 1;
}

/** The rows of tests below a file: asked for by `--verbose`; jest also draws them where only one file runs. */
function readRows(lines: readonly string[], start: number, report: Report): number {
  let end = start;
  while (/^ {2,}\S/.test(lines[end] ?? "") && !BULLET.test(lines[end]!)) end++;
  const rows = lines.slice(start, end);
  if (!rows.some((row) => ROW.test(row))) return start;
  if (report.names) {
    const named = rows.map((row) => row.replace(/ \(\d+(?:\.\d+)? m?s\)$/, ""));
    report.blocks.push({ lines: [report.file, ...dedent(named)], wanted: true });
  }
  return end;
}

function readCoverage(lines: readonly string[], start: number, report: Report): number {
  let end = start;
  while ((lines[end] ?? "").includes("|")) end++;
  report.blocks.push({ lines: narrowTable(lines.slice(start, end)), wanted: true });
  return end;
}

function readBullet(lines: readonly string[], start: number, report: Report): number {
  let end = start + 1;
  while (end < lines.length && /^(?: {4}|\s*$)/.test(lines[end]!)) end++;
  const title = BULLET.exec(lines[start]!)![1]!;
  const body = lines.slice(start + 1, end).map((line) => line.slice(4));
  if (title === "Console") readConsole(body, report);
  else report.failures.push({ section: report.file, title: `● ${title}`, ...bodyOf(body) });
  return end;
}

// "at Object.toEqual (src/a.test.js:4:56)", "> 4 |   it('objects', …"
const PLACE = /^\s*at .+|^\s*> *\d+ \|/;

function bodyOf(lines: readonly string[]): Pick<Failure, "message" | "places"> {
  const text = withoutBlanks(dropCodeFrames(withoutLesson(lines), { marked: true }));
  return splitBody(excerptsBelowFrames(withoutRepeatedCause(text)), (line) => PLACE.test(line));
}

// "> 4 |   it('objects', …"
const EXCERPT = /^\s*> *(\d+) \|/;
const FRAME = /^\s*at (?!.*node_modules\/).*:(\d+):\d+\)?$/;

/** The source line stands above the frames; it is that of the first one in user code. */
function excerptsBelowFrames(lines: readonly string[]): string[] {
  const moved = [...lines];
  for (let at = 0; at < moved.length; at++) {
    const number = EXCERPT.exec(moved[at]!)?.[1];
    if (number === undefined) continue;
    let end = at + 1;
    while (/^\s*at /.test(moved[end] ?? "") && FRAME.exec(moved[end]!)?.[1] !== number) end++;
    if (FRAME.exec(moved[end] ?? "")?.[1] !== number) continue;
    moved.splice(end, 0, ...moved.splice(at, 1));
    at = end;
  }
  return moved;
}

/** What was thrown and is no error, and a timeout, come again as their own cause, whose frames are the ones to read. */
function withoutRepeatedCause(lines: readonly string[]): readonly string[] {
  const cause = lines.indexOf("Cause:");
  const messageOf = (from: readonly string[]): readonly string[] => {
    const end = from.findIndex((line) => PLACE.test(line));
    return end < 0 ? from : from.slice(0, end);
  };
  const told = messageOf(lines.slice(0, Math.max(cause, 0)));
  const again = messageOf(lines.slice(cause + 1));
  const isSame = cause > 0 && again.join("\n") === told.map((line) => `    ${line}`).join("\n");
  return isSame ? [...lines.slice(0, cause), ...lines.slice(cause + 1 + again.length)] : lines;
}

/** What jest explains to whoever meets its first syntax error; the error itself follows "Details:". */
function withoutLesson(lines: readonly string[]): readonly string[] {
  const start = lines.indexOf("Jest encountered an unexpected token");
  const end = lines.indexOf("Details:");
  return start < 0 || end < start ? lines : [...lines.slice(0, start + 1), ...lines.slice(end + 1)];
}

/** Console output of one file; jest does not say of which test. Equal entries are folded. */
function readConsole(body: readonly string[], report: Report): void {
  const entries = new Map<string, { lines: string[]; count: number }>();
  for (const lines of entriesOf(body)) {
    const { message, places } = bodyOf(lines);
    const entry = [...message, ...places];
    if (entry.length === 0) continue;
    const known = entries.get(entry.join("\n"));
    if (known) known.count++;
    else entries.set(entry.join("\n"), { lines: entry, count: 1 });
  }
  const wanted = report.file.startsWith("FAIL");
  const header = { lines: [`● Console ${report.file.replace(/^(?:PASS|FAIL) /, "")}`], wanted };
  const blocks = [...entries.values()].map(({ lines: [first = "", ...rest], count }): Block => ({
    lines: [first + times(count), ...rest],
    wanted,
  }));
  report.blocks.push(header, ...blocks);
}

// "console.log", then indented text
function entriesOf(body: readonly string[]): string[][] {
  const entries: string[][] = [];
  for (const line of body) {
    if (/^console\.\w+$/.test(line)) entries.push([]);
    if (entries.length === 0) entries.push([]);
    entries.at(-1)!.push(line);
  }
  return entries;
}

/** @returns undefined where status and text do not agree, or the status has no reason in the text. */
function jestVerdict(exit: number, reports: readonly Report[]): Verdict | undefined {
  const blocks = reports.flatMap((report) => report.blocks);
  const summary = new Map(reports.flatMap((report) => [...report.summary]));
  const [suites, tests] = [summary.get("Test Suites"), summary.get("Tests")];
  if (suites === undefined || tests === undefined) {
    return blocks.some(({ lines }) => NO_TESTS.test(lines[0] ?? "")) ? { lines: [], last: true } : undefined;
  }
  if (reports.reduce((sum, { runs }) => sum + runs, 0) > 1) return undefined;
  const snapshots = summary.get("Snapshots") ?? NO_SNAPSHOTS;
  const plain = [`Test Suites: ${suites}`, `Tests: ${tests}`];
  return verdictOf({
    exit,
    countsFail: /\bfailed\b/.test(`${suites} ${tests}`),
    hasFailures: reports.some(({ failures }) => failures.length > 0),
    hasReason: blocks.some(({ reason }) => reason),
  }, {
    counts: countsOf(suites, tests, snapshots),
    plain: snapshots === NO_SNAPSHOTS ? plain : [...plain, `Snapshots: ${snapshots}`],
  });
}

const NO_SNAPSHOTS = "0 total";

/** All counts in one line, with jest's own words. */
function countsOf(suites: string, tests: string, snapshots: string): string {
  const passed = /^(\d+) passed, \1 total$/;
  const [green, count] = [passed.exec(suites)?.[1], passed.exec(tests)?.[1]];
  const counts = green && count
    ? `${count} passed (${green} ${green === "1" ? "suite" : "suites"})`
    : `Test Suites: ${suites}; Tests: ${tests}`;
  return `${counts}${snapshots === NO_SNAPSHOTS ? "" : `; Snapshots: ${snapshots}`}`;
}
