/** Reads vitest's default, verbose, tree, dot, minimal and agent reporters. Seen with vitest 4.1 and 3.2. */
import { times } from "../../text/fold.ts";
import { splitLines } from "../../text/lines.ts";
import { dropCodeFrames, type Failure, splitBody, withoutBlanks } from "../../text/test_report.ts";

/** A line outside the failures, or what a test wrote to the console. */
export interface Kept {
  readonly lines: readonly string[];
  readonly test?: string;
  /** It stands where a message in the tree goes on: noise where a failure tells it as well. */
  readonly isRetold?: true;
}

export interface Report {
  readonly failures: Failure[];
  readonly kept: Kept[];
  /** Names of passing tests, of the verbose reporter only. */
  readonly passing: string[];
  /** Tests that passed when they were run again: "✓ a.test.ts > cart (retry x2)", of the other reporters. */
  readonly retried: string[];
  readonly summary: Map<string, string>;
  /** How often vitest has counted: a script may run it twice. */
  runs: number;
}

// " RUN  v4.1.12 /home/dev/project", " DEV  v3…"
const BANNER = /^ (?:RUN|DEV) {2}v\d/;
// "No test files found, exiting with code 1"
export const NO_TESTS = /^No test (?:files|suite) found/;
// "⎯⎯⎯⎯⎯⎯ Failed Suites 1 ⎯⎯⎯⎯⎯⎯⎯"
const SECTION = /^⎯+ (.+?) ⎯+$/;
// "⎯⎯⎯⎯⎯⎯⎯⎯[1/5]⎯"
const SEPARATOR = /^⎯{3,}(?:\[\d+\/\d+\]⎯+)?$/;
const COUNTED_SECTION = /^Failed (?:Suites|Tests|Typechecks|Benchmarks) \d+$|^Unhandled Errors$/;
// " FAIL  src/a.test.ts > cart > objects"
const FAIL = /^ FAIL {2}(.+)$/;
// "stdout | src/a.test.ts > cart > ok"
const CONSOLE = /^(?:stdout|stderr) \| (.+)$/;
// " ✓ src/ok.test.ts (7 tests | 1 skipped) 6ms", " ❯ |web| b.test.ts (0 test)"
const FILE = /^ [✓❯↓×] (.+) \(\d+ tests?(?: \| [^()]*)*\)(?: \d+(?:\.\d+)?m?s)?(?: \d+ MB heap used)?$/;
// "     × rejects dollars 13ms", "   → expected 1 to be 2", "   ❯ cart (18)"
const TREE = /^ {3,}[✓×↓□→❯] ?\S/;
// " ✓ src/a.test.ts > cart > ok 4ms (retry x2)"
const VERBOSE = /^ ([✓×↓□]) (\S.* > .+?)(?: \d+(?:\.\d+)?m?s)?((?: \((?:retry|repeat) x\d+\))*)$/;
// "     ✓ flaky 26ms (retry x2)"
const RETRIED = /^ {3,}✓ (.+?)(?: \d+(?:\.\d+)?m?s)?( \(retry x\d+\))(?: \(repeat x\d+\))?$/;
const DOTS = /^[·x\-*]+$/;
// "      Tests  4 failed | 41 passed (47)"
const SUMMARY = /^ *(Snapshots|Test Files|Tests|Type Errors|Errors|Start at|Duration) {2}(\S.*)$/;
// "             1 obsolete" below the first count of snapshots
const SNAPSHOTS = /^ {11,}(\d+ (?:obsolete|written|updated|failed|removed|files? obsolete|files? removed))$/;
// Below "No test files found", where nothing else was configured.
const DEFAULT_EXCLUDE = /^exclude: +\*\*\/node_modules\/\*\*, \*\*\/\.git\/\*\*$/;
const CAUGHT =
  /^Vitest caught \d+ unhandled errors? during the test run\.$|^This might cause false positive tests\. |^- The error was thrown, while Vitest was running this test\.$|^- If the error occurred after the test had been completed, /;

/** Reads one stream of a run. */
export function parseVitest(text: string): Report {
  const lists = { failures: [], kept: [], passing: [], retried: [] };
  const report: Report = { ...lists, summary: new Map(), runs: 0 };
  const lines = splitLines(text);
  for (let at = 0; at < lines.length;) at = readBlock(lines, at, report);
  return report;
}

/** Reads what begins at `at`; answers the index after it. */
function readBlock(lines: readonly string[], at: number, report: Report): number {
  const line = lines[at]!;
  if (CONSOLE.test(line)) return readConsole(lines, at, report);
  if (FAIL.test(line)) return readFailure(lines, at, report);
  const section = SECTION.exec(line)?.[1];
  if (section !== undefined && !COUNTED_SECTION.test(section)) return readUnhandled(lines, at, report);
  const file = FILE.exec(line)?.[1];
  if (file !== undefined) return readTree(lines, at + 1, { report, file });
  if (VERBOSE.test(line)) return readVerbose(lines, at, report);
  if (!readSummary(line, report) && !isNoise(line, section)) {
    report.kept.push({ lines: [report.summary.has("Snapshots") ? line.trim() : line] });
  }
  return at + 1;
}

function readSummary(line: string, report: Report): boolean {
  const { summary } = report;
  const [, label, value] = SUMMARY.exec(line) ?? [];
  if (label !== undefined && value !== undefined) {
    summary.set(label, value);
    if (label === "Tests") report.runs++;
    return true;
  }
  const snapshots = summary.get("Snapshots");
  const further = SNAPSHOTS.exec(line)?.[1];
  if (snapshots === undefined || further === undefined) return false;
  summary.set("Snapshots", `${snapshots}, ${further}`);
  return true;
}

function isNoise(line: string, section: string | undefined): boolean {
  return line.trim() === "" || section !== undefined || BANNER.test(line) || SEPARATOR.test(line) ||
    DOTS.test(line) || CAUGHT.test(line) || DEFAULT_EXCLUDE.test(line);
}

function readConsole(lines: readonly string[], at: number, report: Report): number {
  let end = at + 1;
  while (end < lines.length && lines[end] !== "") end++;
  const test = CONSOLE.exec(lines[at]!)![1]!;
  report.kept.push({ test, lines: lines.slice(at, end) });
  return end + 1;
}

/** The rows under a file: passing ones are noise, failing ones come again with their messages, which may have several lines. */
function readTree(
  lines: readonly string[],
  start: number,
  { report, file }: { report: Report; file: string | undefined },
): number {
  let isMessage = false;
  let at = start;
  for (; at < lines.length; at++) {
    const line = lines[at]!;
    if (TREE.test(line)) {
      const [, name, note] = RETRIED.exec(line) ?? [];
      if (file !== undefined && name !== undefined) report.retried.push(`✓ ${file} > ${name}${note}`);
      isMessage = /^ +→/.test(line);
      continue;
    }
    const isOther = [FILE, VERBOSE, CONSOLE, SUMMARY].some((pattern) => pattern.test(line));
    if (!isMessage || line.trim() === "" || isOther) break;
    report.kept.push({ lines: [line], isRetold: true });
  }
  return at;
}

function readVerbose(lines: readonly string[], at: number, report: Report): number {
  const [, mark, name, notes] = VERBOSE.exec(lines[at]!)!;
  if (mark === "✓") report.passing.push(`${name}${notes}`);
  else if (mark !== "×") report.passing.push(`${mark} ${name}`);
  return readTree(lines, at + 1, { report, file: undefined });
}

function endOfBlock(lines: readonly string[], start: number): number {
  let end = start;
  while (end < lines.length) {
    const line = lines[end]!;
    if (SECTION.test(line) || FAIL.test(line) || SUMMARY.test(line)) break;
    if (SEPARATOR.test(line) && !lines[end + 1]?.startsWith("Serialized Error:")) break;
    end++;
  }
  return end;
}

function readFailure(lines: readonly string[], start: number, report: Report): number {
  // The same test once per retry.
  const titles = new Map<string, number>();
  let at = start;
  for (let fail = FAIL.exec(lines[at]!); fail; fail = FAIL.exec(lines[at] ?? "")) {
    const title = `FAIL ${fail[1]!.replace(/^(\S.*) \[ \1 \]$/, "$1")}`;
    titles.set(title, (titles.get(title) ?? 0) + 1);
    at++;
  }
  const end = endOfBlock(lines, at);
  const body = bodyOf(lines.slice(at, end));
  for (const [title, count] of titles) {
    report.failures.push({ section: "", title: title + times(count), ...body });
  }
  return end;
}

/** "⎯⎯ Uncaught Exception ⎯⎯", "⎯⎯ Unhandled Rejection ⎯⎯", "⎯⎯ Unhandled Source Errors ⎯⎯" */
function readUnhandled(lines: readonly string[], at: number, report: Report): number {
  const end = endOfBlock(lines, at + 1);
  const body = bodyOf(lines.slice(at + 1, end));
  report.failures.push({ section: "", title: SECTION.exec(lines[at]!)![1]!, ...body });
  return end;
}

// " ❯ parsePrice src/math.ts:3:17"
const FRAME = /^ ❯ .+:\d+:\d+$/;
// The code of a syntax error as rolldown and oxc draw it: " 2 │ const x = {;", "   │    ┬", "───╯"
const DRAWN = /^\s*(?:\d+ )?│(?! *╰).*$|^ *│ *╰─+ *$|^─+╯$/;
// Behind "Test timed out in 60ms."
export const ADVICE =
  /^If this is a long-running (?:test|hook), pass a timeout value as the last argument or configure it globally with "(?:test|hook)Timeout"\.$/;
// "The latest test that might've caused the error is "adds". It might mean one of the following:"; the list is always the same
const LIST_FOLLOWS = / It might mean one of the following:$/;
// Two lines above each diff.
const LEGEND = ["- Expected", "+ Received"];
/** Marks the legend, so that it can be told from what a test compares. */
export const LEGEND_LINE = `\0${LEGEND.join(" ")}`;

function bodyOf(lines: readonly string[]): Pick<Failure, "message" | "places"> {
  const body = withoutBlanks(dropCodeFrames(lines, { marked: false }));
  const text = body.flatMap((line, at) => {
    if (line === LEGEND[0] && body[at + 1] === LEGEND[1]) return [LEGEND_LINE];
    if (line === LEGEND[1] && body[at - 1] === LEGEND[0]) return [];
    if ([DRAWN, CAUGHT, SEPARATOR, ADVICE].some((noise) => noise.test(line))) return [];
    return [CAUGHT.test(body[at + 1] ?? "") ? line.replace(LIST_FOLLOWS, "") : line];
  });
  return splitBody(text, (line) => FRAME.test(line));
}
