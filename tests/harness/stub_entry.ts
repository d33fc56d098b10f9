/** rtk from source with the units of the test suite in place of the real ones. */
import { main } from "../../cli/commands/run.ts";
import { gateTable } from "../../core/tools/gate_table.ts";
import { DEFAULT_RUN_SETTINGS, type RunContext } from "../../core/run/context.ts";
import { stubTools } from "./stub_tools.ts";

const lossless = Deno.env.get("RTK_TEST_LEVEL") === "lossless";

const context: RunContext = {
  table: gateTable(stubTools),
  loadTool: (id) => Promise.resolve(stubTools.find((tool) => tool.id === id)),
  settings: () => ({ ...DEFAULT_RUN_SETTINGS, level: () => lossless ? "lossless" : "compact" }),
};

Deno.exit(await main(Deno.args, context));
