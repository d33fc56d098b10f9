/** Turns the tree into a flat stream of items; which command or list the tree hangs them on does not matter. */
import { isCompound, lowerCompound } from "./compound.ts";
import type { Operator, Token } from "./group.ts";
import { readHereDocument } from "./here_document.ts";
import { fail, type Lowering, type Node, nodeSpan } from "./lowering.ts";
import type { Span } from "./nodes.ts";
import { readRedirection, skipBlanks } from "./redirection.ts";
import { holesOf } from "./substitution.ts";
import { readWord } from "./word.ts";

/** A token, or a stretch that is none: a comment, the body of a here-document. */
export interface Item extends Span {
  readonly token?: Token;
}

const TRANSPARENT = new Set([
  "list",
  "pipeline",
  "redirected_statement",
  "negated_command",
  "command",
  "command_name",
  "declaration_command",
  "unset_command",
  "variable_assignments",
]);
const WORDS = new Set([
  "word",
  "string",
  "raw_string",
  "ansi_c_string",
  "translated_string",
  "concatenation",
  "simple_expansion",
  "expansion",
  "arithmetic_expansion",
  "brace_expression",
  "command_substitution",
  "process_substitution",
  "extglob_pattern",
  "number",
  "regex",
  "test_operator",
  "variable_name",
  "special_variable_name",
  "variable_assignment",
  "subscript",
]);
const OPERATORS: ReadonlySet<string> = new Set<Operator>(["&&", "||", "|", "|&", ";", "&"]);

interface Flattening {
  readonly lowering: Lowering;
  readonly items: Item[];
  /** Nodes still to be read, the next one last: lists are nested to the left as deep as they are long. */
  readonly waiting: Node[];
}

/** The items of sibling nodes in the order of the tree. */
export function flatten(lowering: Lowering, nodes: readonly Node[]): Item[] {
  const flattening: Flattening = { lowering, items: [], waiting: nodes.toReversed() };
  for (let node = flattening.waiting.pop(); node && !lowering.fault; node = flattening.waiting.pop()) {
    takeNode(flattening, node);
  }
  return flattening.items;
}

function takeNode(flattening: Flattening, node: Node): void {
  const { lowering, waiting } = flattening;
  if (!node.isNamed) return takeAnonymous(flattening, node);
  if (TRANSPARENT.has(node.type)) return void waiting.push(...node.children.toReversed());
  if (WORDS.has(node.type)) return takeWord(flattening, node);
  if (node.type === "test_command" && node.child(0)?.type === "[") return takeTest(flattening, node);
  if (isCompound(node)) return takeCompound(flattening, node);
  switch (node.type) {
    case "file_redirect":
      return takeRedirection(flattening, node, node.childrenForFieldName("destination"));
    case "herestring_redirect":
      if (lowering.substitutions === 0) return fail(lowering, "here-document");
      return takeRedirection(flattening, node, node.children.slice(-1));
    case "heredoc_redirect":
      return takeHereDocument(flattening, node);
    case "comment":
      return takeComment(flattening, node);
    default:
      return fail(lowering, "tree-mismatch");
  }
}

function takeAnonymous(flattening: Flattening, node: Node): void {
  // A newline that the tree shows is found again in the gap.
  if (node.type === "\n") return;
  if (!OPERATORS.has(node.type)) return takeWord(flattening, node);
  flattening.items.push({
    ...nodeSpan(node),
    token: { kind: "operator", operator: node.type as Operator },
  });
}

/** A comment begins a token and runs to the end of its line, also where a backslash stands there. */
function takeComment({ lowering, items }: Flattening, node: Node): void {
  const { source } = lowering;
  const { start, end } = nodeSpan(node);
  const before = source[start - 1] ?? "\n";
  const after = source[end] ?? "\n";
  if (!" \t\n;&|()`".includes(before) || after !== "\n" || !/^#.*$/.test(source.slice(start, end))) {
    return fail(lowering, "tree-mismatch");
  }
  items.push({ start, end });
}

/** The word must end where our own quoting rules see it end; the tree takes `$ ls` and `] ]] [` for single words. */
function takeWord({ lowering, items }: Flattening, node: Node): void {
  const word = readWord(lowering.source, node.startIndex, holesOf(lowering, node));
  if (typeof word === "string") return fail(lowering, word === "undecided" ? "tree-mismatch" : word);
  // An operator in the wrong place: `;;` outside `case`.
  if (word.end === word.start) return fail(lowering, "syntax-error");
  if (word.end !== node.endIndex) return fail(lowering, "tree-mismatch");
  items.push({ ...nodeSpan(node), token: { kind: "word", word } });
}

/** `[ … ]` is a simple command; its words are read anew, so that `[!a]` is one word. */
function takeTest({ lowering, items }: Flattening, node: Node): void {
  const holes = holesOf(lowering, node);
  for (let at = node.startIndex; at < node.endIndex;) {
    const word = readWord(lowering.source, at, holes);
    if (typeof word === "string" || word.end === word.start || word.end > node.endIndex) {
      return fail(lowering, "tree-mismatch");
    }
    items.push({ start: word.start, end: word.end, token: { kind: "word", word } });
    at = skipBlanks(lowering.source, word.end);
  }
}

function takeCompound({ lowering, items, waiting }: Flattening, node: Node): void {
  const command = lowerCompound(lowering, node);
  items.push({ start: command.start, end: command.end, token: { kind: "compound", command } });
  // The redirections behind a function's body are children of the definition.
  waiting.push(...node.children.filter((child) => child.startIndex >= command.end).toReversed());
}

/** What follows the delimiter on its line is nested in the node; the body comes behind that. */
function takeHereDocument({ lowering, items }: Flattening, node: Node): void {
  if (lowering.substitutions === 0) return fail(lowering, "here-document");
  const document = readHereDocument(lowering, node);
  if (!document) return;
  const { redirection, lines } = document;
  items.push({ start: redirection.start, end: redirection.end, token: { kind: "redirection", redirection } });
  const rest = node.children.slice(2).filter(({ type }) => type !== "heredoc_body" && type !== "heredoc_end");
  items.push(...flatten(lowering, rest), lines);
}

/** Only the first destination belongs to the operator: in `< f mktree` the second is an argument. */
function takeRedirection({ lowering, items, waiting }: Flattening, node: Node, targets: Node[]): void {
  const { source } = lowering;
  const redirection = readRedirection(source, node.startIndex, holesOf(lowering, node));
  if (typeof redirection === "string") {
    return fail(lowering, redirection === "undecided" ? "tree-mismatch" : redirection);
  }
  if (redirection.end !== (targets[0] ?? node).endIndex) return fail(lowering, "tree-mismatch");
  items.push({ start: redirection.start, end: redirection.end, token: { kind: "redirection", redirection } });
  waiting.push(...targets.slice(1).toReversed());
}
