/** The units of commands that scripts run: found from the line that the runner shows, applied to their part only. */
import assert from "node:assert/strict";
import { compactOrRaw, innerCommands } from "../core/run/guard.ts";
import type { Run } from "../core/tools/tool.ts";
import { tools } from "../core/tools/registry.ts";
import { units } from "./harness/inner.ts";

const FOUND: readonly (readonly [line: string, ids: readonly string[]])[] = [
  ["vitest run --coverage", ["vitest"]],
  ["NODE_ENV=test jest --ci", ["jest"]],
  ["cross-env CI=1 NODE_ENV=test jest", ["jest"]],
  ["npx eslint 'src/**/*.ts' --max-warnings 0", ["eslint"]],
  ["eslint src/**/*.ts", ["eslint"]],
  ["rimraf dist && tsc -p tsconfig.build.json", ["tsc"]],
  ["tsc --noEmit && vitest run", ["tsc", "vitest"]],
  ["cd web && npm test", ["npm-run"]],
  // Not to be told apart, or not to be read.
  ["tsc --noEmit; vitest run", []],
  ["tsc --noEmit || vitest run", []],
  ["vitest run | tee log.txt", []],
  ["vitest run > log.txt", []],
  ["vitest run && ./upload.sh", []],
  ["vitest --watch", []],
  ["jest --json", []],
  ["node scripts/build.js", []],
  ["(cd web && vitest run)", []],
  ['if [ -n "$CI" ]; then vitest run; fi', []],
  ["! tsc --noEmit", []],
  ["vitest run &", []],
  ["git diff", []],
  ["", []],
];

for (const [line, ids] of FOUND) {
  Deno.test(`units of a script: ${line || "nothing"} -> ${ids.join(", ") || "none"}`, () => {
    assert.deepEqual(units(line).map(({ tool }) => tool.id), ids);
  });
}

const npm = tools.find(({ id }) => id === "npm-run");
assert.ok(npm);

function npmRun(stdout: string, exit: number, stderr = ""): string {
  const args = { command: "npm run", options: [], operands: ["x"], afterTerminator: [] };
  const run: Run = { stdout, stderr, exit, merged: false, args, cwd: "/home/dev/project", cut: undefined };
  assert.ok(npm);
  const printed = compactOrRaw(npm, run, units);
  assert.equal(printed.failed, false);
  return printed.stdout + printed.stderr;
}

const banner = (name: string, command: string): string => `\n> p@1.0.0 ${name}\n> ${command}\n\n`;
const JEST =
  "PASS a.test.js\n\nTest Suites: 1 passed, 1 total\nTests:       3 passed, 3 total\nSnapshots:   0 total\n" +
  "Time:        0.5 s\nRan all test suites.\n";

Deno.test("a script's output gets the form of its command's unit", () => {
  assert.equal(npmRun(banner("test", "jest") + JEST, 0), "3 passed (1 suite)\n");
});

Deno.test("a script of an unknown command keeps its output without the banner", () => {
  assert.equal(npmRun(banner("gen", "node gen.js") + "made 3 files\n\n  a\n", 0), "made 3 files\n\n  a\n");
});

Deno.test("the unit of the command decides by the script's status", () => {
  assert.ok(!npmRun(banner("test", "jest") + JEST, 1).includes("3 passed (1 suite)"));
});

Deno.test("scripts of one call are told apart, each below its command", () => {
  const text = banner("all", "npm run gen && npm test") + banner("gen", "node gen.js") + "made\n" +
    banner("test", "jest") + JEST;
  assert.equal(npmRun(text, 0), "> node gen.js\nmade\n> jest\n3 passed (1 suite)\n");
});

Deno.test("where the status of an earlier script is unknown its output stays", () => {
  const text = banner("all", "npm test; npm run gen") + banner("test", "jest") + JEST +
    banner("gen", "node gen.js") + "made\n";
  const printed = npmRun(text, 0);
  assert.ok(printed.includes("Tests:       3 passed, 3 total"));
  assert.ok(!printed.includes("3 passed (1 suite)"));
});

Deno.test("npm's own errors stay before the output, its log path goes", () => {
  const stderr = "npm error Lifecycle script `x` failed with error:\nnpm error code 1\n" +
    "npm error A complete log of this run can be found in: /home/dev/.npm/_logs/x-debug-0.log\n";
  const printed = npmRun(banner("x", "node x.js") + "boom\n", 1, stderr);
  assert.equal(
    printed,
    "boom\nnpm error Lifecycle script `x` failed with error:\nnpm error code 1\n",
  );
});

Deno.test("text that only looks like a banner stays", () => {
  const text = banner("x", "cat notes.md") + "> quoted\n> more\ntext\n$ not a command\n";
  assert.equal(npmRun(text, 0), "> quoted\n> more\ntext\n$ not a command\n");
});

Deno.test("a command that fails without a word keeps its banner", () => {
  assert.ok(npmRun(banner("x", "exit 4"), 4).includes("> exit 4"));
});

Deno.test("the status is that of the last command, also where it is silent", () => {
  const text = banner("all", "npm test && npm run quiet") + banner("test", "jest") + JEST +
    banner("quiet", "exit 4");
  assert.equal(npmRun(text, 4), "> jest\n3 passed (1 suite)\n> exit 4\n");
  assert.equal(npmRun(text, 0), "3 passed (1 suite)\n");
});

const workspace = (name: string, command: string): string => `\n> @x/${name}@1.0.0 test\n> ${command}\n\n`;

Deno.test("scripts of several packages stand below the line that names the package", () => {
  const text = banner("test", "npm test --workspaces") + workspace("a", "jest") + JEST +
    workspace("b", "jest") + JEST;
  const green = "3 passed (1 suite)\n";
  assert.equal(npmRun(text, 0), `> @x/a@1.0.0 test\n${green}> @x/b@1.0.0 test\n${green}`);
  // Of one package the command tells them apart, and a single script needs no name.
  assert.equal(npmRun(workspace("a", "node a.js") + "made 3 files\n", 0), "made 3 files\n");
});

Deno.test("a package is told as failed by npm's own lines, with the code that stands with them", () => {
  const error = (name: string, code: number): string =>
    `npm error Lifecycle script \`test\` failed with error:\nnpm error code ${code}\n` +
    `npm error workspace @x/${name}@1.0.0\n`;
  const shown = (name: string, code: number): string =>
    `npm error Lifecycle script \`test\` failed with error:\nworkspace @x/${name}@1.0.0\nnpm error code ${code}\n`;
  const text = workspace("a", "node a.js") + "a.js:1 bad\n" + error("a", 2) + "\n" +
    workspace("b", "node b.js") + "b is fine\n" + workspace("c", "exit 7") + error("c", 7);
  assert.equal(
    npmRun(text, 7),
    `> @x/a@1.0.0 test\na.js:1 bad\n${shown("a", 2)}> @x/b@1.0.0 test\nb is fine\n` +
      `> @x/c@1.0.0 test\n${shown("c", 7)}`,
  );
});

Deno.test("a package that passed beside one that failed keeps the text of its tool", () => {
  const text = workspace("a", "jest") + JEST + workspace("b", "exit 1") +
    "npm error Lifecycle script `test` failed with error:\nnpm error code 1\nnpm error workspace @x/b@1.0.0\n";
  assert.ok(npmRun(text, 1).includes("Tests:       3 passed, 3 total"));
});

Deno.test("the command that runs now is named before it writes", () => {
  assert.ok(npm);
  const stdout = banner("all", "npm run gen && npm test") + banner("gen", "node gen.js") + "made\n" +
    banner("test", "jest");
  const args = { command: "npm run", options: [], operands: ["all"], afterTerminator: [] };
  const run: Run = {
    stdout,
    stderr: "",
    exit: 0,
    merged: false,
    args,
    cwd: "/home/dev/project",
    cut: undefined,
  };
  assert.deepEqual(innerCommands(npm, run), ["node gen.js", "jest"]);
});
