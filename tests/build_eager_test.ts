/** Which functions the build has compiled with their bundle, and that it changes nothing else. */
import assert from "node:assert/strict";
import { parse } from "acorn";
import { eagerFunctions } from "../cli/tasks/eager.ts";

/** A module, the texts of the functions that were called, and what the build makes of it. */
const ROWS: readonly (readonly [name: string, module: string, called: readonly string[], eager: string])[] = [
  [
    "a declaration of the module comes first",
    "const a = f();\nfunction f() { return 1; }\n",
    ["function f() { return 1; }"],
    "var f = (function() { return 1; });\nconst a = f();\n;\n",
  ],
  ["a function that was not called stays", "function f() {}\n", [], "function f() {}\n"],
  [
    "an async declaration",
    "async function f() { await 1; }\n",
    ["async function f() { await 1; }"],
    "var f = (async function() { await 1; });\n;\n",
  ],
  [
    "an arrow function",
    "x.map((a, b) => a + b);",
    ["(a, b) => a + b"],
    "x.map((function(a, b) { return (a + b); }));",
  ],
  ["an arrow function with a block", "x(a => { a(); });", ["a => { a(); }"], "x((function(a) { a(); }));"],
  [
    "an async arrow function",
    "x(async () => 1);",
    ["async () => 1"],
    "x((async function() { return (1); }));",
  ],
  [
    "an object in parentheses",
    "x(() => ({ a }));",
    ["() => ({ a })"],
    "x((function() { return ({ a }); }));",
  ],
  [
    "one arrow function in another",
    "x((a) => (b) => a + b);",
    ["(a) => (b) => a + b", "(b) => a + b"],
    "x((function(a) { return ((function(b) { return (a + b); })); }));",
  ],
  ["a function expression", "x = function () {};", ["function () {}"], "x = (function () {});"],
  ["an arrow function that says this", "x(() => this);", ["() => this"], "x(() => this);"],
  [
    "an arrow function that says arguments",
    "x(() => arguments[0]);",
    ["() => arguments[0]"],
    "x(() => arguments[0]);",
  ],
  ["a function in a parameter", "x((a = () => 1) => a);", ["(a = () => 1) => a"], "x((a = () => 1) => a);"],
  [
    "a method",
    "x = { f() { return 1; } };",
    ["f() { return 1; }", "() { return 1; }"],
    "x = { f() { return 1; } };",
  ],
  [
    "methods of a class",
    "class A { m(a) { return this.#p + a; } #p = 1; n() {} }",
    ["m(a) { return this.#p + a; }"],
    'class A {static { Object.defineProperty(this.prototype, "m", { value: (function(a) { return this.#p + a; }), ' +
    "writable: true, configurable: true }); }\n ; #p = 1; n() {} }",
  ],
  [
    "a getter and a static method",
    "class A { get g() { return 1; } static s() {} }",
    ["get g() { return 1; }", "s() {}"],
    'class A {static { Object.defineProperty(this.prototype, "g", { get: (function() { return 1; }), ' +
    'configurable: true }); }\nstatic { Object.defineProperty(this, "s", { value: (function() {}), ' +
    "writable: true, configurable: true }); }\n ; ; }",
  ],
  [
    "a method that says super",
    "class A { m() { super.m(); } }",
    ["m() { super.m(); }"],
    "class A { m() { super.m(); } }",
  ],
  [
    "declarations inside of a function, behind its directives",
    'function f() { "use strict"; g(); function g() {} function h() {} }\n',
    ["function g() {}"],
    'function f() { "use strict";var g = (function() {});\n g(); ; function h() {} }\n',
  ],
];

for (const [name, module, called, eager] of ROWS) {
  Deno.test(`eager: ${name}`, () => {
    const spans = called.map((text) => `${module.indexOf(text)}-${module.indexOf(text) + text.length}`);
    assert.equal(eagerFunctions(module, new Set(spans)), eager);
    parse(eager, { ecmaVersion: "latest", sourceType: "module" });
  });
}

/** Modules whose export `r` tells what they did; all of their functions count as called. */
const RUNS: readonly (readonly [name: string, module: string])[] = [
  [
    "gives itself another value",
    "function f(a) { f = (b) => b + 1; return f(a); } export const r = [f(1), f(2)];",
  ],
  [
    "is given another value while it is called",
    'function f(n) { return n > 0 ? f(n - 1) : "old"; } const g = f; f = () => "new"; export const r = [f.name, g(2)];',
  ],
  [
    "stands behind a directive without a semicolon",
    'function g() { "use strict"\n function f() { return 1; } return f(); } export const r = g();',
  ],
  [
    "keeps lines apart",
    "const a = 5\nvar b = a\nfunction f() { return b; }\n[1].map(f)\nexport const r = b;",
  ],
  [
    "is a method that keeps lines apart",
    "class A { a = 1\n m() { return 2; }\n *g() { yield this.a; } }\nexport const r = [...new A().g()];",
  ],
  ["is an arrow function on a line of its own", "let a = 1\nb => b\nexport const r = a;"],
  ["is a method beside a setter", "class A { m() {} set m(v) {} }\nexport const r = typeof new A().m;"],
  [
    "is a getter beside a setter",
    "class A { get x() { return this.y; } set x(v) { this.y = v * 2; } }\nconst a = new A();\na.x = 4;\nexport const r = a.x;",
  ],
  [
    "is declared twice",
    "export const r = g();\nfunction g() { return f(); function f() { return 1; } function f() { return 2; } }",
  ],
];

for (const [name, module] of RUNS) {
  Deno.test(`eager: does as before where a function ${name}`, async () => {
    const eager = eagerFunctions(module, functionsIn(module));
    assert.deepEqual(await resultOf(eager), await resultOf(module));
  });
}

function functionsIn(module: string): Set<string> {
  const found = new Set<string>();
  const program = parse(module, { ecmaVersion: "latest", sourceType: "module" });
  JSON.stringify(program, (_, node) => {
    if (/Function|MethodDefinition/.test(node?.type)) found.add(`${node.start}-${node.end}`);
    return node;
  });
  return found;
}

async function resultOf(module: string): Promise<unknown> {
  return (await import(`data:text/javascript,${encodeURIComponent(module)}`) as { r: unknown }).r;
}

Deno.test("the built hot bundle holds the gate's functions in parentheses, and others as they were", () => {
  const hot = Deno.readTextFileSync(new URL("../dist/rtk.js", import.meta.url));
  const eager = hot.match(/\((?:async )?function\b/g)?.length ?? 0;
  const lazy = hot.match(/^(?:async )?function\b|[;}](?:async )?function \w/gm)?.length ?? 0;
  assert.ok(eager > 150, `${eager} are eager`);
  assert.ok(lazy > 10, `${lazy} are not`);
});
