/** A simple command word by word, with what each was taken for. Cold: only `explain` shows it. */
import type { ParsedArgs } from "../argv/parse_args.ts";
import type { Redirection, SimpleCommand, Word } from "../syntax/nodes.ts";
import type { Part } from "./rewrite.ts";

export type TokenType =
  | "assignment"
  | "wrapper"
  | "name"
  | "subcommand"
  | "option"
  | "option-argument"
  | "operand"
  | "terminator"
  | "argument"
  | "redirection";

/** `argument`: a word whose part the grammar did not tell, because it declined or there is no unit. */
export interface Token {
  readonly type: TokenType;
  readonly span: readonly [number, number];
  readonly text: string;
  readonly quoted: boolean;
  /** The option that this word is, or whose option-argument it is, as the grammar lists it. */
  readonly option?: string;
  /** The word stands behind `--`. */
  readonly afterTerminator: boolean;
}

/** The tokens of one part in the order of the source; none for what was not decomposed. */
export function tokensOf(source: string, part: Part): Token[] {
  const { command } = part;
  if (command?.kind !== "simple") return [];
  const assignments = command.assignments.map((assignment): Token => ({
    ...place(source, assignment),
    type: "assignment",
    quoted: assignment.value.quoted,
    afterTerminator: false,
  }));
  const redirections = command.redirections.map((redirection: Redirection): Token => ({
    ...place(source, redirection),
    type: "redirection",
    quoted: redirection.target.quoted,
    afterTerminator: false,
  }));
  return [...assignments, ...wordTokens(source, command, part), ...redirections]
    .sort((a, b) => a.span[0] - b.span[0]);
}

function place(source: string, { start, end }: { start: number; end: number }): Pick<Token, "span" | "text"> {
  return { span: [start, end], text: source.slice(start, end) };
}

function wordTokens(source: string, { words }: SimpleCommand, { resolution }: Part): Token[] {
  const nameAt = resolution?.kind === "found" ? resolution.nameAt : resolution?.layers.at(-1)?.at ?? 0;
  const match = resolution?.kind === "found" ? resolution.match : undefined;
  const argsAt = nameAt + 1 + (match?.offset ?? 0);
  const args = match?.kind === "tool" ? match.args : undefined;
  const isValue = (at: number): boolean =>
    args?.options.some(({ valueIndex }) => valueIndex === at - argsAt) === true;
  const terminator = words.findIndex(({ value }, at) => at >= argsAt && value === "--" && !isValue(at));
  const behind = match?.entry.args.afterTerminator === "any" ? "argument" : "operand";
  return words.map((word, at): Token => {
    const afterTerminator = terminator >= 0 && at > terminator;
    const base = { ...place(source, word), quoted: word.quoted, afterTerminator };
    if (at < nameAt) return { ...base, type: "wrapper" };
    if (at === nameAt) return { ...base, type: "name" };
    if (at < argsAt) return { ...base, ...commandWord(word, words[at - 1]) };
    if (at === terminator) return { ...base, type: "terminator" };
    if (!args) return { ...base, type: "argument" };
    return { ...base, ...argumentOf(args, at - argsAt, afterTerminator ? behind : "operand") };
  });
}

/** The words between the name and the arguments: subcommands, options before them and their arguments. */
function commandWord(word: Word, before: Word | undefined): Pick<Token, "type" | "option"> {
  if (word.text.startsWith("-")) return { type: "option", option: word.text.replace(/=.*$/s, "") };
  if (!before?.text.startsWith("-") || before.text.includes("=")) return { type: "subcommand" };
  return { type: "option-argument", option: before.text };
}

function argumentOf(
  { options }: ParsedArgs,
  index: number,
  otherwise: TokenType,
): Pick<Token, "type" | "option"> {
  const owner = options.find(({ valueIndex }) => valueIndex === index);
  if (owner) return { type: "option-argument", option: owner.name };
  const option = options.find((one) => one.index === index);
  if (option) return { type: "option", option: option.name };
  return { type: otherwise };
}
