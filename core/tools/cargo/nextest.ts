import { joinLines, splitLines } from "../../text/lines.ts";
import { relativePaths } from "../../text/paths.ts";
import type { Tool } from "../tool.ts";
import { compactCargo, reportCargo } from "./cargo_report.ts";
import { readCargo } from "./cargo_text.ts";
import { readNextest } from "./nextest_text.ts";
import { GLOBALS, SELECTION_ARGUMENTS, SELECTION_SWITCHES } from "./options.ts";

/**
 * `cargo nextest run`: drops passing tests, progress, elapsed time and the second list of failures; failing, leaky, slow
 * and retried tests stay with their output, as do cancellation, compiler diagnostics and the sums.
 */
export const tool: Tool = {
  id: "cargo-nextest",
  commands: ["cargo nextest r", "cargo nextest run"],
  summary: "Rust tests through nextest",
  effect: "build",
  args: {
    globals: GLOBALS,
    switches:
      `${SELECTION_SWITCHES} --no-fail-fast --ff --fail-fast --ignore-default-filter --no-run --all-targets ` +
      "--hide-progress-bar --no-input-handler --no-pager --override-version-check",
    withArgument:
      `${SELECTION_ARGUMENTS} -P -R --rerun --user-config-file --cargo-profile --build-jobs -E --filter-expr ` +
      "--filterset --run-ignored --partition --platform-filter --test-threads --retries --max-fail --no-tests " +
      "--flaky-result --config-file --tool-config-file --target-runner --cargo-metadata --binaries-metadata " +
      "--archive-file --workspace-remap --color --show-progress",
    declines: {
      "exact-format":
        "--message-format --message-format-version --status-level --final-status-level --success-output " +
        "--failure-output --no-output-indent --cargo-quiet --cargo-verbose --cargo-message-format --timings " +
        "--unit-graph -v --verbose -h --help",
      // The program's output as it comes.
      "unknown-option": "--no-capture --nocapture --debugger --tracer --stress-count --stress-duration",
    },
    operands: "any",
    afterTerminator: {
      switches: "--include-ignored --ignored --exact",
      withArgument: "--skip",
      declines: { "exact-format": "--nocapture --no-capture --list --format" },
    },
  },
  pipeline: { first: "report" },
  output: "whole",
  filter(run) {
    const text = run.merged ? run.stdout : run.stderr;
    const report = readNextest(splitLines(relativePaths(text, run.cwd)));
    if (report.summary === "") return run.exit === 0 ? undefined : compactCargo(run, { ok: undefined });
    const failed = /\d+ (?:setup scripts? )?(?:failed|timed out|exec failed)\b/.test(report.summary);
    if (failed !== (run.exit !== 0)) return undefined;
    const cargo = reportCargo(readCargo(report.cargo));
    const warnings = cargo.warnings.map((one) => `warning: ${one}`);
    const verdict = report.summary;
    const lines = [...cargo.lines, ...warnings, ...report.tests, ...report.rest, ...cargo.summary, verdict];
    return run.merged ? { stdout: joinLines(lines) } : { stderr: joinLines(lines) };
  },
  examples: {
    rewrites: [
      "cargo nextest run",
      "cargo nextest run -p core --no-fail-fast -E 'test(parse)'",
      "cargo +nightly nextest run --workspace --retries 2",
    ],
    declines: [
      "cargo nextest list",
      "cargo nextest run --no-capture",
      "cargo nextest run --message-format libtest-json",
      "cargo nextest run --status-level all",
    ],
  },
};
