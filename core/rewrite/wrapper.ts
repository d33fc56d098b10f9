/** Looks through commands that run another command. */
import { type ArgWord, skipGlobals } from "../argv/parse_args.ts";
import type { PassReason } from "./reason.ts";
import { type WrapperRule, WRAPPERS } from "./wrapper_data.ts";

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

const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*=/;

function wrappedAt(rule: WrapperRule, words: readonly ArgWord[]): number | PassReason {
  let index = rule.words.split(" ").length;
  if (rule.terminator) {
    const at = words.findIndex((word, position) => position >= index && word.text === "--");
    return at < 0 ? words.length : at + 1;
  }
  if (rule.introducedBy) return introducedAt(rule, rule.introducedBy, words, index);
  while (index < words.length && words[index]!.text.startsWith("-")) {
    if (words[index]!.text === "--") {
      index++;
      break;
    }
    const next = skipGlobals(rule.options, words.slice(0, index + 2), index);
    if (typeof next !== "number") return next.declined;
    index = next;
  }
  index += rule.operands ?? 0;
  while (rule.assignments && index < words.length && ASSIGNMENT.test(words[index]!.text)) index++;
  return index;
}

function introducedAt(
  rule: WrapperRule,
  introducer: string,
  words: readonly ArgWord[],
  start: number,
): number | PassReason {
  for (let index = start; index < words.length && words[index]!.text.startsWith("-");) {
    if (words[index]!.text === introducer) return index + 1;
    const next = skipGlobals(rule.options, words.slice(0, index + 2), index);
    if (typeof next !== "number") return next.declined;
    index = Math.max(next, index + 1);
  }
  return words.length;
}

function longestRule(words: readonly ArgWord[]): WrapperRule | undefined {
  let best: WrapperRule | undefined;
  for (const rule of WRAPPERS) {
    if (matches(rule, words) && (!best || rule.words.length > best.words.length)) best = rule;
  }
  return best;
}

function matches(rule: WrapperRule, words: readonly ArgWord[]): boolean {
  const [name = "", ...rest] = rule.words.split(" ");
  const first = words[0];
  if (!first?.literal) return false;
  const base = first.text.slice(first.text.lastIndexOf("/") + 1);
  const named = name.endsWith("*")
    ? base.startsWith(name.slice(0, -1)) && /^\d+$/.test(base.slice(name.length - 1))
    : base === name;
  return named && rest.every((part, at) => words[at + 1]?.literal === true && words[at + 1]!.text === part);
}
