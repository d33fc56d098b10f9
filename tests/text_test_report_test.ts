/** The failing part of test reports: what is drawn together, what is cut, what is noise. */
import assert from "node:assert/strict";
import {
  dedent,
  dropCodeFrames,
  type Failure,
  narrowTable,
  renderBlocks,
  renderFailures,
  splitBody,
  userFrames,
} from "../core/text/test_report.ts";

function failure(title: string, message: string, place = "at a.ts:1:1", section = ""): Failure {
  return { section, title, message: message.split("\n"), places: place === "" ? [] : [place] };
}

const cut = (lines: number): string => `<${lines} cut>`;

Deno.test("a failure is its title, its message and its places", () => {
  assert.deepEqual(renderFailures([failure("FAIL a", "boom\n+ 1")]), [
    "FAIL a",
    "boom",
    "+ 1",
    "at a.ts:1:1",
  ]);
});

Deno.test("failures that say the same share the message, each with its place", () => {
  const failures = [failure("a", "boom"), failure("b", "other"), failure("c", "boom", "at c.ts:2:2")];
  assert.deepEqual(renderFailures(failures), [
    "a at a.ts:1:1",
    "c at c.ts:2:2",
    "boom",
    "b",
    "other",
    "at a.ts:1:1",
  ]);
});

Deno.test("a failure that is printed twice is drawn once", () => {
  assert.equal(
    renderFailures([failure("a", "boom"), failure("a", "boom")]).filter((line) => line === "a").length,
    1,
  );
});

Deno.test("failures without a message are not taken for equal", () => {
  const failures = [failure("a", "boom"), { ...failure("b", ""), message: [] }, {
    ...failure("c", ""),
    message: [],
  }];
  assert.deepEqual(renderFailures(failures).filter((line) => /^[abc]$/.test(line)), ["a", "b", "c"]);
});

Deno.test("sections stand once above their failures", () => {
  const failures = [
    failure("a", "x", "", "one.js"),
    failure("b", "y", "", "two.js"),
    failure("c", "z", "", "one.js"),
  ];
  assert.deepEqual(renderFailures(failures), ["one.js", "a", "x", "c", "z", "two.js", "b", "y"]);
});

Deno.test("a few messages that differ in numbers stay whole", () => {
  const failures = [1, 2, 3].map((n) => failure(`t > case ${n}`, `expected ${n} to be ${n + 1}`));
  const lines = renderFailures(failures);
  for (const n of [1, 2, 3]) assert.ok(lines.includes(`expected ${n} to be ${n + 1}`));
});

Deno.test("many messages that differ in numbers are one with placeholders, each title with its own", () => {
  const failures = Array.from(
    { length: 30 },
    (_, n) => failure(`t > case ${n}`, `expected ${n + 50} to be ok`),
  );
  const lines = renderFailures(failures);
  const shared = ["expected … to be ok (x30)", "at a.ts:1:1"];
  assert.deepEqual(lines.slice(0, 5), [...shared, "t >", " case 0: 50", " case 1: 51"]);
  // Head and tail of the text tell what went wrong.
  assert.deepEqual(lines.slice(-2), shared);
  assert.equal(lines.length, 35);
});

Deno.test("many titles stand below what they share, before the other failures", () => {
  const many = (place: (n: number) => string): string[] =>
    renderFailures([
      failure("last", "other"),
      ...Array.from({ length: 8 }, (_, n) => failure(`case ${n}`, "boom\n+ 1", place(n))),
    ]);
  const last = ["last", "other", "at a.ts:1:1"];
  const titles = Array.from({ length: 8 }, (_, n) => ` case ${n}`);
  assert.deepEqual(many(() => "at a.ts:1:1"), ["boom (x8)", "+ 1", "at a.ts:1:1", ...titles, ...last]);
  assert.deepEqual(many((n) => `at a.ts:${n}:1`), [
    "boom (x8)",
    "+ 1",
    ...titles.map((title, n) => `${title} at a.ts:${n}:1`),
    ...last,
  ]);
  assert.deepEqual(many((n) => `at a.ts:${n < 3 ? 1 : 2}:1`), [
    "boom (x8)",
    "+ 1",
    "at a.ts:1:1",
    ...titles.slice(0, 3),
    "at a.ts:2:1",
    ...titles.slice(3),
    ...last,
  ]);
});

Deno.test("what many titles share is told again below a long list, of a long text its first line", () => {
  const message = Array.from({ length: 20 }, (_, n) => `line ${n}`).join("\n");
  const failures = Array.from({ length: 40 }, (_, n) => failure(`case ${n}`, message));
  const lines = renderFailures(failures);
  assert.equal(lines[0], "line 0 (x40)");
  assert.deepEqual(lines.slice(-2), [" case 39", "line 0 (x40)"]);
  assert.equal(renderFailures(failures.slice(0, 30)).at(-1), " case 29");
});

Deno.test("a long diff is cut far from its changes, with the exact number, and only where cuts are allowed", () => {
  const context = Array.from({ length: 100 }, (_, n) => `  line ${n}`);
  const message = ["not equal", ...context, "- old", "+ new", ...context].join("\n");
  const lines = renderFailures([failure("a", message)], cut);
  assert.deepEqual(lines.slice(0, 6), ["a", "not equal", "  line 0", "<97 cut>", "  line 98", "  line 99"]);
  assert.ok(lines.includes("- old") && lines.includes("+ new") && lines.includes("<98 cut>"));
  assert.equal(renderFailures([failure("a", message)]).length, message.split("\n").length + 2);
});

Deno.test("a long message without a diff keeps its head", () => {
  const message = Array.from({ length: 200 }, (_, n) => `row ${n}`).join("\n");
  const lines = renderFailures([failure("a", message)], cut);
  assert.ok(lines.includes("row 39") && lines.includes("<160 cut>") && !lines.includes("row 40"));
});

Deno.test("code frames go only with their caret; lines that look numbered stay", () => {
  const frame = ["  1 | a", "> 2 | b", "    | ^", "  3 | c"];
  assert.deepEqual(dropCodeFrames(["boom", ...frame, "end"], { marked: false }), ["boom", "end"]);
  assert.deepEqual(dropCodeFrames(["boom", ...frame, "end"], { marked: true }), ["boom", "> 2 | b", "end"]);
  assert.deepEqual(dropCodeFrames(["1 | apples", "2 | pears"], { marked: false }), [
    "1 | apples",
    "2 | pears",
  ]);
});

Deno.test("frames of tools and of the runtime go where user code is named, else the first stays", () => {
  const foreign = [
    "at x (/p/node_modules/y/z.js:1:1)",
    "at w (node:internal/timers:5:17)",
    "at Array.map (<anonymous>)",
  ];
  assert.deepEqual(userFrames([...foreign, "at mine (src/a.ts:3:4)"]), ["at mine (src/a.ts:3:4)"]);
  assert.deepEqual(userFrames(foreign), foreign.slice(0, 1));
  assert.deepEqual(userFrames(["at Object.<anonymous> (src/a.ts:3:4)"]), [
    "at Object.<anonymous> (src/a.ts:3:4)",
  ]);
});

Deno.test("a cause behind the frames keeps the order", () => {
  const lines = ["boom", "at a.ts:1:1", "Caused by: deep", "at b.ts:2:2"];
  const isPlace = (line: string): boolean => line.startsWith("at ");
  assert.deepEqual(splitBody(lines, isPlace), { message: lines, places: [] });
});

Deno.test("what passing tests wrote is cut behind its first lines; all else stays", () => {
  const blocks = Array.from({ length: 100 }, (_, n) => ({ lines: [`log ${n}`], wanted: n === 99 }));
  assert.deepEqual(renderBlocks(blocks, cut).slice(-3), ["log 59", "log 99", "<39 cut>"]);
  assert.equal(renderBlocks(blocks).length, 100);
});

Deno.test("tables lose padding and rules, not cells", () => {
  const table = ["-----|-----", "File | Sta  ", "-----|-----", " a.ts |   50 | 3,7 ", "-----|-----"];
  assert.deepEqual(narrowTable(table), ["File | Sta", " a.ts | 50 | 3,7"]);
});

Deno.test("dedent() keeps the relative indentation", () => {
  assert.deepEqual(dedent(["    a", "", "      b"]), ["a", "", "  b"]);
});
