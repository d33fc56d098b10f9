/**
 * rtk: compact, faithful output of shell commands for coding agents. Running this module from source is the same as
 * running the executable, only slower to start.
 */
import type { Agent } from "./agents/agent.ts";
import type { CliContext } from "./cli/context.ts";
import { main } from "./cli/main.ts";
import { giveUpPower } from "./cli/start.ts";
import config from "./deno.json" with { type: "json" };
import { innerUnits } from "./core/run/inner.ts";
import { gateTable } from "./core/tools/gate_table.ts";
import { tools } from "./core/tools/registry.ts";

export { gateTable, tools };
export type { Tool } from "./core/tools/tool.ts";

/** The context of a run from source. */
export function sourceContext(): CliContext {
  const table = gateTable(tools);
  return {
    version: config.version,
    table,
    loadSyntax: () => import("./core/syntax/parse.ts"),
    loadConfig: () => import("./core/config/digest_load.ts"),
    loadAgent: async (id) => (await import(`./agents/${id}/mod.ts`) as { agent: Agent }).agent,
    loadTool: (id) => Promise.resolve(tools.find((tool) => tool.id === id)),
    innerUnits: (find) => innerUnits(table, find),
    giveUpPower,
    loadCommand: (module) =>
      module === "run" ? import("./cli/commands/run.ts") : import("./cli/commands/cold.ts"),
  };
}

if (import.meta.main) Deno.exit(await main(Deno.args, sourceContext()));
