/** What the runner gets from the entry, and what it reads of the configuration. */
import { RECALL_LIMITS, type RecallLimits } from "../state/recall_store.ts";
import type { GateTable } from "../tools/gate_table.ts";
import type { Tool } from "../tools/tool.ts";

export interface RunSettings {
  /** `filters.level` and `filters.levels` for one tool: `lossless` cuts nothing. */
  level(toolId: string): "compact" | "lossless";
  /** `tracking.enabled` */
  readonly tracking: boolean;
  /** `recall.*`; 0 megabytes where it is off. */
  readonly recall: RecallLimits;
}

/** What holds where no configuration file says otherwise. */
export const DEFAULT_RUN_SETTINGS: RunSettings = {
  level: () => "compact",
  tracking: true,
  recall: RECALL_LIMITS,
};

export interface RunContext {
  /** The gate's view of all units. */
  readonly table: GateTable;
  /** Loads one unit with its filter; undefined when there is none of that id. */
  loadTool(id: string): Promise<Tool | undefined>;
  /** Reads the configuration; absent: the defaults. */
  settings?(): RunSettings | Promise<RunSettings>;
}
