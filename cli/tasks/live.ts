/**
 * `deno task live FOLDER [ID…]`: installs the real clients at pinned versions into a folder (npm, PyPI), drives them with
 * the live suites against fake models on 127.0.0.1, and prints one table. What is there in its version stays. Where the
 * system lets it, the suites run in a namespace that has loopback and no other network.
 */
import { LIVE_CLIENTS, type LiveClient, NOT_DRIVEN } from "./live_clients.ts";

const tests = decodeURIComponent(new URL("../../tests/", import.meta.url).pathname);

/** Holds what was installed; written last, so that a broken installation is made again. */
const STAMP = ".installed";

interface Report {
  readonly id: string;
  readonly version: string;
  readonly text: string;
  readonly isGood: boolean;
}

if (import.meta.main) {
  const [folder, ...ids] = Deno.args;
  const unknown = ids.filter((id) => !LIVE_CLIENTS.some((client) => client.id === id));
  if (folder === undefined || unknown.length > 0) {
    console.error(`usage: deno task live FOLDER [${LIVE_CLIENTS.map(({ id }) => id).join("|")}]…`);
    Deno.exit(2);
  }
  Deno.mkdirSync(folder, { recursive: true });
  const root = Deno.realPathSync(folder);
  const wanted = LIVE_CLIENTS.filter(({ id }) => ids.length === 0 || ids.includes(id));
  const reports = wanted.map((client) => drive(client, `${root}/${client.id}`));
  for (const { id, version, text } of reports) console.log(`${id.padEnd(9)} ${version.padEnd(8)} ${text}`);
  if (ids.length === 0) {
    for (const [id, reason] of Object.entries(NOT_DRIVEN)) {
      console.log(`${id.padEnd(9)} not driven: ${reason}`);
    }
  }
  Deno.exit(reports.every(({ isGood }) => isGood) ? 0 : 1);
}

function drive(client: LiveClient, folder: string): Report {
  const { id, version } = client;
  console.error(`live: ${id} ${version}`);
  try {
    install(client, folder);
  } catch (error) {
    return { id, version, text: `cannot be had: ${(error as Error).message}`, isGood: false };
  }
  const { held, failed } = resultsOf(runSuite(client, folder));
  const isGood = failed.length === 0 && held.length > 0;
  const lines = [
    `${held.length} of ${held.length + failed.length} held`,
    ...failed.map((name) => `FAILED ${name}`),
  ];
  return { id, version, text: lines.join("\n".padEnd(20)), isGood };
}

function install({ from }: LiveClient, folder: string): void {
  const what = JSON.stringify(from);
  if (textAt(`${folder}/${STAMP}`) === what) return;
  Deno.mkdirSync(folder, { recursive: true });
  if ("npm" in from) {
    run(["npm", "install", "--prefix", folder, "--no-audit", "--no-fund", "--no-package-lock", ...from.npm]);
  } else {
    run([pythonOf(from.python), "-m", "venv", "--clear", folder]);
    run([`${folder}/bin/pip`, "install", "--quiet", "--disable-pip-version-check", from.pypi]);
  }
  Deno.writeTextFileSync(`${folder}/${STAMP}`, what);
}

function run([name = "", ...args]: readonly string[]): void {
  const { code, stderr } = new Deno.Command(name, { args, stdin: "null", stdout: "null" }).outputSync();
  if (code === 0) return;
  const said = new TextDecoder().decode(stderr).trim().split("\n").at(-1) ?? "";
  throw new Error(`${name} ended with ${code}: ${said}`);
}

/** A Python 3 of at least this minor version; RTK_PYTHON names one. */
function pythonOf(minor: number): string {
  const names = [Deno.env.get("RTK_PYTHON"), "python3", ...[14, 13, 12, 11].map((one) => `python3.${one}`)];
  const script = `import sys; sys.exit(sys.version_info < (3, ${minor}))`;
  for (const name of names) {
    if (name === undefined) continue;
    try {
      const { success } = new Deno.Command(name, { args: ["-c", script], stdout: "null", stderr: "null" })
        .outputSync();
      if (success) return name;
    } catch {
      // The next one may be there.
    }
  }
  throw new Error(`no Python 3.${minor} or later; RTK_PYTHON may name one`);
}

/** What `deno test` prints. */
function runSuite({ suite, prefix, variable, value }: LiveClient, folder: string): string {
  const filter = prefix === undefined ? [] : ["--filter", `/^${prefix}: /`];
  const deno = [Deno.execPath(), "test", "-A", ...filter, `${tests}${suite}`];
  const isolated = ["unshare", "-rn", "sh", "-c", 'ip link set lo up && exec "$0" "$@"', ...deno];
  const [name = "", ...args] = canIsolate() ? isolated : deno;
  const { stdout } = new Deno.Command(name, {
    args,
    env: { [variable]: value.replaceAll("@/", `${folder}/`), NO_COLOR: "1" },
    stdin: "null",
    stderr: "inherit",
  }).outputSync();
  return new TextDecoder().decode(stdout);
}

function canIsolate(): boolean {
  try {
    const args = ["-rn", "sh", "-c", "ip link set lo up"];
    return new Deno.Command("unshare", { args, stdout: "null", stderr: "null" }).outputSync().success;
  } catch {
    return false;
  }
}

/** `NAME ... ok (2s)`; one that was ignored counts for nothing. */
function resultsOf(text: string): { readonly held: readonly string[]; readonly failed: readonly string[] } {
  const rows = [...text.matchAll(/^(.+) \.\.\. (ok|FAILED) \(/gm)];
  const named = (status: string): string[] =>
    rows.filter((row) => row[2] === status).map((row) => row[1] ?? "");
  return { held: named("ok"), failed: named("FAILED") };
}

function textAt(path: string): string | undefined {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return undefined;
  }
}
