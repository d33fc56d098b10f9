import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert/strict";
import { setup } from "../cli/tasks/setup.ts";
import config from "../deno.json" with { type: "json" };
import versions from "../wasm/versions.json" with { type: "json" };
import { loadParser } from "../wasm/load.ts";

const folder = new URL("../wasm/", import.meta.url);

/** Name, time and size of everything in the folder. */
async function stat(): Promise<unknown[]> {
  const names = [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
  return await Promise.all(names.map(async (name) => {
    const { mtime, size } = await Deno.stat(new URL(name, folder));
    return [name, mtime?.getTime(), size];
  }));
}

Deno.test("the WebAssembly files are the pinned ones, and a second set-up leaves them alone", async () => {
  await setup();
  const before = await stat();
  await setup();
  deepStrictEqual(await stat(), before);
});

Deno.test("set-up refuses a file whose sha256 is not the pinned one, and writes nothing", async () => {
  const before = await stat();
  const wrong = { "web-tree-sitter": { ...versions["web-tree-sitter"], sha256: "0".repeat(64) } };
  const message =
    /Cannot use web-tree-sitter\.wasm of web-tree-sitter@\S+: sha256 is [0-9a-f]{64}, not 0{64}/;
  await rejects(setup(wrong), message);
  deepStrictEqual(await stat(), before);
});

Deno.test("the script half of the parser has the version of its WebAssembly half", () => {
  strictEqual(
    config.imports["web-tree-sitter"],
    `npm:web-tree-sitter@${versions["web-tree-sitter"].version}`,
  );
});

Deno.test("loading the parser gives the global process back, and loads once", async () => {
  const before = Object.getOwnPropertyDescriptor(globalThis, "process");
  ok(before);
  const first = await loadParser();
  deepStrictEqual(Object.getOwnPropertyDescriptor(globalThis, "process"), before);
  strictEqual(await loadParser(), first);
  strictEqual(first.parse("git status")?.rootNode.type, "program");
});
