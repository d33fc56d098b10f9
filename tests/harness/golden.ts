/**
 * Golden cases: `tests/fixtures/<tool-id>/<case>/` holds `case.json` (GoldenSpec), `stdout.txt`, `stderr.txt` (absent:
 * empty) and the expected compact form in `expected.stdout.txt`, `expected.stderr.txt` (absent: empty).
 */
import { compactOrRaw, type Printed } from "../../core/run/guard.ts";
import { gateTable } from "../../core/tools/gate_table.ts";
import { tools } from "../../core/tools/registry.ts";
import type { Run, Tool } from "../../core/tools/tool.ts";
import { units } from "./inner.ts";
import { matchArgv } from "./invocation.ts";

export const GOLDEN_FOLDER: URL = new URL("../fixtures/", import.meta.url);

export interface GoldenSpec {
  readonly argv: readonly string[];
  readonly exit: number;
  /** Strings that the compact form must hold, white space folded. */
  readonly mustKeep: readonly string[];
  readonly mustNot?: readonly string[];
  /** Where the run was recorded; paths below it become relative. */
  readonly cwd?: string;
}

export interface Golden {
  readonly toolId: string;
  readonly name: string;
  readonly folder: URL;
  readonly spec: GoldenSpec;
  readonly stdout: string;
  readonly stderr: string;
}

/** All golden cases, sorted by tool id and name. */
export function goldens(): Golden[] {
  const found: Golden[] = [];
  for (const toolId of directories(GOLDEN_FOLDER)) {
    const toolFolder = new URL(`${toolId}/`, GOLDEN_FOLDER);
    for (const name of directories(toolFolder)) {
      const folder = new URL(`${name}/`, toolFolder);
      const spec = JSON.parse(textOf(folder, "case.json")) as GoldenSpec;
      const stdout = textOf(folder, "stdout.txt");
      found.push({ toolId, name, folder, spec, stdout, stderr: textOf(folder, "stderr.txt") });
    }
  }
  return found;
}

const table = gateTable(tools);

/** The unit and the run of a golden case; throws when the gate would not rewrite its command. */
export function goldenRun({ toolId, name, spec, stdout, stderr }: Golden): { tool: Tool; run: Run } {
  const match = matchArgv(table, spec.argv);
  if (match.kind !== "tool" || match.entry.id !== toolId) {
    throw new Error(`Cannot run golden ${toolId}/${name}: its command does not reach the unit`);
  }
  const tool = tools.find((one) => one.id === toolId)!;
  const cut = (lines: number): string =>
    `[rtk: ${lines} ${lines === 1 ? "line" : "lines"} cut; all of it: rtk recall 7f3a2c]`;
  const cwd = spec.cwd ?? "/home/dev/project";
  return { tool, run: { stdout, stderr, merged: false, exit: spec.exit, args: match.args, cwd, cut } };
}

/** What the unit makes of a golden case. */
export function printGolden(golden: Golden): Printed {
  const { tool, run } = goldenRun(golden);
  return compactOrRaw(tool, run, units);
}

/** A file's text, empty when it is absent. */
export function textOf(folder: URL, file: string): string {
  try {
    return Deno.readTextFileSync(new URL(file, folder));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
}

function directories(folder: URL): string[] {
  return [...Deno.readDirSync(folder)].filter((entry) => entry.isDirectory).map((entry) => entry.name).sort();
}
