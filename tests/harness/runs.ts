/** Runs of all units for the property suite: the goldens, and the recorded runs beside the project where they are. */
import { gateTable } from "../../core/tools/gate_table.ts";
import { tools } from "../../core/tools/registry.ts";
import type { Run, Tool } from "../../core/tools/tool.ts";
import { recordedRuns } from "./cases.ts";
import { goldenRun, goldens } from "./golden.ts";
import { invocationOf } from "./invocation.ts";
import { sharedFolder } from "./shared.ts";

export interface UnitRun {
  readonly name: string;
  readonly tool: Tool;
  readonly run: Run;
}

/** The marker as the runner writes it. */
export function marker(lines: number): string {
  return `[rtk: ${lines} ${lines === 1 ? "line" : "lines"} cut; all of it: rtk recall 7f3a2c]`;
}

/** Every run that reaches a unit with a filter of the whole text; RTK_UNITS keeps those whose id starts with it. */
export function unitRuns(): UnitRun[] {
  const prefix = Deno.env.get("RTK_UNITS") ?? "";
  const found = goldens().map((golden): UnitRun => {
    return { name: `${golden.toolId}/${golden.name}`, ...goldenRun(golden) };
  });
  const folder = sharedFolder();
  const table = gateTable(tools);
  for (const recorded of folder ? recordedRuns(new URL("fixtures/", folder)) : []) {
    const match = invocationOf(table, recorded.spec.cmd)?.match;
    const tool = match?.kind === "tool" && tools.find(({ id }) => id === match.entry.id);
    if (match?.kind !== "tool" || !tool) continue;
    const { stdout, stderr, spec } = recorded;
    const run: Run = {
      stdout,
      stderr,
      merged: false,
      exit: spec.exit,
      args: match.args,
      cwd: "/home/dev/project",
      cut: marker,
    };
    found.push({ name: `recorded ${recorded.key}`, tool, run });
  }
  return found.filter(({ tool }) => {
    return tool.id.startsWith(prefix) && (tool.filter !== undefined || tool.inner !== undefined);
  });
}
