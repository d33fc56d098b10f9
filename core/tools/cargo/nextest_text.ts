/** What `cargo nextest run` prints on stderr (seen with 0.9.151). */
import { foldBlocks } from "../../text/fold_blocks.ts";
import { bodyLines } from "./libtest_report.ts";
import { readHarness } from "./libtest_text.ts";

export interface NextestReport {
  /** What cargo printed before. */
  readonly cargo: readonly string[];
  /** Failing, leaky, slow and retried tests with their output. */
  readonly tests: readonly string[];
  /** Cancellation, setup scripts, and lines that nobody knows. */
  readonly rest: readonly string[];
  /** `3 tests run: 2 passed, 1 failed, 1 skipped`; empty when the run did not get there. */
  readonly summary: string;
}

// "────────────", " Nextest run ID 1f2a… with nextest profile: default", "    Starting 3 tests across 1 binary"
const NOISE = /^─{4,}$|^ *Nextest run ID |^ *Starting \d+ tests? across |^$/;
// "        FAIL [   0.005s] (2/4) shop cart::totals", "  TRY 1 FAIL [   0.1s] …", "        SLOW [> 60.000s] …"
const STATUS =
  /^ *((?:TRY \d+ )?[A-Z][A-Z0-9+\/ -]*?) \[(?:>)? *[\d.]+s\] (?:\[[^\]]+\] )?(?:\( *(?:─+|\d+\/\d+)\) )?(\S.*)$/;
// "     Summary [   0.010s] 3 tests run: 2 passed, 1 failed, 1 skipped"
const SUMMARY = /^ *Summary \[ *[\d.]+s\] (.*)$/;
// "  stdout ───", older: "--- STDOUT:              shop cart::totals ---"
const STREAM = /^(?: +(?:stdout|stderr|output) ─+|--- (?:STDOUT|STDERR|OUTPUT):.*---)$/;

interface Test {
  readonly status: string;
  readonly name: string;
  /** One list per stream, in the order printed. */
  readonly streams: string[][];
}

/** Splits the text; every line that is no noise is part of the report. */
export function readNextest(lines: readonly string[]): NextestReport {
  const start = lines.findIndex((line) => NOISE.test(line) && line !== "");
  const tests: Test[] = [];
  const rest: string[] = [];
  let summary = "";
  let inBlock = false;
  for (const line of start < 0 ? [] : lines.slice(start)) {
    const [, status, name = ""] = STATUS.exec(line) ?? [];
    const sums = SUMMARY.exec(line)?.[1];
    if (sums !== undefined) summary = sums;
    if (status !== undefined) {
      // Behind the sums the failing tests are listed again; slow ones are told once a period.
      const known = tests.some((test) => test.name === name && (summary !== "" || test.status === status));
      if (!known) tests.push({ status, name, streams: [] });
    }
    if (status !== undefined || sums !== undefined) {
      inBlock = false;
      continue;
    }
    if (STREAM.test(line)) {
      tests.at(-1)?.streams.push([]);
      inBlock = tests.length > 0;
    } else if (inBlock && (line === "" || line.startsWith("    ") || !isOwn(line))) {
      tests.at(-1)?.streams.at(-1)?.push(line);
    } else if (!NOISE.test(line)) {
      inBlock = false;
      rest.push(line.trim());
    }
  }
  return { cargo: start < 0 ? lines : lines.slice(0, start), tests: testLines(tests), rest, summary };
}

/** Lines of nextest itself, which end the output of a test. */
function isOwn(line: string): boolean {
  return /^ *(?:Cancelling|Killing|Canceling)\b|^(?:error|warning): |^─{4,}$/.test(line);
}

function testLines(tests: readonly Test[]): string[] {
  const shown = tests.filter(({ status, streams }) =>
    !/^(?:PASS|SKIP|SETUP PASS)$/.test(status) || streams.length > 0
  );
  return foldBlocks(shown.map(({ status, name, streams }) => ({
    title: `${status} ${name}`,
    body: streams.flatMap((lines) => outputLines(lines, name)),
  })));
}

/** One stream of a test: each runs in a process of its own, so the harness around it is noise. */
function outputLines(lines: readonly string[], name: string): string[] {
  const indented = lines.every((line) => line === "" || line.startsWith("    "));
  const text = indented ? lines.map((line) => line.slice(4)) : lines;
  const { suites, rest } = readHarness(text, { terse: false });
  const own = name.slice(name.lastIndexOf(" ") + 1);
  return bodyLines({
    name: own,
    body: [...rest.filter((line) => line !== "running 1 test"), ...suites.flatMap(({ text }) => text)],
  });
}
