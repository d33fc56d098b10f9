import { joinLines, splitLines } from "../../text/lines.ts";
import { relativePaths } from "../../text/paths.ts";
import { type Failure, renderBlocks, renderFailures } from "../../text/test_report.ts";
import type { Run, Tool } from "../tool.ts";
import { type NodeReport, nodeReport } from "./node_report.ts";
import { parseSpec } from "./node_spec.ts";
import { parseTap } from "./node_tap.ts";
import { type Verdict, verdictOf } from "./run_verdict.ts";

/**
 * `node --test`: drops passing tests, durations, suites that only repeat their children and frames outside user code.
 * Failing tests with message, location and frames, what files wrote, and all counts that are not 0 stay. Reads TAP and
 * the spec reporter. Seen with node 20, 22 and 24.
 */
export const tool: Tool = {
  id: "node-test",
  commands: ["node", "tsx"],
  summary: "Tests: node --test",
  effect: "build",
  writesWith: "--test-update-snapshots",
  args: {
    switches:
      "--test --test-only --test-force-exit --experimental-test-coverage --experimental-test-module-mocks " +
      "--experimental-test-snapshots --test-update-snapshots --experimental-strip-types --no-warnings " +
      "--enable-source-maps --experimental-vm-modules --trace-warnings --trace-uncaught --expose-gc " +
      "--experimental-transform-types --experimental-sqlite --no-experimental-strip-types --no-deprecation",
    withArgument: "--test-name-pattern --test-skip-pattern --test-concurrency --test-timeout --test-shard " +
      "--test-isolation --experimental-test-isolation --test-reporter --test-coverage-include " +
      "--test-coverage-exclude --test-coverage-lines --test-coverage-branches --test-coverage-functions " +
      "--test-global-setup --import -r --require --loader --experimental-loader --env-file -C --conditions " +
      "--stack-trace-limit --tsconfig --disable-warning --experimental-default-type",
    optionalArgument: "--max-old-space-size --unhandled-rejections",
    declines: {
      "exact-format": "--test-reporter-destination",
      "follow-mode": "--watch --watch-path",
      "interactive": "--inspect --inspect-brk --inspect-wait",
    },
    values: { "--test-reporter": { only: ["spec", "tap"], otherwise: "exact-format" } },
    requires: { options: "--test", reason: "no-tool" },
    permute: false,
    operands: "any",
  },
  pipeline: { first: "report" },
  output: "whole",
  filter(run: Run) {
    const [out, err] = [run.stdout, run.stderr].map((text) => parse(text, run.cwd));
    if (!out || !err) return undefined;
    const verdict = nodeVerdict(run.exit, out);
    if (!verdict) return undefined;
    // Nothing tells which test wrote a line, so after a failure all of them stay.
    const write = ({ failures, todos, blocks }: NodeReport): string[] => [
      ...renderFailures(failures, run.cut),
      ...renderFailures(todos, run.cut),
      ...renderBlocks(blocks.map((block) => ({ ...block, wanted: block.wanted || run.exit !== 0 })), run.cut),
    ];
    const { lines, last } = verdict;
    const stdout = last ? [...write(out), ...lines] : [...lines, ...write(out)];
    return { stdout: joinLines(stdout), stderr: joinLines(write(err)) };
  },
  examples: {
    rewrites: [
      "node --test",
      "node --import tsx --test 'src/**/*.test.ts'",
      "node --test --test-reporter=spec",
    ],
    declines: [
      "node server.js",
      "node --test --watch",
      "node --test --test-reporter=junit",
      "node a.js --test",
    ],
  },
};

function parse(text: string, cwd: string): NodeReport {
  const lines = splitLines(text);
  const isTap = lines.some((line) => /^TAP version \d+$/.test(line));
  const isSpec = lines.some((line) => SPEC.test(line));
  const report = isTap ? parseTap(lines) : isSpec ? parseSpec(lines) : nodeReport(lines);
  const relative = (failures: readonly Failure[]): Failure[] =>
    failures.map((failure) => withRelativePaths(failure, cwd));
  return { ...report, failures: relative(report.failures), todos: relative(report.todos) };
}

/** Titles of files and frames lose the working directory; values that a message compares stay as they are. */
function withRelativePaths({ section, title, message, places }: Failure, cwd: string): Failure {
  const relative = (line: string): string => relativePaths(line.replaceAll(`file://${cwd}/`, ""), cwd);
  return {
    section,
    title: relative(title),
    message: message.map((line) => /^\s*at /.test(line) ? relative(line) : line),
    places: places.map(relative),
  };
}

// "ℹ tests 33"
const SPEC = /^ℹ tests \d+$/;

/** @returns undefined where status and text do not agree, or the status has no reason in the text. */
function nodeVerdict(exit: number, { summary, failures, blocks }: NodeReport): Verdict | undefined {
  const count = (label: string): number => Number(summary.get(label) ?? 0);
  if (!summary.has("tests") || !summary.has("pass")) return undefined;
  return verdictOf({
    exit,
    countsFail: count("fail") > 0 || count("cancelled") > 0,
    hasFailures: failures.length > 0,
    hasReason: blocks.length > 0,
  }, { counts: countsOf(summary), plain: [`# tests ${count("tests")}`, `# pass ${count("pass")}`] });
}

/** Counts that are not 0, in node's order and words. */
function countsOf(summary: ReadonlyMap<string, string>): string {
  const labels = ["pass", "fail", "cancelled", "skipped", "todo"];
  const shown = labels.filter((label) => label === "pass" || !["0", undefined].includes(summary.get(label)));
  return shown.map((label) => `${summary.get(label)} ${label}`).join(", ");
}
