/** The compact form of the test harness's report: failing tests with what they said, and the sums. */
import { type Block, foldBlocks } from "../../text/fold_blocks.ts";
import type { Cut } from "../tool.ts";
import type { FailureBlock, Harness, Suite } from "./libtest_text.ts";

/** What the tests printed themselves, then each failing test. */
export function failureLines({ suites }: Harness, cut: Cut | undefined): string[] {
  return suites.flatMap((suite) => [
    ...suite.text.filter((line) => !NOISE.test(line)),
    ...foldBlocks(blocksOf(suite, cut)),
  ]);
}

function blocksOf({ blocks, failed }: Suite, cut: Cut | undefined): Block[] {
  const told = new Set(blocks.map(({ name }) => name));
  return [
    ...blocks.map((block) => blockOf(block, cut)),
    ...failed.filter((name) => !told.has(name)).map((name) => ({ title: `FAILED ${name}`, body: [] })),
  ];
}

// "panicked at src/lib.rs:34:32:", the message is on the next line
const PLACE = /^panicked at (\S+:\d+:\d+):$/;

/** The place of the panic moves into the title, so that equal messages fold, or before its message. */
function blockOf(block: FailureBlock, cut: Cut | undefined): Block {
  const body = bodyLines(block);
  const place = PLACE.exec(body[0] ?? "")?.[1];
  const title = `FAILED ${block.name}`;
  if (place === undefined) return { title, body: shorten(joinPlace(body), cut) };
  return {
    title: `${title} ${place}`,
    body: shorten(body.slice(1).filter((line) => line !== `  at ./${place}`), cut),
  };
}

/** `src/lib.rs:73:107: index out of bounds` behind what the test printed. */
function joinPlace(body: readonly string[]): readonly string[] {
  const at = body.findIndex((line) => PLACE.test(line));
  if (at < 0 || at + 1 === body.length) return body;
  return body.toSpliced(at, 2, `${PLACE.exec(body[at]!)?.[1]}: ${body[at + 1]}`);
}

/** Captured output longer than this is log, not message; the panic is at its end. */
const MAX_BODY = 120;
const KEPT_HEAD = 10;
const KEPT_TAIL = 50;

function shorten(body: readonly string[], cut: Cut | undefined): readonly string[] {
  if (!cut || body.length <= MAX_BODY) return body;
  const left = body.length - KEPT_HEAD - KEPT_TAIL;
  return [...body.slice(0, KEPT_HEAD), cut(left), ...body.slice(-KEPT_TAIL)];
}

// "thread 'tests::adds' (25426) panicked at src/lib.rs:34:32:"; the number is the thread's
const PANIC = /^thread '(.*)' (?:\(\d+\) )?panicked at (.*)$/;
const NOISE =
  /^note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace$|^note: Some details are omitted, run with `RUST_BACKTRACE=full`/;

// "  left: 8", " right: 9", "note: test did not panic as expected at src/lib.rs:75:32"
const ALIGNED = /^ {1,2}(?=(?:left|right): )|^note: (?=test did not panic as expected)/;

/** The output of a failing test without hints, thread numbers and frames of std. */
export function bodyLines({ name, body }: FailureBlock): string[] {
  const lines: string[] = [];
  for (let at = 0; at < body.length; at++) {
    const line = body[at] ?? "";
    if (NOISE.test(line)) continue;
    if (line === "stack backtrace:") {
      const end = backtraceEnd(body, at + 1);
      lines.push(...userFrames(body.slice(at + 1, end), name));
      at = end - 1;
      continue;
    }
    const [, thread, place] = PANIC.exec(line) ?? [];
    if (thread !== undefined && lines.at(-1) === "") lines.pop();
    if (thread === undefined) lines.push(line.replace(ALIGNED, ""));
    else lines.push(thread === name ? `panicked at ${place}` : `thread '${thread}' panicked at ${place}`);
  }
  const first = lines.findIndex((line) => line !== "");
  const last = lines.findLastIndex((line) => line !== "");
  return first < 0 ? [] : lines.slice(first, last + 1);
}

// "   4: calc::tests::adds_case_7", with RUST_BACKTRACE=full "   4:     0x55d1c0 - calc::tests::adds_case_7"
const FRAME = /^ *\d+: +(?:0x[0-9a-f]+ - )?(.+)$/;
// "             at ./src/lib.rs:34:32"
const FRAME_PLACE = /^ +at (.+)$/;

function backtraceEnd(body: readonly string[], start: number): number {
  let end = start;
  while (end < body.length && (FRAME.test(body[end] ?? "") || FRAME_PLACE.test(body[end] ?? ""))) end++;
  return end;
}

/** Frames of std and core are noise: by place where there is one, else by name. The test's own name is known. */
function userFrames(lines: readonly string[], test: string): string[] {
  const kept: string[] = [];
  for (const [at, line] of lines.entries()) {
    const frame = FRAME.exec(line)?.[1];
    if (frame === undefined) continue;
    const place = FRAME_PLACE.exec(lines[at + 1] ?? "")?.[1];
    const foreign = place === undefined
      ? /^<?(?:std|core|alloc|test|__rustc|__rust_|rust_begin_unwind|_start|__libc_|clone3?\b|start_thread)/
        .test(frame)
      : /(?:^|\/)rustc\/[0-9a-f]{40}\/|\/rustlib\/src\/rust\//.test(place);
    if (!foreign) {
      kept.push(`  at ${[place ?? "", withoutTest(frame, test)].filter((part) => part !== "").join(" ")}`);
    }
  }
  return kept;
}

/** `calc::tests::adds::{{closure}}` -> `{{closure}}`: the test is named above; the crate leads its path. */
function withoutTest(frame: string, test: string): string {
  const at = `::${frame}::`.indexOf(`::${test}::`);
  return at < 0 ? frame : `::${frame}::`.slice(at + test.length + 4, -2);
}

/**
 * `47 passed, 6 failed (5 + 1), 1 ignored (2 suites)`: sums under the harness's own labels; those of nothing, and one
 * suite, are left out.
 */
export function sumLine(suites: readonly Suite[]): string {
  const failing = suites.map(({ counts }) => counts.get("failed") ?? 0).filter((count) => count > 0);
  const shown = ["passed", "failed", "ignored", "measured", "filtered out"]
    .map((label) => ({ label, sum: sumOf(suites, label) }))
    .filter(({ label, sum }) => sum > 0 || label === "passed")
    .map(({ label, sum }) => {
      return `${sum} ${label}${label === "failed" && failing.length > 1 ? ` (${failing.join(" + ")})` : ""}`;
    });
  return shown.join(", ") + (suites.length > 1 ? ` (${suites.length} suites)` : "");
}

/** The sum of one label over all suites. */
export function sumOf(suites: readonly Suite[], label: string): number {
  return suites.reduce((sum, { counts }) => sum + (counts.get(label) ?? 0), 0);
}
