/**
 * `deno task new-tool ID "COMMAND"`: writes the skeleton of a unit, its row in the registry and an empty golden case. The
 * tests then name what is still to be done. `git-status` with "git status" becomes core/tools/git/status.ts when that
 * folder exists, else core/tools/git_status.ts.
 */
if (import.meta.main) {
  const [id, command] = Deno.args;
  if (!id || !command || !/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(id)) {
    console.error('Cannot make a unit: usage: deno task new-tool git-status "git status"');
    Deno.exit(1);
  }
  for (const path of newTool(id, command)) console.log(path);
}

/**
 * Writes the three files of a new unit below a checkout.
 * @returns their paths.
 * @throws Error when the id is taken.
 */
export function newTool(
  id: string,
  command: string,
  root: URL = new URL("../../", import.meta.url),
): string[] {
  const registry = new URL("core/tools/registry.ts", root);
  const rows = Deno.readTextFileSync(registry);
  const name = id.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  if (new RegExp(`^  ${name},$`, "m").test(rows)) {
    throw new Error(`Cannot make the unit ${id}: the id is taken`);
  }
  const path = unitPath(id, root);
  Deno.writeTextFileSync(new URL(path, root), skeleton(id, command, path), { createNew: true });
  Deno.writeTextFileSync(registry, withRow(rows, name, path));
  const golden = `tests/fixtures/${id}/success/case.json`;
  Deno.mkdirSync(new URL("./", new URL(golden, root)), { recursive: true });
  const spec = { argv: command.split(" "), exit: 0, mustKeep: [] };
  Deno.writeTextFileSync(new URL(golden, root), `${JSON.stringify(spec, null, 2)}\n`);
  return [path, "core/tools/registry.ts", golden];
}

function unitPath(id: string, root: URL): string {
  const [family = "", ...rest] = id.split("-");
  try {
    Deno.statSync(new URL(`core/tools/${family}/`, root));
    if (rest.length > 0) return `core/tools/${family}/${rest.join("_")}.ts`;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return `core/tools/${id.replaceAll("-", "_")}.ts`;
}

/** Puts the import and the row where the sorted order wants them. */
function withRow(text: string, name: string, path: string): string {
  const line = `import { tool as ${name} } from "./${path.slice("core/tools/".length)}";`;
  const imports = text.split("\n").filter((row) => row.startsWith("import { tool"));
  const rows = /(tools: readonly Tool\[\] = \[\n)([\s\S]*?)(\n\];)/;
  const withImport = text.replace(imports.at(-1) ?? "", (last) => `${last}\n${line}`);
  return withImport.replace(rows, (_, head: string, body: string, tail: string) => {
    const sorted = [...body.split("\n"), `  ${name},`].sort((a, b) => idOf(a) < idOf(b) ? -1 : 1);
    return `${head}${sorted.join("\n")}${tail}`;
  });
}

/** `  gitStatus,` stands for the id `git-status`. */
function idOf(row: string): string {
  return row.trim().replace(",", "").replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function skeleton(id: string, command: string, path: string): string {
  const up = path.split("/").length > 3 ? "../" : "./";
  return `import type { Tool } from "${up}tool.ts";

/** \`${command}\`: say what is dropped as noise and what is guaranteed to stay; name the version of the tool seen. */
export const tool: Tool = {
  id: "${id}",
  commands: ["${command}"],
  summary: "",
  effect: "write",
  args: { operands: "any" },
  output: "whole",
  filter() {
    return undefined;
  },
  examples: { rewrites: ["${command}"], declines: ["${command} --json"] },
};
`;
}
