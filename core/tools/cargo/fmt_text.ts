/** What rustfmt prints with --check: a diff per place (seen with 1.9). */
import { joinLines, splitLines } from "../../text/lines.ts";
import { relativePaths } from "../../text/paths.ts";
import type { Compact, Run } from "../tool.ts";
import { reportCargo } from "./cargo_report.ts";
import { readCargo } from "./cargo_text.ts";

// "Diff in /home/dev/src/lib.rs:12:", older: "Diff in /home/dev/src/lib.rs at line 12:"
const PLACE = /^Diff in (.+?)(?::| at line )(\d+):$/;

/** Each file once with the lines that differ; what a check says about errors stays. */
export function compactFormat(run: Run): Compact | undefined {
  const lines = splitLines(relativePaths(run.stdout, run.cwd));
  const { places, rest } = splitDiffs(lines);
  if (run.exit === 0 || (places.size === 0 && run.stderr === "" && !run.merged)) return undefined;
  const files = [...places].map(([path, at]) => `Diff in ${path}:${at.join(" ")}`);
  const failed = "failed";
  const sums = places.size > 0 ? [`unformatted files (${places.size})`] : [];
  if (run.merged) {
    return { stdout: joinLines([...errorLines(rest), ...files, ...(sums.length > 0 ? sums : [failed])]) };
  }
  const stderr = errorLines(splitLines(relativePaths(run.stderr, run.cwd)));
  return {
    stdout: joinLines([...rest, ...files, ...sums]),
    stderr: joinLines(sums.length > 0 ? stderr : [...stderr, failed]),
  };
}

function splitDiffs(lines: readonly string[]) {
  const places = new Map<string, string[]>();
  const rest: string[] = [];
  let inDiff = false;
  for (const line of lines) {
    const [, path, at = ""] = PLACE.exec(line) ?? [];
    if (path !== undefined) {
      places.set(path, [...places.get(path) ?? [], at]);
      inDiff = true;
    } else if (!inDiff || !/^(?:[-+ ]|$)/.test(line)) {
      inDiff = false;
      rest.push(line);
    }
  }
  return { places, rest };
}

function errorLines(lines: readonly string[]): string[] {
  const report = reportCargo(readCargo(lines));
  return [...report.lines, ...report.warnings.map((one) => `warning: ${one}`), ...report.summary];
}
