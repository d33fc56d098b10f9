/** The one parser of arguments: used on shell words when rewriting and again on the real argv when running. */
import type { PassReason } from "../rewrite/reason.ts";
import type { ArgGrammar, OptionSet } from "./grammar.ts";

/** One argument; `literal: false` when its value is only known to the shell (`$x`, `*.ts`): text is then its source. */
export interface ArgWord {
  readonly text: string;
  readonly literal: boolean;
}

export interface ParsedOption {
  /** As the grammar lists it: `-n`, `--lines`, `-NUM`. */
  readonly name: string;
  /** The option-argument; undefined for a switch or an absent optional one. */
  readonly value: string | undefined;
  /** Index among the words after the command words. */
  readonly index: number;
  /** Index of the word that is the option-argument, where that is a word of its own. */
  readonly valueIndex?: number;
}

export interface ParsedArgs {
  /** The command words that were matched: `git status`. */
  readonly command: string;
  readonly options: readonly ParsedOption[];
  readonly operands: readonly string[];
  /** Words after `--`; they are also operands unless the grammar says that they belong to another program. */
  readonly afterTerminator: readonly string[];
}

/** A declined parse: the reason, and the index of the word that gave it (among the words given). */
export interface Declined {
  readonly declined: PassReason;
  readonly index: number;
}

type Arity = "switch" | "argument" | "optional";
type Rule = { readonly arity: Arity } | { readonly declines: PassReason };

/** Whether one of the named options was given. */
export function hasOption(args: ParsedArgs, ...names: string[]): boolean {
  return args.options.some((option) => names.includes(option.name));
}

/** The last option-argument given for one of the names, as the last one counts; undefined when none was. */
export function optionValue(args: ParsedArgs, ...names: string[]): string | undefined {
  return args.options.findLast((option) => names.includes(option.name))?.value;
}

/**
 * Parses the words after the command words. The grammar is closed: what it does not list declines.
 * @returns the parse, or the reason and place at which it stopped.
 */
export function parseArgs(
  grammar: ArgGrammar,
  command: string,
  words: readonly ArgWord[],
): ParsedArgs | Declined {
  const state: State = { words, options: [], operands: [], afterTerminator: [] };
  const stopped = readWords(state, grammar);
  if (stopped) return stopped;
  const refused = checkOperands(state, grammar) ?? checkRequired(state, grammar);
  if (refused) return refused;
  const { options, afterTerminator } = state;
  return { command, options, operands: state.operands.map((operand) => operand.text), afterTerminator };
}

/**
 * Skips the options that may stand before a subcommand.
 * @returns the index of the first word that is none of them, or the reason it stopped.
 */
export function skipGlobals(globals: OptionSet, words: readonly ArgWord[], start: number): number | Declined {
  const state: State = { words, options: [], operands: [], afterTerminator: [] };
  const first = words[start];
  const leads = globals.leading !== undefined && first?.literal && first.text.startsWith(globals.leading);
  let index = leads ? start + 1 : start;
  while (index < words.length && words[index]!.text.startsWith("-")) {
    const next = readOption(state, globals, "gnu", index);
    if (typeof next !== "number") return next;
    index = next;
  }
  return index;
}

interface State {
  readonly words: readonly ArgWord[];
  readonly options: ParsedOption[];
  readonly operands: ArgWord[];
  readonly afterTerminator: string[];
}

function readWords(state: State, grammar: ArgGrammar): Declined | undefined {
  const style = grammar.style ?? "gnu";
  let index = 0;
  while (index < state.words.length) {
    const { text } = state.words[index]!;
    if (text === "--") return readTerminated(state, grammar, index + 1);
    if (text.length > 1 && text.startsWith("-")) {
      const next = readOption(state, grammar, style, index);
      if (typeof next !== "number") return next;
      index = next;
      continue;
    }
    if (grammar.permute === false) {
      state.operands.push(...state.words.slice(index));
      return undefined;
    }
    state.operands.push(state.words[index]!);
    index++;
  }
  return undefined;
}

function readTerminated(state: State, grammar: ArgGrammar, start: number): Declined | undefined {
  const rest = state.words.slice(start);
  state.afterTerminator.push(...rest.map((word) => word.text));
  const after = grammar.afterTerminator ?? "operands";
  if (after === "any") return undefined;
  if (after === "operands") {
    state.operands.push(...rest);
    return undefined;
  }
  const inner: State = { words: rest, options: [], operands: [], afterTerminator: [] };
  const stopped = readWords(inner, { ...after, operands: "any" });
  if (stopped) return { declined: stopped.declined, index: stopped.index + start };
  state.options.push(...inner.options.map((option) => shifted(option, start)));
  return undefined;
}

function shifted(option: ParsedOption, by: number): ParsedOption {
  const { index, valueIndex } = option;
  return { ...option, index: index + by, ...(valueIndex !== undefined && { valueIndex: valueIndex + by }) };
}

/** Reads the option (or cluster) at `index`; answers the index of the next word. */
function readOption(
  state: State,
  set: OptionSet,
  style: "gnu" | "single-dash",
  index: number,
): number | Declined {
  const { text, literal } = state.words[index]!;
  if (!literal) return { declined: "unknown-option", index };
  if (set.numeric && /^-\d+$/.test(text)) {
    state.options.push({ name: "-NUM", value: text.slice(1), index });
    return index + 1;
  }
  if (style === "single-dash") return readLong(state, set, text.replace(/^--/, "-"), index);
  return text.startsWith("--") ? readLong(state, set, text, index) : readCluster(state, set, index);
}

function readLong(state: State, set: OptionSet, text: string, index: number): number | Declined {
  const equals = text.indexOf("=");
  const name = equals < 0 ? text : text.slice(0, equals);
  const attached = equals < 0 ? undefined : text.slice(equals + 1);
  const rule = rulesOf(set).get(name);
  if (!rule) return { declined: "unknown-option", index };
  if ("declines" in rule) return { declined: rule.declines, index };
  if (rule.arity === "switch" && attached !== undefined) return { declined: "unknown-option", index };
  return store(state, set, { name, rule, attached, index });
}

function readCluster(state: State, set: OptionSet, index: number): number | Declined {
  const { text } = state.words[index]!;
  const whole = rulesOf(set).get(text);
  if (whole && "declines" in whole) return { declined: whole.declines, index };
  if (whole) return store(state, set, { name: text, rule: whole, attached: undefined, index });
  for (let at = 1; at < text.length; at++) {
    const name = `-${text[at]}`;
    const rule = rulesOf(set).get(name);
    if (!rule) return { declined: "unknown-option", index };
    if ("declines" in rule) return { declined: rule.declines, index };
    if (rule.arity !== "switch") {
      const attached = text.slice(at + 1);
      return store(state, set, { name, rule, attached: attached === "" ? undefined : attached, index });
    }
    state.options.push({ name, value: undefined, index });
  }
  return index + 1;
}

interface Found {
  readonly name: string;
  readonly rule: { readonly arity: Arity };
  readonly attached: string | undefined;
  readonly index: number;
}

function store(state: State, set: OptionSet, { name, rule, attached, index }: Found): number | Declined {
  let value = attached;
  let next = index + 1;
  if (rule.arity === "argument" && attached === undefined) {
    const word = state.words[next];
    if (!word) return { declined: "unknown-option", index };
    value = word.text;
    next++;
  }
  const allowed = set.values?.[name];
  if (allowed && (value === undefined ? allowed.needed : !allowed.only.includes(value))) {
    return { declined: allowed.otherwise, index };
  }
  state.options.push({ name, value, index, ...(next > index + 1 && { valueIndex: index + 1 }) });
  return next;
}

function checkOperands(state: State, grammar: ArgGrammar): Declined | undefined {
  const { operands } = state;
  const limits = typeof grammar.operands === "object"
    ? grammar.operands
    : { max: grammar.operands === "none" ? 0 : Infinity };
  const index = state.words.length;
  if (operands.length < (limits.min ?? 0) || operands.length > (limits.max ?? Infinity)) {
    return { declined: "unknown-option", index };
  }
  for (const rule of grammar.operandRules ?? []) {
    const pattern = new RegExp(rule.pattern);
    const tested = rule.at === undefined ? operands : operands.slice(rule.at, rule.at + 1);
    for (const operand of tested) {
      const matches = operand.literal && pattern.test(operand.text);
      if (matches === (rule.when === "match")) return { declined: rule.reason, index };
    }
  }
  return undefined;
}

function checkRequired(state: State, grammar: ArgGrammar): Declined | undefined {
  if (!grammar.requires) return undefined;
  const names = grammar.requires.options.split(" ");
  if (state.options.some((option) => names.includes(option.name))) return undefined;
  return { declined: grammar.requires.reason, index: state.words.length };
}

const compiled = new WeakMap<OptionSet, ReadonlyMap<string, Rule>>();

/** Made when the first option is met: many commands have none. */
function rulesOf(set: OptionSet): ReadonlyMap<string, Rule> {
  const known = compiled.get(set);
  if (known) return known;
  const rules = new Map<string, Rule>();
  const add = (names: string | undefined, rule: Rule): void => {
    for (const name of names?.split(" ") ?? []) rules.set(name, rule);
  };
  add(set.switches, { arity: "switch" });
  add(set.withArgument, { arity: "argument" });
  add(set.optionalArgument, { arity: "optional" });
  for (const [reason, names] of Object.entries(set.declines ?? {})) {
    add(names, { declines: reason as PassReason });
  }
  compiled.set(set, rules);
  return rules;
}
