/** The compact form of a run of vitest. */
import { optionValue } from "../../argv/parse_args.ts";
import { joinLines } from "../../text/lines.ts";
import { relativePaths } from "../../text/paths.ts";
import { type Failure, narrowTable, renderBlocks, renderFailures } from "../../text/test_report.ts";
import type { Compact, Cut, Run } from "../tool.ts";
import { type Verdict, verdictOf } from "./run_verdict.ts";
import { ADVICE, type Kept, LEGEND_LINE, NO_TESTS, parseVitest, type Report } from "./vitest_report.ts";

// "Error: Cannot find module './nowhere' imported from /home/dev/project/a.test.ts"
const IMPORTED = /^.*\bCannot find (?:module|package) .* imported from .*$/gm;

/** Values that a message compares stay as they are; the importing file's path may lose the working directory. */
function relativeImports(text: string, cwd: string): string {
  return text.replaceAll(IMPORTED, (line) => relativePaths(line, cwd));
}

/** Filters a run of vitest: failing tests first, console output and unknown lines, the counts last. */
export function vitestFilter(run: Run): Compact | undefined {
  const [out, err] = [run.stdout, run.stderr].map((text) => parseVitest(relativeImports(text, run.cwd))) as [
    Report,
    Report,
  ];
  const failures = [...out.failures, ...err.failures];
  const summary = new Map([...out.summary, ...err.summary]);
  for (const report of [out, err]) dropRetold(report, failures);
  const kept = [...out.kept, ...err.kept];
  const verdict = out.runs + err.runs > 1 ? undefined : vitestVerdict(run.exit, summary, { failures, kept });
  if (verdict === undefined) return undefined;
  const failed = failedNames(failures);
  const options = { cut: run.cut, failed, names: optionValue(run.args, "--reporter") === "verbose" };
  const [stdout = [], stderr = []] = [out, err].map((report) => render(report, options));
  const place = verdict.last ? [...stdout, ...verdict.lines] : [...verdict.lines, ...stdout];
  return { stdout: joinLines(place), stderr: joinLines(stderr) };
}

/** @returns undefined where status and text do not agree, or the status has no reason in the text. */
function vitestVerdict(
  exit: number,
  summary: ReadonlyMap<string, string>,
  { failures, kept }: Pick<Report, "failures" | "kept">,
): Verdict | undefined {
  if (!summary.has("Tests")) {
    return kept.some(({ lines }) => NO_TESTS.test(lines[0] ?? "")) ? { lines: [], last: true } : undefined;
  }
  const errors = ["Errors", "Type Errors"].map((label) => summary.get(label) ?? NO_ERRORS);
  return verdictOf({
    exit,
    countsFail: /\bfailed\b/.test([...summary.values()].join(" ")) || errors.some((one) => one !== NO_ERRORS),
    hasFailures: failures.length > 0,
    hasReason: kept.some(({ test }) => test === undefined),
  }, {
    counts: countsOf(summary),
    plain: ["Test Files", "Tests"].map((label) => `${label}  ${summary.get(label) ?? ""}`),
  });
}

const NO_ERRORS = "no errors";

function dropRetold(report: Report, failures: readonly Failure[]): void {
  const told = new Set(failures.flatMap(({ message }) => message));
  const isNew = ({ lines: [line = ""], isRetold }: Kept): boolean =>
    !isRetold || !told.has(line) && !ADVICE.test(line);
  report.kept.splice(0, report.kept.length, ...report.kept.filter(isNew));
}

/** The legend stands at the first diff and holds for all. */
function withOneLegend(lines: readonly string[]): string[] {
  const first = lines.indexOf(LEGEND_LINE);
  return lines.flatMap((line, at) => line !== LEGEND_LINE ? [line] : at === first ? [line.slice(1)] : []);
}

function failedNames(failures: readonly Failure[]): ReadonlySet<string> {
  const titles = failures.map(({ title }) => title.replace(/^FAIL /, "").replace(/ \(x\d+\)$/, ""));
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
    ...report.retried,
    ...(names ? groupNames(report.passing) : report.passing.filter(isRetried).map((name) => `✓ ${name}`)),
    ...noTestsLast(narrowCoverage(renderBlocks(blocks, cut))),
  ];
}

function isRetried(name: string): boolean {
  return / \(retry x\d+\)(?: \(repeat x\d+\))?$/.test(name);
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
    return value === undefined || value === NO_ERRORS ? [] : [`${label} ${value}`];
  });
  const passed = /^(\d+) passed \(\1\)$/;
  const [green, count] = [passed.exec(files)?.[1], passed.exec(tests)?.[1]];
  const counts = green && count
    ? [`${count} passed (${green} ${green === "1" ? "file" : "files"})`]
    : [`Test Files ${files}`, `Tests ${tests}`];
  return [...counts, ...more].join("; ");
}
