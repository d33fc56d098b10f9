/** Looks through wrappers and runners for the unit of a command. The gate and the proxy both ask here. */
import { commandBaseName } from "../argv/command_name.ts";
import type { ArgWord } from "../argv/parse_args.ts";
import { type GateTable, type Match, matchCommand } from "../tools/gate_table.ts";
import { BUILTINS, launcherReason, PRECOMMANDS, SHELLS } from "./launcher_data.ts";
import type { PassReason, Reason } from "./reason.ts";
import { peel } from "./wrapper.ts";
import type { WrapperRule } from "./wrapper_data.ts";
import { isWordOf } from "../text/word_list.ts";

/** One name on the way inwards: the command's own, then that of each command that a wrapper starts. */
export interface Layer {
  /** Index among the words. */
  readonly at: number;
  /** What wrapper stands there; undefined for the innermost command and for prefixes of the user. */
  readonly rule?: WrapperRule;
  /** Whether the shell itself looks this name up, so that a function or alias may stand behind it. */
  readonly byShell: boolean;
  /** Whether it looks the next name up on a PATH that the hook cannot see. */
  readonly ownPath?: boolean;
}

export type Resolution =
  | {
    readonly kind: "found";
    readonly match: Exclude<Match, { kind: "none" }>;
    /** Index of the name whose unit this is. */
    readonly nameAt: number;
    /** All names from the outside in; the unit may belong to an outer one. */
    readonly layers: readonly Layer[];
  }
  | { readonly kind: "stopped"; readonly reason: Reason; readonly layers: readonly Layer[] };

export interface ResolveOptions {
  /** `hooks.transparent_prefixes`, each split into its words, longest first. */
  readonly prefixes?: readonly (readonly string[])[];
  /** `hooks.rtk_path`: the other string by which rtk is called. */
  readonly self?: string | undefined;
  /** Answers for a command that the table does not know: filters of the user. */
  readonly fallback?: (words: readonly ArgWord[]) => Match;
}

/** Finds the unit that a command's words belong to. */
export function resolveTool(
  table: GateTable,
  words: readonly ArgWord[],
  options: ResolveOptions = {},
): Resolution {
  const { layers, stop, declined } = walkInwards(words, options);
  if (stop) return { kind: "stopped", reason: stop, layers };
  let reason = declined;
  for (const [index, { at }] of [...layers.entries()].reverse()) {
    const isPackage = layers[index - 1]?.rule?.kind === "runner";
    const match = lookUp(table, isPackage ? withoutVersion(words.slice(at)) : words.slice(at), options);
    // An outer command counts only where it takes the inner one as its arguments: `uv run script.py`.
    const counts = match.kind === "tool" ||
      (match.kind === "declined" && index === layers.length - 1 && reason === undefined);
    if (counts) return { kind: "found", match, nameAt: at, layers };
    if (index === layers.length - 1) reason ??= "no-tool";
  }
  return { kind: "stopped", reason: reason ?? "no-tool", layers };
}

/** `npx vitest@3 run`, `npx @biomejs/biome@latest`: runners of packages take a version behind the name. */
function withoutVersion([name, ...rest]: readonly ArgWord[]): ArgWord[] {
  return name ? [{ ...name, text: name.text.replace(/(?<=.)@[^/]*$/, "") }, ...rest] : [];
}

function lookUp(table: GateTable, words: readonly ArgWord[], { fallback }: ResolveOptions): Match {
  const name = words[0]?.text ?? "";
  const match = matchCommand(table, name, words.slice(1));
  if (match.kind === "tool" || !fallback) return match;
  const other = fallback([{ text: commandBaseName(name), literal: true }, ...words.slice(1)]);
  return other.kind === "none" ? match : other;
}

interface Walk {
  readonly layers: readonly Layer[];
  /** Nothing on the way may be rewritten. */
  readonly stop?: Reason;
  /** The innermost wrapper was not understood. */
  readonly declined?: PassReason;
}

function walkInwards(words: readonly ArgWord[], { prefixes = [], self }: ResolveOptions): Walk {
  const layers: Layer[] = [];
  let byShell = true;
  let inRunner = false;
  for (let at = 0;;) {
    const word = words[at];
    if (!word) return { layers };
    if (!word.literal) return { layers, stop: "dynamic-name" };
    const base = commandBaseName(word.text);
    const prefix = prefixes.find((parts) => isPrefix(parts, words, at));
    const stop = inRunner ? undefined : reasonOfName(words.slice(at), base, byShell);
    // The user may call a nested shell transparent, but not what changes rights or rtk's own environment.
    if (stop && !(prefix && stop === "nested-shell")) return { layers: [...layers, { at, byShell }], stop };
    if (word.text === self) return { layers: [...layers, { at, byShell }], stop: "already-rtk" };
    const peeled = prefix ? undefined : peel(words.slice(at));
    if (peeled && peeled.kind !== "peeled") {
      layers.push({ at, byShell });
      return { layers, ...(peeled.kind === "declined" && { declined: peeled.reason }) };
    }
    const ownPath = prefix !== undefined || peeled?.rule.ownPath === true;
    layers.push({ at, byShell, ownPath, ...(peeled && { rule: peeled.rule }) });
    const length = peeled?.length ?? prefix?.length ?? 1;
    if (!words.slice(at, at + length).every(isOneField)) return { layers, stop: "dynamic-name" };
    byShell &&= isWordOf(PRECOMMANDS, base);
    inRunner ||= peeled?.rule.kind === "runner";
    at += length;
  }
}

/** Why a name ends the search; the words begin with it. */
function reasonOfName(words: readonly ArgWord[], base: string, byShell: boolean): Reason | undefined {
  if (base === "rtk") return "already-rtk";
  const launcher = launcherReason(base);
  if (launcher) return launcher;
  if (isWordOf(SHELLS, base) && takesShellText(words)) return "nested-shell";
  return byShell && isWordOf(BUILTINS, base) ? "no-tool" : undefined;
}

/** Whether a shell is given its program as an argument or on stdin, and not as the name of a script. */
function takesShellText(words: readonly ArgWord[]): boolean {
  for (const { text, literal } of words.slice(1)) {
    if (!literal) return true;
    if (!/^[-+]./.test(text)) return false;
    if (/^-[a-zA-Z]*[cs]/.test(text)) return true;
  }
  return true;
}

function isPrefix(parts: readonly string[], words: readonly ArgWord[], at: number): boolean {
  return parts.length > 0 && parts.every((part, index) => {
    const word = words[at + index];
    return word?.literal === true && word.text === part;
  });
}

// An unquoted expansion may become no word or several, and another one would be the wrapped command then.
const ONE_FIELD = /^(?:[^$`*?[\]{}~"'\\]|"[^"@*`\\]*"|'[^']*')*$/;

function isOneField({ text, literal }: ArgWord): boolean {
  return literal || ONE_FIELD.test(text);
}
