/** Looks through commands that run another command. */
import { commandBaseName } from "../argv/command_name.ts";
import { type ArgWord, skipGlobals } from "../argv/parse_args.ts";
import type { PassReason } from "./reason.ts";
import { isWordOf } from "../text/word_list.ts";
import { WRAPPER_NAMES, type WrapperRule, wrapperRules } from "./wrapper_data.ts";

export type Peel =
  /** `length` words stand before the wrapped command's name. */
  | { readonly kind: "peeled"; readonly rule: WrapperRule; readonly length: number }
  | { readonly kind: "declined"; readonly rule: WrapperRule; readonly reason: PassReason }
  | { readonly kind: "none" };

/**
 * Finds the wrapped command of one wrapper or runner; call again on the rest for the next layer.
 * @param words a simple command's words from the name on; the name may hold a path.
 */
export function peel(words: readonly ArgWord[]): Peel {
  const rule = longestRule(words);
  if (!rule) return { kind: "none" };
  const length = wrappedAt(rule, words);
  if (typeof length !== "number") return { kind: "declined", rule, reason: length };
  if (length >= words.length) return { kind: "none" };
  return { kind: "peeled", rule, length };
}

const ASSIGNMENT = /^([A-Za-z_][A-Za-z0-9_]*)=/;

/** The name that a word assigns where a wrapper takes `NAME=value` words; undefined for any other word. */
export function assignedName(word: ArgWord): string | undefined {
  return ASSIGNMENT.exec(word.text)?.[1];
}

function wrappedAt(rule: WrapperRule, words: readonly ArgWord[]): number | PassReason {
  let index = rule.words.split(" ").length;
  if (rule.terminator) {
    const at = words.findIndex((word, position) => position >= index && word.text === "--");
    return at < 0 ? words.length : at + 1;
  }
  if (rule.introducedBy) return introducedAt(rule, rule.introducedBy, words, index);
  while (words[index]?.text.startsWith("-")) {
    if (words[index]?.text === "--") {
      index++;
      break;
    }
    const next = skipOption(rule, words, index);
    if (typeof next !== "number") return next;
    index = next;
  }
  index += rule.operands ?? 0;
  while (rule.assignments && index < words.length && assignedName(words[index]!)) index++;
  return index;
}

function introducedAt(
  rule: WrapperRule,
  introducer: string,
  words: readonly ArgWord[],
  start: number,
): number | PassReason {
  for (let index = start; words[index]?.text.startsWith("-");) {
    if (words[index]?.text === introducer) return index + 1;
    const next = skipOption(rule, words, index);
    if (typeof next !== "number") return next;
    index = next;
  }
  return words.length;
}

/** The index behind the option at `index` and its option-argument. */
function skipOption(rule: WrapperRule, words: readonly ArgWord[], index: number): number | PassReason {
  // A lone `-` is an operand to the argument parser; only wrappers that list it know it.
  const [reason] =
    Object.entries(rule.options.declines ?? {}).find(([, names]) =>
      names.split(" ").includes(words[index]?.text ?? "")
    ) ?? [];
  if (reason !== undefined) return reason as PassReason;
  if (words[index]?.text === "-") return "unknown-option";
  // One option at a time: what stands behind it may be the wrapped command and its options.
  const following = words[index + 1] ? [OPTION_ARGUMENT] : [];
  const next = skipGlobals(rule.options, [...words.slice(0, index + 1), ...following], index);
  return typeof next === "number" ? next : next.declined;
}

const OPTION_ARGUMENT: ArgWord = { text: "argument", literal: true };

function longestRule(words: readonly ArgWord[]): WrapperRule | undefined {
  const first = words[0];
  if (!first?.literal) return undefined;
  const base = commandBaseName(first.text);
  // `python3.11` is listed as `python3.*`.
  const name = base.includes(".") ? base.replace(/\.\d+$/, ".*") : base;
  if (!isWordOf(WRAPPER_NAMES, name)) return undefined;
  let best: WrapperRule | undefined;
  for (const rule of wrapperRules()) {
    if (best && rule.words.length <= best.words.length) continue;
    const [listed, ...parts] = rule.words.split(" ");
    const fits = listed === name && parts.every((part, index) => {
      const word = words[index + 1];
      return word?.literal === true && word.text === part;
    });
    if (fits) best = rule;
  }
  return best;
}
