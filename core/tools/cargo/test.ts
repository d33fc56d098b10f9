import { hasOption } from "../../argv/parse_args.ts";
import { joinLines, splitLines } from "../../text/lines.ts";
import { relativePaths } from "../../text/paths.ts";
import type { Compact, Run, Tool } from "../tool.ts";
import { cargoLines, type CargoReport, reportCargo, withoutTypedTarget } from "./cargo_report.ts";
import { readCargo } from "./cargo_text.ts";
import { failureLines, sumLine, sumOf } from "./libtest_report.ts";
import { type Harness, readHarness } from "./libtest_text.ts";
import { EXACT_FORMATS, GLOBALS, SELECTION_ARGUMENTS, SELECTION_SWITCHES } from "./options.ts";

/**
 * `cargo test`: drops passing and ignored tests, progress, frames of std, thread numbers; failing tests stay with all
 * that they printed, compiler diagnostics as for `cargo build`, and the sums of passed, failed, ignored, filtered out.
 */
export const tool: Tool = {
  id: "cargo-test",
  commands: ["cargo t", "cargo test"],
  summary: "Rust tests",
  effect: "build",
  args: {
    globals: GLOBALS,
    switches: `${SELECTION_SWITCHES} --no-run --no-fail-fast --doc`,
    withArgument: SELECTION_ARGUMENTS,
    declines: { "exact-format": EXACT_FORMATS },
    operands: "any",
    afterTerminator: {
      switches:
        "--nocapture --no-capture --ignored --include-ignored --exact -q --quiet --report-time --ensure-time " +
        "--shuffle --test --exclude-should-panic --fail-fast",
      withArgument: "--test-threads --skip --color --shuffle-seed --format",
      // --show-output is for the output of passing tests.
      declines: { "exact-format": "--list --logfile --show-output --bench -Z -h --help" },
      values: { "--format": { only: ["pretty", "terse"], otherwise: "exact-format" } },
    },
  },
  pipeline: { first: "report" },
  output: "whole",
  filter(run) {
    const terse = hasOption(run.args, "-q", "--quiet", "--format");
    const harness = readHarness(splitLines(relativePaths(run.stdout, run.cwd)), { terse });
    const cargo = readCargo(run.merged ? harness.rest : cargoLines(run.stderr, run));
    const whole = reportCargo(cargo);
    const report = { ...whole, summary: withoutTypedTarget(whole.summary, run.args) };
    const verdict = verdictOf(run, harness, report);
    return verdict && (run.merged ? onOneStream : onTwoStreams)(run, { harness, report, verdict });
  },
  examples: {
    rewrites: [
      "cargo test",
      "cargo t -q",
      "cargo +nightly test --workspace --no-fail-fast",
      "cargo test -p core parser::tests -- --exact --test-threads=1",
      "cargo test --lib -- --nocapture",
    ],
    declines: [
      "cargo test -- --list",
      "cargo test -- --format=json",
      "cargo test --message-format json",
      "cargo test -- -Z unstable-options --show-output",
    ],
  },
};

interface Parts {
  readonly harness: Harness;
  readonly report: CargoReport;
  readonly verdict: readonly string[];
}

/** The lines that say how it ended; undefined where status and text do not agree, or nothing was understood. */
function verdictOf({ exit, args }: Run, { suites, unfinished }: Harness, report: CargoReport) {
  const failed = sumOf(suites, "failed");
  const understood = failed > 0 || report.errors;
  if (understood !== (exit !== 0)) return undefined;
  if (exit === 0 && unfinished > 0) return undefined;
  if (suites.length === 0) {
    return exit === 0 && hasOption(args, "--no-run") ? [`${args.command} --no-run: ok`] : [];
  }
  const sums = sumLine(suites);
  return [failed > 0 || exit === 0 ? sums : `failed; ${sums}`];
}

function warningLines({ warnings }: CargoReport): string[] {
  return warnings.map((one) => `warning: ${one}`);
}

function onTwoStreams(run: Run, { harness, report, verdict }: Parts): Compact {
  const rest = trimBlanks(harness.rest.filter((line) => !line.startsWith("all doctests ran in ")));
  const noRun = harness.suites.length === 0;
  return {
    stdout: joinLines([...rest, ...failureLines(harness, run.cut), ...(noRun ? [] : verdict)]),
    stderr: joinLines([
      ...report.lines.map(withoutThread),
      ...warningLines(report),
      ...report.summary,
      ...(noRun ? verdict : []),
    ]),
  };
}

function onOneStream(run: Run, { harness, report, verdict }: Parts): Compact {
  const lines = [
    ...report.lines.map(withoutThread),
    ...warningLines(report),
    ...failureLines(harness, run.cut),
    ...report.summary,
  ];
  return { stdout: joinLines([...lines, ...verdict]) };
}

// With --nocapture: "thread 'tests::adds' (25426) panicked at src/lib.rs:34:32:"; the number is the thread's
const THREAD = /^thread '(.*)' \(\d+\) (?=panicked at )/;

function withoutThread(line: string): string {
  return line.replace(THREAD, "$1 ");
}

/** Blank lines that stood around the sections. */
function trimBlanks(lines: readonly string[]): string[] {
  return lines.filter((line, at) => line !== "" || (at > 0 && lines[at - 1] !== "" && lines[at + 1] !== ""));
}
