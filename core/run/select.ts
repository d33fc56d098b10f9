/** Finds the unit of a real argv, looking through wrappers and runners. */
import type { ArgWord, ParsedArgs } from "../argv/parse_args.ts";
import { resolveTool } from "../rewrite/resolve.ts";
import type { GateEntry, GateTable, Match } from "../tools/gate_table.ts";

export interface Selected {
  readonly entry: GateEntry;
  readonly args: ParsedArgs;
  /** Index in argv of the first word after the command words, where a plan's arguments go. */
  readonly argumentsAt: number;
}

/** The unit, or undefined where the command runs raw: no unit, or one that steps aside for these arguments. */
export function selectUnit(table: GateTable, argv: readonly string[]): Selected | undefined {
  return selectByWords(table, argv.map((text) => ({ text, literal: true })));
}

/** The same for words of which the shell has not expanded all. */
export function selectByWords(table: GateTable, words: readonly ArgWord[]): Selected | undefined {
  const { match, at } = matchInwards(table, words);
  if (match.kind !== "tool") return undefined;
  return { entry: match.entry, args: match.args, argumentsAt: at + 1 + match.offset };
}

/**
 * Looks through wrappers and runners as the gate does.
 * @returns the match and the index of its name; a unit that stepped aside is a match that declined.
 */
export function matchInwards(table: GateTable, words: readonly ArgWord[]): { match: Match; at: number } {
  const resolution = resolveTool(table, words);
  if (resolution.kind === "stopped") return { match: { kind: "none" }, at: 0 };
  return { match: resolution.match, at: resolution.nameAt };
}
