/** Finds every command that a shell text runs, wherever it stands, in all the forms in which a rule may name it. */
import type {
  Command,
  CompoundCommand,
  Parse,
  Pipeline,
  Program,
  SimpleCommand,
  Word,
} from "../syntax/nodes.ts";
import { commandBaseName } from "../argv/command_name.ts";
import { SHELLS } from "../rewrite/launcher_data.ts";
import { type BehindRtk, foldBlanks, type NestedText, type PlainCommand, unwrap } from "./command_line.ts";
import { crudeCommands } from "./crude.ts";
import { withoutHereDocuments } from "./here_document_text.ts";
import type { Form, JudgedText } from "./rule_set.ts";
import { isWordOf } from "../text/word_list.ts";

/** Reads shell text that stands inside a command. */
export type NestedParser = (text: string) => Promise<Parse> | Parse;

/** How deep shell texts inside shell texts are followed, and how many of them one line may hold. */
const MAX_DEPTH = 5;
const MAX_TEXTS = 100;

interface Search {
  readonly parser: NestedParser;
  readonly forms: Form[];
  /** Texts that are still to be read. */
  readonly texts: (NestedText & { readonly depth: number })[];
  depth: number;
  behindRtk: BehindRtk;
  certain: boolean;
}

/** The forms of all commands of a text, outermost first. */
export async function formsOf({ source, parse }: JudgedText, parser: NestedParser): Promise<Form[]> {
  const search: Search = { parser, forms: [], texts: [], depth: 0, behindRtk: undefined, certain: true };
  const line = foldBlanks(source).trim();
  search.forms.push({
    texts: [...new Set([source.trim(), line])],
    words: [],
    targets: [],
    behindRtk: false,
    certain: true,
  });
  await searchText(search, source, parse);
  for (let read = 0, next = search.texts.shift(); next; next = search.texts.shift(), read++) {
    if (read === MAX_TEXTS) break;
    Object.assign(search, { depth: next.depth, behindRtk: next.behindRtk, certain: next.certain });
    await searchText(search, next.text, await parser(next.text));
  }
  return search.forms;
}

async function searchText(search: Search, source: string, parse: Parse | undefined): Promise<void> {
  // A carriage return is part of a word to the shell; a rule must be found behind it all the same.
  if (source.includes("\r")) searchCrudely(search, source.replaceAll("\r", "\n"), "ignored");
  if (parse?.kind === "program") return searchProgram(search, source, parse.program);
  if (parse?.reason === "here-document") return await searchHereDocuments(search, source);
  searchCrudely(search, source, "kept");
  searchCrudely(search, source, "ignored");
}

function searchCrudely(search: Search, text: string, quotes: "kept" | "ignored"): void {
  const certain = search.certain;
  for (const command of crudeCommands(text, quotes)) {
    searchCommand(search, { ...command, certain: certain && command.certain, behindRtk: search.behindRtk });
  }
}

async function searchHereDocuments(search: Search, source: string): Promise<void> {
  const { text, documents } = withoutHereDocuments(source);
  const parse = await search.parser(text);
  // A text that still has one is not what it seems.
  await searchText(
    search,
    text,
    parse.kind === "defer" && parse.reason === "here-document" ? undefined : parse,
  );
  const readByShell = /(?:^|[\s;&|(/])(?:ba|z|da|k|mk|a|fi)?sh\b|\b(?:source|eval|xargs|\.) /.test(text);
  for (const { body, quoted } of documents) {
    if (readByShell) later(search, { text: body, behindRtk: search.behindRtk, certain: search.certain });
    // What a plain delimiter lets the shell expand runs: the same text between double quotes.
    else if (!quoted && /\$\(|`/.test(body)) {
      later(search, {
        text: `: "${body.replaceAll('"', '\\"')}"`,
        behindRtk: search.behindRtk,
        certain: search.certain,
      });
    }
  }
}

function later(search: Search, nested: NestedText): void {
  if (search.depth > MAX_DEPTH) return;
  search.texts.push({ ...nested, depth: search.depth + 1 });
}

function searchProgram(search: Search, source: string, { lists }: Program): void {
  for (const { pipelines } of lists) {
    for (const pipeline of pipelines) searchPipeline(search, source, pipeline);
  }
}

function searchPipeline(search: Search, source: string, { stages }: Pipeline): void {
  for (const [index, stage] of stages.entries()) {
    if (stage.kind === "compound") searchCompound(search, source, stage);
    else searchSimple(search, source, stage);
    if (isShell(stages[index + 1]) && stage.kind === "simple") textsForShell(search, stage);
  }
}

/** `echo 'git push' | sh` */
function textsForShell(search: Search, { words }: SimpleCommand): void {
  const text = words.slice(1).map(({ text, value }) => value ?? text).filter((word) =>
    !/^-[neE]+$/.test(word)
  ).join(" ");
  if (text !== "") later(search, { text, behindRtk: search.behindRtk, certain: search.certain });
}

function isShell(stage: Command | undefined): boolean {
  return stage?.kind === "simple" &&
    stage.words.some(({ value }) => isWordOf(SHELLS, commandBaseName(value ?? "")));
}

function searchCompound(search: Search, source: string, compound: CompoundCommand): void {
  for (const program of compound.inner) searchProgram(search, source, program);
  for (const { target } of compound.redirections) searchWord(search, source, target);
  if (compound.inner.length === 0) searchCrudely(search, source.slice(compound.start, compound.end), "kept");
}

function searchWord(search: Search, source: string, { inner }: Word): void {
  for (const program of inner) searchProgram(search, source, program);
}

function searchSimple(search: Search, source: string, command: SimpleCommand): void {
  const { assignments, words, redirections } = command;
  const targets = redirections.map(({ target }) => target);
  searchCommand(search, {
    prefix: assignments.map(({ start, end }) => foldBlanks(source.slice(start, end))).join(" "),
    words,
    redirections: redirections.map(({ start, end }) => foldBlanks(source.slice(start, end))).join(" "),
    targets,
    certain: search.certain,
    behindRtk: search.behindRtk,
  });
  for (const word of [...assignments.map(({ value }) => value), ...words, ...targets]) {
    searchWord(search, source, word);
  }
  for (const { operator, target } of redirections) {
    if (operator !== "<<<" || !isShell(command)) continue;
    later(search, {
      text: target.value ?? target.text,
      behindRtk: search.behindRtk,
      certain: search.certain,
    });
  }
}

function searchCommand(search: Search, command: PlainCommand): void {
  const { forms, nested } = unwrap(command);
  search.forms.push(...forms);
  for (const text of nested) later(search, text);
}
