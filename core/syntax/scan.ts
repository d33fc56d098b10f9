/** The fast reader of shell text: it decides lines without substitutions and compound commands, nearly all that agents run. */
import { group, type Operator, type Token } from "./group.ts";
import type { DeferReason, Parse, Redirection } from "./nodes.ts";
import { readWord, skipContinuations, type WordFault } from "./word.ts";

/** What the scanner answers: `undecided` leaves the text to the tree. */
export type Scan = Parse | { readonly kind: "undecided" };

/** Longer texts are not parsed. */
export const MAX_LENGTH = 16 * 1024;
/** Texts with more opening brackets and backquotes are not parsed. */
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

/** Texts that would cost too much to parse. */
export function limitOf(source: string): DeferReason | undefined {
  if (source.length > MAX_LENGTH) return "too-long";
  let openers = 0;
  for (let at = 0; at < source.length; at++) {
    const code = source.charCodeAt(at);
    if (code === 0x28 || code === 0x5b || code === 0x60 || code === 0x7b) openers++;
  }
  return openers > MAX_OPENERS ? "too-deep" : undefined;
}

function answer(fault: Fault | "reserved"): Scan {
  if (fault === "undecided" || fault === "reserved") return { kind: "undecided" };
  return { kind: "defer", reason: fault };
}

function readToken(scanner: Scanner): Fault | undefined {
  const { source, at } = scanner;
  switch (source[at]) {
    case " ":
    case "\t":
      scanner.at++;
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
      return readRedirection(scanner, at, {});
    case "\\":
      if (source[at + 1] !== "\n") break;
      scanner.at = skipContinuations(source, at);
      return undefined;
  }
  return readWordToken(scanner);
}

const OPERATOR = /&>>?|&&|\|\||\|&|;;|&[|!]|[;&|]/y;

function readOperator(scanner: Scanner): Fault | undefined {
  const { source, at } = scanner;
  OPERATOR.lastIndex = at;
  const text = OPERATOR.exec(source)?.[0] ?? "";
  switch (text) {
    case "&>":
    case "&>>":
      return readRedirection(scanner, at, {});
    case ";;":
      return "undecided";
    case "&|":
    case "&!":
      // zsh: run in the background and disown.
      return "foreign-shell";
  }
  if (isContinuedOperator(source, at + text.length)) return "undecided";
  return pushOperator(scanner, text as Operator);
}

const REDIRECTION = /<<<|<<|<&|<>|<|>>|>&|>\||>|&>>|&>/y;

interface Left {
  readonly descriptor?: number;
  readonly variable?: string;
}

function readRedirection(scanner: Scanner, start: number, left: Left): Fault | undefined {
  const { source } = scanner;
  REDIRECTION.lastIndex = scanner.at;
  const text = REDIRECTION.exec(source)?.[0] ?? "";
  if (text.startsWith("<<")) return "here-document";
  let at = scanner.at + text.length;
  if (source[at] === "(" || isContinuedOperator(source, at)) return "undecided";
  // zsh: `>>|`, `>&|`, `&>|`.
  if (source[at] === "|") return "foreign-shell";
  while (source[at] === " " || source[at] === "\t" || (source[at] === "\\" && source[at + 1] === "\n")) {
    at = source[at] === "\\" ? at + 2 : at + 1;
  }
  if (source[at] === "#") return "syntax-error";
  const target = readWord(source, at);
  if (typeof target === "string") return target;
  if (target.start === target.end) return /[<>(]/.test(source[at] ?? "") ? "undecided" : "syntax-error";
  const redirection: Redirection = {
    start,
    end: target.end,
    descriptor: left.descriptor,
    ...(left.variable !== undefined && { variable: left.variable }),
    operator: text as Redirection["operator"],
    target,
  };
  scanner.tokens.push({ kind: "redirection", redirection });
  scanner.at = target.end;
  return undefined;
}

const DESCRIPTOR = /^[0-9]{1,9}$/;
const DESCRIPTOR_VARIABLE = /^\{([A-Za-z_][A-Za-z0-9_]*)\}$/;

function readWordToken(scanner: Scanner): Fault | undefined {
  const { source, at } = scanner;
  const word = readWord(source, at);
  if (typeof word === "string") return word;
  scanner.at = word.end;
  const next = source[word.end];
  if (next === "<" || next === ">") {
    if (source[word.end + 1] === "(") return "undecided";
    if (DESCRIPTOR.test(word.text)) return readRedirection(scanner, at, { descriptor: Number(word.text) });
    const variable = DESCRIPTOR_VARIABLE.exec(word.text)?.[1];
    if (variable !== undefined) return readRedirection(scanner, at, { variable });
    if (word.text.startsWith("{") && word.text.endsWith("}")) return "undecided";
  }
  scanner.tokens.push({ kind: "word", word });
  return undefined;
}

function pushOperator(scanner: Scanner, operator: Operator): undefined {
  scanner.tokens.push({ kind: "operator", operator });
  scanner.at += operator.length;
}

/** bash takes line continuations out before it looks for operators: `&\⏎&` is `&&`. */
function isContinuedOperator(source: string, at: number): boolean {
  const after = skipContinuations(source, at);
  return after > at && /[&|;<>(-]/.test(source[after] ?? "");
}

function endOfLine(source: string, at: number): number {
  const end = source.indexOf("\n", at);
  return end < 0 ? source.length : end;
}
