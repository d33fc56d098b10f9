/** Finds, in the shell line of a recorded run, the command whose output was recorded. */
import type { ArgWord } from "../../core/argv/parse_args.ts";
import { peel } from "../../core/rewrite/wrapper.ts";
import { type GateTable, type Match, matchCommand } from "../../core/tools/gate_table.ts";

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

/** Looks through wrappers and runners until a unit is found. */
export function matchArgv(table: GateTable, argv: readonly string[]): Match {
  let rest: readonly ArgWord[] = argv.map((text) => ({ text, literal: true }));
  while (rest.length > 0) {
    const match = matchCommand(table, rest[0]!.text, rest.slice(1));
    if (match.kind !== "none") return match;
    const peeled = peel(rest);
    if (peeled.kind !== "peeled") return { kind: "none" };
    rest = rest.slice(peeled.length);
  }
  return { kind: "none" };
}

function words(text: string): string[] {
  const found = text.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
  const plain = found.map((word) => word.replaceAll(/"([^"]*)"|'([^']*)'/g, "$1$2"));
  const first = plain.findIndex((word) => !/^\w+=/.test(word));
  return first < 0 ? [] : plain.slice(first);
}
