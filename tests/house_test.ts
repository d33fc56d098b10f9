/** The rules of the house that a machine can check: sizes, import direction, names, current tables, examples that hold. */
import assert from "node:assert/strict";
import config from "../deno.json" with { type: "json" };
import { permissionFlags } from "../cli/permissions.ts";
import { COMMAND_HELP } from "../cli/commands/help.ts";
import { COMMANDS } from "../cli/commands/registry.ts";
import { tableTexts, unitModules } from "../cli/tasks/build.ts";
import { toolsText } from "../cli/tasks/docs.ts";
import { tools } from "../core/tools/registry.ts";
import { gateTable } from "../core/tools/gate_table.ts";
import { goldens } from "./harness/golden.ts";
import { invocationOf } from "./harness/invocation.ts";

const root = new URL("../", import.meta.url);

interface Source {
  readonly path: string;
  readonly text: string;
  readonly lines: number;
}

function sources(folder: string): Source[] {
  const found: Source[] = [];
  for (const entry of Deno.readDirSync(new URL(folder, root))) {
    const path = `${folder}${entry.name}`;
    if (entry.isDirectory && entry.name !== "fixtures") found.push(...sources(`${path}/`));
    if (!entry.name.endsWith(".ts")) continue;
    const text = Deno.readTextFileSync(new URL(path, root));
    found.push({ path, text, lines: text.split("\n").length - 1 });
  }
  return found;
}

const product = ["cli/", "core/", "wasm/", "agents/", "installer/"].flatMap(sources);
const tests = sources("tests/");

Deno.test("no file outgrows a sitting: units 400 lines, other sources 500, tests 900", () => {
  const tooLong = [...product, ...tests].filter(({ path, lines }) => lines > limitOf(path));
  assert.deepEqual(tooLong.map(({ path, lines }) => `${path}: ${lines}`), []);
});

function limitOf(path: string): number {
  if (path.startsWith("tests/")) return 900;
  return /^(?:core\/tools|agents)\//.test(path) ? 400 : 500;
}

Deno.test("no function is longer than 70 lines", () => {
  const tooLong: string[] = [];
  for (const { path, text } of product) {
    const lines = text.split("\n");
    for (let start = 0; start < lines.length; start++) {
      const name = /^(?:export )?(?:async )?function\*? (\w+)/.exec(lines[start] ?? "")?.[1];
      if (name === undefined) continue;
      const length = lines.indexOf("}", start) - start + 1;
      if (length > 70) tooLong.push(`${path} ${name}: ${length}`);
    }
  }
  assert.deepEqual(tooLong, []);
});

Deno.test("imports go one way: cli -> agents, installer -> core -> wasm", () => {
  const layer = ["wasm", "core", "agents", "cli"];
  const rank = (path: string): number => layer.indexOf(path.split("/")[0]!.replace("installer", "agents"));
  const wrong: string[] = [];
  for (const { from, to } of product.flatMap(importsOf)) {
    if (rank(to) > rank(from)) wrong.push(`${from} -> ${to}`);
    const sibling = from.split("/")[0] !== to.split("/")[0] && rank(to) === rank(from);
    if (sibling) wrong.push(`${from} -> ${to}`);
  }
  assert.deepEqual(wrong, []);
});

Deno.test("a unit imports arguments, text and its own family only", () => {
  const ids = new Set(["core/tools/registry.ts", "core/tools/gate_table.ts", "core/tools/inner.ts"]);
  const exported = new Set(
    product.filter(({ text }) => /export const \w+: Tool\b/.test(text)).map((s) => s.path),
  );
  const wrong = product.flatMap(importsOf).filter(({ from, to }) => {
    if (!from.startsWith("core/tools/") || ids.has(from)) return false;
    if (to.startsWith("core/argv/") || to.startsWith("core/text/")) return false;
    if (to === "core/rewrite/reason.ts" || to === "core/tools/tool.ts") return false;
    return !to.startsWith("core/tools/") || exported.has(to) || !sameFamily(from, to);
  });
  assert.deepEqual(wrong.map(({ from, to }) => `${from} -> ${to}`), []);
});

function sameFamily(from: string, to: string): boolean {
  return to.slice(0, to.lastIndexOf("/")) === from.slice(0, from.lastIndexOf("/"));
}

function importsOf({ path, text }: Source): { from: string; to: string }[] {
  const found: { from: string; to: string }[] = [];
  for (const [, target = ""] of text.matchAll(/(?:from|import\() ?"(\.[^"]+\.ts)"/g)) {
    found.push({ from: path, to: new URL(target, new URL(path, root)).pathname.slice(root.pathname.length) });
  }
  return found;
}

Deno.test("input and output stand in cli, core/run, core/config, core/state, installer, wasm and agents' readers", () => {
  const allowed = /^(?:cli|core\/run|core\/config|core\/state|installer|wasm|agents)\//;
  const wrong = product.filter(({ path, text }) => !allowed.test(path) && /\bDeno\./.test(text));
  assert.deepEqual(wrong.map(({ path }) => path), []);
});

Deno.test("no file is a drawer for odds and ends", () => {
  const drawers = [...product, ...tests].filter(({ path }) => /\/(?:utils?|helpers?|common)\.ts$/.test(path));
  assert.deepEqual(drawers.map(({ path }) => path), []);
});

Deno.test("exports are documented and named", () => {
  const wrong: string[] = [];
  for (const { path, text } of product) {
    if (/^export default/m.test(text)) wrong.push(`${path}: default export`);
    if (/:\s*any\b|\bas any\b/.test(text)) wrong.push(`${path}: any`);
    for (const match of text.matchAll(/(?:^|\n)(.*)\nexport (?:async )?function\*? (\w+)/g)) {
      if (!/\*\/\s*$/.test(match[1] ?? "")) wrong.push(`${path}: ${match[2]} has no docstring`);
    }
  }
  assert.deepEqual(wrong, []);
});

Deno.test("the registry is sorted, its ids and commands are unique", () => {
  const ids = tools.map(({ id }) => id);
  assert.deepEqual(ids, [...new Set(ids)].sort());
  gateTable(tools);
});

Deno.test("every unit of the registry has its own module", async () => {
  const modules = (await unitModules()).map(({ id }) => id).sort();
  assert.deepEqual(modules, tools.map(({ id }) => id));
});

const table = gateTable(tools);

for (const tool of tools) {
  Deno.test(`${tool.id}: its examples behave as declared, it has a golden case`, () => {
    assert.ok(tool.examples.rewrites.length > 0, "no example of a rewrite");
    for (const example of tool.examples.rewrites) {
      const match = invocationOf(table, example)?.match;
      assert.ok(match?.kind === "tool" && match.entry.id === tool.id, `does not reach the unit: ${example}`);
    }
    for (const example of tool.examples.declines) {
      const match = invocationOf(table, example)?.match;
      assert.ok(match?.kind !== "tool" || match.entry.id !== tool.id, `does not decline: ${example}`);
    }
    assert.ok(goldens().some(({ toolId }) => toolId === tool.id), "no golden case");
  });
}

Deno.test("the command table and the help agree and are sorted", () => {
  assert.deepEqual(Object.keys(COMMANDS), Object.keys(COMMANDS).toSorted());
  assert.deepEqual(Object.keys(COMMAND_HELP), Object.keys(COMMANDS));
});

Deno.test("TOOLS.md is the registry's", () => {
  const flat = (text: string): string => text.replaceAll(/[\s-]+/g, " ");
  const written = Deno.readTextFileSync(new URL(".github/TOOLS.md", root));
  assert.equal(flat(written), flat(toolsText()), "older than the units: deno task docs");
});

Deno.test("the launcher's flags are the permission set of deno.json", () => {
  const flags = permissionFlags(config.permissions.default);
  assert.deepEqual(flags, ["-RWE", "--allow-run", "--deny-net", "--deny-ffi"]);
  const launcher = Deno.readTextFileSync(new URL("dist/rtk", root)).split("\n")[0] ?? "";
  assert.ok(launcher.includes(`--no-remote --no-npm --no-prompt ${flags.join(" ")} `), launcher);
});

Deno.test("the table beside the built executable is the registry's", () => {
  const { index, entries } = tableTexts();
  const built = Deno.readTextFileSync(new URL("dist/build/hot.ts", root));
  assert.ok(built.includes(JSON.stringify(index)), OUTDATED);
  for (const [name, text] of Object.entries(entries)) {
    assert.equal(Deno.readTextFileSync(new URL(`dist/tables/${name}.json`, root)), text, OUTDATED);
  }
});

const OUTDATED = "dist is older than the units: deno task build";

Deno.test("the hot bundle boots no node compatibility and holds no cold code", () => {
  const hot = Deno.readTextFileSync(new URL("dist/build/hot.js", root));
  const modules = [...hot.matchAll(/["'](node:[\w/]+)["']/g)].map((match) => match[1]);
  assert.deepEqual(modules.filter((name) => name !== "node:sqlite"), []);
  assert.doesNotMatch(hot, /(?<![\w$."'-])process(?:\.|\[|\?\.)/, "touches the process global");
  assert.doesNotMatch(hot, /\bBuffer\.|web-tree-sitter|smol-toml|dax/);
});

Deno.test("no agent's bundle boots node compatibility: each call of its host loads it", () => {
  for (const { name } of Deno.readDirSync(new URL("dist/agents/", root))) {
    const text = Deno.readTextFileSync(new URL(`dist/agents/${name}`, root));
    assert.doesNotMatch(text, /["']node:\w+["']/, name);
  }
});
