/**
 * Judges the units on recorded runs, in process: `deno task fixtures [KEY-PREFIX]` prints a table of sizes and faults;
 * `--show KEY` prints raw and compact text one above the other.
 */
import { compactOrRaw } from "../../core/run/guard.ts";
import { gateTable } from "../../core/tools/gate_table.ts";
import { tools } from "../../core/tools/registry.ts";
import type { Run } from "../../core/tools/tool.ts";
import { faults, type RecordedRun, recordedRuns } from "../../tests/harness/cases.ts";
import { units } from "../../tests/harness/inner.ts";
import { invocationOf } from "../../tests/harness/invocation.ts";
import { sharedFolder } from "../../tests/harness/shared.ts";

const table = gateTable(tools);
const show = Deno.args[0] === "--show";
const prefix = (show ? Deno.args[1] : Deno.args[0]) ?? "";
const folder = sharedFolder();
if (!folder) throw new Error("Cannot find the recorded runs: no folder ../shared/fixtures");

for (const recorded of recordedRuns(new URL("fixtures/", folder))) {
  if (recorded.key.startsWith(prefix)) report(recorded);
}

function report(recorded: RecordedRun): void {
  const { spec, key } = recorded;
  const invocation = invocationOf(table, spec.cmd);
  if (!invocation) return console.log(`-- ${key}: no unit for ${spec.cmd.slice(-60)}`);
  const { match } = invocation;
  if (match.kind !== "tool") {
    const reason = match.kind === "declined" ? match.reason : "none";
    return console.log(`${spec.exact ? "ok" : "--"} ${key}: passes raw (${reason})`);
  }
  const tool = tools.find((one) => one.id === match.entry.id)!;
  const run: Run = {
    stdout: recorded.stdout,
    stderr: recorded.stderr,
    merged: false,
    exit: spec.exit,
    args: match.args,
    cwd: spec.cwd ?? "/home/dev/project",
    cut: (lines) => `[rtk: ${lines} ${lines === 1 ? "line" : "lines"} cut; all of it: rtk recall 7f3a2c]`,
  };
  const printed = compactOrRaw(tool, run, units);
  const text = printed.stdout + printed.stderr;
  const merged = compactOrRaw(tool, { ...run, stdout: recorded.merged, stderr: "", merged: true }, units);
  const bytes = new TextEncoder().encode(text).length;
  const found = [
    ...faults(recorded, spec.exact ? printed.stdout : text),
    ...(spec.exact ? [] : faults(recorded, merged.stdout).map((fault) => `merged: ${fault}`)),
  ];
  if (!spec.exact && bytes > spec.ref_bytes * 1.1) {
    found.push(`over 1.10 x ref: ${bytes} > ${spec.ref_bytes}`);
  }
  console.log(
    `${found.length ? "!!" : "ok"} ${key} raw ${spec.raw_bytes} ref ${spec.ref_bytes} now ${bytes}`,
  );
  for (const fault of found) console.log(`     ${fault}`);
  if (show) {
    console.log(`--- raw\n${recorded.merged}\n--- stdout\n${printed.stdout}\n--- stderr\n${printed.stderr}`);
  }
}
