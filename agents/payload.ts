/** What payloads of different hosts have in common. */
import { type HookRequest, isRecord, textOr } from "./agent.ts";

/** Parts of a payload by the host's names for them. */
export interface PayloadParts {
  readonly input: unknown;
  /** Folders from the most particular to the most general; what is no text does not count. */
  readonly folders?: readonly unknown[];
  readonly mode?: unknown;
  readonly form?: string;
}

/** A call with its command under `command`; undefined when that is missing, or when the host's shell is PowerShell. */
export function requestOf({ input, folders = [], mode, form }: PayloadParts): HookRequest | undefined {
  if (!isRecord(input) || typeof input.command !== "string" || !HAS_POSIX_SHELL) return undefined;
  return {
    command: input.command,
    input,
    cwd: folders.map(textOr).find((folder) => folder !== undefined && folder !== ""),
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
  return flags.some((name) => input[name] === true) || input.mode === "async" || input.blocking === false;
}

/** The folder of a list of workspace folders that comes first. */
export function firstOf(list: unknown): unknown {
  return Array.isArray(list) ? list[0] : undefined;
}
