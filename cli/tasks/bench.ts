/**
 * `deno task bench [PAIRS]`: start-up costs of the built rtk as ratios to an empty script that is started the same
 * way, medians of interleaved pairs, and the throughput of a line filter. Budgets are those of the design; a broken one
 * makes the exit status 1.
 */
import { furnishHome } from "../../tests/harness/furnished_home.ts";

const dist = new URL("../../dist/", import.meta.url);
const rtk = decodeURIComponent(new URL("rtk", dist).pathname);
const checkout = decodeURIComponent(new URL("..", dist).pathname);
const pairs = Number(Deno.args[0] ?? 50);
const scratch = Deno.makeTempDirSync({ prefix: "rtk-bench-" });
const empty = `${scratch}/empty`;

interface Row {
  readonly name: string;
  readonly budget: number;
  readonly argv: readonly string[];
  readonly stdin?: string;
  readonly home: string;
  /** Whose time is taken off, for a proxied tool. */
  readonly without?: readonly string[];
}

interface Result {
  readonly row: Row;
  readonly ratio: number;
  readonly milliseconds: number;
  readonly floor: number;
}

const PLAIN = "git status --short && cargo test --workspace";
const NEEDS_TREE = 'git log --oneline -5 && echo "$(git rev-parse HEAD)"';

if (import.meta.main) {
  try {
    prepare();
    const results = rows().map(measure);
    printTable(results);
    if (results.some(({ row, ratio }) => ratio > row.budget)) Deno.exit(1);
  } finally {
    Deno.removeSync(scratch, { recursive: true });
  }
}

function prepare(): void {
  const line = Deno.readTextFileSync(new URL("rtk", dist)).split("\n")[0];
  Deno.writeTextFileSync(empty, `${line}\n`, { mode: 0o755 });
  Deno.mkdirSync(`${scratch}/bare`);
  Deno.mkdirSync(`${scratch}/furnished`);
  furnishHome(`${scratch}/furnished`);
  // As rtk init does: the version is asked for once, which leaves Deno's code cache, and the configuration is digested.
  for (const home of ["bare", "furnished"]) {
    for (const arg of ["--version", "config"]) {
      const env = environment(`${scratch}/${home}`);
      new Deno.Command(rtk, { args: [arg], env, cwd: scratch, stdout: "null", stderr: "inherit" })
        .outputSync();
    }
  }
}

function environment(home: string): Record<string, string> {
  // Where RUST_BACKTRACE is set, Deno walks its stack for every file that is not there.
  return { HOME: home, RUST_BACKTRACE: "0", XDG_CONFIG_HOME: "", XDG_DATA_HOME: "", CLAUDE_CONFIG_DIR: "" };
}

function rows(): Row[] {
  const bare = `${scratch}/bare`;
  const furnished = `${scratch}/furnished`;
  const payload = (command: string): string =>
    JSON.stringify({ tool_name: "Bash", cwd: scratch, permission_mode: "default", tool_input: { command } });
  const hook = [rtk, "hook", "claude"];
  return [
    { name: "rewrite, plain line", budget: 1.25, argv: [rtk, "rewrite", PLAIN], home: bare },
    { name: "hook, plain line", budget: 1.25, argv: hook, stdin: payload(PLAIN), home: bare },
    {
      name: "rewrite, furnished HOME",
      budget: 1.6,
      argv: [rtk, "rewrite", PLAIN],
      home: furnished,
    },
    { name: "hook, furnished HOME", budget: 1.6, argv: hook, stdin: payload(PLAIN), home: furnished },
    { name: "rewrite, WebAssembly", budget: 3, argv: [rtk, "rewrite", NEEDS_TREE], home: bare },
    { name: "rtk true - true", budget: 1.8, argv: [rtk, "true"], without: ["true"], home: bare },
    {
      name: "rtk git status - git status",
      budget: 1.8,
      argv: [rtk, "git", "-C", checkout, "status"],
      without: ["git", "-C", checkout, "status"],
      home: bare,
    },
  ];
}

function measure(row: Row): Result {
  const own: number[] = [];
  const floor: number[] = [];
  for (let pair = -3; pair < pairs; pair++) {
    const base = time([empty], row);
    const raw = row.without ? time(row.without, row) : 0;
    const cost = time(row.argv, row) - raw;
    // The first three pairs warm the caches.
    if (pair < 0) continue;
    own.push(cost);
    floor.push(base);
  }
  const ratio = median(own) / median(floor);
  return { row, ratio, milliseconds: median(own), floor: median(floor) };
}

function time([command = "", ...args]: readonly string[], { stdin, home }: Row): number {
  const input = `${scratch}/stdin`;
  if (stdin !== undefined) Deno.writeTextFileSync(input, stdin);
  const argv = stdin === undefined
    ? { command, args }
    : { command: "/bin/sh", args: ["-c", 'exec "$0" "$@" <"$STDIN_FILE"', command, ...args] };
  const start = performance.now();
  new Deno.Command(argv.command, {
    args: argv.args,
    cwd: scratch,
    env: { ...environment(home), STDIN_FILE: input },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).outputSync();
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

function printTable(results: readonly Result[]): void {
  console.log("| row | median ms | empty ms | ratio | budget | |\n|---|---|---|---|---|---|");
  for (const { row, ratio, milliseconds, floor } of results) {
    const cells = [row.name, milliseconds.toFixed(1), floor.toFixed(1), ratio.toFixed(2), row.budget];
    console.log(`| ${cells.join(" | ")} | ${ratio <= row.budget ? "holds" : "BROKEN"} |`);
  }
}
