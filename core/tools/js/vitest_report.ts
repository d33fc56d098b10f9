/** vitest's default, verbose, tree, dot, minimal and agent reporters as text. Seen with vitest 4.1 and 3.2. */
import { joinLines, splitLines } from "../../text/lines.ts";
import { relativePaths } from "../../text/paths.ts";
import {
  dropCodeFrames,
  type Failure,
  narrowTable,
  renderBlocks,
  renderFailures,
  splitBody,
  withoutBlanks,
} from "../../text/test_report.ts";
import type { ArgGrammar } from "../../argv/grammar.ts";
import { optionValue } from "../../argv/parse_args.ts";
import type { Compact, Cut, Run } from "../tool.ts";

const COVERAGE = "--coverage --coverage.enabled --coverage.all --coverage.clean --coverage.cleanOnRerun " +
  "--coverage.reportOnFailure --coverage.allowExternal --coverage.skipFull --coverage.thresholds.100 " +
  "--coverage.thresholds.perFile --coverage.excludeAfterRemap --no-coverage";

/** Options of `vitest run`, after `vitest run --help --expand-help` of 4.1 and what 1.x to 3.x had besides. */
export const vitestArgs: ArgGrammar = {
  switches: `${COVERAGE} -h --help -v --version --run --no-watch --globals --dom --no-isolate ` +
    "--no-file-parallelism --no-fileParallelism --no-threads --no-cache --no-color --passWithNoTests " +
    "--pass-with-no-tests --logHeapUsage --log-heap-usage --detectAsyncLeaks --allowOnly --allow-only " +
    "--no-allowOnly --dangerouslyIgnoreUnhandledErrors --hideSkippedTests --expandSnapshotDiff " +
    "--disableConsoleIntercept --disable-console-intercept --typecheck --typecheck.enabled " +
    "--typecheck.only --typecheck.allowJs --typecheck.ignoreSourceErrors --printConsoleTrace " +
    "--includeTaskLocation --strictTags --single-thread --singleThread --no-clearScreen " +
    "--sequence.shuffle --sequence.shuffle.files --sequence.shuffle.tests --sequence.concurrent " +
    "--expect.requireAssertions --browser.headless --no-browser.headless --segfaultRetry",
  withArgument: "-r --root -c --config -t --testNamePattern --test-name-pattern --dir --coverage.provider " +
    "--coverage.include --coverage.exclude --coverage.reportsDirectory --coverage.reporter " +
    "--coverage.thresholds.lines --coverage.thresholds.functions --coverage.thresholds.branches " +
    "--coverage.thresholds.statements --mode --pool --execArgv --environment --maxWorkers --max-workers " +
    "--minWorkers --min-workers --shard --testTimeout --test-timeout --hookTimeout --hook-timeout --bail " +
    "--retry --retry.count --retry.delay --exclude --typecheck.tsconfig --typecheck.checker --project " +
    "--workspace --slowTestThreshold --teardownTimeout --maxConcurrency --max-concurrency --attachmentsDir " +
    "--configLoader --tagsFilter --sequence.seed --sequence.hooks --sequence.setupFiles --poolOptions " +
    "--reporter --browser.name --expect.poll.timeout --expect.poll.interval",
  optionalArgument:
    "--watch -u --update --silent --changed --browser --browser.enabled --isolate --threads " +
    "--fileParallelism --file-parallelism --cache --color --poolOptions.threads.singleThread " +
    "--poolOptions.forks.singleFork --poolOptions.threads.isolate --poolOptions.forks.isolate",
  declines: {
    "exact-format": "--outputFile --output-file --listTags --mergeReports --clearCache",
    "follow-mode": "-w --standalone",
    "interactive": "--ui --open --api --inspect --inspect-brk --inspectBrk",
  },
  values: {
    "--reporter": {
      only: ["default", "verbose", "dot", "basic", "tree", "minimal", "agent"],
      otherwise: "exact-format",
    },
    "--watch": { only: ["false"], otherwise: "follow-mode", needed: true },
  },
  operands: "any",
};

/** A line outside the failures, or what a test wrote to the console. */
interface Kept {
  readonly lines: readonly string[];
  readonly test?: string;
  /** It stands where a message in the tree goes on: noise where a failure tells it as well. */
  readonly isRetold?: true;
}

interface Report {
  readonly failures: Failure[];
  readonly kept: Kept[];
  /** Names of passing tests, of the verbose reporter only. */
  readonly passing: string[];
  readonly summary: Map<string, string>;
}

// "Error: Cannot find module './nowhere' imported from /home/dev/project/a.test.ts"
const IMPORTED = /^.*\bCannot find (?:module|package) .* imported from .*$/gm;

/** Values that a message compares stay as they are; the importing file's path may lose the working directory. */
function relativeImports(text: string, cwd: string): string {
  return text.replaceAll(IMPORTED, (line) => relativePaths(line, cwd));
}

/** Filters a run of vitest: failing tests first, console output and unknown lines, the counts last. */
export function vitestFilter(run: Run): Compact | undefined {
  const [out, err] = [run.stdout, run.stderr].map((text) => parse(relativeImports(text, run.cwd))) as [
    Report,
    Report,
  ];
  const failures = [...out.failures, ...err.failures];
  const summary = new Map([...out.summary, ...err.summary]);
  for (const report of [out, err]) dropRetold(report, failures);
  const kept = [...out.kept, ...err.kept];
  const verdict = verdictOf(run.exit, summary, { failures, kept });
  if (verdict === undefined) return undefined;
  const failed = failedNames(failures);
  const options = { cut: run.cut, failed, names: optionValue(run.args, "--reporter") === "verbose" };
  const [stdout = [], stderr = []] = [out, err].map((report) => render(report, options));
  const place = verdict.last ? [...stdout, ...verdict.lines] : [...verdict.lines, ...stdout];
  return { stdout: joinLines(place), stderr: joinLines(stderr) };
}

interface Verdict {
  readonly lines: readonly string[];
  /** False where the reason of the status is a line that is kept: it comes last. */
  readonly last: boolean;
}

/** @returns undefined where status and text do not agree, or the status has no reason in the text. */
function verdictOf(
  exit: number,
  summary: ReadonlyMap<string, string>,
  { failures, kept }: Pick<Report, "failures" | "kept">,
): Verdict | undefined {
  if (!summary.has("Tests")) {
    return kept.some(({ lines }) => NO_TESTS.test(lines[0] ?? "")) ? { lines: [], last: true } : undefined;
  }
  const failed = failures.length > 0 || /\bfailed\b/.test([...summary.values()].join(" "));
  if (exit !== 0 && failed || exit === 0 && !failed) return { lines: [countsOf(summary)], last: true };
  if (exit === 0) return undefined;
  // All tests passed, and something else failed: thresholds of coverage, a teardown.
  if (kept.every(({ test }) => test !== undefined)) return undefined;
  return {
    lines: ["Test Files", "Tests"].map((label) => `${label}  ${summary.get(label) ?? ""}`),
    last: false,
  };
}

// " RUN  v4.1.12 /home/dev/project", " DEV  v3…"
const BANNER = /^ (?:RUN|DEV) {2}v\d/;
// "No test files found, exiting with code 1"
const NO_TESTS = /^No test (?:files|suite) found/;
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
const FILE = /^ [✓❯↓×] .+ \(\d+ tests?(?: \| [^()]*)*\)(?: \d+(?:\.\d+)?m?s)?(?: \d+ MB heap used)?$/;
// "     × rejects dollars 13ms", "   → expected 1 to be 2", "   ❯ cart (18)"
const TREE = /^ {3,}[✓×↓□→❯] ?\S/;
// " ✓ src/a.test.ts > cart > ok 4ms"
const VERBOSE = /^ ([✓×↓□]) (\S.* > .+?)(?: \d+(?:\.\d+)?m?s)?(?: \(retry x\d+\))?$/;
const DOTS = /^[·x\-*]+$/;
// "      Tests  4 failed | 41 passed (47)"
const SUMMARY = /^ *(Snapshots|Test Files|Tests|Type Errors|Errors|Start at|Duration) {2}(\S.*)$/;
// "             1 obsolete" below the first count of snapshots
const SNAPSHOTS = /^ {11,}(\d+ (?:obsolete|written|updated|failed|removed|files? obsolete|files? removed))$/;
// Below "No test files found", where nothing else was configured.
const DEFAULT_EXCLUDE = /^exclude: +\*\*\/node_modules\/\*\*, \*\*\/\.git\/\*\*$/;
const CAUGHT =
  /^Vitest caught \d+ unhandled errors? during the test run\.$|^This might cause false positive tests\. |^- The error was thrown, while Vitest was running this test\.$|^- If the error occurred after the test had been completed, /;

function parse(text: string): Report {
  const report: Report = { failures: [], kept: [], passing: [], summary: new Map() };
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
  if (FILE.test(line)) return readTree(lines, at + 1, report);
  if (VERBOSE.test(line)) return readVerbose(lines, at, report);
  if (!readSummary(line, report.summary) && !isNoise(line, section)) {
    report.kept.push({ lines: [report.summary.has("Snapshots") ? line.trim() : line] });
  }
  return at + 1;
}

function readSummary(line: string, summary: Map<string, string>): boolean {
  const [, label, value] = SUMMARY.exec(line) ?? [];
  if (label !== undefined && value !== undefined) {
    summary.set(label, value);
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
function readTree(lines: readonly string[], start: number, report: Report): number {
  let isMessage = false;
  let at = start;
  for (; at < lines.length; at++) {
    const line = lines[at]!;
    if (TREE.test(line)) {
      isMessage = /^ +→/.test(line);
      continue;
    }
    const isOther = [FILE, VERBOSE, CONSOLE, SUMMARY].some((pattern) => pattern.test(line));
    if (!isMessage || line.trim() === "" || isOther) break;
    report.kept.push({ lines: [line], isRetold: true });
  }
  return at;
}

function dropRetold(report: Report, failures: readonly Failure[]): void {
  const told = new Set(failures.flatMap(({ message }) => message));
  const isNew = ({ lines: [line = ""], isRetold }: Kept): boolean =>
    !isRetold || !told.has(line) && !ADVICE.test(line);
  report.kept.splice(0, report.kept.length, ...report.kept.filter(isNew));
}

function readVerbose(lines: readonly string[], at: number, report: Report): number {
  const [, mark, name] = VERBOSE.exec(lines[at]!)!;
  if (mark === "✓") report.passing.push(name!);
  else if (mark !== "×") report.passing.push(`${mark} ${name}`);
  return readTree(lines, at + 1, report);
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
  const titles: string[] = [];
  let at = start;
  for (let fail = FAIL.exec(lines[at]!); fail; fail = FAIL.exec(lines[at] ?? "")) {
    titles.push(fail[1]!.replace(/^(\S.*) \[ \1 \]$/, "$1"));
    at++;
  }
  const end = endOfBlock(lines, at);
  const body = bodyOf(lines.slice(at, end));
  // The same test once per retry.
  for (const title of new Set(titles)) report.failures.push({ section: "", title: `FAIL ${title}`, ...body });
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
const ADVICE =
  /^If this is a long-running (?:test|hook), pass a timeout value as the last argument or configure it globally with "(?:test|hook)Timeout"\.$/;
// Two lines above each diff.
const LEGEND = ["- Expected", "+ Received"];
/** Marks the legend, so that it can be told from what a test compares. */
const LEGEND_LINE = `\0${LEGEND.join(" ")}`;

function bodyOf(lines: readonly string[]): Pick<Failure, "message" | "places"> {
  const body = withoutBlanks(dropCodeFrames(lines, { marked: false }));
  const text = body.flatMap((line, at) => {
    if (line === LEGEND[0] && body[at + 1] === LEGEND[1]) return [LEGEND_LINE];
    if (line === LEGEND[1] && body[at - 1] === LEGEND[0]) return [];
    return [DRAWN, CAUGHT, SEPARATOR, ADVICE].some((noise) => noise.test(line)) ? [] : [line];
  });
  return splitBody(text, (line) => FRAME.test(line));
}

/** The legend stands at the first diff and holds for all. */
function withOneLegend(lines: readonly string[]): string[] {
  const first = lines.indexOf(LEGEND_LINE);
  return lines.flatMap((line, at) => line !== LEGEND_LINE ? [line] : at === first ? [line.slice(1)] : []);
}

function failedNames(failures: readonly Failure[]): ReadonlySet<string> {
  const titles = failures.map(({ title }) => title.replace(/^FAIL /, ""));
  return new Set(titles.flatMap((title) => [title, title.split(" > ")[0]!]));
}

interface RenderOptions {
  readonly cut: Cut | undefined;
  readonly failed: ReadonlySet<string>;
  readonly names: boolean;
}

function render(report: Report, { cut, failed, names }: RenderOptions): string[] {
  const blocks = report.kept.map(({ lines, test }) => ({
    lines,
    wanted: test === undefined || failed.has(test),
  }));
  return [
    ...withOneLegend(renderFailures(report.failures, cut)),
    ...(names ? groupNames(report.passing) : []),
    ...noTestsLast(narrowCoverage(renderBlocks(blocks, cut))),
  ];
}

/** `a.test.ts > adds > one`, `a.test.ts > adds > two` -> `a.test.ts > adds > one`, ` two` below it. */
function groupNames(names: readonly string[]): string[] {
  let parent = "";
  return names.flatMap((name) => {
    const at = name.lastIndexOf(" > ");
    const [own, leaf] = [name.slice(0, at), name.slice(at + 3)];
    if (own === parent) return [` ${leaf}`];
    parent = own;
    return [`${own} >`, ` ${leaf}`];
  });
}

function noTestsLast(lines: readonly string[]): string[] {
  const last = lines.filter((line) => NO_TESTS.test(line));
  return [...lines.filter((line) => !NO_TESTS.test(line)), ...last];
}

const COVERAGE_TABLE = /^ % Coverage report from |^File +\| % Stmts/;

function narrowCoverage(lines: readonly string[]): string[] {
  const start = lines.findIndex((line) => COVERAGE_TABLE.test(line));
  if (start < 0) return [...lines];
  return [...lines.slice(0, start), ...narrowTable(lines.slice(start))];
}

/** All counts in one line, with the words of the reporter. */
function countsOf(summary: ReadonlyMap<string, string>): string {
  const [files = "", tests = ""] = [summary.get("Test Files"), summary.get("Tests")];
  const more = ["Snapshots", "Type Errors", "Errors"].flatMap((label) => {
    const value = summary.get(label);
    return value === undefined || value === "no errors" ? [] : [`${label} ${value}`];
  });
  const passed = /^(\d+) passed \(\1\)$/;
  const [green, count] = [passed.exec(files)?.[1], passed.exec(tests)?.[1]];
  const counts = green && count
    ? [`${count} passed (${green} ${green === "1" ? "file" : "files"})`]
    : [`Test Files ${files}`, `Tests ${tests}`];
  return [...counts, ...more].join("; ");
}
