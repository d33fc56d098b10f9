/**
 * Entries of Antigravity's permission lists, `command(git status)`. How they are matched: read in the engine of its Python
 * package 0.1.22.
 */
import type { Rule } from "../../core/permission/rule_set.ts";
import { beginsWith, testRule, unreadable } from "../line_rules.ts";
import { memberOf, textsOf } from "../members.ts";
import type { JsoncFile } from "../jsonc.ts";

/** The lists of one file, as rules about commands. */
export interface Grants {
  readonly deny: readonly Rule[];
  readonly ask: readonly Rule[];
  readonly allow: readonly Rule[];
  /** What no rule could be made of, and might allow anything. */
  readonly perhaps: readonly Rule[];
}

/** The lists below a path of keys; empty ones where the file holds none. */
export function grantsIn(file: JsoncFile, ...at: readonly string[]): Grants {
  const rulesOf = (list: string): Rule[] =>
    file.kind === "object"
      ? textsOf(memberOf(file.value, ...at, list)).flatMap((text) => ruleOf(text, file.path))
      : [];
  const allow = rulesOf("allow");
  return {
    deny: rulesOf("deny"),
    ask: rulesOf("ask"),
    allow: allow.filter((rule) => !isUnreadable(rule)),
    perhaps: allow.filter(isUnreadable).map((rule) => testRule(rule, () => true)),
  };
}

/** `unsandboxed` is about the same commands, run without the sandbox. */
function ruleOf(text: string, source: string): Rule[] {
  const target = /^(?:command|unsandboxed)\(([\s\S]*)\)$/.exec(text.trim())?.[1]?.trim();
  if (!target) return [];
  if (target === "*") return [testRule({ text, source }, () => true)];
  const [, pattern] = /^regex:\s*([\s\S]*)$/.exec(target) ?? [];
  if (pattern === undefined) {
    const words = wordsOf(target).join(" ");
    return [testRule({ text, source }, (command) => beginsWith(withoutQuotes(command), words))];
  }
  try {
    return [testRule({ text, source }, patternTest(pattern))];
  } catch {
    // A pattern that JavaScript does not take.
    return [unreadable(source)];
  }
}

function isUnreadable({ text }: Rule): boolean {
  return text.startsWith("cannot read ");
}

/**
 * One pattern a word, each for a whole word, and as many words as there are patterns from the beginning; commands that run
 * text of another language are held against the whole pattern instead, which is tried for all here.
 */
function patternTest(pattern: string): (command: string) => boolean {
  const parts = wordsOf(pattern).map(wholly);
  const whole = wholly(pattern);
  return (command) => {
    const words = wordsOf(command);
    return whole.test(command) ||
      (words.length >= parts.length && parts.every((part, at) => part.test(words[at] ?? "")));
  };
}

function wholly(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`);
}

function wordsOf(text: string): string[] {
  return withoutQuotes(text).split(/\s+/).filter((word) => word !== "");
}

function withoutQuotes(text: string): string {
  return text.replace(/["']/g, "");
}
