import { joinLines, splitLines } from "../../text/lines.ts";
import { relativePaths } from "../../text/paths.ts";
import {
  type Block,
  type Failure,
  renderBlocks,
  renderFailures,
  splitBody,
  withoutBlanks,
} from "../../text/test_report.ts";
import type { Run, Tool } from "../tool.ts";
import { bunOptions } from "./bun_options.ts";

/**
 * `bun test`: drops passing tests, code frames and durations. Failing tests with message, diff and places, unhandled
 * errors, what tests wrote, and the counts stay. Seen with bun 1.4.
 */
export const tool: Tool = {
  id: "bun-test",
  commands: ["bun test"],
  summary: "Tests: bun test",
  effect: "build",
  writesWith: "-u --update-snapshots",
  args: {
    ...bunOptions,
    switches:
      `${bunOptions.switches} -u --update-snapshots --todo --only --concurrent --randomize --pass-with-no-tests`,
    withArgument: `${bunOptions.withArgument} --timeout --rerun-each -t --test-name-pattern --seed ` +
      "--coverage-dir --coverage-reporter --max-concurrency --tsconfig-override --conditions --define",
    optionalArgument: "--coverage --bail",
    declines: { ...bunOptions.declines, "exact-format": "--reporter --reporter-outfile -h --help" },
    operands: "any",
  },
  pipeline: { first: "report" },
  output: "whole",
  filter(run: Run) {
    const [out, err] = [run.stdout, run.stderr].map((text) => parse(splitLines(text), run.cwd));
    if (!out || !err) return undefined;
    const counts = [...out.counts, ...err.counts];
    const failed = counts.some((count) => /^[1-9]\d* (?:fail|errors?)$/.test(count));
    if (counts.length === 0 || (run.exit === 0) === failed) return undefined;
    const verdict = counts.filter((count) => !count.startsWith("0 ")).join(", ");
    const [stdout, stderr] = [out, err].map((report) => {
      const blocks = report.blocks.map((block) => ({ ...block, wanted: block.wanted || run.exit !== 0 }));
      const lines = [...renderFailures(report.failures, run.cut), ...renderBlocks(blocks, run.cut)];
      return joinLines(report.counts.length > 0 ? [...lines, verdict] : lines);
    });
    return { stdout: stdout ?? "", stderr: stderr ?? "" };
  },
  examples: {
    rewrites: ["bun test", "bun test src/a.test.ts -t adds --timeout 500"],
    declines: ["bun test --watch", "bun test --reporter=junit"],
  },
};

interface Report {
  readonly failures: Failure[];
  readonly blocks: Block[];
  /** "1 pass", "5 fail" */
  readonly counts: string[];
  /** The file whose tests run. */
  section: string;
}

// "(fail) cart > objects [5.44ms]", in colour "✗ cart > objects [5.44ms]"
const ROW = /^(\((?:pass|fail|skip|todo)\)|[✓✗»✎]) (.*?)(?: \[\d+(?:\.\d+)?m?s\])?$/;
const FAILED = /^(?:\(fail\)|✗)$/;
// "(pass) flaky (attempt 3)": its errors stand above it
const RETRIED = / \(attempt \d+\)$/;
// "a.test.ts:", behind a blank line
const FILE = /^(\S.*\.[cm]?[jt]sx?):$/;
const COUNT = /^ +(\d+ (?:pass|fail|skip|todo|errors?|filtered out))$/;
const NOISE =
  /^bun test v\d\S*(?: \(\w+\))?$|^ +\d+ expect\(\) calls$|^Ran \d+ tests? across \d+ files?\. \[.*\]$|^-{5,}$/;
const UNHANDLED = "# Unhandled error between tests";

function parse(lines: readonly string[], cwd: string): Report {
  const report: Report = { failures: [], blocks: [], counts: [], section: "" };
  let open: string[] = [];
  const flush = (): void => {
    report.blocks.push(...withoutBlanks(open).map((line) => ({ lines: [line], wanted: false })));
    open = [];
  };
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    const [, mark, name = ""] = ROW.exec(line) ?? [];
    const file = lines[at - 1]?.trim() === "" ? FILE.exec(line)?.[1] : undefined;
    const count = COUNT.exec(line)?.[1];
    if (mark !== undefined && FAILED.test(mark)) {
      // "  ^ this test timed out after 40ms."
      const after = /^ {2}\^ (.*)$/.exec(lines[at + 1] ?? "")?.[1];
      if (after !== undefined) at++;
      report.failures.push(
        failureOf(report.section, `${mark} ${name}`, { lines: [...open, ...after ? [after] : []], cwd }),
      );
      open = [];
    } else if (line === UNHANDLED) {
      flush();
      const end = lines.findIndex((one, index) => index > at + 1 && /^-{5,}$/.test(one));
      const last = end < 0 ? lines.length : end;
      report.failures.push(failureOf(report.section, UNHANDLED, { lines: lines.slice(at + 2, last), cwd }));
      at = last;
    } else if (mark !== undefined || file !== undefined || count !== undefined) {
      flush();
      if (file !== undefined) report.section = file;
      if (RETRIED.test(name)) report.blocks.push({ lines: [`${mark} ${name}`], wanted: true });
      if (count !== undefined) report.counts.push(count);
    } else if (!NOISE.test(line)) open.push(line);
  }
  flush();
  return report;
}

function failureOf(section: string, title: string, body: { lines: readonly string[]; cwd: string }): Failure {
  return { section, title, ...bodyOf(body) };
}

function bodyOf(
  { lines, cwd }: { lines: readonly string[]; cwd: string },
): Pick<Failure, "message" | "places"> {
  const isPlace = (line: string): boolean => /^\s+at .+/.test(line);
  const told = withoutBlanks(withoutFrames(lines)).map((line) =>
    isPlace(line) ? relativePaths(line, cwd) : line
  );
  return splitBody(told, isPlace);
}

/** Runs of numbered source lines that end in a caret. */
function withoutFrames(lines: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at < lines.length;) {
    let end = at;
    while (/^\d+ \| /.test(`${lines[end] ?? ""} `)) end++;
    if (end > at && /^\s*\^+\s*$/.test(lines[end] ?? "")) at = end + 1;
    else kept.push(lines[at++]!);
  }
  return kept;
}
