import { joinLines, splitLines } from "../../text/lines.ts";
import { relativePaths } from "../../text/paths.ts";
import type { Tool } from "../tool.ts";

/**
 * `ctest`: drops started and passed tests, elapsed time and the dots; failed tests stay with their number, kind and
 * output, the lists of failed and skipped tests, the log's path and the sums.
 */
export const tool: Tool = {
  id: "ctest",
  commands: ["ctest"],
  summary: "CTest runs",
  effect: "build",
  args: {
    switches: "--output-on-failure --stop-on-failure -F -Q --quiet -U --union --rerun-failed --progress " +
      "--no-label-summary --no-subproject-summary --schedule-random --force-new-ctest-process",
    withArgument:
      "-C --build-config -j --parallel -L --label-regex -R --tests-regex -E --exclude-regex -LE " +
      "--label-exclude -FA -FS -FC --fixture-exclude-any --fixture-exclude-setup --fixture-exclude-cleanup -I " +
      "--tests-information --repeat --repeat-until-fail --max-width --timeout --stop-time --test-dir --preset --no-tests " +
      "--test-output-size-passed --test-output-size-failed --test-output-truncation --test-load --resource-spec-file " +
      "-O --output-log --output-junit",
    declines: {
      "exact-format":
        "-N --show-only -V --verbose -VV --extra-verbose --debug --print-labels --list-presets --version " +
        "--help -h -H",
      // They configure, build and submit.
      "unknown-option": "-D --dashboard -M --test-model -T --test-action -S --script -SP -A --build-and-test",
      "interactive": "--interactive-debug-mode",
    },
    operands: "none",
  },
  pipeline: { first: "report" },
  output: "whole",
  filter(run) {
    const lines = splitLines(relativePaths(run.stdout, run.cwd));
    const sums = lines.findLast((line) => SUMS.test(line));
    if (sums === undefined || /, 0 tests? failed/.test(sums) !== (run.exit === 0)) return undefined;
    const kept = lines.filter((line) => !NOISE.test(line) && line !== sums && line.trim() !== "");
    return { stdout: joinLines([...kept.map(withoutDots), sums]), stderr: run.stderr };
  },
  examples: {
    rewrites: ["ctest", "ctest --test-dir build --output-on-failure -j 8", "ctest -R unit -LE slow"],
    declines: ["ctest -N", "ctest -V", "ctest --show-only=json-v1", "ctest -D Experimental"],
  },
};

// "50% tests passed, 1 tests failed out of 2"
const SUMS = /^\d+% tests passed, \d+ tests? failed out of \d+$/;
// "      Start  1: unit_ok", "1/2 Test #1: unit_ok ....   Passed    0.00 sec", "Total Test time (real) =   0.00 sec"
const NOISE =
  /^\s*(?:Start\s+\d+: \S.*|\d+\/\d+ Test\s+#\d+: .* \.*\s+Passed\s+[\d.]+ sec|Total Test time \(real\) = .*)$|^Internal ctest changing into directory: |^Test project \/\S*$/;

// "2/5 Test #2: unit_bad .........................***Failed    0.00 sec"
const FAILED = /^\s*(\d+\/\d+ Test\s+#\d+: .*?) \.*\s*(\*\*\*.*?)\s+[\d.]+ sec$/;

function withoutDots(line: string): string {
  return line.replace(FAILED, "$1 $2");
}
