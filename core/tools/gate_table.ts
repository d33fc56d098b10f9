/** The gate's view of all units: grammars and places, no filters. The build writes it into files, one a family. */
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
  return lazyRecord(names, (name) => {
    const texts = JSON.parse(read(name)) as Readonly<Record<string, string>>;
    return lazyRecord(Object.keys(texts), (key) => JSON.parse(texts[key] ?? "null") as GateEntry);
  });
}

/** The text of a family as `lazyTable` reads it: an entry is parsed when it is looked at. */
export function familyText(family: GateTable[string]): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(family).map(([key, entry]) => [key, JSON.stringify(entry)])),
  );
}

/** A proxy, as a hundred accessors would cost more than the whole rewrite of a line. */
function lazyRecord<T>(names: readonly string[], make: (name: string) => T): Readonly<Record<string, T>> {
  const known = new Set<string | symbol>(names);
  const made = new Map<string | symbol, T>();
  const valueOf = (name: string | symbol): T | undefined => {
    if (!known.has(name)) return undefined;
    const value = made.get(name) ?? make(String(name));
    made.set(name, value);
    return value;
  };
  return new Proxy<Record<string, T>>({}, {
    get: (_, name) => valueOf(name),
    has: (_, name) => known.has(name),
    ownKeys: () => [...known],
    getOwnPropertyDescriptor: (_, name) => {
      return known.has(name) ? { configurable: true, enumerable: true, get: () => valueOf(name) } : undefined;
    },
  });
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
  const keys = Object.keys(family);
  // Only an option (or cargo's toolchain) in front asks for them, and asking reads every entry.
  const withGlobals = /^[-+]/.test(words[0]?.text ?? "") && keys.find((key) => family[key]?.args.globals);
  const globals = withGlobals ? family[withGlobals]?.args.globals : undefined;
  const start = globals ? skipGlobals(globals, words, 0) : 0;
  if (typeof start !== "number") return declinedIn(family, keys, start);
  const found = longest(keys, words, start);
  if (!found) return { kind: "none" };
  const { length, key } = found;
  const entry = family[key];
  if (!entry) return { kind: "none" };
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

function declinedIn(family: GateTable[string], keys: readonly string[], { declined }: Declined): Match {
  const entry = family[""] ?? family[keys[0] ?? ""];
  return entry ? { kind: "declined", entry, reason: declined, offset: 0 } : { kind: "none" };
}

function longest(keys: readonly string[], words: readonly ArgWord[], start: number) {
  let best: { length: number; key: string } | undefined;
  for (const key of keys) {
    const parts = key === "" ? [] : key.split(" ");
    const fits = parts.every((part, at) => {
      const word = words[start + at];
      return word?.literal === true && word.text === part;
    });
    if (fits && (!best || parts.length > best.length)) best = { length: parts.length, key };
  }
  return best;
}
