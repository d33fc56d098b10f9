/**
 * Recorded runs through the real path: the gate of the built rtk rewrites the line, the proxy runs a stub that plays the
 * recorded run and refuses other arguments. Exact formats come out byte for byte, facts stay, the status is the tool's.
 * The goldens are played always; with the larger set beside the checkout its runs are, and a table of sizes is printed.
 */
import assert from "node:assert/strict";
import { byteLength } from "../core/text/byte_length.ts";
import { gateTable } from "../core/tools/gate_table.ts";
import { tools } from "../core/tools/registry.ts";
import { faults, type RecordedRun, recordedRuns } from "./harness/cases.ts";
import { goldens } from "./harness/golden.ts";
import { type ScratchHome, scratchHome } from "./harness/home.ts";
import { invocationOf } from "./harness/invocation.ts";
import { sharedFolder } from "./harness/shared.ts";

interface Played {
  readonly stdout: string;
  readonly stderr: string;
  readonly exit: number;
}

/** Runs rtk on arguments with a stub that plays a run; the stub's name may be a runner's (`npx`, `python3`). */
async function play(home: ScratchHome, argv: readonly string[], played: Played): Promise<Played> {
  const [name = "", ...args] = argv;
  home.write("stub/stdout", played.stdout);
  home.write("stub/stderr", played.stderr);
  home.write("stub/expected", args.map((arg) => `${arg}\n`).join(""));
  const stub = `${home.path}/stub/${name.slice(name.lastIndexOf("/") + 1)}`;
  Deno.writeTextFileSync(stub, STUB(`${home.path}/stub`, played.exit), { mode: 0o755 });
  Deno.chmodSync(stub, 0o755);
  const env = { PATH: `${home.path}/stub:/usr/bin:/bin`, RTK_DATA_DIR: `${home.path}/data` };
  const typed = name.includes("/") ? [stub, ...args] : argv;
  const { code, stdout, stderr } = await home.run(["rtk", ...typed], { env });
  Deno.removeSync(stub);
  return { stdout, stderr, exit: code };
}

function STUB(folder: string, exit: number): string {
  return `#!/bin/sh
given=$(for word in "$@"; do printf '%s\\n' "$word"; done; echo .)
wanted=$(/bin/cat ${folder}/expected; echo .)
if [ "$given" != "$wanted" ]; then echo "stub: unexpected arguments: $*" >&2; exit 64; fi
/bin/cat ${folder}/stdout; /bin/cat ${folder}/stderr >&2
exit ${exit}
`;
}

function home(): ScratchHome {
  const made = scratchHome();
  Deno.mkdirSync(`${made.path}/data`);
  Deno.mkdirSync(`${made.path}/stub`);
  return made;
}

Deno.test("one golden of each unit, played: same status, what must be kept is kept", async () => {
  using place = home();
  const found: string[] = [];
  for (const [toolId, group] of Map.groupBy(goldens(), (golden) => golden.toolId)) {
    const golden = group.find(({ spec }) => spec.exit !== 0) ?? group[0];
    if (!golden) continue;
    const { spec, stdout, stderr, name } = golden;
    const printed = await play(place, spec.argv, { stdout, stderr, exit: spec.exit });
    if (printed.exit !== spec.exit) found.push(`${toolId}/${name}: status ${printed.exit}, not ${spec.exit}`);
    const flat = (text: string): string => text.replaceAll(/\x1b\[[0-9;]*m/g, "").replaceAll(/\s+/g, " ");
    // It was recorded in another folder than it is played in, so its absolute paths stay.
    const text = flat(
      (printed.stdout + printed.stderr).replaceAll(`${spec.cwd ?? "/home/dev/project"}/`, ""),
    );
    for (const kept of spec.mustKeep) {
      if (!text.includes(flat(kept))) found.push(`${toolId}/${name}: lost ${kept}`);
    }
  }
  assert.deepEqual(found, []);
});

const folder = sharedFolder();

Deno.test(`recorded runs of registered tools (${folder ? "the larger set" : "absent: the larger set"})`, async () => {
  if (!folder) return;
  using place = home();
  const table = gateTable(tools);
  const rows: Row[] = [];
  for (const recorded of recordedRuns(new URL("fixtures/", folder))) {
    const invocation = invocationOf(table, COMMANDS[recorded.key] ?? recorded.spec.cmd);
    if (!invocation) continue;
    // What the gate passes runs raw anyway; the proxy, called all the same, must come to the same end.
    const printed = await playAt(place, invocation.argv, recorded);
    rows.push(judge(recorded, printed));
  }
  printTable(rows);
  assert.deepEqual(rows.flatMap((row) => row.faults), []);
  // Facts gate and bytes break ties: what is over names what an agent needs, or what a form does not let us touch.
  const first = sizesOf("the first tools", rows.filter(({ key }) => FIRST_TOOLS.test(key)));
  assert.ok(first.near >= 0.9 && first.median <= 1, JSON.stringify(first));
  const all = sizesOf("all tools", rows);
  assert.ok(all.near >= 0.88 && all.median <= 1.005, JSON.stringify(all));
});

/** Where the recorded line runs several commands: the one that printed. */
const COMMANDS: Readonly<Record<string, string>> = { "ls/empty_dir": "ls -la empty" };

/** The tools of the first release, by the folder of their recorded runs. */
const FIRST_TOOLS =
  /^(?:git|ls|find|fd|grep|rg|cat|head|tail|nl|sed|wc|tree|diff|pytest|python|cargo-(?:test|build|check|clippy)|go-(?:test|build|vet)|vitest|jest|node-test|npm|tsc|eslint|prettier|ruff|mypy|make)\//;

/** Plays a run as if it had been recorded in the folder where it is played now, so that paths below it are its own. */
async function playAt(place: ScratchHome, argv: readonly string[], recorded: RecordedRun): Promise<Played> {
  const { stdout, stderr, spec } = recorded;
  // A short folder is part of other paths: `/tmp`.
  const cwd = (spec.cwd ?? "").split("/").length > 2 ? spec.cwd ?? "" : "";
  const here = (text: string): string => cwd === "" ? text : text.replaceAll(cwd, place.path);
  const there = (text: string): string => cwd === "" ? text : text.replaceAll(place.path, cwd);
  const printed = await play(place, argv, { stdout: here(stdout), stderr: here(stderr), exit: spec.exit });
  return { ...printed, stdout: there(printed.stdout), stderr: there(printed.stderr) };
}

interface Row {
  readonly key: string;
  readonly exact: boolean;
  readonly raw: number;
  readonly ref: number;
  readonly now: number;
  readonly faults: readonly string[];
}

function judge(recorded: RecordedRun, printed: Played): Row {
  const { key, spec } = recorded;
  const text = spec.exact ? printed.stdout : printed.stdout + printed.stderr;
  const found = faults(recorded, text).map((fault) => `${key}: ${fault}`);
  if (printed.exit !== spec.exit) found.push(`${key}: status ${printed.exit}, not ${spec.exit}`);
  const now = byteLength(text);
  return { key, exact: spec.exact ?? false, raw: spec.raw_bytes, ref: spec.ref_bytes, now, faults: found };
}

function isOver({ exact, now, ref }: Row): boolean {
  return !exact && ref > 0 && now > ref * 1.1;
}

function printTable(rows: readonly Row[]): void {
  const lines = rows.map((row) => {
    const [raw, ref, now] = [row.raw, row.ref, row.now].map((size) => String(size).padStart(7));
    const ratio = row.exact || row.ref === 0 ? "" : `  ${(row.now / row.ref).toFixed(3)}`;
    return `${row.key.padEnd(34)} ${raw} ${ref} ${now}${ratio}${isOver(row) ? " *" : ""}`;
  });
  console.log(["run".padEnd(34) + "     raw     ref     now  ratio", ...lines].join("\n"));
}

/** How many runs are within 1.10 of the reference, as a share, and the median of the ratios; exact forms left out. */
function sizesOf(title: string, rows: readonly Row[]): { near: number; median: number } {
  const sized = rows.filter(({ exact, ref }) => !exact && ref > 0);
  const near = sized.filter((row) => !isOver(row)).length;
  const ratios = sized.map(({ now, ref }) => now / ref).sort((a, b) => a - b);
  const median = ratios[Math.floor(ratios.length / 2)] ?? 1;
  console.log(
    `${title}: ${near} of ${sized.length} within 1.10 of the reference, median ratio ${median.toFixed(3)}`,
  );
  return { near: near / Math.max(sized.length, 1), median };
}
