/** Whether Claude Code's built-in table lets a command run unasked. */
import type { Approval } from "../../core/permission/rule_set.ts";
import type { Word } from "../../core/syntax/nodes.ts";
import { type OptionList, PERHAPS_READ_ONLY, type ReadOnlyRule, readOnlyRule } from "./read_only_data.ts";
import { isWordOf } from "../../core/text/word_list.ts";
import { PERHAPS_READ_ONLY_GIT } from "./read_only_git.ts";

/** Whether a word that names a file lies where Claude reads unasked. */
export type Location = "inside" | "outside" | "unknown";

/**
 * Asks the table about a command.
 * @param words the command's words, all of them literal or globs.
 */
export function readOnlyApproval(
  words: readonly Word[],
  locate: (word: Word) => Location,
): Approval {
  const values = words.map(({ value, text }) => value ?? text);
  const [name = "", subcommand = ""] = values;
  const { length, rule } = longestRule(values);
  if (!rule) return unlisted(name, subcommand, values);
  const rest = words.slice(length);
  if (rest.some(({ value, text }) => rule.unless?.test(value ?? text))) return "unsure";
  if (rule.needs && !rest.some(({ value }) => rule.needs?.test(value ?? ""))) return "unsure";
  if (rule.options !== "any" && !rule.options.globs && rest.some(({ value }) => value === undefined)) {
    return rule.options.isPartial ? "unsure" : "none";
  }
  const operands = rule.options === "any" ? operandsOf(rest, rule) : readOptions(rest, rule.options);
  if (!operands) return rule.options !== "any" && rule.options.isPartial ? "unsure" : "none";
  if (rule.first && !rule.first.test(operands[0]?.value ?? "")) return "unsure";
  return judgeOperands(rule, operands, locate);
}

/** The rule of the longest command words that have one. */
function longestRule(values: readonly string[]): { length: number; rule: ReadOnlyRule | undefined } {
  for (let length = Math.min(3, values.length); length > 0; length--) {
    const rule = readOnlyRule(values.slice(0, length).join(" "));
    if (rule) return { length, rule };
  }
  return { length: 0, rule: undefined };
}

function unlisted(name: string, subcommand: string, values: readonly string[]): Approval {
  if (name === "git") return isWordOf(PERHAPS_READ_ONLY_GIT, subcommand) ? "unsure" : "none";
  const asksVersion = values.length === 2 && /^-{1,2}(?:v|V|version)$/.test(subcommand);
  return isWordOf(PERHAPS_READ_ONLY, name) || asksVersion ? "unsure" : "none";
}

function judgeOperands(
  rule: ReadOnlyRule,
  operands: readonly Word[],
  locate: (word: Word) => Location,
): Approval {
  if (rule.operands === "any") return "allow";
  if (rule.operands === "none") return operands.length === 0 ? "allow" : "unsure";
  let verdict: Approval = "allow";
  for (const [index, word] of operands.entries()) {
    const location = locate(word);
    if (location === "inside") continue;
    // A pattern that looks like a path: not worth finding out.
    if (location === "unknown" || (index === 0 && rule.operands === "after-first")) verdict = "unsure";
    else if (verdict === "allow") verdict = "none";
  }
  return verdict;
}

/** Where options make no difference, every word may be a file, as far as it does not look like an option. */
function operandsOf(words: readonly Word[], { operands }: ReadOnlyRule): readonly Word[] {
  if (operands === "leading-files") {
    const end = words.findIndex(({ value, text }) => /^[-(!]/.test(value ?? text));
    return end < 0 ? words : words.slice(0, end);
  }
  const end = words.findIndex(({ value }) => value === "--");
  return words.filter(({ text }, index) => (end >= 0 && index > end) || !text.startsWith("-"));
}

/** The operands; undefined when an option is not on the list. */
function readOptions(words: readonly Word[], list: OptionList): Word[] | undefined {
  const operands: Word[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (!word) break;
    const text = word.value ?? word.text;
    if (text === "--") return [...operands, ...words.slice(at + 1)];
    if (text.length < 2 || !text.startsWith("-")) {
      operands.push(word);
      continue;
    }
    const taken = optionLength(text, list);
    if (taken === undefined || at + taken > words.length) return undefined;
    if (!isNumberRight(text, words[at + 1], list)) return undefined;
    at += taken - 1;
  }
  return operands;
}

/** `-A 3`, `-A3`, `--context=3`, but not `-A foo`. */
function isNumberRight(text: string, next: Word | undefined, { numbers }: OptionList): boolean {
  const name = text.startsWith("--") ? text.split("=", 1)[0] ?? "" : text.slice(0, 2);
  if (!has(numbers, name)) return true;
  const value = text === name ? next?.value : text.slice(name.length).replace(/^=/, "");
  return value !== undefined && /^\d+$/.test(value);
}

function has(names: string | undefined, name: string): boolean {
  return names !== undefined && isWordOf(names, name);
}

/** How many words an option takes; undefined for one that is not on the list. */
function optionLength(text: string, list: OptionList): 1 | 2 | undefined {
  const { switches, valued, equals, attached, numeric } = list;
  if (has(switches, text)) return 1;
  if (has(valued, text)) return 2;
  if (numeric && /^-\d+$/.test(text)) return 1;
  const equalsAt = text.indexOf("=");
  if (equalsAt > 0) {
    const name = text.slice(0, equalsAt);
    return has(valued, name) || has(equals, name) ? 1 : undefined;
  }
  if (has(attached, text.slice(0, 2)) && /^-.\d+$/.test(text)) return 1;
  const letters = /^-[A-Za-z0-9]+$/.test(text) ? [...text.slice(1)] : [];
  return letters.length > 1 && letters.every((letter) => has(switches, `-${letter}`)) ? 1 : undefined;
}
