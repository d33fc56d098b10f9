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

/** All units, by the first words of their commands. */
export interface GateTable {
  /** The first words. */
  readonly names: readonly string[];
  has(name: string): boolean;
  family(name: string): GateFamily | undefined;
}

/** The commands that begin with one word. */
export interface GateFamily {
  /** The rest of the words of each command (`""`: none). */
  readonly keys: readonly string[];
  entry(key: string): GateEntry | undefined;
}

/** A table as data: keyed by the first command word, then by the rest of the words. */
export type GateRecord = Readonly<Record<string, Readonly<Record<string, GateEntry>>>>;

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

/** Builds the table of all units; throws a TypeError when two claim one command. */
export function gateRecord(tools: readonly Tool[]): GateRecord {
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

/** The same as a table; throws as `gateRecord` does. */
export function gateTable(tools: readonly Tool[]): GateTable {
  return tableOf(gateRecord(tools));
}

/** A table of what is at hand. */
export function tableOf(record: GateRecord): GateTable {
  return {
    names: Object.keys(record),
    has: (name) => Object.hasOwn(record, name),
    family(name) {
      const family = Object.hasOwn(record, name) ? record[name] : undefined;
      return family && {
        keys: Object.keys(family),
        entry: (key) => Object.hasOwn(family, key) ? family[key] : undefined,
      };
    },
  };
}

/**
 * A table whose entries are read when they are asked for: a shell line needs one or two of hundreds.
 * @param index the commands, as `indexText` writes them.
 * @param read answers the JSON text of an entry by its `entryName`.
 */
export function lazyTable(index: string, read: (name: string) => string): GateTable {
  const text = `\n${index}`;
  const startOf = (name: string): number => /[\t\n]/.test(name) ? -1 : text.indexOf(`\n${name}\t`);
  const families = new Map<string, GateFamily>();
  return {
    get names() {
      return index.split("\n").map((line) => line.split("\t", 1)[0] ?? "");
    },
    has: (name) => startOf(name) >= 0,
    family: (name) => {
      const known = families.get(name);
      const start = known ? -1 : startOf(name);
      if (start < 0) return known;
      const end = text.indexOf("\n", start + 1);
      const [, ...keys] = text.slice(start + 1, end < 0 ? undefined : end).split("\t");
      const family = lazyFamily(keys, (key) => read(entryName(name, key)));
      families.set(name, family);
      return family;
    },
  };
}

/** A line per first word, the rest of the words of each command behind it, separated by tabs. */
export function indexText(record: GateRecord): string {
  return Object.entries(record).map(([name, family]) => [name, ...Object.keys(family)].join("\t")).join("\n");
}

/** The name under which an entry is kept: a name for files and URLs alike. */
export function entryName(name: string, key: string): string {
  return `${name} ${key}`.trimEnd().replaceAll(" ", "~");
}

function lazyFamily(keys: readonly string[], read: (key: string) => string): GateFamily {
  const entries = new Map<string, GateEntry>();
  return {
    keys,
    entry: (key) => {
      const known = entries.get(key);
      if (known || !keys.includes(key)) return known;
      const entry = JSON.parse(read(key)) as GateEntry;
      entries.set(key, entry);
      return entry;
    },
  };
}

/**
 * Finds the unit of a command and parses its arguments.
 * @param name the command name, with or without a path; its base name is looked up.
 * @param words the words after the name.
 */
export function matchCommand(table: GateTable, name: string, words: readonly ArgWord[]): Match {
  const first = commandBaseName(name);
  const family = table.family(first);
  if (!family) return { kind: "none" };
  const { keys } = family;
  // Only an option (or cargo's toolchain) in front asks for them, and asking reads every entry.
  const start0 = words[0]?.text[0];
  const withGlobals = (start0 === "-" || start0 === "+") &&
    keys.find((key) => family.entry(key)?.args.globals);
  const globals = withGlobals ? family.entry(withGlobals)?.args.globals : undefined;
  const start = globals ? skipGlobals(globals, words, 0) : 0;
  if (typeof start !== "number") return declinedIn(family, start);
  const found = longest(keys, words, start);
  if (!found) return { kind: "none" };
  const { length, key } = found;
  const entry = family.entry(key);
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

function declinedIn(family: GateFamily, { declined }: Declined): Match {
  const entry = family.entry("") ?? family.entry(family.keys[0] ?? "");
  return entry ? { kind: "declined", entry, reason: declined, offset: 0 } : { kind: "none" };
}

function longest(keys: readonly string[], words: readonly ArgWord[], start: number) {
  const first = words[start]?.literal ? words[start].text : "";
  let best: { length: number; key: string } | undefined;
  for (const key of keys) {
    if (key !== "" && (first === "" || !key.startsWith(first))) continue;
    const parts = key === "" ? [] : key.split(" ");
    const fits = parts.every((part, at) => {
      const word = words[start + at];
      return word?.literal === true && word.text === part;
    });
    if (fits && (!best || parts.length > best.length)) best = { length: parts.length, key };
  }
  return best;
}
