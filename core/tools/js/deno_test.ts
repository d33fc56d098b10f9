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
import { denoOptions } from "./deno_options.ts";

/**
 * `deno test`: drops passing tests, code frames, frames of deno itself, the repeated list of failures and durations.
 * Failing tests and steps with message and places, leaks, what tests wrote, and the counts stay. Seen with deno 2.9.
 */
export const tool: Tool = {
  id: "deno-test",
  commands: ["deno test"],
  summary: "Tests: deno test",
  effect: "build",
  writesWith: "-u --update-snapshots",
  args: {
    ...denoOptions,
    switches:
      `${denoOptions.switches} --doc --no-run --clean --parallel --sanitize-ops --sanitize-resources ` +
      "--hide-stacktraces --coverage-raw-data-only --trace-leaks -u --update-snapshots",
    withArgument:
      `${denoOptions.withArgument} --filter --coverage-threshold --retry --repeats --shard --related ` +
      "--reporter",
    optionalArgument: `${denoOptions.optionalArgument} --coverage --fail-fast --shuffle --changed`,
    declines: { ...denoOptions.declines, "exact-format": "--junit-path -h --help --json" },
    values: { "--reporter": { only: ["pretty"], otherwise: "exact-format" } },
    operands: "any",
  },
  pipeline: { first: "report" },
  output: "whole",
  filter(run: Run) {
    const report = parse(splitLines(run.stdout));
    const { verdict, failures } = report;
    if (verdict === undefined || (run.exit === 0) !== verdict.startsWith("ok |")) return undefined;
    const blocks = report.blocks.map((block) => ({ ...block, wanted: block.wanted || run.exit !== 0 }));
    return {
      stdout: joinLines([
        ...renderFailures(failures.map((failure) => withRelativePaths(failure, run.cwd)), run.cut),
        ...renderBlocks(blocks, run.cut),
        verdict,
      ]),
      stderr: joinLines(splitLines(run.stderr).filter((line) => !isNoise(line))),
    };
  },
  examples: {
    rewrites: ["deno test", "deno test -A --filter adds src", "deno test --no-check --parallel --coverage"],
    declines: ["deno test --watch", "deno test --reporter=junit", "deno test --inspect"],
  },
};

interface Report {
  readonly failures: Failure[];
  readonly blocks: Block[];
  verdict?: string;
}

// "fails eq => ./a_test.ts:3:6", "steps ... step bad => ./a_test.ts:5:78", "./b_test.ts (uncaught error)"
const TITLE = /^\S.* => \S.*:\d+:\d+$|^\S.* \(uncaught error\)$/;
// "FAILED | 2 passed (1 step) | 3 failed (1 step) | 1 ignored (5s)"
const VERDICT = /^((?:ok|FAILED) \| .+?)(?: \((?:\d+\w+)+\))?$/;
// "  step ok ... ok (0ms)", "steps ... FAILED (due to 1 failed step) (1s)", "steps ..."
const ROW = /^ *\S.* \.\.\. ?(?:(?:ok|FAILED|ignored|cancelled)\b.*)?$/;
const HEADING = /^ (?:ERRORS|FAILURES) $|^running \d+ tests? from .+$/;
const OUTPUT = /^-+ output -+$/;
const OUTPUT_END = /^-+ output end -+$/;
const BACKTRACE = /^Stack backtrace:$|^ +\d+: <unknown>$/;
const PROGRESS = /^(?:Check|Download|Initialize) \S+$|^Check \S.*\.[cm]?[jt]sx?$/;

function isNoise(line: string): boolean {
  return line.trim() === "" || BACKTRACE.test(line) || PROGRESS.test(line);
}

function parse(lines: readonly string[]): Report {
  const report: Report = { failures: [], blocks: [] };
  const start = lines.indexOf(" ERRORS ");
  for (let at = 0; at < lines.length;) {
    const line = lines[at]!;
    const verdict = VERDICT.exec(line)?.[1];
    if (verdict !== undefined) report.verdict = verdict;
    if (OUTPUT.test(line)) {
      const end = lines.findIndex((one, index) => index > at && OUTPUT_END.test(one));
      const last = end < 0 ? lines.length : end;
      report.blocks.push({
        lines: [(lines[at - 1] ?? "").trim(), ...lines.slice(at + 1, last)],
        wanted: false,
      });
      at = last + 1;
    } else if (start >= 0 && at > start && TITLE.test(line)) at = readFailure(lines, at, report);
    else {
      if (verdict === undefined && !ROW.test(line) && !HEADING.test(line) && !isNoise(line)) {
        report.blocks.push({ lines: [line], wanted: true });
      }
      at++;
    }
  }
  return report;
}

function readFailure(lines: readonly string[], start: number, report: Report): number {
  let end = start + 1;
  while (
    end < lines.length && !TITLE.test(lines[end]!) && !HEADING.test(lines[end]!) && !VERDICT.test(lines[end]!)
  ) {
    end++;
  }
  const body = withoutBlanks(withoutFrame(lines.slice(start + 1, end)));
  // The list of failures at the end has the title alone.
  if (body.length > 0) {
    report.failures.push({
      section: "",
      title: lines[start]!,
      ...splitBody(body, (line) => /^ {4}at .+/.test(line)),
    });
  }
  return end;
}

/** The source line above a caret, and the caret. */
function withoutFrame(lines: readonly string[]): readonly string[] {
  const isCaret = (line: string | undefined): boolean => /^ *\^+$/.test(line ?? "");
  return lines.filter((line, at) => !isCaret(line) && !isCaret(lines[at + 1]));
}

function withRelativePaths({ section, title, message, places }: Failure, cwd: string): Failure {
  const relative = (line: string): string =>
    /^\s*at /.test(line) ? relativePaths(line.replace(`file://${cwd}/`, ""), cwd) : line;
  return { section, title, message: message.map(relative), places: places.map(relative) };
}
