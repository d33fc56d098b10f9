/** Finds the unit of a real argv, looking through wrappers and runners. */
import type { ArgWord, ParsedArgs } from "../argv/parse_args.ts";
import { peel } from "../rewrite/wrapper.ts";
import { type GateEntry, type GateTable, type Match, matchCommand } from "../tools/gate_table.ts";

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
 * Looks through wrappers and runners until a unit takes the arguments.
 * @returns the match and the index of its name; else the first unit that stepped aside, or none.
 */
export function matchInwards(table: GateTable, words: readonly ArgWord[]): { match: Match; at: number } {
  let declined: Match | undefined;
  for (let at = 0; at < words.length;) {
    const match = matchCommand(table, words[at]?.text ?? "", words.slice(at + 1));
    if (match.kind === "tool") return { match, at };
    if (match.kind === "declined") declined ??= match;
    // `pnpm exec jest`: a unit of the runner may leave to the wrapped command what it does not take itself.
    const peeled = peel(words.slice(at));
    if (peeled.kind !== "peeled") break;
    at += peeled.length;
  }
  return { match: declined ?? { kind: "none" }, at: 0 };
}
