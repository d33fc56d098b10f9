/** The units of what a script runs, loaded as its output names them. */
import type { Run, Tool } from "../tools/tool.ts";
import type { RunContext } from "./context.ts";
import { compactOrRaw, innerCommands } from "./guard.ts";
import type { InnerUnits } from "./inner.ts";

/** Where units are found and loaded. */
export type InnerContext = Pick<RunContext, "innerUnits" | "loadTool">;

/** Scripts call scripts, but not without end. */
const MAX_INNER_DEPTH = 4;

/**
 * Loads the units of the commands that a runner ran. Which ones these are shows while the text is read, so it is read
 * again until none is missing.
 */
export async function loadInnerUnits(
  tool: Tool,
  run: Run,
  { innerUnits, loadTool }: InnerContext,
): Promise<InnerUnits | undefined> {
  if (!tool.inner) return undefined;
  const loaded = new Map<string, Tool>();
  const missing = new Set<string>();
  const units = innerUnits((id) => {
    if (!loaded.has(id)) missing.add(id);
    return loaded.get(id);
  });
  for (let depth = 0; depth < MAX_INNER_DEPTH; depth++) {
    missing.clear();
    compactOrRaw(tool, { ...run, cut: undefined }, units);
    const found = await Promise.all([...missing].map((id) => loadTool(id)));
    if (found.length === 0) break;
    for (const one of found) if (one) loaded.set(one.id, one);
  }
  return units;
}

/**
 * Whether a script's output so far gives a reason to hold it back: a command whose unit is known, or text that the
 * runner's own unit makes shorter. Without one it may be a server that has just told its address and now waits.
 */
export async function isWorthHolding(tool: Tool, run: Run, context: InnerContext): Promise<boolean> {
  if (!tool.inner) return true;
  const commands = innerCommands(tool, run);
  if (!commands) return compactOrRaw(tool, { ...run, cut: undefined }).compacted;
  const units = await loadInnerUnits(tool, run, context);
  return commands.some((command) => (units?.(command) ?? []).length > 0);
}
