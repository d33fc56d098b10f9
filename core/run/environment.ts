/** The tool's environment is the caller's: what the launcher changed is put back, and what a shell would change as well. */

import { readEnv } from "../state/paths.ts";
import { isWordOf } from "../text/word_list.ts";

const UPDATE_CHECK = "DENO_NO_UPDATE_CHECK";
const NODE_OPTIONS = "NODE_OPTIONS";
/** The launcher keeps the caller's values behind a colon: `:CHECK:OPTIONS`. */
const LAUNCHED = /^:([^:]*):([^]*)$/;

/** Puts rtk's own environment back to what the caller gave; children inherit it. */
export function restoreEnvironment(): void {
  const [launched, check, options] = LAUNCHED.exec(readEnv(UPDATE_CHECK) ?? "") ?? [];
  if (launched === undefined) return;
  restore(UPDATE_CHECK, check);
  // Deno would have loaded what a `--require` in it names into rtk itself.
  if (options) Deno.env.set(NODE_OPTIONS, options);
}

function restore(name: string, value: string | undefined): void {
  if (value) Deno.env.set(name, value);
  else Deno.env.delete(name);
}

/** Whether the shell that started rtk has written rtk's path into `_`, where the tool's own would stand. */
export function shellNamedRtk(): boolean {
  return /(?:^|\/)rtk$/.test(readEnv("_") ?? "");
}

/** Writes into `_` what a shell would have written for the tool. */
export function nameProgram(program: string): void {
  Deno.env.set("_", program);
}

/** Variables that a shell sets or reads in a way of its own, so that their values need not come through it. */
const SHELL_VARIABLES =
  "PWD OLDPWD SHLVL _ IFS OPTIND OPTARG OPTERR PPID UID EUID GROUPS LINENO RANDOM SRANDOM SECONDS HISTCMD FUNCNAME " +
  "DIRSTACK PIPESTATUS EPOCHSECONDS EPOCHREALTIME COMP_WORDBREAKS BASH BASHPID BASH_ARGC BASH_ARGV BASH_ARGV0 BASH_CMDS " +
  "BASH_ALIASES BASH_COMMAND BASH_EXECUTION_STRING BASH_LINENO BASH_SOURCE BASH_SUBSHELL BASH_VERSINFO BASH_VERSION " +
  "HOSTNAME HOSTTYPE MACHTYPE OSTYPE PS1 PS2 PS4 MAILCHECK LINES COLUMNS POSIXLY_CORRECT LOGNAME";

/** Those that a shell adds where they are absent. */
const ADDED_BY_SHELLS = ["PWD", "OLDPWD", "SHLVL", "_", "LOGNAME", "POSIXLY_CORRECT"];

/** They would change how the shell itself runs. */
const SHELL_OPTIONS = ["SHELLOPTS", "BASHOPTS"];

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Operands can be seen in the process list for a moment; environments cannot. */
const SECRET_NAME = /pass|secret|token|auth|key|credential/i;

/**
 * The options and operands with which env(1), started by a shell, restores this environment.
 * @returns undefined where it cannot be restored: a value is no text, a secret would have to be shown, or the shell
 *   itself would run differently.
 */
export function restoringOperands(): { readonly unset: string[]; readonly set: string[] } | undefined {
  if (SHELL_OPTIONS.some(isSet)) return undefined;
  const environment = Deno.env.toObject();
  const set: string[] = [];
  for (const [name, value] of Object.entries(environment)) {
    const dropped = !IDENTIFIER.test(name);
    if (!dropped && !isWordOf(SHELL_VARIABLES, name)) continue;
    if (dropped && SECRET_NAME.test(name) && !name.startsWith("BASH_FUNC_")) return undefined;
    set.push(`${name}=${value}`);
  }
  const absent = ADDED_BY_SHELLS.filter((name) => !Object.hasOwn(environment, name));
  // A value that is no text is in none of the lists.
  if (absent.some(isSet)) return undefined;
  return { unset: absent.flatMap((name) => ["-u", name]), set };
}

/** Whether macOS would take variables away from children of system programs. */
export function hasProtectedVariables(): boolean {
  return Deno.build.os === "darwin" &&
    Object.keys(Deno.env.toObject()).some((name) => name.startsWith("DYLD_"));
}

function isSet(name: string): boolean {
  try {
    return Deno.env.has(name);
  } catch {
    return true;
  }
}
