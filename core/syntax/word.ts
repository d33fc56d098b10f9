/** Reads one word by the quoting rules of POSIX XCU 2.2 and bash's `$'…'`. Shared by the scanner and the lowered tree. */
import type { Program, Span, Word } from "./nodes.ts";

/** A stretch of a word that only the tree can read: a substitution, a nested expansion, an array. */
export interface Hole {
  readonly end: number;
  readonly substitution: boolean;
  readonly inner: readonly Program[];
}

/** Where the tree knows such a stretch to begin; the scanner has none. */
export type Holes = (at: number) => Hole | undefined;

/** Why no word can be given. */
export type WordFault = "undecided" | "syntax-error" | "foreign-shell";

interface Reading {
  readonly source: string;
  readonly holes: Holes | undefined;
  readonly start: number;
  at: number;
  value: string;
  dynamic: boolean;
  quoted: boolean;
  substitution: boolean;
  inner: Program[];
  bracket: boolean;
  braces: number;
  braceSeparator: boolean;
  equals: boolean;
}

// Control characters other than tab and newline are word characters for bash.
const PLAIN = /[^ \t\n;&|<>()$`"'\\*?[\]{}~]+/y;
const PLAIN_QUOTED = /[^"$`\\]+/y;
const PARAMETER = /\$(?:[A-Za-z_][A-Za-z0-9_]*|[0-9@*#?$!-])/y;
// `${NAME}`, `${#NAME}`, `${NAME:-plain text}`; anything nested is left to the tree.
const BRACED_PARAMETER =
  /\$\{[#!]?(?:[A-Za-z_][A-Za-z0-9_]*|[0-9]+|[@*#?$!-])(?:[:\-=+?%#/^,@[][^{}()$`"'\\\n]*)?\}/y;
// zsh: `${(f)x}`, `${=x}`, `${~x}`, `${^x}`.
const FOREIGN_BRACED = /\$\{[(=~^]/y;
// zsh: `$+commands`, `$=x`, `$~x`, `$^x`.
const FOREIGN_PARAMETER = /\$[+=~^][A-Za-z_]/y;

/** Reads the word that begins at `start`; an empty span means that no word begins there. */
export function readWord(source: string, start: number, holes?: Holes): Word | WordFault {
  const reading = beginReading(source, start, holes);
  while (reading.at < source.length) {
    const before = reading.at;
    const fault = readPart(reading);
    if (fault) return fault;
    if (reading.at === before) break;
  }
  return wordOf(reading);
}

/** Reads text in which only `$`, `` ` `` and backslash are special: the body of a here-document with a plain delimiter. */
export function readBody(source: string, { start, end }: Span, holes?: Holes): Word | WordFault {
  const reading = beginReading(source, start, holes);
  while (reading.at < end) {
    const character = source[reading.at] ?? "";
    if (character === "\\" || character === "$" || character === "`") {
      const fault = readQuotedSpecial(reading, character);
      if (fault) return fault;
    } else {
      reading.value += character;
      reading.at++;
    }
  }
  return reading.at === end ? wordOf(reading) : "undecided";
}

function beginReading(source: string, start: number, holes: Holes | undefined): Reading {
  return {
    source,
    holes,
    start,
    at: start,
    value: "",
    dynamic: false,
    quoted: false,
    substitution: false,
    inner: [],
    bracket: false,
    braces: 0,
    braceSeparator: false,
    equals: false,
  };
}

function wordOf(reading: Reading): Word {
  return {
    start: reading.start,
    end: reading.at,
    text: reading.source.slice(reading.start, reading.at),
    value: reading.dynamic ? undefined : reading.value,
    quoted: reading.quoted,
    substitution: reading.substitution,
    inner: reading.inner,
  };
}

function readPart(reading: Reading): WordFault | undefined {
  const run = match(PLAIN, reading);
  if (run) return takePlain(reading, run);
  const { source, at } = reading;
  switch (source[at]) {
    case "'":
      return readSingleQuoted(reading);
    case '"':
      return readDoubleQuoted(reading);
    case "\\":
      return readEscape(reading);
    case "$":
      return readDollar(reading, "unquoted");
    case "`":
      return takeHole(reading);
    case "<":
    case ">":
    case "(":
      if (reading.holes?.(at)) return takeHole(reading);
      return undefined;
    case "*":
    case "?":
    case "[":
    case "]":
    case "{":
    case "}":
    case "~":
      return readExpansionCharacter(reading);
  }
  return undefined;
}

function takePlain(reading: Reading, run: string): undefined {
  if (run.includes("=")) reading.equals = true;
  if (reading.braces > 0 && (run.includes(",") || run.includes(".."))) reading.braceSeparator = true;
  reading.value += run;
  reading.at += run.length;
}

/** Pathname, brace and tilde expansion. */
function readExpansionCharacter(reading: Reading): undefined {
  const { source, at } = reading;
  const character = source[at] ?? "";
  const before = at > reading.start ? source[at - 1] : "";
  if (character === "*" || character === "?") reading.dynamic = true;
  if (character === "[") reading.bracket = true;
  if (character === "]" && reading.bracket) reading.dynamic = true;
  if (character === "{") reading.braces++;
  if (character === "}" && reading.braces > 0) {
    if (reading.braceSeparator) reading.dynamic = true;
    if (--reading.braces === 0) reading.braceSeparator = false;
  }
  // bash expands `~` behind `=` and `:` in every word of the form NAME=value.
  if (character === "~" && (before === "" || (reading.equals && (before === "=" || before === ":")))) {
    reading.dynamic = true;
  }
  reading.value += character;
  reading.at++;
}

function readSingleQuoted(reading: Reading): WordFault | undefined {
  const { source, at } = reading;
  const close = source.indexOf("'", at + 1);
  if (close < 0) return "syntax-error";
  reading.value += source.slice(at + 1, close);
  reading.quoted = true;
  reading.at = close + 1;
  return undefined;
}

function readDoubleQuoted(reading: Reading): WordFault | undefined {
  const { source } = reading;
  reading.quoted = true;
  reading.at++;
  while (reading.at < source.length) {
    const run = match(PLAIN_QUOTED, reading);
    if (run) {
      reading.value += run;
      reading.at += run.length;
      continue;
    }
    const character = source[reading.at] ?? "";
    if (character === '"') {
      reading.at++;
      return undefined;
    }
    const fault = readQuotedSpecial(reading, character);
    if (fault) return fault;
  }
  return "syntax-error";
}

function readQuotedSpecial(reading: Reading, character: string): WordFault | undefined {
  if (character === "\\") return readQuotedEscape(reading);
  return character === "$" ? readDollar(reading, "quoted") : takeHole(reading);
}

/** Inside double quotes a backslash escapes only `$`, `` ` ``, `"`, itself and a newline (XCU 2.2.3). */
function readQuotedEscape(reading: Reading): WordFault | undefined {
  const next = reading.source[reading.at + 1];
  if (next === undefined) return "syntax-error";
  if (!'$`"\\\n'.includes(next)) reading.value += "\\";
  if (next !== "\n") reading.value += next;
  reading.at += 2;
  return undefined;
}

function readEscape(reading: Reading): WordFault | undefined {
  const { source } = reading;
  if (source[reading.at + 1] === "\n") {
    // A line continuation ends the word only where a blank or a newline follows it.
    const after = skipContinuations(source, reading.at);
    const next = source[after];
    return next === undefined || next === " " || next === "\t" || next === "\n" ? undefined : "undecided";
  }
  const next = source[reading.at + 1];
  if (next === undefined) return "undecided";
  reading.value += next;
  reading.quoted = true;
  reading.at += 2;
  return undefined;
}

function readDollar(reading: Reading, place: "quoted" | "unquoted"): WordFault | undefined {
  const { source, at } = reading;
  const parameter = match(PARAMETER, reading) ?? match(BRACED_PARAMETER, reading);
  if (parameter) {
    reading.dynamic = true;
    reading.at += parameter.length;
    return undefined;
  }
  const next = source[at + 1];
  if (next === "{" && match(FOREIGN_BRACED, reading)) return "foreign-shell";
  if (next === "(" || next === "{" || next === "[") return takeHole(reading);
  if (next === "\\" && source[at + 2] === "\n") return "undecided";
  if (place === "unquoted") {
    if (next === "'") return readAnsiQuoted(reading);
    if (next === '"') return "undecided";
    if (match(FOREIGN_PARAMETER, reading)) return "foreign-shell";
  }
  reading.value += "$";
  reading.at++;
  return undefined;
}

const ANSI_QUOTED = /\$'((?:[^'\\]|\\[^])*)'/y;
const ANSI_ESCAPES: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  e: "\x1b",
  E: "\x1b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\\": "\\",
  "'": "'",
  '"': '"',
  "?": "?",
};

function readAnsiQuoted(reading: Reading): WordFault | undefined {
  const text = match(ANSI_QUOTED, reading);
  if (text === undefined) return "syntax-error";
  reading.quoted = true;
  reading.at += text.length;
  const value = text.slice(2, -1).replaceAll(/\\([^])/g, (_, escaped: string) => {
    const plain = ANSI_ESCAPES[escaped];
    // Numeric escapes name bytes, which need not be characters.
    if (plain === undefined) reading.dynamic = true;
    return plain ?? "";
  });
  reading.value += value;
  return undefined;
}

function takeHole(reading: Reading): WordFault | undefined {
  const hole = reading.holes?.(reading.at);
  if (!hole) return "undecided";
  reading.dynamic = true;
  if (hole.substitution) reading.substitution = true;
  reading.inner.push(...hole.inner);
  reading.at = hole.end;
  return undefined;
}

/** The position behind the line continuations that begin at `at`. */
export function skipContinuations(source: string, at: number): number {
  while (source[at] === "\\" && source[at + 1] === "\n") at += 2;
  return at;
}

function match(pattern: RegExp, { source, at }: Reading): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0];
}
