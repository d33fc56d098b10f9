/** The fast reader of shell text: it decides lines without substitutions and compound commands, nearly all that agents run. */
import { group, type Operator, type Token } from "./group.ts";
import type { DeferReason, Parse } from "./nodes.ts";
import { isBareDescriptor, isContinuedOperator, readRedirection, skipBlanks } from "./redirection.ts";
import { readWord, type WordFault } from "./word.ts";

/** What the scanner answers: `undecided` leaves the text to the tree. */
export type Scan = Parse | { readonly kind: "undecided" };

/** Longer texts are not parsed. */
export const MAX_LENGTH = 16 * 1024;
/** Texts with more opening brackets and backquotes, or more closing brackets, are not parsed. */
export const MAX_OPENERS = 200;

interface Scanner {
  readonly source: string;
  readonly tokens: Token[];
  at: number;
}

type Fault = WordFault | "here-document";

/** Reads shell text without the tree; pure and synchronous. */
export function scan(source: string): Scan {
  const limit = limitOf(source);
  if (limit) return { kind: "defer", reason: limit };
  const scanner: Scanner = { source, tokens: [], at: 0 };
  while (scanner.at < source.length) {
    const fault = readToken(scanner);
    if (fault) return answer(fault);
  }
  const program = group(scanner.tokens, { start: 0, end: source.length });
  return typeof program === "string" ? answer(program) : { kind: "program", program };
}

/** Texts that would cost too much to parse, or that no shell can be given: an argument ends at a NUL. */
function limitOf(source: string): DeferReason | undefined {
  if (source.length > MAX_LENGTH) return "too-long";
  if (source.includes("\0")) return "syntax-error";
  let openers = 0;
  let closers = 0;
  for (let at = 0; at < source.length; at++) {
    const code = source.charCodeAt(at);
    if (code === 0x28 || code === 0x5b || code === 0x60 || code === 0x7b) openers++;
    else if (code === 0x29 || code === 0x5d || code === 0x7d) closers++;
  }
  // The tree's recovery from closers without openers takes time that grows with their square.
  return openers > MAX_OPENERS || closers > MAX_OPENERS ? "too-deep" : undefined;
}

function answer(fault: Fault | "reserved"): Scan {
  if (fault === "undecided" || fault === "reserved") return { kind: "undecided" };
  return { kind: "defer", reason: fault };
}

function readToken(scanner: Scanner): Fault | undefined {
  const { source } = scanner;
  const at = scanner.at = skipBlanks(source, scanner.at);
  switch (source[at]) {
    case undefined:
      return undefined;
    case "\n":
      return pushOperator(scanner, "\n");
    case "#":
      scanner.at = endOfLine(source, at);
      return undefined;
    case "(":
    case ")":
      return "undecided";
    case ";":
    case "&":
    case "|":
      return readOperator(scanner);
    case "<":
    case ">":
      return pushRedirection(scanner);
  }
  return readWordToken(scanner);
}

const OPERATOR = /&>|&&|\|\||\|&|;[;&]|&[|!]|[;&|]/y;

function readOperator(scanner: Scanner): Fault | undefined {
  const { source, at } = scanner;
  OPERATOR.lastIndex = at;
  const text = OPERATOR.exec(source)?.[0] ?? "";
  if (text === "&>") return pushRedirection(scanner);
  // Only `case` has these, and its `)` has left the text to the tree.
  if (text === ";;" || text === ";&") return "syntax-error";
  // zsh: run in the background and disown.
  if (text === "&|" || text === "&!") return "foreign-shell";
  if (isContinuedOperator(source, at + text.length)) return "undecided";
  return pushOperator(scanner, text as Operator);
}

function pushOperator(scanner: Scanner, operator: Operator): undefined {
  scanner.tokens.push({ kind: "operator", operator });
  scanner.at += operator.length;
}

const HERE_DOCUMENT = /(?:[0-9]+|\{[A-Za-z0-9_]+\})?<</y;

function pushRedirection(scanner: Scanner): Fault | undefined {
  const { source, at } = scanner;
  if (source[at + 1] === "(") return "undecided";
  if (matches(HERE_DOCUMENT, source, at)) return "here-document";
  const redirection = readRedirection(source, at);
  if (typeof redirection === "string") return redirection;
  scanner.tokens.push({ kind: "redirection", redirection });
  scanner.at = redirection.end;
  return undefined;
}

function readWordToken(scanner: Scanner): Fault | undefined {
  const { source, at } = scanner;
  const word = readWord(source, at);
  if (typeof word === "string") return word;
  const next = source[word.end];
  if ((next === "<" || next === ">") && source[word.end + 1] === "(") return "undecided";
  if (isBareDescriptor(source, word)) {
    // bash also takes `{name[1]}>f`, and descriptors of any length.
    return isDescriptor(word.text) ? pushRedirection(scanner) : "undecided";
  }
  scanner.tokens.push({ kind: "word", word });
  scanner.at = word.end;
  return undefined;
}

/** Whether these characters, directly before `<` or `>`, name its descriptor. */
function isDescriptor(text: string): boolean {
  return /^(?:[0-9]{1,9}|\{[A-Za-z_][A-Za-z0-9_]*\})$/.test(text);
}

function matches(pattern: RegExp, source: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(source);
}

function endOfLine(source: string, at: number): number {
  const end = source.indexOf("\n", at);
  return end < 0 ? source.length : end;
}
