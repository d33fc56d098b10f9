/** The report of Rust's built-in test harness on stdout (seen with 1.95), one section per test binary. */

/** One failing test with what it printed. */
export interface FailureBlock {
  readonly name: string;
  readonly body: readonly string[];
}

export interface Suite {
  /** Lines between the tests' own that are none of the harness: `--nocapture` output. */
  readonly text: readonly string[];
  readonly blocks: readonly FailureBlock[];
  /** Names of the failing tests as listed at the end. */
  readonly failed: readonly string[];
  /** Numbers of the result line by label: passed, failed, ignored, measured, filtered out. */
  readonly counts: ReadonlyMap<string, number>;
}

export interface Harness {
  readonly suites: readonly Suite[];
  /** Lines outside of all sections, in their order: cargo's own in a merged stream. */
  readonly rest: readonly string[];
  /** Sections without a result line: the test binary died. Their lines are part of `rest`, passing tests left out. */
  readonly unfinished: number;
}

// "running 52 tests"
const RUNNING = /^running (\d+) tests?$/;
// "test result: FAILED. 46 passed; 5 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s"
const RESULT = /^test result: (?:ok|FAILED)\. (\d+ passed; .*?)(?:; finished in .*)?$/;
// "test tests::adds ... ok", "test tests::slow ... ok <0.012s>"
const PASSED = /^test .+ \.\.\. ok(?: <[\d.]+s>)?$/;
// The same, or "test tests::net ... ignored, needs network", "test tests::adds ... FAILED"
const TESTED = /^test .+ \.\.\. (?:ok|FAILED|ignored(?:, .*)?)(?: <[\d.]+s>)?$/;
// One character per test: "..F.i 88/100"; "tests::adds --- FAILED"
const TERSE = /^[.Fi]+(?: \d+\/\d+)?$|^.+ --- FAILED$/;

/**
 * Finds the sections. A result line belongs to the nearest announcement of as many tests; a report inside of another's
 * captured output is part of that.
 * @param terse the run was quiet: tests are single characters.
 */
export function readHarness(lines: readonly string[], { terse }: { terse: boolean }): Harness {
  const isTest = (line: string): boolean => line === "" || TESTED.test(line) || (terse && TERSE.test(line));
  const ends = sectionEnds(lines);
  const suites: Suite[] = [];
  const rest: string[] = [];
  let unfinished = 0;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const end = ends.get(at);
    if (end !== undefined) {
      suites.push(readSuite(lines.slice(at + 1, end), lines[end] ?? "", isTest));
      at = end;
      continue;
    }
    rest.push(line);
    if (!RUNNING.test(line)) continue;
    unfinished++;
    for (; at + 1 < lines.length && isTest(lines[at + 1] ?? ""); at++) {
      if (!PASSED.test(lines[at + 1] ?? "")) rest.push(lines[at + 1] ?? "");
    }
  }
  return { suites, rest, unfinished };
}

/** How many announcements without a result are looked back over. */
const MAX_OPEN = 50;

function sectionEnds(lines: readonly string[]): Map<number, number> {
  const ends = new Map<number, number>();
  const open: { readonly at: number; readonly total: number }[] = [];
  for (const [at, line] of lines.entries()) {
    const running = RUNNING.exec(line)?.[1];
    if (running !== undefined) open.push({ at, total: Number(running) });
    if (!RESULT.test(line)) continue;
    const total = totalOf(countsOf(line));
    const recent = open.slice(-MAX_OPEN).findLastIndex((one) => one.total === total);
    if (recent < 0) continue;
    const owner = Math.max(0, open.length - MAX_OPEN) + recent;
    ends.set(open[owner]!.at, at);
    open.length = owner;
  }
  return ends;
}

function countsOf(result: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [, number, label = ""] of (RESULT.exec(result)?.[1] ?? "").matchAll(/(\d+) ([a-z ]+)/g)) {
    counts.set(label, Number(number));
  }
  return counts;
}

function totalOf(counts: ReadonlyMap<string, number>): number {
  return ["passed", "failed", "ignored", "measured"].reduce(
    (sum, label) => sum + (counts.get(label) ?? 0),
    0,
  );
}

function readSuite(lines: readonly string[], result: string, isTest: (line: string) => boolean): Suite {
  const list = lines.lastIndexOf("failures:");
  const listed = list < 0 ? [] : lines.slice(list + 1).filter((line) => line !== "");
  const failed = listed.filter((line) => line.startsWith("    ")).map((line) => line.trim());
  const head = lines.slice(0, list < 0 ? undefined : list);
  const details = head.indexOf("failures:");
  const { blocks, text } = readBlocks(details < 0 ? [] : head.slice(details + 1), new Set(failed));
  return {
    text: [
      ...head.slice(0, details < 0 ? undefined : details).filter((line) => !isTest(line)),
      ...text,
      ...listed.filter((line) => !line.startsWith("    ")),
    ],
    blocks,
    failed,
    counts: countsOf(result),
  };
}

// "---- tests::adds_case_7 stdout ----"
const BLOCK = /^---- (.+) stdout ----$/;

function readBlocks(lines: readonly string[], failed: ReadonlySet<string>) {
  const blocks: { readonly name: string; readonly body: string[] }[] = [];
  const text: string[] = [];
  for (const line of lines) {
    const name = BLOCK.exec(line)?.[1];
    const block = blocks.at(-1);
    if (name !== undefined && failed.has(name)) blocks.push({ name, body: [] });
    else if (block) block.body.push(line);
    else if (line !== "") text.push(line);
  }
  return { blocks, text };
}
