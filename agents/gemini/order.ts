/**
 * Gemini CLI's rules in the order in which it asks them: the first that matches a text decides. Read in the bundle of 0.61.0,
 * seen with it.
 */
import type { Approval, Match, Rule } from "../../core/permission/rule_set.ts";
import { isWordOf } from "../../core/text/word_list.ts";
import type { PolicyRule } from "./policy.ts";

export interface Order {
  readonly rules: readonly PolicyRule[];
  /** The mode that allows what no rule is about. */
  readonly isYolo: boolean;
  /** The rules that may decide about a text: those that may not count, then the first that surely does. */
  leaders(text: string): readonly PolicyRule[];
}

/** Puts rules into their order; among equals the earlier one comes first. */
export function orderOf(unordered: readonly PolicyRule[], isYolo: boolean): Order {
  const rules = unordered.toSorted((a, b) => b.priority - a.priority);
  const known = new Map<string, readonly PolicyRule[]>();
  const leaders = (text: string): readonly PolicyRule[] => {
    const found = known.get(text) ?? upToSure(rules, text);
    known.set(text, found);
    return found;
  };
  return { rules, isYolo, leaders };
}

function upToSure(rules: readonly PolicyRule[], text: string): PolicyRule[] {
  const found: PolicyRule[] = [];
  for (const rule of rules) {
    if (!rule.test(text)) continue;
    found.push(rule);
    if (rule.isSure) break;
  }
  return found;
}

/** The rules of one decision: each covers the texts on which it has the last word. */
export function rulesFor(order: Order, decision: "deny" | "ask_user"): Rule[] {
  return order.rules.filter((rule) => rule.decision === decision).map((rule): Rule => ({
    text: rule.text,
    source: rule.source,
    match({ texts }): Match {
      let match: Match;
      for (const text of texts) {
        const leaders = order.leaders(text);
        if (!leaders.includes(rule) || effectOf(rule, text) === "unsure") continue;
        if (leaders[0] === rule && rule.isSure) return "covers";
        match = "near";
      }
      return match;
    },
    names: (text) => rule.isSure && rule.test(text),
  }));
}

/** What the host makes of a command, or of a line; `none`: it asks, as no rule is about it. */
export function verdictOn(order: Order, text: string): Approval | "deny" | "ask" {
  const effects: (Approval | "deny" | "ask")[] = order.leaders(text).map((rule) => effectOf(rule, text));
  if (!order.leaders(text).some(({ isSure }) => isSure)) effects.push(withoutRule(order, text));
  return new Set(effects).size === 1 ? effects[0] ?? "unsure" : "unsure";
}

function withoutRule({ isYolo }: Order, text: string): Approval {
  return isYolo ? "allow" : isReading(text) ? "unsure" : "none";
}

function effectOf({ decision, isPlain }: PolicyRule, text: string): "allow" | "deny" | "ask" | "unsure" {
  if (decision !== "ask_user") return decision;
  // Which of these it runs unasked all the same is not followed.
  return isPlain && isReading(text) ? "unsure" : "ask";
}

/** Commands that it knows as safe: it runs them unasked where no rule names them. */
function isReading(text: string): boolean {
  const [name = "", ...words] = text.split(" ");
  // Options may stand before git's own word: `git -C sub status` (seen with 0.61.0).
  return name === "git" ? words.some((word) => isWordOf(READING_GIT, word)) : isWordOf(READING, name);
}

const READING =
  "base64 cat cd cut date echo expr false find grep head id ls nl paste pwd rev rg sed seq stat tail tr true uname uniq wc " +
  "which whoami";

const READING_GIT = "branch cat-file diff log ls-files remote show status";

/** Forms that it asks about even where a rule allows everything; behind `rtk` it would not know them again. */
const DANGEROUS: readonly RegExp[] = [
  /^find\b.* -(?:exec|execdir|ok|okdir|delete|fls|fprint0?|fprintf)\b/,
  /^rg\b.* (?:--pre|--hostname-bin|--search-zip|-\w*z)/,
  /^rm\b.* -\w*f/,
  /^git\b.* (?:-c|--config-env|--output|--ext-diff|--textconv|--exec|--paginate)/,
  /^git\b.* branch (?:\S+ )*(?!(?:--list|-l|--show-current|-a|--all|-r|--remotes|-vv?|--verbose|--format=\S*)(?: |$))\S/,
];

/** The rules for those forms; in the mode that allows all there are none. */
export function dangerousRules(order: Order): Rule[] {
  if (order.isYolo) return [];
  return DANGEROUS.map((pattern): Rule => ({
    text: String(pattern),
    source: "built in",
    match: ({ texts }): Match => texts.some((text) => pattern.test(text)) ? "covers" : undefined,
    // Where it asks about the text as typed anyway, a typed `rtk` hides nothing.
    names: (text) => ["none", "ask", "deny"].includes(verdictOn(order, text)),
  }));
}
