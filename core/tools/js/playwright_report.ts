/** The list, line and dot reporters of playwright as text. */
import {
  type Block,
  dropCodeFrames,
  type Failure,
  splitBody,
  withoutBlanks,
} from "../../text/test_report.ts";

export interface PlaywrightReport {
  readonly failures: readonly Failure[];
  readonly blocks: readonly Block[];
  /** "7 failed", "1 flaky", "2 skipped", "1 passed" */
  readonly counts: readonly string[];
}

// "  1) [one] › tests/a.spec.ts:4:3 › api › returns 201 ─────"
const NUMBERED = /^ {2}(\d+\) .+?)(?: ─+)?$/;
// "  7 failed", "  1 passed (31.4s)", "  1 error was not a part of any test, see above for details"
const COUNT =
  /^ {2}(\d+ (?:failed|flaky|skipped|passed|interrupted|did not run|errors? (?:was|were) not a part of any test.*))(?: \([^)]*\))?$/;
// "  ✓   1 tests/a.spec.ts:3:3 › api › ok (22ms)", "  -   6 …", "[3/46] tests/a.spec.ts:3:3 › …", "··F·"
const NOISE = /^ {2}[✓✘-] +\d+ .+$|^\[\d+\/\d+\] .+$|^[·×°±TF]+$|^Running \d+ tests? using \d+ workers?/;

/** Reads the report of a run. */
export function parsePlaywright(lines: readonly string[]): PlaywrightReport {
  const failures: Failure[] = [];
  const blocks: Block[] = [];
  const counts: string[] = [];
  for (let at = 0; at < lines.length;) {
    const line = lines[at]!;
    const count = COUNT.exec(line)?.[1];
    if (count !== undefined) {
      const end = endWhile(lines, at + 1, (next) => next.startsWith("    "));
      counts.push(count);
      // The failed ones have been told; which ones are flaky or did not run stands only here.
      if (!count.endsWith(" failed")) blocks.push(...named(count, lines.slice(at + 1, end)));
      at = end;
    } else if (NUMBERED.test(line)) {
      const end = endWhile(lines, at + 1, (next) => next.startsWith("    ") || next.trim() === "");
      failures.push(failureOf(NUMBERED.exec(line)![1]!, lines.slice(at + 1, end)));
      at = end;
    } else {
      if (!NOISE.test(line) && line.trim() !== "") blocks.push({ lines: [line], wanted: false });
      at++;
    }
  }
  return { failures, blocks, counts };
}

function endWhile(lines: readonly string[], start: number, belongs: (line: string) => boolean): number {
  let end = start;
  while (end < lines.length && belongs(lines[end]!)) end++;
  return end;
}

function named(count: string, rows: readonly string[]): Block[] {
  if (rows.length === 0) return [];
  const label = count.replace(/^\d+ /, "");
  return [{ lines: rows.map((row) => `${label}: ${row.trim().replace(/ ─+$/, "")}`), wanted: true }];
}

// "    Retry #1 ─────"
const RETRY = /^(Retry #\d+) ─+$/;
// "Error Context: test-results/…/error-context.md", "─────", the lines of a box but for their text
const DROPPED =
  /^Error Context: \S+$|^─+$|^[╔╚][═]+[╗╝]$|^║\s*║$|^║ *<3 Playwright Team *║$|^Usage:$|^ +npx playwright show-trace \S+$/;

function failureOf(title: string, body: readonly string[]): Failure {
  const attempts: { name: string; lines: string[] }[] = [{ name: "", lines: [] }];
  for (const line of withoutBlanks(dropCodeFrames(body.map((one) => one.slice(4)), { marked: false }))) {
    const retry = RETRY.exec(line)?.[1];
    if (retry !== undefined) attempts.push({ name: retry, lines: [] });
    else if (!DROPPED.test(line)) attempts.at(-1)!.lines.push(plain(line));
  }
  const [first = { name: "", lines: [] }, ...retries] = attempts.map(({ name, lines }) => ({
    name,
    lines: joinAttachments(lines),
  }));
  const told = retries.map(({ name, lines }) =>
    sameAs(lines, first.lines) ? [`${name}: the same`] : [name, ...lines]
  );
  return {
    section: "",
    title,
    ...splitBody([...first.lines, ...told.flat()], (line) => /^ +at .+/.test(line)),
  };
}

/** A retry that failed as the first attempt did is told by its number. */
function sameAs(a: readonly string[], b: readonly string[]): boolean {
  const text = (lines: readonly string[]): string => lines.join("\n").replaceAll(/-retry\d+\b/g, "");
  return text(a) === text(b);
}

/** Without the sides of a box and the line behind a heading. */
function plain(line: string): string {
  return line.replace(/^║ +(.*?) *║$/, "$1").replace(/ ─{3,}$/, "");
}

/** "attachment #1: trace (application/zip)" and the path on the next line, in one. */
function joinAttachments(lines: readonly string[]): string[] {
  const joined: string[] = [];
  for (const line of lines) {
    if (/^attachment #\d+: .+\)$/.test(joined.at(-1) ?? "") && !/^ /.test(line)) {
      joined.push(`${joined.pop()} ${line}`);
    } else joined.push(line);
  }
  return joined;
}
