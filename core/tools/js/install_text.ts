/** What installs of pnpm, yarn and bun print, without progress. */
import { times } from "../../text/fold.ts";
import { joinLines, splitLines } from "../../text/lines.ts";
import type { Compact, Run } from "../tool.ts";

export interface InstallText {
  /** Progress, headings, durations. */
  readonly noise: readonly RegExp[];
  /** The line that tells what the install came to; it is printed last. */
  readonly verdict: RegExp;
  /** Shortens a line that stays. */
  readonly line?: (line: string) => string;
}

/** Drops the noise of both streams; a warning that is printed several times stands once. */
export function installFilter({ stdout, stderr }: Run, text: InstallText): Compact {
  return { stdout: cleaned(stdout, text), stderr: cleaned(stderr, text) };
}

function cleaned(stream: string, { noise, verdict, line = (text) => text }: InstallText): string {
  const told = splitLines(stream).filter((one) =>
    one.trim() !== "" && !noise.some((pattern) => pattern.test(one))
  );
  const lines = foldWarnings(told).map(line);
  return joinLines([
    ...lines.filter((one) => !verdict.test(one)),
    ...lines.filter((one) => verdict.test(one)),
  ]);
}

const WARNING = /^ ?\[?warn(?:ing)?\b/i;

function foldWarnings(lines: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  const drawn = new Set<string>();
  return lines.flatMap((line) => {
    if (!WARNING.test(line)) return [line];
    if (drawn.has(line)) return [];
    drawn.add(line);
    return [line + times(counts.get(line) ?? 1)];
  });
}
