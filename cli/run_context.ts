/** What the runner gets of the entry's context. */
import { digestedConfig, type Surroundings } from "../core/config/digest.ts";
import type { RunContext } from "../core/run/context.ts";
import { dataFolder, readEnv } from "../core/state/paths.ts";
import type { CliContext } from "./context.ts";

/** The runner's context; its configuration is parsed only where no digest is current, and digested then. */
export function runContext(context: CliContext): RunContext {
  return {
    table: context.table,
    loadTool: context.loadTool,
    innerUnits: context.innerUnits,
    async config() {
      const surroundings: Surroundings = { env: readEnv, cwd: Deno.cwd(), dataFolder: dataFolder(readEnv) };
      const config = digestedConfig(surroundings) ??
        (await context.loadConfig()).loadDigested(surroundings, { write: true });
      return config.run;
    },
  };
}
