/**
 * Makes our nodes of the tree of tree-sitter-bash, or defers. The tree is not POSIX-shaped, so it is flattened to words,
 * redirections, operators, newlines and compound commands and grouped anew, as the scanner's tokens are. Only this file
 * and those that it is made of know the tree.
 */
import { flatten, type Item } from "./flatten.ts";
import { group, type GroupFault, type Token } from "./group.ts";
import { fail, type Lowering, type Node } from "./lowering.ts";
import { isBareDescriptor } from "./redirection.ts";
import type { DeferReason, Parse, Program, Span } from "./nodes.ts";

/** Lowers the tree of a text. */
export function lower(source: string, root: Node): Parse {
  if (root.hasError) {
    return { kind: "defer", reason: FOREIGN.test(source) ? "foreign-shell" : "syntax-error" };
  }
  const lowering: Lowering = {
    source,
    program: (nodes, span) => lowerProgram(lowering, nodes, span),
    fault: undefined,
    substitutions: 0,
    depth: 0,
  };
  const program = lowering.program(root.children, { start: 0, end: source.length });
  return lowering.fault ? { kind: "defer", reason: lowering.fault } : { kind: "program", program };
}

// zsh: `=(cmd)`, glob qualifiers `*(.)`, short loops `for x (a b) cmd`, `repeat 3 …`, `foreach x (…)`;
// fish: blocks that end in `end`, `(cmd)` as a substitution after `set`.
const FOREIGN =
  /(?:^|[ \t])=\(|[*?\]](?:\([^|()\s]*\))+(?:[ \t\n;|&]|$)|\bforeach\b|\b(?:for|repeat) \w+ \(|(?:^|[;\n])[ \t]*(?:end|begin|set -\w+ \w+ \()/;

/** What to call a text that the tree cannot read: another shell's, or wrong in all of them. */
export function syntaxReason(source: string): "foreign-shell" | "syntax-error" {
  return FOREIGN.test(source) ? "foreign-shell" : "syntax-error";
}

function lowerProgram(lowering: Lowering, nodes: readonly Node[], span: Span): Program {
  const items = flatten(lowering, nodes);
  const tokens = lowering.fault ? [] : joinItems(lowering, items, span);
  const program = lowering.fault ? undefined : group(tokens, span);
  if (typeof program === "string") fail(lowering, GROUP_REASONS[program]);
  return typeof program === "object" ? program : { ...span, lists: [] };
}

const GROUP_REASONS: Readonly<Record<GroupFault, DeferReason>> = {
  "syntax-error": "syntax-error",
  "foreign-shell": "foreign-shell",
  // The tree saw no compound command where a reserved word stands: `time { a; }`, `coproc`.
  reserved: "compound-command",
};

// Carriage returns, NULs and other control characters are blanks for the tree, but word characters for bash.
const GAP = /^(?:[ \t\n]|\\\n)*$/;

/** Checks what stands between the items, where the tree shows nothing, and finds the newlines there. */
function joinItems(lowering: Lowering, items: readonly Item[], span: Span): Token[] {
  const tokens: Token[] = [];
  let before: Item | undefined;
  let at = span.start;
  for (const item of [...items, undefined]) {
    const gap = lowering.source.slice(at, item?.start ?? span.end);
    if ((item && item.start < at) || !GAP.test(gap)) fail(lowering, "tree-mismatch");
    const blank = gap.replaceAll("\\\n", "");
    if (blank.includes("\n")) tokens.push({ kind: "operator", operator: "\n" });
    if (item && blank === "" && isGlued(lowering, before, { ...item, gap })) fail(lowering, "tree-mismatch");
    if (lowering.fault || !item) break;
    if (item.token) tokens.push(item.token);
    at = item.end;
    before = item;
  }
  return tokens;
}

/** Two items without a blank between them are one word to the shell, unless an operator begins there. */
function isGlued(lowering: Lowering, before: Item | undefined, item: Item & { gap: string }): boolean {
  if (!before) return false;
  if (!before.token) return true;
  const next = lowering.source[item.start] ?? "";
  if (item.gap !== "" && /[&|;<>(-]/.test(next)) return true;
  // The tree reads `;&>f` as `;` and `&>`, the shell as `;&` and `>`.
  if (before.token.kind === "operator" && /[&|;]/.test(next)) return true;
  if (before.token.kind === "operator" || item.token?.kind === "operator") return false;
  if (item.token?.kind !== "redirection") return true;
  // `}2>f` is one word and a redirection, so the compound command does not end there.
  if (before.token.kind === "compound") return !/[)<>&]/.test(lowering.source[item.start - 1] + next);
  // `2>f` and `{fd}>f` are redirections with a descriptor, whatever the tree says.
  return before.token.kind === "word" && isBareDescriptor(lowering.source, before.token.word);
}
