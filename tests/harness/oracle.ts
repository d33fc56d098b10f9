/**
 * The oracle: mvdan/sh compiled to JavaScript, a second shell parser written without any knowledge of ours. It answers
 * with the simple commands that it sees, as source text, and `readingOf` gives the same of our own programs.
 */
import mvdan from "mvdan-sh";
import type {
  AndOrList,
  Command,
  Pipeline,
  Program,
  SimpleCommand,
  Span,
  Word,
} from "../../core/syntax/nodes.ts";

/** One command at the top level of a line; of a compound command only where it begins. */
export interface TopCommand {
  readonly start: number;
  readonly words: readonly string[];
  readonly assignments: readonly string[];
  readonly redirections: readonly string[];
  /** Its place in the pipeline: `0/1` for a lone command. */
  readonly stage: string;
  readonly background: boolean;
  readonly negated: boolean;
}

/** What a parser reads in a text. */
export interface Reading {
  readonly top: readonly TopCommand[];
  /** Commands at any depth: where the first word begins, a colon, and the words. */
  readonly all: readonly string[];
}

/** A node of mvdan/sh as GopherJS holds it; its public wrappers cost ten times as much. */
interface GoNode {
  readonly Pos: () => { Offset: () => number };
  readonly End: () => { Offset: () => number };
  readonly [field: string]: unknown;
}

interface GoSlice {
  readonly $array: readonly unknown[];
  readonly $offset: number;
  readonly $length: number;
}

interface Syntax {
  readonly NewParser: () => {
    readonly Parse: (source: string, name: string) => { readonly __internal_object__: GoNode };
  };
}

const parser = (mvdan as { syntax: Syntax }).syntax.NewParser();
// BinCmdOperator of version 0.10.1: `&&` 10, `||` 11, `|` 12, `|&` 13.
const FIRST_PIPE = 12;

/** What the oracle reads; `incomparable` where it has no words for a part (`let`). */
export function oracle(source: string): Reading | "rejected" | "incomparable" {
  let file: GoNode;
  try {
    file = parser.Parse(source, "").__internal_object__;
  } catch {
    return "rejected";
  }
  const reader: Reader = { source, offsets: utf16Offsets(source), top: [], all: [], comparable: true };
  for (const statement of nodes(file.Stmts)) readStatement(reader, statement, LONE);
  collectCommands(reader, file);
  return reader.comparable ? { top: reader.top, all: reader.all.toSorted() } : "incomparable";
}

interface Reader {
  readonly source: string;
  /** UTF-16 index by UTF-8 offset; empty for ASCII text, where they are the same. */
  readonly offsets: readonly number[];
  readonly top: TopCommand[];
  readonly all: string[];
  comparable: boolean;
}

interface Place {
  readonly stage: string;
  readonly background: boolean;
  readonly negated: boolean;
}

const LONE: Place = { stage: "0/1", background: false, negated: false };

function readStatement(reader: Reader, statement: GoNode, outer: Place): void {
  const place: Place = {
    stage: outer.stage,
    background: outer.background || statement.Background === true,
    negated: outer.negated || statement.Negated === true,
  };
  const command = commandOf(statement);
  switch (command && typeOf(command)) {
    case "BinaryCmd":
      return readBinary(reader, statement, place);
    case "TimeClause":
      if (isNode(command?.Stmt)) readStatement(reader, command.Stmt, place);
      else reader.comparable = false;
      return;
    case "LetClause":
      reader.comparable = false;
      return;
    default:
      pushCommand(reader, statement, place);
  }
}

function readBinary(reader: Reader, statement: GoNode, place: Place): void {
  const command = statement.Cmd as GoNode;
  if (Number(command.Op) < FIRST_PIPE) {
    // `!` belongs to a pipeline, never to a list.
    readStatement(reader, command.X as GoNode, { ...place, negated: false });
    readStatement(reader, command.Y as GoNode, { ...place, negated: false });
    return;
  }
  const stages = pipelineStages(statement);
  stages.forEach((stage, index) => {
    readStatement(reader, stage, { ...place, stage: `${index}/${stages.length}` });
  });
}

function pipelineStages(statement: GoNode): GoNode[] {
  const stages: GoNode[] = [];
  let rest = statement;
  for (;;) {
    const command = commandOf(rest);
    if (!command || typeOf(command) !== "BinaryCmd" || Number(command.Op) < FIRST_PIPE) break;
    stages.unshift(command.Y as GoNode);
    rest = command.X as GoNode;
  }
  return [rest, ...stages];
}

function pushCommand(reader: Reader, statement: GoNode, place: Place): void {
  const command = commandOf(statement);
  const words = command ? commandWords(reader, command) : [];
  const assignments = command && typeOf(command) === "CallExpr" ? nodes(command.Assigns) : [];
  const redirections = nodes(statement.Redirs).map((one) => spanIn(reader, one));
  const spans = [...(words ?? []), ...assignments.map((one) => spanIn(reader, one)), ...redirections];
  const start = words
    ? Math.min(...spans.map((span) => span.start))
    : spanIn(reader, command as GoNode).start;
  reader.top.push({
    start,
    words: (words ?? []).map((span) => textOf(reader, span)),
    assignments: assignments.map((one) => textOf(reader, spanIn(reader, one))),
    redirections: redirections.map((span) => textOf(reader, span)),
    ...place,
  });
}

/** The words of a simple command; undefined for compound commands. */
function commandWords(reader: Reader, command: GoNode): Span[] | undefined {
  switch (typeOf(command)) {
    case "CallExpr":
      return nodes(command.Args).map((word) => spanIn(reader, word));
    case "DeclClause": {
      const name = command.Variant as GoNode;
      return [name, ...nodes(command.Args)].map((word) => spanIn(reader, word));
    }
  }
  return undefined;
}

function collectCommands(reader: Reader, node: GoNode): void {
  if (typeOf(node) === "LetClause") reader.comparable = false;
  const words = commandWords(reader, node);
  const [first] = words ?? [];
  if (words && first) reader.all.push(commandKey(first.start, words.map((span) => textOf(reader, span))));
  for (const value of Object.values(node)) {
    if (value === node) continue;
    if (isNode(value)) collectCommands(reader, value);
    else for (const one of nodes(value)) collectCommands(reader, one);
  }
}

function commandKey(start: number, words: readonly string[]): string {
  return `${start}: ${words.join(" · ")}`;
}

/** What our own parser read. */
export function readingOf(source: string, program: Program): Reading {
  const top = program.lists.flatMap((list) =>
    list.pipelines.flatMap((pipeline) => topCommands(source, list, pipeline))
  );
  return { top, all: allCommands(program).toSorted() };
}

function topCommands(source: string, { background }: AndOrList, { stages, negated }: Pipeline): TopCommand[] {
  return stages.map((command, index) => ({
    start: command.start,
    words: command.kind === "simple" ? command.words.map((word) => word.text) : [],
    assignments: command.kind === "simple" ? command.assignments.map(assignmentText) : [],
    redirections: command.redirections.map((one) => source.slice(one.start, one.end)),
    stage: `${index}/${stages.length}`,
    background,
    negated,
  }));
}

function assignmentText({ name, append, value }: SimpleCommand["assignments"][number]): string {
  return `${name}${append ? "+" : ""}=${value.text}`;
}

function allCommands(program: Program): string[] {
  return program.lists.flatMap((list) => list.pipelines.flatMap((pipeline) => pipeline.stages)).flatMap(
    (command) => [...ownKey(command), ...innerPrograms(command).flatMap(allCommands)],
  );
}

function ownKey(command: Command): string[] {
  if (command.kind === "compound") return [];
  const [first] = command.words;
  return first ? [commandKey(first.start, command.words.map((word) => word.text))] : [];
}

function innerPrograms(command: Command): Program[] {
  const words: readonly Word[] = command.kind === "simple"
    ? [...command.words, ...command.assignments.map((one) => one.value)]
    : [];
  const targets = command.redirections.map((one) => one.target);
  const own = command.kind === "compound" ? command.inner : [];
  return [...own, ...[...words, ...targets].flatMap((word) => word.inner)];
}

function commandOf(statement: GoNode): GoNode | undefined {
  return isNode(statement.Cmd) ? statement.Cmd : undefined;
}

function isNode(value: unknown): value is GoNode {
  if (typeof value !== "object" || value === null || !goType(value).startsWith("*syntax.")) return false;
  return value !== (value.constructor as { readonly nil?: unknown }).nil;
}

function nodes(value: unknown): GoNode[] {
  if (typeof value !== "object" || value === null || !("$array" in value)) return [];
  const { $array, $offset, $length } = value as GoSlice;
  return $array.slice($offset, $offset + $length).filter(isNode);
}

function typeOf(node: GoNode): string {
  return goType(node).slice("*syntax.".length);
}

function goType(value: object): string {
  return String((value.constructor as { readonly string?: unknown }).string ?? "");
}

function spanIn({ offsets }: Reader, node: GoNode): Span {
  const [start, end] = [node.Pos().Offset(), node.End().Offset()];
  return { start: offsets[start] ?? start, end: offsets[end] ?? end };
}

/** The oracle counts a line continuation that follows a word as part of it; the shell takes it out. */
function textOf({ source }: Reader, { start, end }: Span): string {
  return source.slice(start, end).replace(/(?:\\\n)+$/, "");
}

function utf16Offsets(source: string): number[] {
  if (/^[\x00-\x7f]*$/.test(source)) return [];
  const offsets: number[] = [];
  let at = 0;
  for (const character of source) {
    const bytes = new TextEncoder().encode(character).length;
    for (let byte = 0; byte < bytes; byte++) offsets.push(at);
    at += character.length;
  }
  offsets.push(at);
  return offsets;
}
