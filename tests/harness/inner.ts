/** The units of commands that scripts run, for filters that are called in process. */
import { innerUnits } from "../../core/run/inner.ts";
import { gateTable } from "../../core/tools/gate_table.ts";
import { tools } from "../../core/tools/registry.ts";

export const units = innerUnits(gateTable(tools), (id) => tools.find((tool) => tool.id === id));
