/** Finds the units of the commands that a script or a recipe runs, from the shell line that its runner shows. */
import type { ArgWord, ParsedArgs } from "../argv/parse_args.ts";
import type { Program, SimpleCommand, Word } from "../syntax/nodes.ts";
import { scan } from "../syntax/scan.ts";
import { isWordOf } from "../text/word_list.ts";
import type { GateTable } from "../tools/gate_table.ts";
import type { Tool } from "../tools/tool.ts";
import { selectByWords } from "./select.ts";

export interface InnerUnit {
  readonly tool: Tool;
  readonly args: ParsedArgs;
}

/** Answers the units whose output a shell line may have written, in the order of its commands. */
export type InnerUnits = (line: string) => readonly InnerUnit[];

/** Commands of scripts that write nothing when they succeed, so that the output is that of the others. */
const SILENT =
  "cd rm rimraf del del-cli mkdir mkdirp make-dir cp copyfiles cpy mv touch true export set unset chmod ln sleep " +
  "shx cpx";

/**
 * @param find gives the unit of an id; undefined where it is not at hand.
 * @returns a lookup that answers nothing for lines whose output cannot be told apart: anything but simple commands
 *   joined by `&&`, and commands of which one is unknown.
 */
export function innerUnits(table: GateTable, find: (id: string) => Tool | undefined): InnerUnits {
  return (line) => {
    const parse = scan(line);
    const commands = parse.kind === "program" ? sequenceOf(parse.program) : undefined;
    const found: InnerUnit[] = [];
    for (const { words } of commands ?? []) {
      if (isWordOf(SILENT, words[0]?.value ?? "")) continue;
      const selected = selectByWords(table, words.map(toArgWord));
      const tool = selected && find(selected.entry.id);
      // Text is cleaned by the outer unit, so a unit that needs its bytes cannot read it.
      if (!selected || !tool || tool.verbatim || tool.output === "exact") return [];
      found.push({ tool, args: selected.args });
    }
    return found;
  };
}

/** The simple commands of `a && b && c`; undefined for any other program, or when one writes into a file or a pipe. */
function sequenceOf({ lists }: Program): readonly SimpleCommand[] | undefined {
  const [list, ...others] = lists;
  if (!list || others.length > 0 || list.background || list.operators.some((one) => one !== "&&")) {
    return undefined;
  }
  const commands: SimpleCommand[] = [];
  for (const { stages: [command, ...further], negated } of list.pipelines) {
    if (command?.kind !== "simple" || further.length > 0 || negated) return undefined;
    if (command.redirections.length > 0) return undefined;
    if (command.words.length > 0) commands.push(command);
  }
  return commands;
}

function toArgWord({ text, value }: Word): ArgWord {
  return { text: value ?? text, literal: value !== undefined };
}
