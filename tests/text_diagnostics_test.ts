import assert from "node:assert/strict";
import {
  type Diagnostic,
  foldDiagnostics,
  formatDiagnostics,
  parseDiagnosticLine,
} from "../core/text/diagnostics.ts";
import { foldRuns } from "../core/text/fold.ts";

function parsed(...lines: string[]): Diagnostic[] {
  return lines.map((line) => {
    const one = parseDiagnosticLine(line);
    assert.ok(one, line);
    return one;
  });
}

Deno.test("parseDiagnosticLine() reads place, severity and message of the shapes that tools share", () => {
  const rows: [string, string, string, string, string][] = [
    ["src/a b.c:12:5: error: x: y", "src/a b.c", "12:5", "error", "x: y"],
    ["C:\\src\\a.c:12: warning: x", "C:\\src\\a.c", "12", "warning", "x"],
    ["./x.go:3:1: undefined: foo", "./x.go", "3:1", "", "undefined: foo"],
    [
      "src/lib.rs:3:1: error[E0308]: mismatched types",
      "src/lib.rs",
      "3:1",
      "error[E0308]",
      "mismatched types",
    ],
    ["a.c:1:1: fatal error: no.h: No such file", "a.c", "1:1", "fatal error", "no.h: No such file"],
  ];
  for (const [line, path, at, severity, message] of rows) {
    assert.deepEqual(parseDiagnosticLine(line), { path, at, severity, message, rule: "", details: [] });
  }
});

Deno.test("parseDiagnosticLine() does not take times, URLs and prose for places", () => {
  for (const line of ["10:30:00: started", "http://h:80/x", "error: x", "a.c: 3: x", "a.c:3 x", ""]) {
    assert.equal(parseDiagnosticLine(line), undefined, line);
  }
});

Deno.test("formatDiagnostics() prints failures first and groups them by file", () => {
  const lines = formatDiagnostics(parsed(
    "a.c:1:1: warning: w1",
    "b.c:2:1: error: e1",
    "a.c:3:1: error: e2",
    "b.c:4:1: error: e3",
  ));
  assert.deepEqual(lines, [
    "b.c",
    " 2:1 error: e1",
    " 4:1 error: e3",
    "a.c",
    " 3:1 error: e2",
    " 1:1 warning: w1",
  ]);
});

Deno.test("formatDiagnostics() has one group for the file that comes last among the failures", () => {
  const lines = formatDiagnostics(parsed(
    "b.c:9:1: warning: w1",
    "a.c:1:1: error: e1",
    "b.c:2:1: error: e2",
    "a.c:7:1: warning: w2",
    "b.c:3:1: warning: w3",
  ));
  assert.deepEqual(lines, [
    "a.c:1:1: error: e1",
    "b.c",
    " 2:1 error: e2",
    " 9:1 warning: w1",
    " 3:1 warning: w3",
    "a.c:7:1: warning: w2",
  ]);
});

Deno.test("a scope stands above what it is said of, a file with one diagnostic included", () => {
  const within = (scope: string | undefined, rows: string[]): Diagnostic[] =>
    parsed(...rows).map((one) => scope === undefined ? one : { ...one, scope });
  const lines = formatDiagnostics([
    ...within(undefined, ["a.c:1:1: error: e0"]),
    ...within("In function f", ["a.c:2:1: warning: w1", "a.c:3:1: error: e1"]),
    ...within("In function g", ["a.c:5:1: warning: w2"]),
    ...within("In function h", ["b.c:5:1: warning: w3"]),
  ]);
  assert.deepEqual(lines, [
    "a.c",
    " 1:1 error: e0",
    "a.c: In function f:",
    " 3:1 error: e1",
    " 2:1 warning: w1",
    "a.c: In function g:",
    " 5:1 warning: w2",
    "b.c: In function h:",
    " 5:1 warning: w3",
  ]);
  const unused = ["a.c:2:1", "a.c:3:1", "a.c:9:1"].map((at) =>
    `${at}: warning: unused variable with a long text`
  );
  const folded = foldDiagnostics([
    ...within("In function f", unused.slice(0, 2)),
    ...within("In function g", unused.slice(2)),
  ]);
  assert.deepEqual(folded, [
    "warning: unused variable with a long text (x3)",
    " a.c: In function f: 2:1 3:1",
    " a.c: In function g: 9:1",
  ]);
});

Deno.test("foldDiagnostics() prints an equal message once with all its places", () => {
  const message = "type 'string' is not assignable to type 'number'";
  const lines = foldDiagnostics(parsed(
    `a.ts:1:2: error: ${message}`,
    `b.ts:3:4: error: ${message}`,
    `a.ts:5:6: error: ${message}`,
  ));
  assert.deepEqual(lines, [`error: ${message} (x3)`, " a.ts:1:2 5:6", " b.ts:3:4"]);
});

Deno.test("foldDiagnostics() keeps what varies beside its place", () => {
  const rows = ["one", "two", "a, b"].map((name, at) =>
    `m.c:${at + 1}:5: warning: variable '${name}' is never used; write '_${name}' to keep it in place`
  );
  assert.deepEqual(foldDiagnostics(parsed(...rows)), [
    "warning: variable '…' is never used; write '_…' to keep it in place (x3)",
    " m.c:1:5 one, 2:5 two, 3:5 `a, b`",
  ]);
});

Deno.test("foldDiagnostics() joins a place with its one plain value and shares the column of many neighbours", () => {
  const row = (line: number, column: number): string =>
    `m.rs:${line}:${column}: warning: unused variable: \`v${line}\`; if this is intended, write \`_v${line}\``;
  const message = "warning: unused variable: `…`; if this is intended, write `_…`";
  const few = parsed(...[1, 2, 3].map((line) => row(line, 9)));
  assert.deepEqual(foldDiagnostics(few), [`${message} (x3)`, " m.rs:1:9:v1 2:9:v2 3:9:v3"]);
  const many = parsed(...[1, 2, 3, 4, 5, 6, 7, 8].map((line) => row(line, 9)), row(10, 12));
  const shared = [1, 2, 3, 4, 5, 6, 7, 8].map((line) => `${line}:v${line}`).join(" ");
  assert.deepEqual(foldDiagnostics(many), [`${message} (x9)`, ` m.rs:${shared} (col9) 10:12:v10`]);
});

Deno.test("foldDiagnostics() prints files with the same messages at the same places as one", () => {
  const rows = (file: string, name: string): string[] => [
    `${file}:1:1: error: Unexpected var, use let or const instead`,
    `${file}:1:5: error: '${name}' is assigned a value but never used`,
  ];
  const files = [rows("a.js", "one"), rows("b.js", "two"), rows("c.js", "three")].flat();
  assert.deepEqual(foldDiagnostics(parsed(...files, "d.js:4:2: error: Parsing error")), [
    "a.js, b.js, c.js",
    " 1:1 error: Unexpected var, use let or const instead",
    " 1:5 error: '…' is assigned a value but never used (… = one, two, three)",
    "d.js:4:2: error: Parsing error",
  ]);
  // One place that differs makes them files of their own.
  const moved = foldDiagnostics(parsed(...files.slice(0, -1), "c.js:2:5: error: 'three' is assigned"));
  assert.ok(!moved.includes("a.js, b.js, c.js"), moved.join("\n"));
});

Deno.test("the list of what varies in files stands apart from the rule, the rule from the message", () => {
  const row = (file: string, rule: string): Diagnostic => ({
    path: `${file}.js`,
    at: "1:5",
    severity: "error",
    message: `'${file}' is defined but {} is its type`,
    rule,
    details: [],
  });
  const folded = (rule: string): string[] => foldDiagnostics(["a", "b", "c"].map((file) => row(file, rule)));
  assert.deepEqual(folded("no-var"), [
    "a.js, b.js, c.js",
    " 1:5 error: '…' is defined but {} is its type  no-var (… = a, b, c)",
  ]);
  assert.equal(folded("[W]")[1], " 1:5 error: '…' is defined but {} is its type [W] (… = a, b, c)");
  assert.deepEqual(foldDiagnostics([row("a", "no-var")]), [
    "a.js:1:5: error: 'a' is defined but {} is its type  no-var",
  ]);
});

Deno.test("foldDiagnostics() numbers placeholders that vary on their own", () => {
  const rows = [[81, 5], [92, 6], [120, 7]].map(([is, at]) =>
    `m.py:${at}:80: line too long (${is} > 79 characters), which is more than the project's rule ${at} allows`
  );
  assert.deepEqual(foldDiagnostics(parsed(...rows)), [
    "line too long (…1 > 79 characters), which is more than the project's rule …2 allows (x3)",
    " m.py:5:80 81 5, 6:80 92 6, 7:80 120 7",
  ]);
});

Deno.test("foldDiagnostics() does not use placeholders where the text has some of its own", () => {
  const rows = ["a", "b", "c"].map((name, at) =>
    `m.rs:${at}:1: error: the format string "%d…" wants an argument, but '${name}' is not one of them at all`
  );
  const text = foldDiagnostics(parsed(...rows)).join("\n");
  for (const name of ["'a'", "'b'", "'c'"]) assert.ok(text.includes(name), text);
});

Deno.test("foldDiagnostics() counts a diagnostic that is printed more than once", () => {
  const row = "h.h:1:2: warning: unused";
  assert.deepEqual(foldDiagnostics(parsed(row, row, row)), ["h.h:1:2: warning: unused (x3)"]);
});

Deno.test("foldDiagnostics() loses no place and no quoted name, whatever it is given", () => {
  let seed = 7;
  const next = (below: number): number => (seed = (seed * 48271) % 2147483647) % below;
  for (let round = 0; round < 200; round++) {
    const given = Array.from({ length: 1 + next(12) }, (): Diagnostic => ({
      path: ["a.c", "dir/b.c", ""][next(3)]!,
      at: `${1 + next(9)}:${1 + next(9)}`,
      severity: ["error", "warning", ""][next(3)]!,
      message: ["unused `NAME`", "it's 'NAME' and \"NAME\"", "plain NAME", "… `NAME`"][next(4)]!
        .replaceAll("NAME", `n${next(5)}`),
      rule: ["", "[r1]"][next(2)]!,
      details: next(3) === 0 ? [`see 'n${next(3)}'`] : [],
    }));
    const text = foldDiagnostics(given).join("\n");
    for (const one of given) {
      for (const fact of [one.path, one.at, ...one.message.match(/n\d/g) ?? []]) {
        assert.ok(text.includes(fact), `${fact} is lost in\n${text}`);
      }
    }
  }
});

Deno.test("foldDiagnostics() folds 100,000 diagnostics in reasonable time", () => {
  const many = Array.from({ length: 100_000 }, (_, at): Diagnostic => ({
    path: `src/f${at % 100}.c`,
    at: String(at),
    severity: "warning",
    message: `unused variable '${"'".repeat(at % 7)}v${at}'`,
    rule: "[-Wunused]",
    details: [],
  }));
  const start = performance.now();
  assert.ok(foldDiagnostics(many).length > 0);
  assert.ok(performance.now() - start < 20_000);
});

Deno.test("foldRuns() counts runs of equal lines and leaves short and empty runs alone", () => {
  assert.deepEqual(foldRuns(["a", "a", "b", "b", "b", "", "", "", "a"]), [
    "a",
    "a",
    "b (x3)",
    "",
    "",
    "",
    "a",
  ]);
});
