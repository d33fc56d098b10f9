/**
 * `deno task new-agent ID "TITLE" [hook|plugin|rules]`: writes the skeleton of an agent's folder and its rows in the
 * registries, and tells what is left to be done. Until that is done the agent keeps silent and installs nothing that acts.
 */
import { nameOf, type NewAgent, parts, type Tier } from "./new_agent_text.ts";

const TIERS: readonly string[] = ["hook", "plugin", "rules"] satisfies Tier[];

/** The lists that hold one item per agent. */
const ROWS = /(INSTALLATIONS: readonly Installation\[\] = \[\n)([\s\S]*?)(\n\];)/;
const IDS = /(AGENT_IDS = \[\n)([\s\S]*?)(\n\] as const;)/;

if (import.meta.main) {
  const [id = "", title = "", tier = "hook"] = Deno.args;
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(id) || title === "" || !isTier(tier)) {
    console.error('Cannot make an agent: usage: deno task new-agent aider "Aider" [hook|plugin|rules]');
    Deno.exit(1);
  }
  const { written, left } = newAgent({ id, title, tier });
  await new Deno.Command(Deno.execPath(), { args: ["fmt", "-q", ...written] }).output();
  for (const path of written) console.log(path);
  console.log("\nWhat is left:");
  for (const [index, step] of left.entries()) console.log(`${index + 1}. ${step}`);
}

function isTier(word: string): word is Tier {
  return TIERS.includes(word);
}

/**
 * Writes the files of a new agent below a checkout.
 * @returns their paths, and the steps that nobody but a person can do.
 * @throws Error when the id is taken.
 */
export function newAgent(
  agent: NewAgent,
  root: URL = new URL("../../", import.meta.url),
): { readonly written: readonly string[]; readonly left: readonly string[] } {
  const { id, tier } = agent;
  const folder = `agents/${id}/`;
  const installations = read(root, "agents/installations.ts");
  if (itemsOf(installations, ROWS).some((item) => idOf(item) === id) || isThere(new URL(folder, root))) {
    throw new Error(`Cannot make the agent ${id}: the id is taken`);
  }
  const { files, left } = parts(agent);
  Deno.mkdirSync(new URL(folder, root), { recursive: true });
  const written = Object.entries(files).map(([name, text]) => write(root, `${folder}${name}`, text));
  written.push(write(root, "agents/installations.ts", withInstallation(installations, id)));
  if (tier !== "rules") {
    const registry = read(root, "agents/registry.ts");
    written.push(write(root, "agents/registry.ts", withItem(registry, IDS, `  ${JSON.stringify(id)},`)));
  }
  return { written, left };
}

function read(root: URL, path: string): string {
  return Deno.readTextFileSync(new URL(path, root));
}

function write(root: URL, path: string, text: string): string {
  Deno.writeTextFileSync(new URL(path, root), text);
  return path;
}

function isThere(url: URL): boolean {
  try {
    Deno.statSync(url);
    return true;
  } catch {
    return false;
  }
}

function withInstallation(text: string, id: string): string {
  const name = `${nameOf(id)}Installation`;
  const line = `import { ${name} } from "./${id}/installation.ts";`;
  const imports = text.split("\n").filter((row) =>
    /^import \{ .*Installation.* \} from "\.\/[^/]+\//.test(row)
  );
  const after = imports.findLast((row) => folderIn(row) < id);
  const first = imports[0];
  if (first === undefined) throw new Error("Cannot find the imports of agents/installations.ts");
  const withImport = after === undefined
    ? text.replace(first, `${line}\n${first}`)
    : text.replace(after, `${after}\n${line}`);
  return withItem(withImport, ROWS, `  ${name},`);
}

function folderIn(importLine: string): string {
  return /"\.\/([^/]+)\//.exec(importLine)?.[1] ?? "";
}

/** Puts an item where the sorted order wants it. */
function withItem(text: string, list: RegExp, item: string): string {
  const items = itemsOf(text, list);
  if (items.length === 0) throw new Error("Cannot find the list of agents: it has another form");
  const sorted = [...items, item].sort((a, b) => idOf(a) < idOf(b) ? -1 : 1);
  return text.replace(
    list,
    (_, head: string, _body: string, tail: string) => `${head}${sorted.join("\n")}${tail}`,
  );
}

/** The items of a list: single lines, or object literals over several. */
function itemsOf(text: string, list: RegExp): string[] {
  return (list.exec(text)?.[2] ?? "").match(/^ {2}\{\n[\s\S]*?^ {2}\},$|^ {2}\S.*,$/gm) ?? [];
}

/** `  openCodeInstallation,` stands for the id `open-code`, as do `  "open-code",` and a literal with that id. */
function idOf(item: string): string {
  const named = /^ {2}(\w+)Installation,$/.exec(item)?.[1];
  if (named !== undefined) return named.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return /(?:id: |^ {2})"([^"]+)"/m.exec(item)?.[1] ?? "";
}
