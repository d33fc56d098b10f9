/** What the runner gets from the entry. */
import type { RunConfig } from "../config/run_config.ts";
import type { GateTable } from "../tools/gate_table.ts";
import type { Tool } from "../tools/tool.ts";
import type { InnerUnits } from "./inner.ts";

export interface RunContext {
  /** The gate's view of all units. */
  readonly table: GateTable;
  /** Loads one unit with its filter; undefined when there is none of that id. */
  loadTool(id: string): Promise<Tool | undefined>;
  /** Finds the units of what scripts run, among those that `find` has at hand; the scanner it needs is the gate's. */
  innerUnits(find: (id: string) => Tool | undefined): InnerUnits;
  /** Reads the configuration. */
  config(): Promise<RunConfig>;
}
