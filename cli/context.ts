/** What every command gets from the entry: the built executable and a run from source differ only here. */
import type { LoadAgent } from "../agents/registry.ts";
import type { loadDigested } from "../core/config/digest_load.ts";
import type { InnerUnits } from "../core/run/inner.ts";
import type { parse } from "../core/syntax/parse.ts";
import type { GateTable } from "../core/tools/gate_table.ts";
import type { Tool } from "../core/tools/tool.ts";

export interface CliContext {
  /** The version of deno.json. */
  readonly version: string;
  /** The gate's view of all units. */
  readonly table: GateTable;
  /** Loads the WebAssembly parser, for shell text that the scanner leaves undecided. */
  loadSyntax(): Promise<{ readonly parse: typeof parse }>;
  /** Loads the reader of TOML, for a configuration without a current digest. */
  loadConfig(): Promise<{ readonly loadDigested: typeof loadDigested }>;
  /** Loads an agent that is not in the hot module. */
  readonly loadAgent: LoadAgent;
  /** Loads one unit with its filter; undefined when there is none of that id. */
  loadTool(id: string): Promise<Tool | undefined>;
  /** Finds the units of what a script runs, among those that `find` has at hand. */
  innerUnits(find: (id: string) => Tool | undefined): InnerUnits;
  /** Gives up, for the rest of the process, the right to start programs and to write: the gate needs neither. */
  giveUpPower(): void;
  /** Loads the commands that are not on the hot path. */
  loadCommand(module: "run" | "cold"): Promise<CommandModule>;
}

/** A bundle of commands behind the hot module. */
export interface CommandModule {
  /**
   * Runs a command and answers the exit status of rtk.
   * @param argv all words after `rtk`, the command's own name first.
   */
  main(argv: readonly string[], context: CliContext): Promise<number>;
}
