/** Reads one redirection (POSIX XCU 2.7, with bash's `&>`, `&>>` and `{name}>`). */
import type { Redirection, Word } from "./nodes.ts";
import { type Holes, readWord, skipContinuations, type WordFault } from "./word.ts";

const OPERATOR = /<<<|<<-|<<|<&|<>|<|>>|>&|>\||>|&>>|&>/y;
const DESCRIPTOR = /[0-9]{1,9}(?=[<>])/y;
const DESCRIPTOR_VARIABLE = /\{([A-Za-z_][A-Za-z0-9_]*)\}(?=[<>])/y;

/** The redirection that begins at `start`, its descriptor included. */
export function readRedirection(source: string, start: number, holes?: Holes): Redirection | WordFault {
  const digits = match(DESCRIPTOR, source, start)?.[0];
  const variable = digits === undefined ? match(DESCRIPTOR_VARIABLE, source, start) : undefined;
  const operatorAt = start + (digits ?? variable?.[0] ?? "").length;
  const operator = match(OPERATOR, source, operatorAt)?.[0];
  if (operator === undefined) return "syntax-error";
  let at = operatorAt + operator.length;
  if (isContinuedOperator(source, at)) return "undecided";
  // zsh: `>>|`, `>&|`, `&>|`.
  if (source[at] === "|") return "foreign-shell";
  at = skipBlanks(source, at);
  if (source[at] === "#") return "syntax-error";
  const target = readWord(source, at, holes);
  if (typeof target === "string") return target;
  if (target.start === target.end) return /[<>(]/.test(source[at] ?? "") ? "undecided" : "syntax-error";
  // In `>2>f` the 2 is the descriptor of the second operator, so the first has no target; in `>&1>f` it is the target.
  if (isBareDescriptor(source, target) && !operator.endsWith("&")) return "syntax-error";
  return {
    start,
    end: target.end,
    descriptor: digits === undefined ? undefined : Number(digits),
    ...(variable?.[1] !== undefined && { variable: variable[1] }),
    operator: operator as Redirection["operator"],
    target,
  };
}

/** Whether the word would be the descriptor of the redirection behind it. */
export function isBareDescriptor(source: string, { text, end }: Word): boolean {
  const next = source[end];
  return (next === "<" || next === ">") && /^(?:[0-9]+|\{.*\})$/.test(text);
}

/** The position behind blanks and line continuations. */
export function skipBlanks(source: string, at: number): number {
  for (;;) {
    const next = source[at];
    if (next === " " || next === "\t") at++;
    else if (next === "\\" && source[at + 1] === "\n") at += 2;
    else return at;
  }
}

/** bash takes line continuations out before it looks for operators: `&\⏎&` is `&&`. */
export function isContinuedOperator(source: string, at: number): boolean {
  const after = skipContinuations(source, at);
  return after > at && /[&|;<>(-]/.test(source[after] ?? "");
}

function match(pattern: RegExp, source: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(source) ?? undefined;
}
