/** The forms of one simple command: its own, then that of each command which a wrapper in front of it starts. */
import { commandBaseName } from "../argv/command_name.ts";
import { launcherReason, SHELLS } from "../rewrite/launcher_data.ts";
import { peel } from "../rewrite/wrapper.ts";
import type { Form, FormWord } from "./rule_set.ts";
import { isWordOf } from "../text/word_list.ts";

/** A word for matching: its source, and what the shell passes on where that is known. */
export interface PlainWord {
  readonly text: string;
  readonly value: string | undefined;
}

/** A simple command for matching. */
export interface PlainCommand {
  /** The assignment prefix as written, blanks folded; empty when there is none. */
  readonly prefix: string;
  readonly words: readonly PlainWord[];
  /** Redirections as written, joined by blanks. */
  readonly redirections: string;
  readonly targets: readonly PlainWord[];
  readonly certain: boolean;
  readonly behindRtk: BehindRtk;
}

/** The spellings of a command with an `rtk` in it behind which another stands; undefined for what stands behind none. */
export type BehindRtk = readonly string[] | undefined;

/** What a command holds: forms, and shell texts that it hands to a shell. */
export interface Unwrapped {
  readonly forms: Form[];
  readonly nested: NestedText[];
}

export interface NestedText {
  readonly text: string;
  readonly behindRtk: BehindRtk;
  readonly certain: boolean;
}

/** rtk's own words that run the command behind them (`err` and others also take it as one shell text). */
const RTK_RUNNERS = "proxy -- err test summary";

// Besides those that the gate knows: precommand words, and commands that start their operands later or elsewhere.
const STARTERS =
  "builtin env sudo doas stdbuf nice ionice nohup setsid timeout time caffeinate coproc then do else " +
  "! if while until elif { trap alias";

/** How many words behind an unknown option are tried as commands. */
const MAX_GUESSES = 64;

/** Takes a command apart, layer by layer. */
export function unwrap(command: PlainCommand): Unwrapped {
  const walk: Walk = {
    command,
    values: command.words.map(({ text, value }) => value ?? withoutQuotes(text)),
    behindRtk: command.behindRtk,
    certain: command.certain,
    flat: false,
    found: { forms: [], nested: [] },
  };
  run(walk, 0);
  return walk.found;
}

interface Walk {
  readonly command: PlainCommand;
  readonly values: readonly string[];
  behindRtk: BehindRtk;
  readonly certain: boolean;
  /** Someone else already tries every word behind this one. */
  readonly flat: boolean;
  readonly found: Unwrapped;
}

/** Reads the layer that begins at a word; answers where the next one begins. */
function layer(walk: Walk, at: number): number | undefined {
  const { values, command } = walk;
  const name = commandBaseName(values[at] ?? "");
  // `timeout 5 A=1 cmd`, `time -- cmd`: nothing to run, but rules are held against what stands behind.
  if (at > 0 && (name === "--" || /^[A-Za-z_]\w*=/.test(name))) return at + 1;
  walk.found.forms.push(formAt(walk, at));
  if (name === "--") return at + 1;
  if (name === "rtk") return behindRtk(walk, at + 1);
  if (isWordOf(SHELLS, name)) return shellTexts(walk, at);
  if (name === "find" || name === "fd" || name === "fdfind") return executed(walk, at);
  if (name === "eval") {
    nest(walk, values.slice(at + 1).join(" "));
    return undefined;
  }
  const peeled = peel(
    command.words.slice(at).map(({ text, value }) => ({
      text: value ?? text,
      literal: value !== undefined,
    })),
  );
  if (peeled.kind === "peeled") return at + peeled.length;
  const starts = peeled.kind === "declined" || isWordOf(STARTERS, name) || launcherReason(name) !== undefined;
  if (starts) everyWord(walk, at + 1);
  return undefined;
}

function behindRtk(walk: Walk, at: number): number {
  const { values } = walk;
  walk.behindRtk ??= formAt(walk, at - 1).texts;
  let next = at;
  while (/^-./.test(values[next] ?? "") && values[next] !== "--") next++;
  const isRunner = isWordOf(RTK_RUNNERS, values[next] ?? "");
  if (!isRunner) return next;
  // `test` and `--` are also the words of the command itself: `rtk test -f x`.
  walk.found.forms.push(formAt(walk, next));
  next++;
  while (/^-./.test(values[next] ?? "")) next++;
  if (isShellText(values[next] ?? "")) nest(walk, values.slice(next).join(" "));
  return next;
}

/** `sh -c TEXT`: every argument that may be shell text is read as such. */
function shellTexts(walk: Walk, at: number): undefined {
  const { values } = walk;
  const flag = values.findIndex((value, index) => index > at && /^-[a-zA-Z]*c[a-zA-Z]*$/.test(value));
  for (let index = at + 1; index < values.length; index++) {
    const value = values[index] ?? "";
    if (flag >= 0 && index > flag && (index === flag + 1 || isShellText(value))) nest(walk, value);
  }
}

/** `find … -exec CMD … ;`, `fd … -x CMD …`. */
function executed(walk: Walk, at: number): number | undefined {
  const flag = walk.values.findIndex((value, index) =>
    index > at && /^(?:-exec|-execdir|-ok|-okdir|-x|-X|--exec|--exec-batch)$/.test(value)
  );
  return flag < 0 ? undefined : flag + 1;
}

/** Behind a command whose options are not known, any word may be the command that it starts. */
function everyWord(walk: Walk, from: number): undefined {
  if (walk.flat) return;
  const { values } = walk;
  const first = values.findIndex((value, index) => index >= from && !/^-|^[A-Za-z_]\w*=/.test(value));
  const end = Math.min(values.length, from + MAX_GUESSES);
  for (let at = from; at < end; at++) {
    const value = values[at] ?? "";
    if (isShellText(value)) nest(walk, value.replace(/^[\w.-]+=/, ""));
    const isRtk = commandBaseName(value) === "rtk";
    const inner: Walk = { ...walk, certain: walk.certain && (at === first || isRtk), flat: !isRtk };
    run(inner, at);
    if (isRtk) return;
  }
}

function run(walk: Walk, from: number): void {
  for (let at: number | undefined = from; at !== undefined && at < walk.values.length;) at = layer(walk, at);
}

function isShellText(value: string): boolean {
  return /[\s;|&(`]/.test(value);
}

function nest({ found, behindRtk, certain }: Walk, text: string): void {
  if (text !== "") found.nested.push({ text, behindRtk, certain });
}

function formAt({ command, values, behindRtk, certain }: Walk, at: number): Form {
  const sources = command.words.slice(at).map(({ text }) => foldBlanks(text));
  const words = values.slice(at);
  const spellings = [sources, words];
  const base = commandBaseName(words[0] ?? "");
  for (const spelling of [...spellings]) {
    spellings.push([words[0] ?? "", ...spelling.slice(1)], [base, ...spelling.slice(1)]);
  }
  const lines = spellings.map((spelling) => spelling.join(" "));
  if (command.redirections !== "") lines.push(...lines.map((line) => `${line} ${command.redirections}`));
  if (at === 0 && command.prefix !== "") lines.push(...lines.map((line) => `${command.prefix} ${line}`));
  return {
    texts: [...new Set(lines)],
    words: command.words.slice(at).map(formWord),
    targets: command.targets.map(formWord),
    behindRtk: behindRtk !== undefined,
    typed: behindRtk,
    certain,
  };
}

function formWord({ text, value }: PlainWord): FormWord {
  return { value: value ?? withoutQuotes(text), isLiteral: value !== undefined };
}

/** Blanks, tabs and line continuations become one blank. */
export function foldBlanks(text: string): string {
  return text.replaceAll(/(?:[ \t\n]|\\\n)+/g, " ");
}

/** Quote removal by eye, for words that hold an expansion. */
function withoutQuotes(text: string): string {
  return text.replaceAll(/\\([\s\S])|\$?["']/g, "$1");
}
