/** The entry of the built executable: the hot module's context, then the command's status. */
import type { Agent } from "../agents/agent.ts";
import { innerUnits } from "../core/run/inner.ts";
import { lazyTable } from "../core/tools/gate_table.ts";
import type { Tool } from "../core/tools/tool.ts";
import type { CliContext, CommandModule } from "./context.ts";
import { main } from "./main.ts";

/**
 * Runs the built rtk and exits with its status. The other bundles lie beside the executable.
 * @param built what the build knows: the version, and the commands of the gate's table, whose entries lie in files of their own.
 */
export async function start(built: { readonly version: string; readonly index: string }): Promise<void> {
  const table = lazyTable(
    built.index,
    (name) => Deno.readTextFileSync(pathOf(`${folder()}tables/${name}.json`)),
  );
  // Names that are no literals: Deno would load literal dynamic imports ahead (reference: deno 2.9, module graph).
  const beside = (path: string): Promise<unknown> => import(`${folder()}${path}`);
  const context: CliContext = {
    version: built.version,
    table,
    loadSyntax: () => beside("syntax.js") as ReturnType<CliContext["loadSyntax"]>,
    loadConfig: () => beside("config.js") as ReturnType<CliContext["loadConfig"]>,
    loadAgent: async (id) => (await beside(`agents/${id}.js`) as { agent?: Agent }).agent,
    loadTool: async (id) => (await beside(`tools/${id}.js`) as { tool?: Tool }).tool,
    innerUnits: (find) => innerUnits(table, find),
    giveUpPower,
    loadCommand: (module) => beside(`${module}.js`) as Promise<CommandModule>,
  };
  const status = await main(Deno.args, context);
  // Deno keeps the compiled code of a module for the next start only where the process ends by itself, which takes longer
  // than to exit: `rtk init` and `rtk doctor` ask for the version once.
  if (Deno.args[0] === "--version") Deno.exitCode = status;
  else Deno.exit(status);
}

/** Taken back before any input is read, so that no text, whatever it does to a parser, starts or writes anything. */
export function giveUpPower(): void {
  Deno.permissions.revokeSync({ name: "run" });
  Deno.permissions.revokeSync({ name: "write" });
}

let known: string | undefined;

function folder(): string {
  return known ??= folderOf(import.meta.url, Deno.build.standalone);
}

/**
 * The URL of the built executable's folder, its slash included, in which the other bundles lie; it may have been started
 * through a symbolic link. URLs are handled as text, as to parse one takes longer than to read a file.
 * @param module the URL of its module.
 * @param isStandalone whether it was compiled: its files then have no other path, on Windows one with a drive.
 */
export function folderOf(module: string, isStandalone: boolean): string {
  if (isStandalone) return parentOf(module);
  try {
    const real = encodeURI(Deno.realPathSync(pathOf(module)));
    return parentOf(`file://${/[?#]/.test(real) ? real.replaceAll(/[?#]/g, encodeURIComponent) : real}`);
  } catch {
    return parentOf(module);
  }
}

function parentOf(url: string): string {
  return url.slice(0, url.lastIndexOf("/") + 1);
}

/** What Deno opens for the URL of a file. */
function pathOf(url: string): string | URL {
  return url.includes("%") || Deno.build.os === "windows" ? new URL(url) : url.slice("file://".length);
}
