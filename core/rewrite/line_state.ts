/** What the commands of a line do to those behind them: variables, descriptors, directory, functions and aliases. */
import { commandBaseName } from "../argv/command_name.ts";
import type { Command, CompoundCommand, Pipeline, Program, SimpleCommand, Word } from "../syntax/nodes.ts";
import {
  ASSIGNING,
  assignsProtected,
  DECLARING,
  EVALUATING,
  mayEvaluateAnything,
  namesProtected,
  redeclaresProtected,
} from "./assigning.ts";
import { redirectionReason } from "./context.ts";
import type { Reason } from "./reason.ts";
import { isKnownSource } from "./sourced_data.ts";
import { type AssignedValue, assignedValue, isProtected, lastingEffect } from "./variable.ts";
import { isWordOf } from "../text/word_list.ts";

/** Grows from command to command; what is lost once stays lost. */
export interface LineState {
  /** Why nothing behind is rewritten any more. */
  blocked: Reason | undefined;
  /** RTK_DISABLED was assigned. */
  disabled: boolean;
  /** PATH may hold more than the hook's: names need not resolve there. */
  pathGrew: boolean;
  /** Where relative names lead from the caller's directory; undefined when that is not known. */
  directory: string | undefined;
  readonly shadows: Shadows;
}

/** Names that are functions or aliases. */
export interface Shadows {
  readonly names: ReadonlySet<string>;
  /** Which names, cannot be told. */
  readonly all: boolean;
}

/** The state before the first command; functions and aliases count wherever in the line they are defined. */
export function initialState(program: Program, shadowed: readonly string[]): LineState {
  const collected = { names: new Set(shadowed), all: false };
  collectShadows(program, collected);
  // A shadowed `rtk` would not be us, and a handler for missing commands would not be asked.
  if (["rtk", "command_not_found_handle", "command_not_found_handler"].some((n) => collected.names.has(n))) {
    collected.all = true;
  }
  return { blocked: undefined, disabled: false, pathGrew: false, directory: "", shadows: collected };
}

/** Notes what a pipeline leaves behind for the commands after it. */
export function notePipeline(state: LineState, pipeline: Pipeline, background: boolean): void {
  // Stages and background jobs run in subshells (zsh and `lastpipe` run the last stage here): only losses count.
  const here = pipeline.stages.length === 1 && !background;
  for (const stage of pipeline.stages) noteCommand(state, stage, here);
}

function noteCommand(state: LineState, command: Command, here: boolean): void {
  // `{PATH}>f` (bash) puts a descriptor's number there.
  const assigned = command.redirections.map(({ variable }) => variable);
  if (command.kind === "compound") assigned.push(command.variable);
  if (assigned.some((variable = "") => isProtected(variable))) state.blocked ??= "environment";
  if (command.kind === "simple") return noteSimple(state, command, here);
  if (command.keyword === "(") return;
  if (holdsDirectoryChange(command)) state.directory = undefined;
  for (const program of command.inner) {
    for (const list of program.lists) {
      for (const pipeline of list.pipelines) notePipeline(state, pipeline, list.background || !here);
    }
  }
}

function noteSimple(state: LineState, command: SimpleCommand, here: boolean): void {
  const words = skipPrecommands(command.words);
  const [first, ...operands] = words;
  const name = first?.value;
  if (!first || keepsPrefix(state, name)) {
    for (const { name, append, value } of command.assignments) {
      applyAssignment(state, name, assignedValue(value, append), here && !first);
    }
  }
  if (!first) return;
  // A name that only the shell knows may be one of those below.
  const unknown = name === undefined;
  if ((unknown || name === "exec") && operands.length === 0) noteExec(state, command);
  if (unknown || isWordOf(DECLARING, name)) noteDeclaration(state, name, operands, here && !unknown);
  if (
    unknown ? operands.some(namesProtected) : isWordOf(ASSIGNING, name) && assignsProtected(name, operands)
  ) {
    state.blocked ??= "environment";
  }
  if (unknown) return;
  if (name === "source" || name === ".") {
    if (isKnownSource(operands[0])) state.pathGrew ||= here;
    else state.blocked ??= "environment";
  }
  if (name === "ulimit") state.blocked ??= "environment";
  if (name === "set" && changesNextCommands(operands)) state.blocked ??= "environment";
  if (isWordOf(EVALUATING, name) && mayEvaluateAnything(name, operands)) state.blocked ??= "environment";
  if (isWordOf(DIRECTORY_CHANGING, name) && here) {
    state.directory = changedDirectory(state.directory, name, operands);
  }
}

/** The prefix of a special built-in utility (POSIX XCU 2.14) and, in some shells, of a function stays behind. */
function keepsPrefix({ shadows }: LineState, name: string | undefined): boolean {
  return name === undefined || isWordOf(SPECIAL_BUILTINS, name) || shadows.all || shadows.names.has(name);
}

const SPECIAL_BUILTINS =
  ": . break continue eval exec exit export readonly return set shift source times trap unset";
const DIRECTORY_CHANGING = "cd chdir pushd popd";

/** `builtin`, `command` and precommand words in front of a utility of the shell leave its effect as it is. */
function skipPrecommands(words: readonly Word[]): readonly Word[] {
  const at = words.findIndex(({ value }) => value !== "builtin" && value !== "command" && value !== "noglob");
  return at < 0 ? [] : words.slice(at);
}

function applyAssignment(state: LineState, name: string, value: AssignedValue, here: boolean): void {
  switch (lastingEffect(name, value)) {
    case "environment":
      state.blocked ??= "environment";
      break;
    case "path":
      state.pathGrew ||= here;
      break;
    case "disabled":
      state.disabled = true;
      break;
    case "enabled":
      if (here) state.disabled = false;
  }
}

const ASSIGNMENT_WORD = /^([A-Za-z_][A-Za-z0-9_]*)(?:\[[^\]]*\])?(\+?)=/;
// `export $NAME=value` and `export $(cat file)` may assign whatever variable; `-f` and `-p` take names only.
const UNKNOWN_ASSIGNMENT = /^[^=]*[$`]/;

function noteDeclaration(
  state: LineState,
  name: string | undefined,
  operands: readonly Word[],
  here: boolean,
): void {
  const onlyNames = operands.some(({ text }) => /^-[a-zA-Z]*[fFp]/.test(text));
  if (redeclaresProtected(name, operands)) state.blocked ??= "environment";
  for (const word of operands) {
    // Quotes that stand in the name are none of it.
    const match = ASSIGNMENT_WORD.exec(word.value ?? word.text.replaceAll(/["'\\]/g, ""));
    if (!match) {
      const isUnknown = word.value === undefined && UNKNOWN_ASSIGNMENT.test(word.text);
      if (isUnknown && !onlyNames && (name !== undefined || word.text.includes("="))) {
        state.blocked ??= "environment";
      }
      continue;
    }
    const [prefix, variable = "", plus] = match;
    const text = word.text.slice(word.text.indexOf("=") + 1);
    const value = { literal: word.value?.slice(prefix.length), text, append: plus === "+" };
    applyAssignment(state, variable, value, here);
  }
}

/** `exec > log` moves the descriptors of everything behind it. */
function noteExec(state: LineState, command: SimpleCommand): void {
  for (const redirection of command.redirections) state.blocked ??= redirectionReason(redirection);
}

/**
 * A restricted shell refuses names that hold a slash, and so the absolute path of rtk; with `-k` operands may be assignments;
 * `-A NAME` (ksh, zsh) fills an array.
 */
function changesNextCommands(operands: readonly Word[]): boolean {
  const changes = ({ value = "" }: Word): boolean =>
    isWordOf("restricted keyword", value) || /^-[a-zA-Z]*[rk]/.test(value);
  return operands.some(changes) || (/^[-+]A/.test(operands[0]?.text ?? "") && operands.some(namesProtected));
}

function changedDirectory(
  from: string | undefined,
  name: string,
  operands: readonly Word[],
): string | undefined {
  const [target, ...rest] = operands;
  if (name !== "cd" || target?.value === undefined || rest.length > 0 || target.value.startsWith("-")) {
    return undefined;
  }
  if (target.value.startsWith("/")) return target.value;
  return from === undefined ? undefined : from === "" ? target.value : `${from}/${target.value}`;
}

function holdsDirectoryChange({ inner }: CompoundCommand): boolean {
  return someCommand(inner, (command) => isWordOf(DIRECTORY_CHANGING, command.words[0]?.value ?? ""));
}

function someCommand(programs: readonly Program[], test: (command: SimpleCommand) => boolean): boolean {
  return programs.some(({ lists }) =>
    lists.some(({ pipelines }) =>
      pipelines.some(({ stages }) =>
        stages.some((stage) => stage.kind === "simple" ? test(stage) : someCommand(stage.inner, test))
      )
    )
  );
}

interface Collected {
  readonly names: Set<string>;
  all: boolean;
}

function collectShadows({ lists }: Program, collected: Collected): void {
  for (const { pipelines } of lists) {
    for (const { stages } of pipelines) {
      for (const stage of stages) {
        if (stage.kind === "simple") collectFromSimple(stage, collected);
        else collectFromCompound(stage, collected);
      }
    }
  }
}

function collectFromCompound(command: CompoundCommand, collected: Collected): void {
  if (command.functionName !== undefined) collected.names.add(command.functionName);
  if (command.keyword === "(" && command.functionName === undefined) return;
  for (const program of command.inner) collectShadows(program, collected);
}

/** Utilities that give a name another meaning: `hash -p`, `enable -f` (bash), `autoload`, `functions` (zsh). */
const NAMING = "alias hash enable autoload functions";
// `alias -g` and `-s` of zsh act on arguments and suffixes.
const FAR_REACHING_ALIAS = /^-[a-zA-Z]*[gs]/;

function collectFromSimple(command: SimpleCommand, collected: Collected): void {
  const words = skipPrecommands(command.words);
  const name = words[0]?.value;
  if (name === undefined) return;
  if (isWordOf(EVALUATING, name)) return collectFromText(words.slice(1), collected);
  if (!isWordOf(NAMING, name)) return;
  for (const { value, text } of words.slice(1)) {
    const defined = /^["']?([^=$`"']+)/.exec(value ?? text)?.[1];
    if (defined === undefined || (name === "alias" && FAR_REACHING_ALIAS.test(defined))) collected.all = true;
    else collected.names.add(commandBaseName(defined));
  }
}

function collectFromText(words: readonly Word[], collected: Collected): void {
  for (const { value, text } of words) {
    const evaluated = value ?? text;
    if (!/\balias\b|\bfunction\b|\(\s*\)/.test(evaluated)) continue;
    for (const [token] of evaluated.matchAll(/[\w.+-]+/g)) collected.names.add(token);
  }
}
