/** The one place where a filter is called: whatever it does, the agent gets the compact form or the raw text. */
import { cleanText } from "../text/ansi.ts";
import type { Compact, Run, Tool } from "../tools/tool.ts";

/** What is printed on each stream; `compacted` tells whether it differs from the raw run. */
export interface Printed {
  readonly stdout: string;
  readonly stderr: string;
  readonly compacted: boolean;
  /** The filter threw: a defect, for the history's fallbacks. */
  readonly failed: boolean;
}

/**
 * Applies a unit's filter to a run.
 * @returns the compact form if there is one and it is shorter in UTF-8 bytes than the raw text of both streams
 *   together; else the raw text.
 */
export function compactOrRaw(tool: Tool, run: Run): Printed {
  const { compact, failed } = callFilter(tool, run);
  const raw: Printed = { stdout: run.stdout, stderr: run.stderr, compacted: false, failed };
  if (!compact) return raw;
  const stdout = compact.stdout ?? run.stdout;
  const stderr = compact.stderr ?? run.stderr;
  if (byteLength(stdout) + byteLength(stderr) >= byteLength(run.stdout) + byteLength(run.stderr)) return raw;
  return { stdout, stderr, compacted: true, failed: false };
}

function callFilter(tool: Tool, run: Run): { compact: Compact | undefined; failed: boolean } {
  try {
    return { compact: tool.filter?.(tool.verbatim ? run : cleanRun(run)), failed: false };
  } catch {
    return { compact: undefined, failed: true };
  }
}

function cleanRun(run: Run): Run {
  return { ...run, stdout: cleanText(run.stdout), stderr: cleanText(run.stderr) };
}

const encoder = new TextEncoder();

function byteLength(text: string): number {
  return encoder.encode(text).length;
}
