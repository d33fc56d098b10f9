/** The diff text: what is not understood stays, and combined diffs keep their columns and numbers. */
import assert from "node:assert/strict";
import { compactDiff } from "../core/text/diff.ts";
import { Repository, withFolder } from "./harness/scratch_repository.ts";

const HUNK = ["@@ -3,5 +3,5 @@ function", " c3", " c4", "-old", "+new", " c6", " c7"];
const HEADER = ["diff --git a/x.ts b/x.ts", "index 1111111..2222222 100644", "--- a/x.ts", "+++ b/x.ts"];

Deno.test("compactDiff drops header noise and context and tells how much context", () => {
  assert.deepEqual(compactDiff([...HEADER, ...HUNK], "short"), {
    lines: ["diff x.ts", "@@ -4,3 +4,3 @@", " c4", "-old", "+new", " c6"],
    cut: 2,
    files: 1,
  });
});

Deno.test("compactDiff in the whole depth keeps all context", () => {
  const { lines, cut } = compactDiff([...HEADER, ...HUNK], "whole");
  assert.deepEqual(lines, ["diff x.ts", "@@ -3,5 +3,5 @@", ...HUNK.slice(1)]);
  assert.equal(cut, 0);
});

const SECOND = [
  "diff --git a/y.ts b/y.ts",
  "index 1..2 100644",
  "--- a/y.ts",
  "+++ b/y.ts",
  "@@ -1 +1 @@",
  "-a",
  "+b",
];
const SECOND_COMPACT = ["diff y.ts", "@@ -1 +1 @@", "-a", "+b"];

Deno.test("compactDiff leaves a section as it is where a line does not fit", () => {
  const odd: readonly (readonly string[])[] = [
    [...HEADER, ...HUNK.slice(0, 4), "warning: something else", ...HUNK.slice(4)],
    [...HEADER, ...HUNK.slice(0, 4)],
    [...HEADER, "@@ -3,5 +3,5 @@@", ...HUNK.slice(1)],
    [...HEADER, "@@@ -3,5 +3,5 @@@", ...HUNK.slice(1)],
    [...HEADER, "Cannot read the rest"],
    [...HEADER, "\x1b[36m@@ -3,5 +3,5 @@\x1b[m", ...HUNK.slice(1)],
  ];
  for (const section of odd) {
    assert.deepEqual(compactDiff([...section, ...SECOND], "short").lines, [...section, ...SECOND_COMPACT]);
  }
});

Deno.test("compactDiff keeps text before, between and behind sections", () => {
  const lines = [
    "warning: LF will be replaced",
    ...SECOND,
    "* Unmerged path z.ts",
    ...SECOND,
    "Submodule a 1..2:",
    "  > s",
  ];
  assert.deepEqual(compactDiff(lines, "short").lines, [
    "warning: LF will be replaced",
    ...SECOND_COMPACT,
    "* Unmerged path z.ts",
    ...SECOND_COMPACT,
    "Submodule a 1..2:",
    "  > s",
  ]);
});

Deno.test("compactDiff keeps more lines than the header promises", () => {
  const lines = [...SECOND, "+c", " d"];
  assert.deepEqual(compactDiff(lines, "short").lines, [...SECOND_COMPACT, "+c", " d"]);
});

Deno.test("compactDiff takes a name only where both sides agree on it", () => {
  const named = (line: string): string | undefined =>
    compactDiff([line, "old mode 1", "new mode 2"], "whole").lines[0];
  assert.equal(named("diff --git a/a b/b/a b/a b/b/a"), "diff a b/b/a");
  assert.equal(named("diff --git x.ts x.ts"), "diff x.ts");
  assert.equal(named("diff --git i/x.ts w/x.ts"), "diff x.ts");
  assert.equal(named('diff --git "a/\\303\\274.ts" "b/\\303\\274.ts"'), 'diff "\\303\\274.ts"');
  for (const line of ["diff --git a/x.ts b/y.ts", "diff --git old/x.ts new/x.ts", 'diff --git "a/x" b/x']) {
    assert.equal(named(line), line);
  }
});

interface Placed {
  readonly marker: string;
  /** Where the line stands on each side that holds it. */
  readonly places: string;
  readonly text: string;
}

/** Reads the hunks of a combined diff with two parents; headers have to fit. */
function combinedLines(lines: readonly string[]): Placed[] {
  const found: Placed[] = [];
  let at = [0, 0, 0];
  let left = [0, 0, 0];
  for (const line of lines) {
    const hunk = /^@@@ -(\d+)(?:,(\d+))? -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@@/.exec(line);
    if (hunk) {
      left = [hunk[2], hunk[4], hunk[6]].map((count) => Number(count ?? 1));
      at = [hunk[1], hunk[3], hunk[5]].map((start, side) => Number(start) + (left[side] === 0 ? 1 : 0));
      continue;
    }
    if (left.every((count) => count === 0)) continue;
    const marker = line.slice(0, 2);
    const removed = marker.includes("-");
    const sides = [0, 1, 2].filter((side) => side === 2 ? !removed : marker[side] === (removed ? "-" : " "));
    found.push({ marker, places: sides.map((side) => `${side}:${at[side]}`).join(" "), text: line.slice(2) });
    for (const side of sides) {
      at[side]!++;
      left[side]!--;
    }
    assert.ok(left.every((count) => count >= 0), `a header does not fit: ${line}`);
  }
  return found;
}

Deno.test("combined diffs of conflicts and merges keep both marker columns and all numbers", () => {
  withFolder((folder) => {
    const repo = Repository.create(folder);
    const text = (change: (n: number) => string | undefined): string =>
      Array.from({ length: 200 }, (_, n) => change(n) ?? `unchanged line number ${n}`).filter((line) => line)
        .join("\n");
    repo.write("a.txt", text(() => undefined));
    repo.commit("base");
    repo.git("checkout", "-q", "-b", "side");
    repo.write("a.txt", text((n) => n % 40 === 0 ? `side ${n}` : n === 30 ? "" : undefined));
    repo.commit("side");
    repo.git("checkout", "-q", "main");
    repo.write("a.txt", text((n) => n % 40 === 0 ? `main ${n}\nmore ${n}` : n === 70 ? "" : undefined));
    repo.commit("main");
    assert.equal(repo.run("merge", "side").exit, 1);
    check(["diff"]);
    repo.write("a.txt", text((n) => n % 40 === 0 ? `both ${n}` : n === 30 || n === 70 ? "" : undefined));
    repo.commit("merged");
    check(["show", "-c"]);
    check(["show"]);
    check(["log", "-1", "-p", "--cc"]);

    function check(args: readonly string[]): void {
      const compact = repo.compact(args);
      assert.ok(compact.compacted);
      const raw = combinedLines(compact.raw.stdout.split("\n"));
      const shown = combinedLines(compact.stdout.split("\n"));
      const changed = (lines: readonly Placed[]): Placed[] =>
        lines.filter(({ marker }) => marker.trim() !== "");
      assert.ok(changed(raw).length > 5);
      assert.deepEqual(changed(shown), changed(raw));
      const known = new Set(raw.map((line) => JSON.stringify(line)));
      for (const line of shown) assert.ok(known.has(JSON.stringify(line)), JSON.stringify(line));
      assert.equal(compact.cut, raw.length - shown.length);
    }
  });
});
