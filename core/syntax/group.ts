/** Builds lists, pipelines and commands (POSIX XCU 2.9) from a flat stream of tokens. */
import type {
  AndOrList,
  Assignment,
  Command,
  CompoundCommand,
  Pipeline,
  Program,
  Redirection,
  Span,
  Word,
} from "./nodes.ts";
import { isWordOf } from "../text/word_list.ts";

/** The separators and operators between commands. */
export type Operator = "&&" | "||" | "|" | "|&" | ";" | "&" | "\n";

/** One token of the flat stream. */
export type Token =
  | { readonly kind: "word"; readonly word: Word }
  | { readonly kind: "redirection"; readonly redirection: Redirection }
  | { readonly kind: "operator"; readonly operator: Operator }
  | { readonly kind: "compound"; readonly command: CompoundCommand };

/** Why a stream makes no program: `reserved` means that a compound command begins where only the tree can read it. */
export type GroupFault = "syntax-error" | "reserved" | "foreign-shell";

interface Cursor {
  readonly tokens: readonly Token[];
  at: number;
  fault: GroupFault | undefined;
}

const RESERVED =
  "! { } [[ ]] if then else elif fi for while until do done case esac select function coproc time in";
// fish's keywords, and the loop of csh and zsh; no program bears these names.
const FOREIGN = "and or not begin end foreach";
// bash takes `name[` in command position for a subscript that runs on to the next `]`, over blanks and operators.
const SUBSCRIPT = /^[A-Za-z_][A-Za-z0-9_]*\[/;
const ASSIGNMENT = /^([A-Za-z_][A-Za-z0-9_]*)(\+?)=/;

/** Groups a token stream; `span` is the program's own. */
export function group(tokens: readonly Token[], span: Span): Program | GroupFault {
  const cursor: Cursor = { tokens, at: 0, fault: undefined };
  const lists: AndOrList[] = [];
  skipNewlines(cursor);
  while (cursor.at < tokens.length) {
    const list = readList(cursor);
    if (!list) return cursor.fault ?? "syntax-error";
    lists.push(list);
    skipNewlines(cursor);
  }
  return { start: span.start, end: span.end, lists };
}

/** Reads a list and the separator behind it. */
function readList(cursor: Cursor): AndOrList | undefined {
  const pipelines: Pipeline[] = [];
  const operators: ("&&" | "||")[] = [];
  for (;;) {
    const pipeline = readPipeline(cursor);
    if (!pipeline) return undefined;
    pipelines.push(pipeline);
    const operator = operatorAt(cursor);
    if (operator !== "&&" && operator !== "||") break;
    operators.push(operator);
    cursor.at++;
    skipNewlines(cursor);
  }
  const separator = operatorAt(cursor);
  if (separator === undefined && cursor.at < cursor.tokens.length) return fail(cursor, "syntax-error");
  cursor.at++;
  return { ...spanOf(pipelines), pipelines, operators, background: separator === "&" };
}

function readPipeline(cursor: Cursor): Pipeline | undefined {
  const prefix = readPipelinePrefix(cursor);
  if (!prefix) return undefined;
  const stages: Command[] = [];
  const operators: ("|" | "|&")[] = [];
  for (;;) {
    const stage = readCommand(cursor);
    if (!stage) return undefined;
    stages.push(stage);
    const operator = operatorAt(cursor);
    if (operator !== "|" && operator !== "|&") break;
    operators.push(operator);
    cursor.at++;
    skipNewlines(cursor);
  }
  const span = spanOf(stages);
  return { ...span, start: prefix.start ?? span.start, ...prefix.flags, stages, operators };
}

interface PipelinePrefix {
  readonly start: number | undefined;
  readonly flags: { readonly negated: boolean; readonly timed: boolean };
}

/** `!` and `time [-p]` may each stand once, in either order. */
function readPipelinePrefix(cursor: Cursor): PipelinePrefix | undefined {
  const start = wordAt(cursor)?.start;
  let negated = false;
  let timed = false;
  for (;;) {
    const text = wordAt(cursor)?.text;
    if (text === "!" && !negated) {
      negated = true;
      cursor.at++;
    } else if (text === "time" && !timed) {
      timed = true;
      cursor.at++;
      if (wordAt(cursor)?.text === "-p") cursor.at++;
      // `time --` ends its options; it is left alone, like the words `!` and `time` without a command.
      if (wordAt(cursor)?.text === "--") return fail(cursor, "reserved");
    } else break;
  }
  const next = cursor.tokens[cursor.at];
  if ((negated || timed) && (!next || next.kind === "operator")) return fail(cursor, "reserved");
  return { start: negated || timed ? start : undefined, flags: { negated, timed } };
}

function readCommand(cursor: Cursor): Command | undefined {
  const first = cursor.tokens[cursor.at];
  if (first?.kind === "compound") return readCompound(cursor, first.command);
  const assignments: Assignment[] = [];
  const words: Word[] = [];
  const redirections: Redirection[] = [];
  const parts: Span[] = [];
  for (; cursor.at < cursor.tokens.length; cursor.at++) {
    const token = cursor.tokens[cursor.at];
    if (!token || token.kind === "operator") break;
    if (token.kind === "compound") return fail(cursor, "syntax-error");
    parts.push(token.kind === "word" ? token.word : token.redirection);
    if (token.kind === "redirection") redirections.push(token.redirection);
    else if (words.length > 0) words.push(token.word);
    else {
      const assignment = assignmentOf(token.word);
      // Behind an assignment a reserved word is a plain one (XCU 2.4).
      const fault = assignment
        ? undefined
        : nameFault(token.word, assignments.length > 0 ? "plain" : "first");
      if (fault) return fail(cursor, fault);
      if (assignment) assignments.push(assignment);
      else words.push(token.word);
    }
  }
  if (parts.length === 0) return fail(cursor, "syntax-error");
  return { kind: "simple", ...spanOf(parts), assignments, words, redirections };
}

function nameFault({ text }: Word, place: "first" | "plain"): GroupFault | undefined {
  if (text.includes("[") && SUBSCRIPT.test(text)) return "reserved";
  if (place === "plain") return undefined;
  if (isWordOf(RESERVED, text)) return "reserved";
  return isWordOf(FOREIGN, text) ? "foreign-shell" : undefined;
}

function readCompound(cursor: Cursor, command: CompoundCommand): CompoundCommand | undefined {
  cursor.at++;
  const redirections: Redirection[] = [...command.redirections];
  for (; cursor.at < cursor.tokens.length; cursor.at++) {
    const token = cursor.tokens[cursor.at];
    if (token?.kind === "operator") break;
    if (token?.kind !== "redirection") return fail(cursor, "syntax-error");
    redirections.push(token.redirection);
  }
  const end = redirections.at(-1)?.end ?? command.end;
  return { ...command, end: Math.max(end, command.end), redirections };
}

function assignmentOf(word: Word): Assignment | undefined {
  const match = word.text.includes("=") ? ASSIGNMENT.exec(word.text) : null;
  if (!match) return undefined;
  const [prefix, name = "", plus] = match;
  const value: Word = {
    ...word,
    start: word.start + prefix.length,
    text: word.text.slice(prefix.length),
    // The name and the sign are unquoted, so they stand in the value as in the text.
    value: word.value?.slice(prefix.length),
  };
  return { start: word.start, end: word.end, name, append: plus === "+", value };
}

function spanOf(parts: readonly Span[]): Span {
  return { start: parts[0]?.start ?? 0, end: parts.at(-1)?.end ?? 0 };
}

function wordAt({ tokens, at }: Cursor): Word | undefined {
  const token = tokens[at];
  return token?.kind === "word" ? token.word : undefined;
}

function operatorAt({ tokens, at }: Cursor): Operator | undefined {
  const token = tokens[at];
  return token?.kind === "operator" ? token.operator : undefined;
}

function skipNewlines(cursor: Cursor): void {
  while (operatorAt(cursor) === "\n") cursor.at++;
}

function fail(cursor: Cursor, fault: GroupFault): undefined {
  cursor.fault = fault;
}
