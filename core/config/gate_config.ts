/** What the gate reads of the configuration. Only the type and its defaults live here; loading is done elsewhere. */

/** A trusted filter of the user, as far as the gate needs it. */
export interface UserFilterRule {
  readonly id: string;
  /** Source of an anchored regular expression, tested on `basename argument…`. */
  readonly pattern: string;
  /** The name that every command matched by the pattern begins with; undefined when there is no such name. */
  readonly name: string | undefined;
}

export interface GateConfig {
  /** `hooks.enabled`: false pauses everything. */
  readonly enabled: boolean;
  /** `hooks.rewrite`: up to which effect units are rewritten. */
  readonly rewrite: "read" | "build" | "all";
  /** `hooks.exclude_commands`: literal prefixes that end at word boundaries, or `^regex`. */
  readonly excludeCommands: readonly string[];
  /** `hooks.transparent_prefixes`: words that run the command behind them as it is typed. */
  readonly transparentPrefixes: readonly string[];
  /** `hooks.shadowed`: registered names that are aliases or functions in the user's shell. */
  readonly shadowed: readonly string[];
  /** `hooks.rtk_path`: absolute path of rtk where the tool's shell would not find it on its PATH. */
  readonly rtkPath: string | undefined;
  /** `hooks.path`: PATH of the tool's shell, where it is not the hook's. */
  readonly path: string | undefined;
  readonly filters: readonly UserFilterRule[];
}

/** What holds where no configuration file says otherwise. */
export const DEFAULT_GATE_CONFIG: GateConfig = {
  enabled: true,
  rewrite: "all",
  excludeCommands: [],
  transparentPrefixes: [],
  shadowed: [],
  rtkPath: undefined,
  path: undefined,
  filters: [],
};
