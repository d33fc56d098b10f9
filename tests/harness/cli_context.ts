/** The context of commands under test: run from source, without the entry. */
import type { Agent } from "../../agents/agent.ts";
import type { CliContext } from "../../cli/context.ts";
import { gateTable } from "../../core/tools/gate_table.ts";
import { tools } from "../../core/tools/registry.ts";

/** A context in which no other command can be started. */
export function testContext(more: Partial<CliContext> = {}): CliContext {
  return {
    version: "0.0.0",
    table: gateTable(tools),
    loadSyntax: () => import("../../core/syntax/parse.ts"),
    loadConfig: () => import("../../core/config/digest_load.ts"),
    loadAgent: async (id) => (await import(`../../agents/${id}/mod.ts`) as { agent: Agent }).agent,
    loadTool: (id) => Promise.resolve(tools.find((tool) => tool.id === id)),
    innerUnits: () => () => [],
    // The process under test goes on with other tests.
    giveUpPower: () => {},
    loadCommand: (module) => Promise.reject(new Error(`Cannot load the bundle "${module}" in a test`)),
    ...more,
  };
}
