/** The gate's view of all units: grammars and places, no filters. The build writes it into the hot module. */
import { commandBaseName } from "../argv/command_name.ts";
import type { ArgGrammar } from "../argv/grammar.ts";
import { type ArgWord, type Declined, parseArgs, type ParsedArgs, skipGlobals } from "../argv/parse_args.ts";
import type { Effect, Tool } from "./tool.ts";

/** One unit as the gate sees it. */
export interface GateEntry {
  readonly id: string;
  readonly effect: Effect;
  readonly writesWith?: string;
  readonly args: ArgGrammar;
  readonly pipeline?: Tool["pipeline"];
  readonly noGain?: Tool["noGain"];
  readonly output: Tool["output"];
  /** The unit may add arguments, so that it is loaded before the tool starts. */
  readonly plans?: true;
}

/** Keyed by the first command word; the rest of the words of a command key the inner record (`""`: none). */
export type GateTable = Readonly<Record<string, Readonly<Record<string, GateEntry>>>>;

/** `offset`: how many of the words given stand before the arguments (globals and the rest of the command's words). */
export type Match =
  | { readonly kind: "tool"; readonly entry: GateEntry; readonly args: ParsedArgs; readonly offset: number }
  | {
    readonly kind: "declined";
    readonly entry: GateEntry;
    readonly reason: Declined["declined"];
    readonly offset: number;
  }
  | { readonly kind: "none" };

/** Builds the table; throws a TypeError when two units claim one command. */
export function gateTable(tools: readonly Tool[]): GateTable {
  const table: Record<string, Record<string, GateEntry>> = {};
  for (const tool of tools) {
    const { id, effect, writesWith, args, pipeline, noGain, output, plan } = tool;
    const entry: GateEntry = {
      id,
      effect,
      args,
      output,
      ...(writesWith !== undefined && { writesWith }),
      ...(pipeline && { pipeline }),
      ...(noGain && { noGain }),
      ...(plan && { plans: true }),
    };
    for (const command of tool.commands) {
      const [first = "", ...rest] = command.split(" ");
      const family = table[first] ??= {};
      if (family[rest.join(" ")]) throw new TypeError(`Cannot register "${command}" twice: ${id}`);
      family[rest.join(" ")] = entry;
    }
  }
  return table;
}

/**
 * A table whose families are read when they are first looked at: a shell line needs one or two of a hundred.
 * @param names the first command words.
 * @param read answers the JSON text of a family.
 */
export function lazyTable(names: readonly string[], read: (name: string) => string): GateTable {
  const table: Record<string, GateTable[string]> = {};
  for (const name of names) {
    let family: GateTable[string] | undefined;
    Object.defineProperty(table, name, { enumerable: true, get: () => family ??= JSON.parse(read(name)) });
  }
  return table;
}

/**
 * Finds the unit of a command and parses its arguments.
 * @param name the command name, with or without a path; its base name is looked up.
 * @param words the words after the name.
 */
export function matchCommand(table: GateTable, name: string, words: readonly ArgWord[]): Match {
  const first = commandBaseName(name);
  const family = Object.hasOwn(table, first) ? table[first] : undefined;
  if (!family) return { kind: "none" };
  const entries = Object.entries(family);
  const globals = entries.find(([, entry]) => entry.args.globals)?.[1].args.globals;
  const start = globals ? skipGlobals(globals, words, 0) : 0;
  if (typeof start !== "number") return declinedIn(family, entries, start);
  const found = longest(entries, words, start);
  if (!found) return { kind: "none" };
  const { entry, length, key } = found;
  // A bare command (`""`) keeps its leading options: they are its own.
  const offset = key === "" ? 0 : start + length;
  const args = parseArgs(entry.args, key === "" ? first : `${first} ${key}`, words.slice(offset));
  if ("declined" in args) return { kind: "declined", entry, reason: args.declined, offset };
  return { kind: "tool", entry: withEffect(entry, args), args, offset };
}

/** A linter's fix option makes it write. */
function withEffect(entry: GateEntry, { options }: ParsedArgs): GateEntry {
  const writing = entry.writesWith?.split(" ") ?? [];
  return options.some(({ name }) => writing.includes(name)) ? { ...entry, effect: "write" } : entry;
}

function declinedIn(
  family: Readonly<Record<string, GateEntry>>,
  entries: [string, GateEntry][],
  { declined }: Declined,
): Match {
  const entry = family[""] ?? entries[0]?.[1];
  return entry ? { kind: "declined", entry, reason: declined, offset: 0 } : { kind: "none" };
}

function longest(entries: [string, GateEntry][], words: readonly ArgWord[], start: number) {
  let best: { entry: GateEntry; length: number; key: string } | undefined;
  for (const [key, entry] of entries) {
    const parts = key === "" ? [] : key.split(" ");
    const fits = parts.every((part, at) => {
      const word = words[start + at];
      return word?.literal === true && word.text === part;
    });
    if (fits && (!best || parts.length > best.length)) best = { entry, length: parts.length, key };
  }
  return best;
}
