/** Claude Code's rules for its shell tool, from their text. Forms and what they match: seen with 2.1.332. */
import type { Form, Match } from "../../core/permission/rule_set.ts";

/** The fixed pieces around each `*`; `isLastOptional`: the last ` *` may also stand for nothing. */
export interface Wildcard {
  readonly pieces: readonly string[];
  readonly isLastOptional: boolean;
}

/** What one entry of `permissions.allow`, `ask` or `deny` says. */
export type RuleText =
  | { readonly kind: "everything" }
  | { readonly kind: "exact"; readonly command: string }
  /** `git push:*`: these words, alone or with more behind them. */
  | { readonly kind: "prefix"; readonly command: string }
  | { readonly kind: "wildcard"; readonly pattern: Wildcard }
  /** `Bash(run_in_background:true)`: a field of the tool's input. */
  | { readonly kind: "field"; readonly name: string; readonly pattern: Wildcard }
  /** `Read(./secret/**)`: these also hold for the files that shell commands name. */
  | { readonly kind: "path"; readonly path: string; readonly forbids: "reading" | "editing" }
  /** For another tool, or in a form that Claude does not take. */
  | { readonly kind: "none" };

const NONE: RuleText = { kind: "none" };
const RULE = /^([^()\s]+?)(?:\(([\s\S]*)\))?$/;

/**
 * Reads one entry.
 * @param effect names with `*` for tools count in `deny` and `ask` only: `*`, `B*`.
 */
export function readRule(text: string, effect: "allow" | "ask" | "deny"): RuleText {
  const [, tool = "", content] = RULE.exec(text) ?? [];
  const forbids = Object.hasOwn(PATH_TOOLS, tool) ? PATH_TOOLS[tool] : undefined;
  if (forbids) return { kind: "path", path: content ?? "//**", forbids };
  if (effect !== "allow" && tool.includes("*") && matchesWildcard(wildcard(tool), "Bash")) {
    return { kind: "everything" };
  }
  if (tool !== "Bash") return NONE;
  return content === undefined ? { kind: "everything" } : readContent(content, effect);
}

const PATH_TOOLS: Readonly<Record<string, "reading" | "editing">> = {
  Read: "reading",
  Edit: "editing",
  Write: "editing",
  MultiEdit: "editing",
};

function readContent(content: string, effect: "allow" | "ask" | "deny"): RuleText {
  if (content === "*") return { kind: "everything" };
  if (content.trim() === "" || content !== content.trim()) return NONE;
  if (content.endsWith(":*")) {
    const command = content.slice(0, -2);
    if (command === "" || command.includes("*")) return effect === "allow" ? NONE : laxPrefix(command);
    return { kind: "prefix", command };
  }
  const [, name, value] = /^(\w+):([\s\S]+)$/.exec(content) ?? [];
  if (name !== undefined && value !== undefined && effect !== "allow") {
    return { kind: "field", name, pattern: wildcard(value.trim()) };
  }
  return content.includes("*")
    ? { kind: "wildcard", pattern: wildcard(content) }
    : { kind: "exact", command: content };
}

/** `git -C * diff:*`: not seen to match; close enough to a deny to be taken for one. */
function laxPrefix(command: string): RuleText {
  return { kind: "wildcard", pattern: wildcard(command === "" ? "*" : `${command}*`) };
}

/** `*` stands for any text; a last ` *` that is the only one may also stand for nothing. */
function wildcard(pattern: string): Wildcard {
  const isLastOptional = pattern.endsWith(" *") && pattern.indexOf("*") === pattern.length - 1;
  return { pieces: pattern.split("*"), isLastOptional };
}

/** Whether a text has the pieces in their order; in time that grows with the text only. */
export function matchesWildcard({ pieces, isLastOptional }: Wildcard, text: string): boolean {
  const [first = "", ...rest] = pieces;
  if (rest.length === 0) return text === first;
  if (isLastOptional && text === first.slice(0, -1)) return true;
  if (!text.startsWith(first)) return false;
  const last = rest.pop() ?? "";
  let at = first.length;
  for (const piece of rest) {
    const found = text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

/** Holds a rule of the shell tool against a command; rules about fields and paths are asked elsewhere. */
export function matchCommandRule(rule: RuleText, { texts }: Form): Match {
  switch (rule.kind) {
    case "everything":
      return "covers";
    case "exact":
      if (texts.includes(rule.command)) return "covers";
      // Users mean `Bash(git push)` for every push, though Claude does not.
      return texts.some((text) => text.startsWith(`${rule.command} `)) ? "near" : undefined;
    case "prefix":
      return texts.some((text) => text === rule.command || text.startsWith(`${rule.command} `))
        ? "covers"
        : undefined;
    case "wildcard":
      return texts.some((text) => matchesWildcard(rule.pattern, text)) ? "covers" : undefined;
    default:
      return undefined;
  }
}
