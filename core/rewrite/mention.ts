/** The cheap exit: most texts that name no tool need no parse. */
import { commandBaseName } from "../argv/command_name.ts";
import type { UserFilterRule } from "../config/gate_config.ts";
import type { GateTable } from "../tools/gate_table.ts";

const NAME = /[A-Za-z0-9_.+@-]+/g;

/**
 * Whether a command of the table may stand in the text, or `rtk` itself; a text without one is passed.
 * Names are looked for as they are usually written: one that is put together from quoted pieces is not found.
 */
export function mentionsTool(
  source: string,
  table: GateTable,
  filters: readonly UserFilterRule[] = [],
): boolean {
  if (filters.some(({ name }) => name === undefined)) return true;
  for (const [text] of source.matchAll(NAME)) {
    const name = commandBaseName(text);
    if (name === "rtk" || table.has(name)) return true;
    if (name.includes("@") && table.has(name.replace(/(?<=.)@.*$/, ""))) return true;
    if (filters.some((filter) => filter.name === name)) return true;
  }
  return false;
}
