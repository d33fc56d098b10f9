/** Finds, in the shell line of a recorded run, the command whose output was recorded. */
import { matchInwards } from "../../core/run/select.ts";
import type { GateTable, Match } from "../../core/tools/gate_table.ts";

export interface Invocation {
  readonly argv: readonly string[];
  readonly match: Match;
}

/** The last command of the line that the table knows; undefined when there is none. */
export function invocationOf(table: GateTable, line: string): Invocation | undefined {
  let found: Invocation | undefined;
  for (const part of line.split(/\s*(?:;|&&|\|\||\n)\s*/)) {
    const argv = words(part.replace(/\s+\d?>.*$/, ""));
    const match = matchArgv(table, argv);
    if (match.kind !== "none") found = { argv, match };
  }
  return found;
}

/** The unit that takes these arguments, through wrappers and runners. */
export function matchArgv(table: GateTable, argv: readonly string[]): Match {
  return matchInwards(table, argv.map((text) => ({ text, literal: true }))).match;
}

function words(text: string): string[] {
  const found = text.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
  const plain = found.map((word) => word.replaceAll(/"([^"]*)"|'([^']*)'/g, "$1$2"));
  const first = plain.findIndex((word) => !/^\w+=/.test(word));
  return first < 0 ? [] : plain.slice(first);
}
