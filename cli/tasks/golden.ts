/**
 * `deno task golden`: writes the expected files of all golden cases anew, for review in the same commit.
 * `deno task golden --import TOOL/CASE [CWD]` first copies a recorded run from the folder beside the project.
 */
import { gateTable } from "../../core/tools/gate_table.ts";
import { tools } from "../../core/tools/registry.ts";
import { recordedRuns } from "../../tests/harness/cases.ts";
import { GOLDEN_FOLDER, goldens, type GoldenSpec, printGolden, textOf } from "../../tests/harness/golden.ts";
import { invocationOf } from "../../tests/harness/invocation.ts";
import { sharedFolder } from "../../tests/harness/shared.ts";

if (Deno.args[0] === "--import") importCase(Deno.args[1] ?? "", Deno.args[2]);
for (const golden of goldens()) {
  const printed = printGolden(golden);
  write(golden.folder, "expected.stdout.txt", printed.stdout);
  write(golden.folder, "expected.stderr.txt", printed.stderr);
}

function importCase(key: string, cwd: string | undefined): void {
  const folder = sharedFolder();
  const recorded = folder && recordedRuns(new URL("fixtures/", folder)).find((run) => run.key === key);
  if (!recorded) throw new Error(`Cannot import ${key}: no such recorded run`);
  const invocation = invocationOf(gateTable(tools), recorded.spec.cmd);
  if (invocation?.match.kind !== "tool") throw new Error(`Cannot import ${key}: its command passes raw`);
  const target = new URL(`${invocation.match.entry.id}/${key.split("/")[1]}/`, GOLDEN_FOLDER);
  Deno.mkdirSync(target, { recursive: true });
  const { spec } = recorded;
  const golden: GoldenSpec = {
    argv: invocation.argv,
    exit: spec.exit,
    mustKeep: spec.must_keep,
    ...(spec.must_not && { mustNot: spec.must_not }),
    ...(cwd !== undefined && { cwd }),
  };
  Deno.writeTextFileSync(new URL("case.json", target), `${JSON.stringify(golden, null, 2)}\n`);
  write(target, "stdout.txt", recorded.stdout);
  write(target, "stderr.txt", recorded.stderr);
}

function write(folder: URL, file: string, text: string): void {
  if (text !== "") return Deno.writeTextFileSync(new URL(file, folder), text);
  if (textOf(folder, file) !== "") Deno.removeSync(new URL(file, folder));
}
