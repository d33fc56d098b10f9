/** Every key of `config.toml`, in one table: its kind, its default, what it does. Help, validation and `--create` read it. */

/** Kinds of values; `levels` is a table from a tool id to a filter level. */
export type Kind = "boolean" | "count" | "strings" | "string" | "levels" | {
  readonly oneOf: readonly string[];
};

export interface Key {
  /** Dotted: `hooks.exclude_commands`. */
  readonly name: string;
  readonly kind: Kind;
  readonly default: Value;
  /** One sentence for the commented file. */
  readonly about: string;
  /** A project's file may set it, to this value only where one is given: it can only make rtk do less. */
  readonly project?: { readonly only?: Value };
}

export type Value = boolean | number | string | readonly string[] | Readonly<Record<string, string>>;

export const KEYS: readonly Key[] = [
  {
    name: "hooks.enabled",
    kind: "boolean",
    default: true,
    about: "false pauses everything: no command is rewritten.",
  },
  {
    name: "hooks.rewrite",
    kind: { oneOf: ["auto", "read", "build", "all"] },
    default: "auto",
    about: "Up to which effect commands are rewritten; auto takes what fits the agent.",
  },
  {
    name: "hooks.exclude_commands",
    kind: "strings",
    default: [],
    about: 'Commands that stay raw: literal beginnings at word boundaries ("git push"), or "^regex".',
    project: {},
  },
  {
    name: "hooks.transparent_prefixes",
    kind: "strings",
    default: [],
    about: 'Words that run the command behind them unchanged: "doppler run --".',
  },
  {
    name: "hooks.rtk_path",
    kind: "string",
    default: "",
    about:
      "Absolute path inserted in place of rtk where the agent's shell does not find rtk; written by rtk init.",
  },
  {
    name: "hooks.path",
    kind: "string",
    default: "",
    about: "PATH of the agent's shell, where it is not the hook's; written by rtk init.",
  },
  {
    name: "hooks.shadowed",
    kind: "strings",
    default: [],
    about: "Names that are aliases or functions of your shell; written by rtk init and rtk doctor.",
  },
  {
    name: "filters.level",
    kind: { oneOf: ["compact", "lossless"] },
    default: "compact",
    about: "lossless drops noise and folds, but cuts nothing.",
    project: { only: "lossless" },
  },
  {
    name: "filters.levels",
    kind: "levels",
    default: {},
    about: 'The level of single tools: { git-log = "lossless" }.',
  },
  {
    name: "awareness.level",
    kind: { oneOf: ["default", "high", "full"] },
    default: "default",
    about: "How much rtk init tells an agent that has a hook or a plugin.",
  },
  {
    name: "tracking.enabled",
    kind: "boolean",
    default: true,
    about: "false keeps no history; rtk gain then knows nothing.",
  },
  {
    name: "tracking.days",
    kind: "count",
    default: 90,
    about: "Days after which history is forgotten.",
  },
  {
    name: "recall.enabled",
    kind: "boolean",
    default: true,
    about: "false keeps no output; nothing is cut then.",
  },
  {
    name: "recall.days",
    kind: "count",
    default: 7,
    about: "Days after which a kept output is forgotten.",
  },
  {
    name: "recall.megabytes",
    kind: "count",
    default: 200,
    about: "Size of all kept outputs together; the oldest go first.",
  },
];

/** The row of a key; undefined for a name that is none. */
export function keyNamed(name: string): Key | undefined {
  return KEYS.find((key) => key.name === name);
}

/** Says what is wrong with a value for a key; undefined when it fits. */
export function valueFault(key: Key, value: unknown): string | undefined {
  const { kind } = key;
  if (kind === "boolean") return typeof value === "boolean" ? undefined : "expected true or false";
  if (kind === "count") {
    return typeof value === "number" && Number.isInteger(value) && value >= 0
      ? undefined
      : "expected a number from 0";
  }
  if (kind === "string") return typeof value === "string" ? undefined : "expected a string";
  if (kind === "strings") return isStrings(value) ? badPattern(value) : "expected a list of strings";
  if (kind === "levels") return levelsFault(value);
  return kind.oneOf.includes(String(value)) && typeof value === "string"
    ? undefined
    : `expected one of ${kind.oneOf.map((one) => `"${one}"`).join(", ")}`;
}

function isStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

/** A regular expression that does not compile would silently exclude nothing. */
function badPattern(values: readonly string[]): string | undefined {
  for (const value of values) {
    if (!value.startsWith("^")) continue;
    try {
      new RegExp(value);
    } catch {
      return `"${value}" is no regular expression`;
    }
  }
  return undefined;
}

function levelsFault(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "expected a table";
  const wrong = Object.entries(value).find(([, level]) => level !== "compact" && level !== "lossless");
  return wrong && `${wrong[0]}: expected "compact" or "lossless"`;
}
