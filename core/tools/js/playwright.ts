import { hasOption } from "../../argv/parse_args.ts";
import { joinLines, splitLines } from "../../text/lines.ts";
import { relativePaths } from "../../text/paths.ts";
import { type Failure, renderBlocks, renderFailures } from "../../text/test_report.ts";
import type { Run, Tool } from "../tool.ts";
import { parsePlaywright, type PlaywrightReport } from "./playwright_report.ts";

/**
 * `playwright test`: drops passing tests, code frames, drawn lines and boxes, the repeated list of failures and the
 * paths of error contexts. Failing and flaky tests with message, call log, places and attachments, what tests wrote, and
 * all counts stay. Seen with @playwright/test 1.65.
 */
export const tool: Tool = {
  id: "playwright",
  commands: ["playwright test"],
  summary: "Tests: playwright test",
  effect: "build",
  writesWith: "-u --update-snapshots --update-source-method",
  args: {
    switches:
      "--fully-parallel --forbid-only --fail-on-flaky-tests --headed --ignore-snapshots --last-failed " +
      "--no-deps --pass-with-no-tests --quiet --list -x -h --help",
    withArgument:
      "--browser -c --config --global-timeout -g --grep --grep-invert -G -j --workers --max-failures " +
      "--output --project --repeat-each --reporter --retries --shard --test-list --test-list-invert --timeout " +
      "--trace --tsconfig --update-source-method",
    optionalArgument: "--only-changed -u --update-snapshots",
    declines: { "interactive": "--ui --ui-host --ui-port --debug", "exact-format": "--add-reporter" },
    values: { "--reporter": { only: ["list", "line", "dot"], otherwise: "exact-format" } },
    operands: "any",
  },
  pipeline: { first: "report" },
  output: "whole",
  filter(run: Run) {
    const lines = splitLines(run.stdout);
    if (hasOption(run.args, "--list")) {
      return run.exit === 0 ? { stdout: joinLines(groupByFile(lines)) } : undefined;
    }
    const report = parsePlaywright(lines);
    const verdict = verdictOf(run.exit, report);
    if (verdict === undefined) return undefined;
    const blocks = report.blocks.map((block) => ({ ...block, wanted: block.wanted || run.exit !== 0 }));
    return {
      stdout: joinLines([
        ...renderFailures(report.failures.map((failure) => withRelativePaths(failure, run.cwd)), run.cut),
        ...renderBlocks(blocks, run.cut),
        verdict,
      ]),
      stderr: run.stderr,
    };
  },
  examples: {
    rewrites: ["playwright test", "npx playwright test tests/a.spec.ts -g 'logs in' --project=chromium"],
    declines: [
      "playwright test --ui",
      "playwright test --reporter=json",
      "playwright codegen",
      "playwright test --debug",
    ],
  },
};

/** Counts in playwright's order; undefined where they do not agree with the status or leave it without a reason. */
function verdictOf(exit: number, { counts }: PlaywrightReport): string | undefined {
  if (counts.length === 0) return undefined;
  const failed = counts.some((count) =>
    / (?:failed|interrupted|did not run|flaky|errors? was not a part of any test)/.test(count)
  );
  const passes = counts.every((count) => / (?:passed|skipped|flaky)$/.test(count));
  return (exit === 0 ? passes : failed) ? counts.join(", ") : undefined;
}

function withRelativePaths({ section, title, message, places }: Failure, cwd: string): Failure {
  const relative = (line: string): string => /^\s*at /.test(line) ? relativePaths(line, cwd) : line;
  return { section, title, message: message.map(relative), places: places.map(relative) };
}

// "  tests/flow.spec.ts:2:1 › flow 1 works", "  [chromium] › tests/flow.spec.ts:2:1 › flow 1 works"
const LISTED = /^ {2}((?:\[.+?\] › )?[^:]+):(\d+:\d+) › (.*)$/;

/** `--list`: the file once above its tests. */
function groupByFile(lines: readonly string[]): string[] {
  let file = "";
  return lines.filter((line) => line !== "Listing tests:").flatMap((line) => {
    const [, path, at, name] = LISTED.exec(line) ?? [];
    if (path === undefined) return line.trim() === "" ? [] : [line];
    const row = ` ${at} ${name}`;
    if (path === file) return [row];
    file = path;
    return [path, row];
  });
}
