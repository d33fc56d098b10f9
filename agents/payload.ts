/** What payloads of different hosts have in common. */
import { type HookReply, type HookRequest, isRecord, textOr } from "./agent.ts";

/** Parts of a payload by the host's names for them. */
export interface PayloadParts {
  readonly input: unknown;
  /** Where it does not stand under `command`. */
  readonly command?: unknown;
  /** Folders from the most particular to the most general; what is no text does not count. */
  readonly folders?: readonly unknown[];
  readonly mode?: unknown;
  readonly form?: string;
}

/** A call; undefined when its command is missing, or when the host's shell is PowerShell. */
export function requestOf(
  { input, command: given, folders = [], mode, form }: PayloadParts,
): HookRequest | undefined {
  if (!isRecord(input)) return undefined;
  const command = given ?? input.command;
  if (typeof command !== "string" || !HAS_POSIX_SHELL) return undefined;
  const named = folders.flatMap((folder) => textOr(folder) || []);
  return {
    command,
    input,
    cwd: named[0],
    folders: named,
    mode: textOr(mode),
    isBackground: runsInBackground(input),
    ...(form !== undefined && { form }),
  };
}

/** These hosts hand their lines to PowerShell on Windows. */
const HAS_POSIX_SHELL = Deno.build.os !== "windows";

/** Whether the host does not wait for the command; each host has a word of its own for it. */
export function runsInBackground(input: Readonly<Record<string, unknown>>): boolean {
  const flags = ["run_in_background", "is_background", "isBackground", "background", "detach"];
  return flags.some((name) => input[name] === true) || input.mode === "async" || input.blocking === false ||
    input.WaitMsBeforeAsync === 0;
}

/** A folder that may be given from another one; what is no text stays what it is. */
export function absoluteFolder(folder: unknown, base: unknown): unknown {
  if (typeof folder !== "string" || folder === "" || folder.startsWith("/")) return folder;
  return typeof base === "string" ? `${base}/${folder}` : undefined;
}

/** The folder of a list of workspace folders that comes first. */
export function firstOf(list: unknown): unknown {
  return Array.isArray(list) ? list[0] : undefined;
}

/** The reply of hosts that take a changed command without a decision, in Claude Code's form of `PreToolUse`. */
export function undecidedReply(reply: HookReply, request: HookRequest | undefined): string {
  if (reply.kind === "silent") return "";
  const decision = reply.kind === "refuse"
    ? { permissionDecision: "deny", permissionDecisionReason: reply.reason }
    : { updatedInput: { ...request?.input, command: reply.command } };
  return JSON.stringify({ hookSpecificOutput: { hookEventName: "PreToolUse", ...decision } });
}
