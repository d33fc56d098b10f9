/** Commands that start others in a way that rtk does not step into, and stages that only show what they read. */
import type { Reason } from "./reason.ts";
import { isWordOf } from "../text/word_list.ts";

const LAUNCHERS: readonly (readonly [Reason, string])[] = [
  ["privileged", "sudo doas su pkexec run0 sudoedit please gosu su-exec"],
  // Their operands are shell text, or commands that they put together from what they read.
  [
    "nested-shell",
    "eval xargs parallel ssh mosh watch script flock nix-shell entr tmux screen busybox toybox wsl",
  ],
  // They change the buffers, limits, root or loader of whatever stands behind them, which would be rtk.
  [
    "environment",
    "stdbuf unbuffer ulimit prlimit chroot unshare nsenter setarch linux32 linux64 taskset chrt softlimit firejail bwrap",
  ],
];

/** Why nothing behind a launcher is rewritten, by its base name; undefined for any other command. */
export function launcherReason(name: string): Reason | undefined {
  return LAUNCHERS.find(([, names]) => isWordOf(names, name))?.[0];
}

/** Shells: `-c` takes shell text, and without a script they read it from stdin. */
export const SHELLS = "sh bash zsh dash ksh mksh ash fish pwsh";

/**
 * Utilities of the shell itself (POSIX XCU 2.15 and 1.7, bash, zsh) that are never looked up on PATH: rtk could not run
 * them for the shell, or another program of that name would run.
 */
export const BUILTINS =
  ". : [ alias autoload bg bind break builtin caller cd chdir compgen complete continue coproc declare dirs disown echo " +
  "emulate enable eval exit export false fc fg functions getopts hash help history integer jobs kill let local " +
  "logout mapfile popd print printf pushd pwd read readarray readonly return set setopt shift shopt source suspend " +
  "test times trap true type typeset ulimit umask unalias unset unsetopt wait whence where";

/** Precommand words of the shell itself: a function or alias may still stand behind them. */
export const PRECOMMANDS = "noglob nocorrect exec";

/** Pipeline stages that only show their input: base names and how their words, each with a blank behind it, may look. */
export const DISPLAY_CONSUMERS: Readonly<Record<string, RegExp>> = {
  cat: /^$/,
  head: /^(?:-n ?\d+ |-\d+ )*$/,
  tail: /^(?:-n ?\d+ |-\d+ )*$/,
};
