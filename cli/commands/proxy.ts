/** `rtk proxy TOOL …` and `rtk -- TOOL …`: runs a tool and leaves its output as it is. */
import { runTool } from "../../core/run/runner.ts";
import { runContext } from "../run_context.ts";
import type { CliContext } from "../context.ts";

/** Runs the tool that argv names. */
export async function proxyCommand(argv: readonly string[], context: CliContext): Promise<number> {
  const words = argv[0] === "--" ? argv.slice(1) : argv;
  if (words.length === 0) {
    Deno.stderr.writeSync(new TextEncoder().encode("rtk: Cannot run: no tool is named\n"));
    return 2;
  }
  return await runTool(words, runContext(context), { raw: true });
}
