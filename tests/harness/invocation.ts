/** Finds, in the shell line of a recorded run, the command whose output was recorded. */
import { scan } from "../../core/syntax/scan.ts";
import { matchInwards } from "../../core/run/select.ts";
import type { GateTable, Match } from "../../core/tools/gate_table.ts";

export interface Invocation {
  readonly argv: readonly string[];
  readonly match: Match;
}

/** The last command of the line that the table knows; undefined when there is none. */
export function invocationOf(table: GateTable, line: string): Invocation | undefined {
  let found: Invocation | undefined;
  for (const argv of commandsOf(line)) {
    const match = matchArgv(table, argv);
    if (match.kind !== "none") found = { argv, match };
  }
  return found;
}

/** The commands of a line with their words; what the scanner leaves undecided is split roughly. */
function commandsOf(line: string): string[][] {
  const parsed = scan(line);
  if (parsed.kind !== "program") return roughly(line);
  const stages = parsed.program.lists.flatMap(({ pipelines }) =>
    pipelines.flatMap((pipeline) => pipeline.stages)
  );
  return stages.map((stage) =>
    stage.kind === "simple" ? stage.words.map((word) => word.value ?? word.text) : []
  );
}

function roughly(line: string): string[][] {
  const found: string[][] = [];
  for (const part of line.split(/\s*(?:;|&&|\|\||\n)\s*/)) {
    found.push(words(part.replace(/\s+\d?>.*$/, "")));
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
