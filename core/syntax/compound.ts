/** Makes opaque commands of compound commands and function definitions, and finds the programs inside them. */
import { fail, type Lowering, type Node, nodeSpan } from "./lowering.ts";
import type { CompoundCommand, Program, Span } from "./nodes.ts";
import { innerPrograms } from "./substitution.ts";

const COMPOUNDS = new Set([
  "subshell",
  "compound_statement",
  "if_statement",
  "for_statement",
  "c_style_for_statement",
  "while_statement",
  "case_statement",
  "function_definition",
  "test_command",
]);

/** Nested more deeply than anybody writes; the walk is recursive. */
const MAX_DEPTH = 200;

/** Whether the node is a compound command or a function definition. */
export function isCompound(node: Node): boolean {
  return COMPOUNDS.has(node.type);
}

/** The opaque command of a compound node, without the redirections behind it. */
export function lowerCompound(lowering: Lowering, node: Node): CompoundCommand {
  const definition = node.type === "function_definition";
  const body = definition ? node.childForFieldName("body") : node;
  const name = definition ? node.childForFieldName("name")?.text : undefined;
  const variable = node.type === "for_statement" ? node.childForFieldName("variable")?.text : undefined;
  const inner: Program[] = [];
  if (!body) fail(lowering, "tree-mismatch");
  else collectInner(lowering, body, inner);
  return {
    kind: "compound",
    start: node.startIndex,
    end: body?.endIndex ?? node.endIndex,
    keyword: definition ? "function" : node.child(0)?.type ?? "",
    ...(name !== undefined && { functionName: name }),
    ...(variable !== undefined && { variable }),
    inner,
    redirections: [],
  };
}

function collectInner(lowering: Lowering, node: Node, inner: Program[]): void {
  if (lowering.depth >= MAX_DEPTH) return fail(lowering, "too-deep");
  lowering.depth++;
  switch (node.type) {
    case "for_statement":
    case "c_style_for_statement":
    case "case_item":
    case "case_statement":
      collectBehindWords(lowering, node, inner);
      break;
    case "subshell":
    case "compound_statement":
    case "test_command":
      collectBracketed(lowering, node, inner);
      break;
    case "function_definition":
      inner.push(...lowerCompound(lowering, node).inner);
      break;
    default:
      collectSections(lowering, node, inner);
  }
  lowering.depth--;
}

/** `( )`, `{ }`, `(( ))`, `[[ ]]`. */
function collectBracketed(lowering: Lowering, node: Node, inner: Program[]): void {
  const opening = node.child(0)?.type;
  if (opening === "(") return collectSections(lowering, node, inner);
  const blank = /[ \t\n]/;
  // `[[` and `{` are reserved words, so a blank stands behind them; `((` is an operator.
  if (opening !== "((" && !blank.test(lowering.source[node.startIndex + (opening ?? "").length] ?? "")) {
    return fail(lowering, "tree-mismatch");
  }
  if (opening === "[[" && !blank.test(lowering.source[node.endIndex - 3] ?? "")) {
    return fail(lowering, "tree-mismatch");
  }
  if (opening !== "{") {
    inner.push(...innerPrograms(lowering, node.children, nodeSpan(node)));
    return;
  }
  collectSections(lowering, node, inner);
}

/** Where words, whose substitutions count, stand before the commands: `for x in $(a); do`, `case $(a) in`, `a|b) c;;`. */
function collectBehindWords(lowering: Lowering, node: Node, inner: Program[]): void {
  const { children } = node;
  const last = children.findIndex((child) => endsWords(node, child));
  const [end, rest] = [children[last], children.slice(last + 1)];
  if (!end) return fail(lowering, "tree-mismatch");
  const words = children.slice(0, last);
  const header = [...words, end];
  if (header.some((child) => isGluedKeyword(lowering, child))) return fail(lowering, "syntax-error");
  if (node.type !== "c_style_for_statement" && !hasHeaderGaps(lowering, header)) {
    return fail(lowering, "syntax-error");
  }
  inner.push(...innerPrograms(lowering, words, { start: node.startIndex, end: end.startIndex }));
  if (node.type === "case_item") {
    // The tree takes operators for a part of the pattern.
    if (/[;&<>]/.test(lowering.source.slice(node.startIndex, end.startIndex))) {
      return fail(lowering, "tree-mismatch");
    }
    return takeSections(
      lowering,
      { nodes: [end, ...rest], end: node.endIndex, closings: CASE_CLOSINGS },
      inner,
    );
  }
  for (const child of node.type === "case_statement" ? rest : [end, ...rest]) {
    if (child.type === "case_item" || isBody(child)) collectInner(lowering, child, inner);
    else if (child.type !== "comment" && !isClosingEsac(lowering, child)) fail(lowering, "tree-mismatch");
  }
}

/** Between the words only blanks stand; newlines, and with them comments, only before `in` and `do`. */
function hasHeaderGaps({ source }: Lowering, header: readonly Node[]): boolean {
  return header.every((node, index) => {
    const before = header[index - 1];
    if (!before) return true;
    const many = node.type === "in" || node.type === "comment" || isBody(node);
    const gap = source.slice(before.endIndex, node.startIndex);
    return (many ? /^(?:[ \t\n]|\\\n)*$/ : /^(?:[ \t]|\\\n)*$/).test(gap);
  });
}

/** The tree needs no separator before `esac`; the shell takes it for an argument then. */
function isClosingEsac({ source }: Lowering, node: Node): boolean {
  return node.type === "esac" &&
    /(?:[;&\n)}]|\bin)[ \t]*$/.test(source.slice(0, node.startIndex).slice(-200));
}

function endsWords(node: Node, child: Node): boolean {
  if (node.type === "case_item") return child.type === ")" && !child.isNamed;
  if (node.type === "case_statement") return child.type === "in" && !child.isNamed;
  return isBody(child);
}

function isBody({ type }: Node): boolean {
  return type === "do_group" || type === "compound_statement";
}

const CLAUSES = new Set(["elif_clause", "else_clause", "do_group"]);
// Between one of these and the next boundary a command must stand.
const OPENINGS = new Set("if then elif else while until do { (".split(" "));
const CLOSINGS = new Set("fi done } )".split(" "));
const CASE_CLOSINGS = new Set(") ;; ;& ;;&".split(" "));

function collectSections(lowering: Lowering, node: Node, inner: Program[]): void {
  takeSections(lowering, { nodes: node.children, end: node.endIndex, closings: CLOSINGS }, inner);
}

interface Sections {
  readonly nodes: readonly Node[];
  readonly end: number;
  readonly closings: ReadonlySet<string>;
}

/** Reads the programs between the reserved words. */
function takeSections(lowering: Lowering, { nodes, end, closings }: Sections, inner: Program[]): void {
  let section: Node[] = [];
  let boundary: Node | undefined;
  for (const node of nodes) {
    if (!isBoundary(node, closings)) {
      section.push(node);
      continue;
    }
    takeSection(lowering, { boundary, section, end: node.startIndex }, inner);
    if (isGluedKeyword(lowering, node)) fail(lowering, "syntax-error");
    if (CLAUSES.has(node.type)) collectInner(lowering, node, inner);
    if (lowering.fault) return;
    section = [];
    boundary = node;
  }
  takeSection(lowering, { boundary, section, end }, inner);
}

function isBoundary({ type, isNamed }: Node, closings: ReadonlySet<string>): boolean {
  return isNamed ? CLAUSES.has(type) : OPENINGS.has(type) || closings.has(type);
}

/** The tree takes `if"$x"` and `in` glued to a backquote for keywords; a reserved word is a whole word (XCU 2.4). */
function isGluedKeyword({ source }: Lowering, { type, isNamed, endIndex }: Node): boolean {
  return !isNamed && /^[a-z]+$/.test(type) && !/[ \t\n;&|()<>\\]/.test(source[endIndex] ?? "\n");
}

interface Section {
  readonly boundary: Node | undefined;
  readonly section: readonly Node[];
  readonly end: number;
}

function takeSection(lowering: Lowering, { boundary, section, end }: Section, inner: Program[]): void {
  if (!boundary) {
    if (section.length > 0) fail(lowering, "tree-mismatch");
    return;
  }
  const span: Span = { start: boundary.endIndex, end };
  const program = section.length > 0 ? lowering.program(section, span) : undefined;
  if (program && program.lists.length > 0) inner.push(program);
  else if (OPENINGS.has(boundary.type)) fail(lowering, "syntax-error");
}
