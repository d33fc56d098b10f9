/**
 * Here-documents inside substitutions (POSIX XCU 2.7.4). The tree ends a body at any line that begins like the delimiter
 * and misses backquotes in it, so both are found by the shell's own rules and compared.
 */
import { fail, type Lowering, type Node } from "./lowering.ts";
import type { Redirection, Span, Word } from "./nodes.ts";
import { holesOf } from "./substitution.ts";
import { readBody, readWord } from "./word.ts";

/** A here-document's redirection, whose target holds the substitutions of the body, and the lines of its body. */
export interface HereDocument {
  readonly redirection: Redirection;
  /** From the first line of the body to the end of the delimiter's line. */
  readonly lines: Span;
}

/** Reads a `heredoc_redirect`; undefined, with a fault noted, where the tree and the shell disagree. */
export function readHereDocument(lowering: Lowering, node: Node): HereDocument | undefined {
  const { source } = lowering;
  const [operator, start] = node.children;
  const end = node.children.find((child) => child.type === "heredoc_end");
  if (!operator || !start || !end || !/^<<-?$/.test(operator.type)) return mismatch(lowering);
  const delimiter = readWord(source, start.startIndex);
  if (typeof delimiter === "string" || delimiter.value === undefined) return mismatch(lowering);
  if (delimiter.end !== start.endIndex) return mismatch(lowering);
  const first = bodyStart(lowering, node);
  const last = first === undefined
    ? undefined
    : delimiterLine(source, first, { delimiter, operator: operator.type });
  if (first === undefined || !last) return mismatch(lowering);
  if (last.end !== end.endIndex || last.end - delimiter.value.length !== end.startIndex) {
    return mismatch(lowering);
  }
  const target = delimiter.quoted ? delimiter : withBody(lowering, delimiter, {
    node,
    span: { start: first, end: last.start },
  });
  if (!target) return undefined;
  const redirection: Redirection = {
    start: node.startIndex,
    end: delimiter.end,
    descriptor: undefined,
    operator: operator.type as "<<" | "<<-",
    target,
  };
  return { redirection, lines: { start: first, end: last.end } };
}

/** The body begins on the line after the one that holds the operator. */
function bodyStart({ source }: Lowering, node: Node): number | undefined {
  const onLine = node.children.filter(({ type }) => type !== "heredoc_body" && type !== "heredoc_end");
  const from = onLine.at(-1)?.endIndex ?? node.endIndex;
  const newline = source.indexOf("\n", from);
  return newline < 0 || /[^ \t]/.test(source.slice(from, newline)) ? undefined : newline + 1;
}

interface Delimiter {
  readonly delimiter: Word;
  readonly operator: string;
}

function delimiterLine(source: string, from: number, { delimiter, operator }: Delimiter): Span | undefined {
  let continued = false;
  for (let start = from; start <= source.length;) {
    const newline = source.indexOf("\n", start);
    const end = newline < 0 ? source.length : newline;
    const line = source.slice(start, end);
    const text = operator === "<<-" ? line.replace(/^\t+/, "") : line;
    if (!continued && text === delimiter.value) return { start, end };
    // With a plain delimiter a backslash joins two lines of the body.
    continued = !delimiter.quoted && /(?:^|[^\\])(?:\\\\)*\\$/.test(line);
    start = end + 1;
  }
  return undefined;
}

interface Body {
  readonly node: Node;
  readonly span: Span;
}

function withBody(lowering: Lowering, delimiter: Word, { node, span }: Body): Word | undefined {
  const body = node.children.find(({ type }) => type === "heredoc_body");
  const holes = body && holesOf(lowering, body);
  const read = readBody(lowering.source, span, holes);
  if (typeof read === "string") return mismatch(lowering);
  return { ...delimiter, substitution: read.substitution, inner: read.inner };
}

function mismatch(lowering: Lowering): undefined {
  fail(lowering, "tree-mismatch");
}
