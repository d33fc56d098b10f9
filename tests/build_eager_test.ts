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
    "var f = (function f() { return 1; });\nconst a = f();\n\n",
  ],
  ["a function that was not called stays", "function f() {}\n", [], "function f() {}\n"],
  [
    "an async declaration",
    "async function f() { await 1; }\n",
    ["async function f() { await 1; }"],
    "var f = (async function f() { await 1; });\n\n",
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
    "a declaration inside of a function",
    "function f() { g(); function g() {} }\n",
    ["function g() {}"],
    "function f() { g(); function g() {} }\n",
  ],
];

for (const [name, module, called, eager] of ROWS) {
  Deno.test(`eager: ${name}`, () => {
    const spans = called.map((text) => `${module.indexOf(text)}-${module.indexOf(text) + text.length}`);
    assert.equal(eagerFunctions(module, new Set(spans)), eager);
    parse(eager, { ecmaVersion: "latest", sourceType: "module" });
  });
}

Deno.test("the built hot bundle holds the gate's functions in parentheses, and others as they were", () => {
  const hot = Deno.readTextFileSync(new URL("../dist/rtk.js", import.meta.url));
  const eager = hot.match(/\((?:async )?function\b/g)?.length ?? 0;
  const lazy = hot.match(/^(?:async )?function\b|[;}](?:async )?function \w/gm)?.length ?? 0;
  assert.ok(eager > 150, `${eager} are eager`);
  assert.ok(lazy > 10, `${lazy} are not`);
});
