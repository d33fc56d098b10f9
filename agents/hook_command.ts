/** Hook lines that are harmless when rtk is gone: hosts take a failing hook for a refusal. */
import { type InstallScope, shellQuoted } from "../core/install/scope.ts";

/**
 * The line for POSIX shells. For the user it knows where rtk was, as programs with a window start with a short PATH; in a
 * project, which others share, it finds rtk on PATH only.
 * @param silence what the host takes for no opinion, where that is a text.
 */
export function hookCommand(id: string, { kind, rtkPath }: InstallScope, silence = ""): string {
  const found = kind === "global"
    ? `r=$(command -v rtk || echo ${shellQuoted(rtkPath)}); [ -x "$r" ]`
    : 'r=$(command -v rtk) && [ -x "$r" ]';
  // The braces: a shell tells of a crash on its own stderr.
  return `${found} && { "$r" hook ${id}; } 2>/dev/null || ${silence === "" ? "exit 0" : `echo '${silence}'`}`;
}

/** The line for PowerShell. */
export function powerShellCommand(id: string): string {
  return `if (Get-Command rtk -EA SilentlyContinue) { rtk hook ${id} }; exit 0`;
}

/** Whether a handler's command is one of these lines. */
export function isOurCommand(id: string, command: unknown): boolean {
  return typeof command === "string" && command.startsWith("r=$(command -v rtk") &&
    (command.includes(`"$r" hook ${id} `) || command.includes(`"$r" hook ${id};`));
}

/** Whether a handler's command calls another rtk: an older form of its hook or of its script. */
export function isRivalCommand(id: string, command: unknown): boolean {
  if (typeof command !== "string" || isOurCommand(id, command)) return false;
  return /(?:^|[;&|(]\s*|\b(?:exec|then)\s+)["']?(?:[^\s"';&|]*\/)?rtk["']?\s+hook\b/.test(command.trim()) ||
    /(?:^|[\s/'"])rtk-rewrite\.sh["']?\s*$/.test(command);
}

/** Whether a file in the place of one of rtk's is another rtk's: it speaks of rtk. */
export function isRivalText(text: string): boolean {
  return /\brtk\b/i.test(text);
}

/** What the Rust tool leaves in files for the model: its block, or a line that refers to its RTK.md (its init of 0.42.2). */
export const RIVAL_MARKDOWN =
  /^(?:@(?:\S*\/)?RTK\.md[ \t]*|<!-- rtk-instructions v\d+ -->[\s\S]*?<!-- \/rtk-instructions -->[ \t]*)(?:\r?\n|$)/gm;

/** A handler's command, wherever hosts keep it. */
export function commandOf(handler: unknown): unknown {
  return typeof handler === "object" && handler !== null && "command" in handler
    ? handler.command
    : undefined;
}
