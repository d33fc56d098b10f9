/** `rtk TOOL …`: runs a tool as typed and prints its output in compact form. The entry of the bundle that does so. */
import { runTool } from "../../core/run/runner.ts";
import type { CliContext } from "../context.ts";
import { runContext } from "../run_context.ts";
import { proxyCommand } from "./proxy.ts";

/** Runs a tool; argv starts with its name, with `--`, or with `proxy`. */
export async function main(argv: readonly string[], context: CliContext): Promise<number> {
  const [first = "", ...rest] = argv;
  if (first === "--" || first === "proxy") return await proxyCommand(rest, context);
  if (first.startsWith("-")) {
    Deno.stderr.writeSync(
      new TextEncoder().encode(`rtk: Cannot run ${first}: no such option; see rtk --help\n`),
    );
    return 2;
  }
  return await runTool(argv, runContext(context), { raw: false });
}
