/** Finds the unit of a real argv, looking through wrappers and runners. */
import type { ArgWord, ParsedArgs } from "../argv/parse_args.ts";
import { peel } from "../rewrite/wrapper.ts";
import { type GateEntry, type GateTable, matchCommand } from "../tools/gate_table.ts";

export interface Selected {
  readonly entry: GateEntry;
  readonly args: ParsedArgs;
  /** Index in argv of the first word after the command words, where a plan's arguments go. */
  readonly argumentsAt: number;
}

/** The unit, or undefined where the command runs raw: no unit, or one that steps aside for these arguments. */
export function selectUnit(table: GateTable, argv: readonly string[]): Selected | undefined {
  let words: readonly ArgWord[] = argv.map((text) => ({ text, literal: true }));
  while (words.length > 0) {
    const match = matchCommand(table, words[0]?.text ?? "", words.slice(1));
    if (match.kind === "declined") return undefined;
    if (match.kind === "tool") {
      const argumentsAt = argv.length - words.length + 1 + match.offset;
      return { entry: match.entry, args: match.args, argumentsAt };
    }
    const peeled = peel(words);
    if (peeled.kind !== "peeled") return undefined;
    words = words.slice(peeled.length);
  }
  return undefined;
}
