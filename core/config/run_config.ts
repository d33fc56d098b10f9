/** What the runner reads of the configuration. Only the type, its defaults and one look-up live here. */

export type FilterLevel = "compact" | "lossless";

export interface RunConfig {
  /** `filters.level`. */
  readonly level: FilterLevel;
  /** `filters.levels`: by tool id. */
  readonly levels: Readonly<Record<string, FilterLevel>>;
  /** `tracking.enabled`: whether runs are remembered. */
  readonly tracking: boolean;
  /** `recall.enabled`, `recall.days`, `recall.megabytes`; 0 megabytes where recall is off. */
  readonly recall: { readonly days: number; readonly megabytes: number };
}

/** What holds where no configuration file says otherwise. */
export const DEFAULT_RUN_CONFIG: RunConfig = {
  level: "compact",
  levels: {},
  tracking: true,
  recall: { days: 7, megabytes: 200 },
};

/** The level of one tool: its own, else the common one. A project's `lossless` holds for all tools. */
export function levelOf(config: RunConfig, toolId: string): FilterLevel {
  if (config.level === "lossless") return "lossless";
  return Object.hasOwn(config.levels, toolId) ? config.levels[toolId] ?? config.level : config.level;
}
