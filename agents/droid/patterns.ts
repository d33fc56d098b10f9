/** The patterns of `commandDenylist` and `commandBlocklist`, as Droid 0.215.0 holds them against commands. */
import type { Form, Rule } from "../../core/permission/rule_set.ts";
import { testRule } from "../line_rules.ts";
import type { Listed } from "./settings.ts";

/**
 * The rule of a pattern: its words in their order, whatever stands between, without regard to case. One that holds several
 * commands (`curl | bash`) is held against whole lines there; here each of them is near.
 */
export function patternRule({ text, source }: Listed): Rule {
  const parts = text.split(/&&|\|\||[;|&\n\r]/).map(wordsOf).filter((words) => words.length > 0);
  const patterns = parts.map(patternOf);
  const test = (command: string): boolean => patterns.some((pattern) => pattern.test(command));
  if (parts.length === 1 && wordsOf(text).length === parts[0]?.length) {
    return testRule({ text, source }, test);
  }
  return { text, source, match: ({ texts }: Form) => texts.some(test) ? "near" : undefined };
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}

const BETWEEN = "[^;&|]{0,100}";
const BETWEEN_NAMES = "[^;&|.]{0,100}";

function patternOf(words: readonly string[]): RegExp {
  const [first = "", ...rest] = words;
  const start = `^${escaped(first)}${/\w$/.test(first) ? "\\b" : ""}`;
  if (rest.length === 0) return new RegExp(start + endOf(first), "i");
  const pieces = rest.map((word, at) => {
    const next = rest[at + 1];
    if (next !== undefined) return (next.startsWith("/") ? BETWEEN_NAMES : BETWEEN) + escaped(word);
    return (word.startsWith("/") ? BETWEEN_NAMES : BETWEEN) + escaped(word) +
      (word === "/" || word === "~" ? "" : endOf(word));
  });
  return new RegExp(start + pieces.join(""), "i");
}

function endOf(word: string): string {
  return word.includes("/") ? "(?:[\\s;&|)`/]|$)" : "(?:[\\s;&|)`]|$)";
}

function escaped(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
