/** argv -> command -> exit status. This is the hot module: what `rewrite` and `hook` do not need is loaded on demand. */
import { withCarriageReturns } from "../core/run/byte_arguments.ts";
import { hookCommand } from "./commands/hook.ts";
import { COMMANDS } from "./commands/registry.ts";
import { rewriteCommand } from "./commands/rewrite.ts";
import type { CliContext } from "./context.ts";
import { write } from "./print.ts";

/**
 * Runs rtk.
 * @param argv the words after `rtk`.
 * @returns the exit status; a proxied tool that died by a signal may end the process before this returns.
 */
export async function main(argv: readonly string[], context: CliContext): Promise<number> {
  const [first = "help", ...rest] = argv;
  if (first === "rewrite") return await rewriteCommand(rest, context);
  if (first === "hook") return await hookCommand(rest, context);
  if (first === "--version" || first === "-V") return print(`rtk ${context.version} (deno)\n`);
  if (first === "--help" || first === "-h") return await runBundle("cold", ["help"], context);
  const words = await withCarriageReturns([first, ...rest]);
  const name = words[0] ?? "";
  const bundle = Object.hasOwn(COMMANDS, name) && COMMANDS[name] === "cold" ? "cold" : "run";
  return await runBundle(bundle, words, context);
}

async function runBundle(
  bundle: "run" | "cold",
  argv: readonly string[],
  context: CliContext,
): Promise<number> {
  return await (await context.loadCommand(bundle)).main(argv, context);
}

function print(text: string): number {
  write(Deno.stdout, text);
  return 0;
}
