import { joinLines, splitLines } from "../../text/lines.ts";
import { relativePaths } from "../../text/paths.ts";
import type { Tool } from "../tool.ts";
import { compactStacks, startsStack } from "./stack_text.ts";

/**
 * `gotestsum`: drops packages that passed or have no tests, passing tests and frames of go's own sources; the sections
 * about failed, skipped and unbuilt tests and the sums stay. Seen with 1.8 and 1.13.
 */
export const tool: Tool = {
  id: "gotestsum",
  commands: ["gotestsum"],
  summary: "Go tests through gotestsum",
  effect: "build",
  args: {
    switches:
      "--debug --format-hide-empty-pkg --junitfile-hide-empty-pkg --junitfile-hide-skipped-tests --no-color " +
      "--rerun-fails-abort-on-data-race --rerun-fails-run-root-test",
    withArgument: "-f --format --junitfile --junitfile-project-name --junitfile-testcase-classname " +
      "--junitfile-testsuite-name --max-fails --packages --rerun-fails-max-failures --rerun-fails-report",
    optionalArgument: "--rerun-fails",
    values: {
      "-f": { only: ["pkgname", "testname"], otherwise: "exact-format" },
      "--format": { only: ["pkgname", "testname"], otherwise: "exact-format" },
    },
    declines: {
      "exact-format": "--jsonfile --jsonfile-timing-events --hide-summary --format-icons --version --help -h",
      "unknown-option": "--raw-command --post-run-command",
      "follow-mode": "--watch --watch-chdir --watch-clear",
    },
    operands: "any",
    operandRules: [{ at: 0, pattern: "^(?:tool|help)$", when: "match", reason: "unknown-option" }],
    afterTerminator: "any",
  },
  pipeline: { first: "report" },
  output: "whole",
  filter(run) {
    const lines = splitLines(relativePaths(run.stdout, run.cwd));
    const sums = lines.findLast((line) => DONE.test(line));
    if (sums === undefined || FAILED.test(sums) !== (run.exit !== 0)) return undefined;
    const kept = lines.filter((line) => line !== "" && line !== sums && !PASSED.test(line));
    const shown = failuresFirst(withoutOwnFrames(kept)).map((line) =>
      withoutTime(line).replace(/^✖ {2}(?=\S)/, "✖ ")
    );
    return { stdout: joinLines([...shown, sums]), stderr: run.stderr };
  },
  examples: {
    rewrites: ["gotestsum ./...", "gotestsum -- -race -run TestX ./pkg", "gotestsum --format testname"],
    declines: [
      "gotestsum --watch",
      "gotestsum -f dots",
      "gotestsum --jsonfile out.json",
      "gotestsum tool slowest",
    ],
  },
};

// "DONE 36 tests, 1 skipped, 5 failures in 0.265s", "DONE 0 tests, 1 error in 0.3s"
const DONE = /^DONE (?:\d+ runs, )?\d+ tests?.* in [\d.hm]+s$/;
const FAILED = / \d+ (?:failures?|errors?)\b/;
// "✓  text (cached)", "∅  none (1ms)", with --format testname "PASS text.TestSlug (0.00s)", "EMPTY none"
const PASSED = /^(?:[✓∅] {2}\S+|PASS \S+|EMPTY \S+)(?: \((?:[\d.]+m?s|cached)\))?$/;

/** `=== FAIL: calc TestAdd7 (0.00s)` */
function withoutTime(line: string): string {
  return line.replace(
    /^(\s*(?:=== (?:FAIL|SKIP): |--- (?:FAIL|SKIP|PASS): |✖ {2}|FAIL ).*) \([\d.]+m?s\)$/,
    "$1",
  );
}

/** Moves the section about skipped tests behind those about failed ones. */
function failuresFirst(lines: readonly string[]): readonly string[] {
  const start = lines.indexOf("=== Skipped");
  const length = lines.slice(start + 1).findIndex((line) => /^=== (?:Failed|Errors)$/.test(line));
  if (start < 0 || length < 0) return lines;
  const end = start + 1 + length;
  return [...lines.slice(0, start), ...lines.slice(end), ...lines.slice(start, end)];
}

/** The dump of a panic reaches to the next section. */
function withoutOwnFrames(lines: readonly string[]): string[] {
  const out: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    if (!startsStack(lines[at] ?? "")) {
      out.push(lines[at] ?? "");
      continue;
    }
    let end = at;
    while (end < lines.length && !(lines[end] ?? "").startsWith("=== ")) end++;
    out.push(...compactStacks(lines.slice(at, end)));
    at = end - 1;
  }
  return out;
}
