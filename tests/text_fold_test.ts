import assert from "node:assert/strict";
import { foldBlocks } from "../core/text/fold_blocks.ts";
import { skeletonOf, templateOf } from "../core/text/skeleton.ts";
import { genericLines } from "../core/tools/generic.ts";

function generic(lines: readonly string[], fd: 1 | 2 = 1): string[] {
  const filter = genericLines();
  const out = lines.flatMap((line) => filter.push(line, fd)?.split("\n") ?? []);
  const held = fd === 1 ? filter.end(0) : filter.endStderr?.(0);
  return [...out, ...held?.split("\n") ?? []];
}

const numbered = (count: number): string[] => Array.from({ length: count }, (_, at) => `line ${at}`);

Deno.test("the generic form drops blanks at the ends of lines and of the text, and nothing else", () => {
  assert.deepEqual(generic(["a \t", "", "  b", "b", "b", "b", "", " "]), ["a", "", "  b", "b", "b", "b"]);
});

Deno.test("the generic form folds repeated lines past 200 lines and says how often they came again", () => {
  const same = Array.from({ length: 50 }, () => "same");
  const lines = [...numbered(210), ...same, "end", "once", "once"];
  assert.deepEqual(generic(lines), [...numbered(210), "same", "same (x49)", "end", "once", "once"]);
});

Deno.test("the generic form keeps a run that ends the text of a stream", () => {
  for (const fd of [1, 2] as const) {
    assert.deepEqual(generic([...numbered(210), "a", "a", "a"], fd).slice(-2), ["a", "a (x2)"]);
  }
});

Deno.test("skeletonOf() and its parts put together give the text back", () => {
  const texts = [
    "a `b` c 'd' \"e\" ‘f’ “g” 12 1.2.3 9:30",
    "it's",
    "E0308 u32 v1",
    "`unclosed",
    "'a'b 'c'",
    "",
  ];
  for (const text of texts) {
    const { parts, holes } = skeletonOf(text);
    assert.equal(parts.map((part, at) => part + (holes[at] ?? "")).join(""), text);
  }
});

Deno.test("templateOf() fills in what is equal and lists the rest", () => {
  const members = ["x `a` 1 `k`", "x `b` 2 `k`"].map(skeletonOf);
  const template = templateOf(members);
  assert.equal(template?.text, "x `…1` …2 `k`");
  assert.deepEqual(template?.placeholders, ["…1", "…2"]);
  assert.deepEqual(template?.values, [["a", "1"], ["b", "2"]]);
});

Deno.test("templateOf() answers nothing where nothing varies or where the text holds placeholders", () => {
  assert.equal(templateOf(["x `a`", "x `a`"].map(skeletonOf)), undefined);
  for (const pair of [["… `a`", "… `b`"], ["{ a, …(1) } `a`", "{ a, …(1) } `b`"], ["`a` `a…`", "`b` `b…`"]]) {
    assert.equal(templateOf(pair.map(skeletonOf)), undefined, pair[0]);
  }
  // Braces are types and formats.
  assert.equal(templateOf(["{} `a`", "{} `b`"].map(skeletonOf))?.text, "{} `…`");
});

Deno.test("foldBlocks() prints an equal body once below its titles", () => {
  const body = ["assertion failed", "  left: x"];
  const blocks = [{ title: "A", body }, { title: "B", body: ["other"] }, { title: "C", body }];
  assert.deepEqual(foldBlocks(blocks), ["A", "C", "assertion failed", "  left: x", "B", "other"]);
});

Deno.test("foldBlocks() prints a body that many titles share above them", () => {
  const body = ["assertion failed", "  left: x"];
  const blocks = Array.from({ length: 8 }, (_, n) => ({ title: `T${n}`, body }));
  const titles = blocks.map(({ title }) => ` ${title}`);
  assert.deepEqual(foldBlocks(blocks), ["assertion failed (x8)", "  left: x", ...titles]);
  const long = foldBlocks(Array.from({ length: 31 }, (_, n) => ({ title: `T${n}`, body })));
  assert.deepEqual(long.slice(-3), [" T30", "assertion failed (x31)", "  left: x"]);
});

Deno.test("foldBlocks() prints bodies that differ in values once, above the titles with their values", () => {
  const blocks = [3, 6, 9].map((n) => ({
    title: `T${n}`,
    body: [
      "panicked at src/lib.rs:6:5:",
      "assertion `left == right` failed",
      `  left: ${n}`,
      ` right: "a b${n}"`,
    ],
  }));
  assert.deepEqual(foldBlocks(blocks), [
    "panicked at src/lib.rs:6:5: (x3)",
    "assertion `left == right` failed",
    "  left: …1",
    ' right: "…2"',
    " T3: 3 `a b3`",
    " T6: 6 `a b6`",
    " T9: 9 `a b9`",
  ]);
});
