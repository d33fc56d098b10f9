/** Finds the stretches of a word that only the tree can read, and the programs inside them. */
import { fail, type Lowering, type Node, nodeSpan } from "./lowering.ts";
import type { Program, Span } from "./nodes.ts";
import type { Hole, Holes } from "./word.ts";

const SUBSTITUTIONS = new Set(["command_substitution", "process_substitution"]);
// Stretches with quoting rules of their own: `${x:-…}`, `$((…))`, `a=(…)`, `@(a|b)`.
const BRACKETED = new Set(["expansion", "arithmetic_expansion", "array", "extglob_pattern"]);
// The beginnings of substitutions; `$((` is arithmetic where the tree has no substitution there.
const SUBSTITUTION_START = /`|\$\((?!\()|[<>]\(|\$\{[ |]/;

/** The bracketed stretches of a word, by where they begin. */
export function holesOf(lowering: Lowering, node: Node): Holes {
  const holes = new Map<number, Hole>();
  collect(lowering, node, holes);
  return (at) => holes.get(at);
}

function collect(lowering: Lowering, node: Node, holes: Map<number, Hole>): void {
  if (lowering.fault) return;
  if (SUBSTITUTIONS.has(node.type)) {
    const inner = [substitutionProgram(lowering, node)];
    holes.set(node.startIndex, { end: node.endIndex, substitution: true, inner });
  } else if (BRACKETED.has(node.type)) {
    const inner = innerPrograms(lowering, node.children, nodeSpan(node));
    holes.set(node.startIndex, { end: node.endIndex, substitution: inner.length > 0, inner });
  } else {
    for (const child of node.children) collect(lowering, child, holes);
  }
}

/** The programs of all substitutions below these nodes, which fill `span`; a substitution that the tree missed is a fault. */
export function innerPrograms(lowering: Lowering, nodes: readonly Node[], span: Span): Program[] {
  const found = outermostSubstitutions(nodes);
  let at = span.start;
  for (const stretch of [...found.map(nodeSpan), { start: span.end, end: span.end }]) {
    if (SUBSTITUTION_START.test(lowering.source.slice(at, stretch.start))) fail(lowering, "substitution");
    at = stretch.end;
  }
  return found.map((node) => substitutionProgram(lowering, node));
}

function outermostSubstitutions(nodes: readonly Node[]): Node[] {
  const found: Node[] = [];
  const waiting = [...nodes].reverse();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (SUBSTITUTIONS.has(node.type)) found.push(node);
    else waiting.push(...node.children.toReversed());
  }
  return found;
}

function substitutionProgram(lowering: Lowering, node: Node): Program {
  const children = node.children;
  const first = children.at(0);
  const last = children.at(-1);
  const span = { start: first?.endIndex ?? node.endIndex, end: last?.startIndex ?? node.startIndex };
  if (!first || !isClosed(lowering, node)) fail(lowering, "substitution");
  if (!first || lowering.fault) return { ...span, lists: [] };
  const { source } = lowering;
  // A backquote ends the word that it stands behind, but only here; text cut off there needs no rule for it.
  if (first.type === "`") lowering.source = source.slice(0, span.end);
  lowering.substitutions++;
  const program = lowering.program(children.slice(1, -1), span);
  lowering.substitutions--;
  lowering.source = source;
  return program;
}

function isClosed({ source }: Lowering, node: Node): boolean {
  const text = source.slice(node.startIndex, node.endIndex);
  // bash tries `$((` as arithmetic first, also where the tree sees a subshell in a substitution.
  if (!text.startsWith("`")) return /^(?:\$\((?!\()|[<>]\()/.test(text) && text.endsWith(")");
  // Inside backquotes these are unescaped once before the text is parsed (XCU 2.6.3); the tree does not know.
  return text.length > 1 && text.endsWith("`") && !/`|\\["$`\\\n]/.test(text.slice(1, -1));
}
