/** What stands where in the reports of test runners: legends, places and source lines beside what they explain. */
import assert from "node:assert/strict";
import { compactRun } from "./harness/tool_run.ts";

function linesOf(argv: readonly string[], raw: { stdout?: string; stderr?: string }): string[] {
  const { text, compacted } = compactRun(argv, { ...raw, exit: 1 });
  assert.ok(compacted, text);
  return text.trimEnd().split("\n");
}

Deno.test("vitest: the legend stands once, at the first diff, and text that a test compares is no legend", () => {
  const failure = (name: string, body: string): string =>
    ` FAIL  a.test.ts > ${name}\n${body}\n ❯ a.test.ts:2:3\n\n⎯⎯⎯⎯⎯⎯⎯⎯⎯[1/3]⎯\n\n`;
  const diff = (...lines: string[]): string => ["- Expected", "+ Received", "", ...lines].join("\n");
  const stderr = "⎯⎯⎯⎯⎯⎯⎯ Failed Tests 3 ⎯⎯⎯⎯⎯⎯⎯\n\n" +
    failure("throws", "Error: boom") +
    failure("first", `AssertionError: not equal\n\n${diff("- 1", "+ 2")}`) +
    failure("second", `AssertionError: other\n\n${diff("  a", "- Expected", "+ Other")}`);
  const stdout = " Test Files  1 failed (1)\n      Tests  3 failed (3)\n";
  assert.deepEqual(linesOf(["vitest", "run"], { stdout, stderr }), [
    "Test Files 1 failed (1); Tests 3 failed (3)",
    "FAIL a.test.ts > throws",
    "Error: boom",
    "❯ a.test.ts:2:3",
    "FAIL a.test.ts > first",
    "AssertionError: not equal",
    "- Expected + Received",
    "- 1",
    "+ 2",
    "❯ a.test.ts:2:3",
    "FAIL a.test.ts > second",
    "AssertionError: other",
    "  a",
    "- Expected",
    "+ Other",
    "❯ a.test.ts:2:3",
  ]);
});

Deno.test("node --test: where a test is declared keeps the words of the reporter and is told apart from frames", () => {
  const spec = `✖ adds (1.5ms)
ℹ tests 1
ℹ pass 0
ℹ fail 1

✖ failing tests:

test at a.test.mjs:3:1
✖ adds (1.5ms)
  Error: boom
      at helper (file:///home/dev/project/lib.mjs:7:9)
      at TestContext.<anonymous> (file:///home/dev/project/a.test.mjs:4:5)
`;
  const frames = ["at helper (lib.mjs:7:9)", "at TestContext.<anonymous> (a.test.mjs:4:5)"];
  assert.deepEqual(linesOf(["node", "--test"], { stdout: spec }), [
    "✖ adds",
    "Error: boom",
    "test at a.test.mjs:3:1",
    ...frames,
    "0 pass, 1 fail",
  ]);
  const tap = `TAP version 13
# Subtest: adds
not ok 1 - adds
  ---
  duration_ms: 1.5
  location: '/home/dev/project/a.test.mjs:3:1'
  failureType: 'testCodeFailure'
  error: 'boom'
  name: 'Error'
  stack: |-
    helper (file:///home/dev/project/lib.mjs:7:9)
    TestContext.<anonymous> (file:///home/dev/project/a.test.mjs:4:5)
  ...
1..1
# tests 1
# pass 0
# fail 1
`;
  assert.deepEqual(linesOf(["node", "--test"], { stdout: tap }), [
    "not ok adds",
    "Error: boom",
    "location: a.test.mjs:3:1",
    ...frames,
    "0 pass, 1 fail",
  ]);
});

/** A failure of jest: its message, a source line, its frames, what follows. */
function jest(message: string, frames: readonly string[], rest = ""): string[] {
  const frame = "      2 | it('a', () => {\n    > 3 |   go();\n        |   ^\n      4 | });\n";
  const stderr = `FAIL a.test.js\n  ● a\n\n    ${message}\n\n${frame}\n` +
    frames.map((one) => `      at ${one}\n`).join("") + `\n${rest}` +
    "Test Suites: 1 failed, 1 total\nTests:       1 failed, 1 total\nSnapshots:   0 total\n";
  return linesOf(["jest"], { stderr }).slice(2, -1);
}

Deno.test("jest: the source line stands below the frame that it is of", () => {
  const frames = ["go (lib.js:9:1)", "Object.go (a.test.js:3:4)", "next (a.test.js:8:1)"];
  assert.deepEqual(jest("boom", frames), [
    "boom",
    "at go (lib.js:9:1)",
    "at Object.go (a.test.js:3:4)",
    "> 3 |   go();",
    "at next (a.test.js:8:1)",
  ]);
  const foreign = ["x (node_modules/y/z.js:3:1)", "Object.go (a.test.js:3:4)"];
  assert.deepEqual(jest("boom", foreign), ["boom", "at Object.go (a.test.js:3:4)", "> 3 |   go();"]);
  // No frame has this line: a syntax error names its place in the message.
  assert.deepEqual(jest("boom", ["go (lib.js:9:1)"]), ["boom", "> 3 |   go();", "at go (lib.js:9:1)"]);
});

Deno.test("jest: a cause that says the same goes, its frames stay; another one stays", () => {
  const own = ["_getError (node_modules/jest-circus/build/x.js:1:2)"];
  const cause = (text: string): string =>
    `    Cause:\n        ${text}\n\n          at it (a.test.js:7:3)\n\n`;
  const told = (message: string, text: string): string[] =>
    jest(message, own, cause(text)).filter((line) => !line.startsWith("> "));
  assert.deepEqual(told('thrown: "x"', 'thrown: "x"'), ['thrown: "x"', "at it (a.test.js:7:3)"]);
  assert.deepEqual(told("outer", "inner"), ["outer", "Cause:", "    inner", "at it (a.test.js:7:3)"]);
});

Deno.test("go test: the counts say of what they are", () => {
  const stdout = "--- FAIL: TestA (0.00s)\n    a_test.go:3: bad\nFAIL\nFAIL\texample.org/a\t0.1s\n" +
    "ok  \texample.org/b\t0.1s\n?   \texample.org/c\t[no test files]\nFAIL\n";
  assert.equal(
    linesOf(["go", "test", "./..."], { stdout }).at(-1),
    "packages: FAIL (1), ok (1), no test files (1)",
  );
});
