/** Utilities of the shell that assign to variables which their operands name, or evaluate these (POSIX XCU 2.15, bash, zsh). */
import type { Word } from "../syntax/nodes.ts";
import { isWordOf } from "../text/word_list.ts";
import { isProtected } from "./variable.ts";

/** Their operands are assignments, or names whose attributes change. */
export const DECLARING = "export declare typeset readonly local integer float";
/** Their operands are names, or hold them. */
export const ASSIGNING =
  "unset read mapfile readarray getopts let vared zstyle strftime sysread zparseopts printf print wait";
/** Their operands are shell text; `emulate sh -c TEXT` is zsh's. */
export const EVALUATING = "eval trap emulate";

/** `x`, `x=1`, `x[1]`, `x+=1`, and for zsh's `read` `x?prompt`: the name of it. */
function nameIn(text: string): string {
  return text.replace(/[=[+?].*$/s, "");
}

/** Whether a word that is known names a variable that reaches rtk. */
export function namesProtected({ value }: Word): boolean {
  return value !== undefined && isProtected(nameIn(value));
}

// Behind these stands what is no name: `read -p "$prompt" answer`, `mapfile -d "$end" lines`.
const WITH_ARGUMENT = /^-[a-zA-Z]*[dintupNOscC]$/;
const DYNAMIC = /^"?[$`]/;

/** Whether a utility of `ASSIGNING` may assign to a variable that reaches rtk, or unset it. */
export function assignsProtected(name: string, operands: readonly Word[]): boolean {
  return namesOf(name, operands).some((word, at, all) => {
    const { value, text } = word;
    if (value === undefined) return DYNAMIC.test(text) && !WITH_ARGUMENT.test(all[at - 1]?.text ?? "");
    if (namesProtected(word)) return true;
    // `-vPATH`: the option and its argument in one word.
    if (value.startsWith("-")) return [...nameIn(value)].some((_, start) => isProtected(value.slice(start)));
    return name === "let" && value.split(/\W+/).some(isProtected);
  });
}

/** The operands that may be names. */
function namesOf(name: string, operands: readonly Word[]): readonly Word[] {
  if (name === "getopts") return operands.slice(1);
  if (name !== "printf" && name !== "print" && name !== "wait") return operands;
  const option = name === "wait" ? /^-[a-zA-Z]*p/ : /^-[a-zA-Z]*v/;
  const at = operands.findIndex(({ text }) => option.test(text));
  return at < 0 || (name === "printf" && at > 0) ? [] : operands.slice(at, at + 2);
}

// Array, integer, case, a tie to another variable, a reference to one, no longer exported.
const CHANGES_ATTRIBUTES = /^(?:-[a-zA-Z]*[aAilucTn]|\+[a-zA-Z]*x)/;

/** Whether a declaration changes a variable that reaches rtk by more than an assignment to it. */
export function redeclaresProtected(name: string | undefined, operands: readonly Word[]): boolean {
  const options = operands.filter(({ text }) => /^[-+]/.test(text));
  const rest = operands.filter((word) => !options.includes(word));
  if (options.some(({ text }) => CHANGES_ATTRIBUTES.test(text)) && rest.some(namesProtected)) return true;
  const refers = name !== "export" && options.some(({ text }) => /^-[a-zA-Z]*[nT]/.test(text));
  const isPlainTarget = ({ value }: Word): boolean => {
    const at = value?.indexOf("=") ?? -1;
    return value !== undefined && at >= 0 && !isProtected(nameIn(value.slice(at + 1)));
  };
  return refers && !rest.every(isPlainTarget);
}

// Shell text that is evaluated later is searched, not parsed.
const TELLING_TEXT = /\b(?:ulimit|exec|source|eval)\b|(?:^|[\s;&|({])\.\s/;

/** Whether a utility of `EVALUATING` may do to the commands behind it what keeps rtk out. */
export function mayEvaluateAnything(name: string, operands: readonly Word[]): boolean {
  // What only the shell knows may hold anything. A trap runs it between commands only on these conditions.
  const runsNow = name !== "trap" || operands.some(({ value }) => isWordOf("DEBUG ERR ZERR", value ?? ""));
  return operands.some(({ value, text }) => {
    if (runsNow && value === undefined) return true;
    const evaluated = (value ?? text).replaceAll(/["'\\]/g, "");
    return TELLING_TEXT.test(evaluated) || evaluated.split(/\W+/).some(isProtected);
  });
}
