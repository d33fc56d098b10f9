/**
 * `deno task build [--out DIR]`: bundles rtk into `dist/`.
 *
 * - `rtk`: the hot module (gate and hook) behind a first line that starts Deno; `rtk.js` is
 *   the same without that line, for `compile`;
 * - `tables/<words>.json`: the gate's table, an entry each;
 * - `run.js`, `cold.js`, `config.js`, `syntax.js`, `agents/<id>.js`, `tools/<id>.js`: loaded on demand, by names that Deno cannot resolve ahead;
 * - `web-tree-sitter.wasm`, `tree-sitter-bash.wasm` beside them, `deno`: a link to the running Deno.
 */
import { loadedIds } from "../../agents/registry.ts";
import { entryName, gateRecord, indexText } from "../../core/tools/gate_table.ts";
import { shortHash } from "../../core/text/short_hash.ts";
import { tools } from "../../core/tools/registry.ts";
import type { Tool } from "../../core/tools/tool.ts";
import { permissionFlags } from "../permissions.ts";
import { eagerFunctions } from "./eager.ts";
import { calledFunctions, OTHER_STARTS, PLAIN_STARTS, type Start } from "./profile.ts";

const root = new URL("../../", import.meta.url);

/** Longest first line that Linux reads, its newline included (BINPRM_BUF_SIZE, include/uapi/linux/binfmts.h). */
const MAX_FIRST_LINE = 256;

/**
 * What rtk runs is over before the code of V8's Sparkplug, or of TurboFan for the parser, would pay: compiling takes half a
 * millisecond of the hook's four, and two of the parser's thirty (measured with 2.9.6). In V8's shortest spelling; the launcher
 * takes as much as its line has room for.
 */
export const V8_FLAGS = ["--v8-flags=-nosparkplug,-liftoff-only", "--v8-flags=-nosparkplug"] as const;

/** What esbuild puts in place of `require` in a module: packages in the older form cannot load Node's modules by it. */
const NO_REQUIRE =
  /var ([\w$]+)=\(\w+=>typeof require<"u"\?require:typeof Proxy<"u"\?[^;]*;throw Error\('Dynamic require of "'\+\w+\+'" is not supported'\)\}\);/;

interface Config {
  readonly version: string;
  readonly permissions: { readonly default: Readonly<Record<string, unknown>> };
}

if (import.meta.main) {
  const out = Deno.args[0] === "--out" ? Deno.args[1] : undefined;
  if (out !== undefined) Deno.mkdirSync(out, { recursive: true });
  await build(out === undefined ? new URL("dist/", root) : directoryUrl(Deno.realPathSync(out)));
}

/**
 * Builds everything into a folder, which is made if it is absent.
 * @throws Error when the bundler fails, or when the folder's path does not fit into the launcher's first line.
 */
export async function build(out: URL): Promise<void> {
  const config = JSON.parse(Deno.readTextFileSync(new URL("deno.json", root))) as Config;
  const work = new URL("build/", out);
  for (const folder of ["agents/", "tools/"]) Deno.mkdirSync(new URL(folder, work), { recursive: true });
  Deno.mkdirSync(new URL("agents/", out), { recursive: true });
  const entries = await writeEntries(work, config.version);
  const before = performance.timeOrigin + performance.now();
  await bundle([entries.hot], work);
  await bundle(entries.loaded, out);
  // The reader of YAML has a form without Node's modules, whose start costs more than the whole answer; "browser" names it.
  await bundle(entries.agents, new URL("agents/", out), "browser");
  removeStale(out, before);
  copyAssets(out);
  Deno.copyFileSync(new URL("hot.js", work), new URL("rtk.js", out));
  const flags = runFlags(config.permissions.default, V8_FLAGS[0]);
  makeEager(out, { files: ["rtk.js"], starts: PLAIN_STARTS, flags });
  makeEager(out, { files: ["run.js", "syntax.js"], starts: OTHER_STARTS, flags });
  writeLauncher(out, config);
}

interface Entries {
  readonly hot: URL;
  readonly loaded: readonly URL[];
  readonly agents: readonly URL[];
}

async function writeEntries(work: URL, version: string): Promise<Entries> {
  const write = (file: string, text: string): URL => {
    const url = new URL(file, work);
    Deno.writeTextFileSync(url, text);
    return url;
  };
  const source = (path: string): string => JSON.stringify(new URL(path, root).href);
  const index = JSON.stringify(writeTables(new URL("../", work)));
  const hot = write(
    "hot.ts",
    `import { start } from ${source("cli/start.ts")};
await start({ version: ${JSON.stringify(version)}, index: ${index} });
`,
  );
  const loaded = [
    write("run.ts", `export { main } from ${source("cli/commands/run.ts")};\n`),
    write("syntax.ts", `export { parse } from ${source("core/syntax/parse.ts")};\n`),
    write("cold.ts", `export { main } from ${source("cli/commands/cold.ts")};\n`),
    write("config.ts", `export { loadDigested } from ${source("core/config/digest_load.ts")};\n`),
    ...(await unitModules()).map(({ id, path, name }) =>
      write(`tools/${id}.ts`, `export { ${name} as tool } from ${source(path)};\n`)
    ),
  ];
  const agents = loadedIds().map((id) =>
    write(`agents/${id}.ts`, `export { agent } from ${source(`agents/${id}/mod.ts`)};\n`)
  );
  return { hot, loaded, agents };
}

/** Writes each entry of the gate's table into a file; answers the index, which the hot module holds. */
function writeTables(out: URL): string {
  const folder = new URL("tables/", out);
  const { index, entries } = tableTexts();
  Deno.mkdirSync(folder, { recursive: true });
  for (const { name } of Deno.readDirSync(folder)) {
    const stays = name.endsWith(".json") && Object.hasOwn(entries, name.slice(0, -".json".length));
    if (!stays) Deno.removeSync(new URL(encodeURIComponent(name), folder));
  }
  for (const [name, text] of Object.entries(entries)) {
    Deno.writeTextFileSync(new URL(`${name}.json`, folder), text);
  }
  return index;
}

/**
 * The gate's table: the commands, and the JSON text of each entry by its name.
 * @throws TypeError where a command's words make no name for a file.
 */
export function tableTexts(): { index: string; entries: Record<string, string> } {
  const record = gateRecord(tools);
  const entries: Record<string, string> = {};
  for (const [name, family] of Object.entries(record)) {
    for (const [key, entry] of Object.entries(family)) {
      const file = entryName(name, key);
      if (!/^[\w.+~-]+$/.test(file)) {
        throw new TypeError(`Cannot name a file after the command "${name} ${key}"`);
      }
      entries[file] = JSON.stringify(entry);
    }
  }
  return { index: indexText(record), entries };
}

/** Where each unit of the registry is defined, so that its bundle holds no other unit. */
export async function unitModules(): Promise<{ id: string; path: string; name: string }[]> {
  const registry = Deno.readTextFileSync(new URL("core/tools/registry.ts", root));
  const found: { id: string; path: string; name: string }[] = [];
  for (const [, names = "", file = ""] of registry.matchAll(/^import \{([^}]+)\} from "\.\/(.+)";$/gm)) {
    const path = `core/tools/${file}`;
    const module = await import(new URL(path, root).href) as Record<string, Tool>;
    for (const specifier of names.split(",")) {
      const name = specifier.trim().split(" ")[0] ?? "";
      const id = module[name]?.id;
      if (id !== undefined) found.push({ id, path, name });
    }
  }
  return found;
}

/** Has those functions of bundles compiled with them that are called where rtk is started often. */
function makeEager(
  out: URL,
  { files, ...runs }: {
    readonly files: readonly string[];
    readonly starts: readonly Start[];
    readonly flags: readonly string[];
  },
): void {
  const called = calledFunctions(new URL("rtk.js", out), runs);
  for (const name of files) {
    const file = new URL(name, out);
    const functions = called.get(file.href);
    if (!functions) throw new Error(`Cannot profile ${name}: no start of rtk ran it`);
    Deno.writeTextFileSync(file, eagerFunctions(Deno.readTextFileSync(file), functions));
  }
}

/** Bundles each entry into one file of its own. */
async function bundle(entries: readonly URL[], out: URL, platform = "deno"): Promise<void> {
  const args = ["bundle", "--quiet", "--minify", "--platform", platform];
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [...args, "--outdir", decodeURIComponent(out.pathname), ...entries.map((url) => url.href)],
    cwd: root,
    stdout: "null",
    stderr: "piped",
  }).output();
  if (!success) throw new Error(`Cannot bundle: ${new TextDecoder().decode(stderr)}`);
  if (platform !== "deno") return;
  for (const { name } of Deno.readDirSync(out)) {
    if (!name.endsWith(".js")) continue;
    const file = new URL(name, out);
    const text = Deno.readTextFileSync(file);
    const able = withRequire(text);
    if (able !== text) Deno.writeTextFileSync(file, able);
  }
}

/**
 * Gives a bundle a `require` where the bundler left it without: Deno 2.9.6 does so itself, but not where minifying happened to
 * give it a name with a dollar sign.
 * @throws Error where there is none and it cannot be put in, as the bundle would end when it is loaded.
 */
export function withRequire(text: string): string {
  const able = text.replace(
    NO_REQUIRE,
    (_, name: string) =>
      `import{createRequire as rtkCreateRequire}from"node:module";var ${name}=rtkCreateRequire(import.meta.url);`,
  );
  if (able.includes("Dynamic require of")) throw new Error("Cannot bundle: a package finds no require");
  return able;
}

/** Bundles of units and agents that are gone would stay. */
function removeStale(out: URL, before: number): void {
  for (const folder of [out, new URL("agents/", out), new URL("tools/", out)]) {
    for (const { name } of Deno.readDirSync(folder)) {
      const file = new URL(name, folder);
      const written = Deno.statSync(file).mtime?.getTime() ?? 0;
      // A second of grace for file systems with coarse times.
      if (name.endsWith(".js") && name !== "rtk.js" && written < before - 1000) Deno.removeSync(file);
    }
  }
}

function copyAssets(out: URL): void {
  for (const file of Deno.readDirSync(new URL("wasm/", root))) {
    if (file.name.endsWith(".wasm")) {
      Deno.copyFileSync(new URL(`wasm/${file.name}`, root), new URL(file.name, out));
    }
  }
}

function writeLauncher(out: URL, config: Config): void {
  const permissions = config.permissions.default;
  const deno = decodeURIComponent(new URL("deno", out).pathname);
  link(deno);
  let line: string;
  try {
    line = launcherLine(deno, permissions);
  } catch (error) {
    const short = shortPath(deno);
    if (short === undefined) throw error;
    line = launcherLine(short, permissions);
    link(short);
  }
  const rtk = new URL("rtk", out);
  const partial = new URL("rtk.partial", out);
  Deno.writeTextFileSync(partial, `${line}\n${Deno.readTextFileSync(new URL("rtk.js", out))}`, {
    mode: 0o755,
  });
  Deno.renameSync(partial, rtk);
}

/** Makes a link to the running Deno, in place of one that is there. */
function link(path: string): void {
  Deno.mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
  try {
    Deno.removeSync(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  Deno.symlinkSync(Deno.execPath(), path);
}

/** A place for the link where the checkout lies too deep for the launcher's first line: the user's cache folder. */
function shortPath(deno: string): string | undefined {
  const home = Deno.env.get("HOME");
  if (!home) return undefined;
  return `${home}/.cache/rtk-${shortHash(deno).toString(36)}/deno`;
}

/**
 * The first line of `dist/rtk`. `env -S` rather than a shell script: dash drops variables whose names are no
 * identifiers, bash changes SHLVL and `_`, and the tool must see the caller's environment. Deno loads modules that
 * NODE_OPTIONS names, so it starts without; what the user had in it and in DENO_NO_UPDATE_CHECK follows a colon, and the runner
 * gives it back to the tool.
 * @throws Error when the path is too long for the kernel, naming the way out.
 */
export function launcherLine(deno: string, permissions: Readonly<Record<string, unknown>>): string {
  const quoted = /[\s"'\\$#]/.test(deno) ? `"${deno.replaceAll(/["\\$]/g, "\\$&")}"` : deno;
  const update = "-uNODE_OPTIONS DENO_NO_UPDATE_CHECK=:${DENO_NO_UPDATE_CHECK}:${NODE_OPTIONS}";
  // Deno would run a file without being told to, but not one that bears the name of a subcommand.
  const lines = V8_FLAGS.map((v8) =>
    `#!/usr/bin/env -S ${update} ${quoted} run ${runFlags(permissions, v8).join(" ")}`
  );
  const excessOf = (line: string): number => new TextEncoder().encode(line).length + 1 - MAX_FIRST_LINE;
  const line = lines.find((line) => excessOf(line) <= 0) ?? lines.at(-1) ?? "";
  const excess = excessOf(line);
  if (excess > 0) {
    throw new Error(
      `Cannot write the launcher: the path ${deno} is ${excess} bytes too long; use deno task build --out DIR`,
    );
  }
  return line;
}

/** How Deno runs the bundle. Without a configuration there is no lock file, and without `--ext` no code cache (2.9.6). */
function runFlags(permissions: Readonly<Record<string, unknown>>, v8: string): string[] {
  const apart = ["--no-config", "--no-remote", "--no-npm", "--no-prompt"];
  return [...apart, ...permissionFlags(permissions), v8, "--ext=js"];
}

function directoryUrl(path: string): URL {
  return new URL(`file://${encodeURI(path)}/`);
}
