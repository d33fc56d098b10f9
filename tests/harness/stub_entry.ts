/** rtk from source with the units of the test suite in place of the real ones. */
import { gateTable } from "../../core/tools/gate_table.ts";
import { DEFAULT_RUN_CONFIG } from "../../core/config/run_config.ts";
import type { RunContext } from "../../core/run/context.ts";
import { innerUnits } from "../../core/run/inner.ts";
import { runTool } from "../../core/run/runner.ts";
import { stubTools } from "./stub_tools.ts";

const lossless = Deno.env.get("RTK_TEST_LEVEL") === "lossless";

const table = gateTable(stubTools);
const context: RunContext = {
  table,
  loadTool: (id) => Promise.resolve(stubTools.find((tool) => tool.id === id)),
  innerUnits: (find) => innerUnits(table, find),
  config: () => Promise.resolve({ ...DEFAULT_RUN_CONFIG, level: lossless ? "lossless" : "compact" }),
};

const raw = Deno.args[0] === "proxy";
Deno.exit(await runTool(raw ? Deno.args.slice(1) : Deno.args, context, { raw }));
