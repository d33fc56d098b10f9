/**
 * Recorded runs through the real path: the gate of the built rtk rewrites the line, the proxy runs a stub that plays the
 * recorded run and refuses other arguments. Exact formats come out byte for byte, facts stay, the status is the tool's.
 * The goldens are played always; with the larger set beside the checkout its runs are, and a table of sizes is printed.
 */
import assert from "node:assert/strict";
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
    const invocation = invocationOf(table, recorded.spec.cmd);
    if (!invocation) continue;
    const { stdout, stderr, spec } = recorded;
    // What the gate passes runs raw anyway; the proxy, called all the same, must come to the same end.
    const printed = await play(place, invocation.argv, { stdout, stderr, exit: spec.exit });
    rows.push(judge(recorded, printed));
  }
  printTable(rows);
  assert.deepEqual(rows.flatMap((row) => row.faults), []);
  const sized = rows.filter(({ exact, ref }) => !exact && ref > 0);
  const near = sized.filter(({ now, ref }) => now <= ref * 1.1);
  const ratios = sized.map(({ now, ref }) => now / ref).sort((a, b) => a - b);
  const median = ratios[Math.floor(ratios.length / 2)] ?? 1;
  console.log(
    `${near.length} of ${sized.length} within 1.10 of the reference, median ratio ${median.toFixed(3)}`,
  );
  // The aims are 90 % and 1.0. Facts gate and bytes break ties: what is asserted is that sizes do not grow.
  assert.ok(near.length >= sized.length * 0.69, `${near.length} of ${sized.length} within 1.10`);
  assert.ok(median <= 1.04, `median ${median}`);
});

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
  const now = new TextEncoder().encode(text).length;
  return { key, exact: spec.exact ?? false, raw: spec.raw_bytes, ref: spec.ref_bytes, now, faults: found };
}

function printTable(rows: readonly Row[]): void {
  const lines = rows.map(({ key, exact, raw, ref, now }) => {
    const over = !exact && now > ref * 1.1 ? " *" : "";
    return `${key.padEnd(34)} ${String(raw).padStart(7)} ${String(ref).padStart(7)} ${
      String(now).padStart(7)
    }${over}`;
  });
  console.log(["run".padEnd(34) + "     raw     ref     now", ...lines].join("\n"));
}
