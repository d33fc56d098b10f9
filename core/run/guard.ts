/** The one place where a filter is called: whatever it does, the agent gets the compact form or the raw text. */
import { cleanText } from "../text/ansi.ts";
import { byteLength } from "../text/byte_length.ts";
import { joinLines, splitLines } from "../text/lines.ts";
import type { Compact, Inner, Run, Tool } from "../tools/tool.ts";
import type { InnerUnits } from "./inner.ts";

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
 * @param units finds the units of commands that the tool runs; absent: what they wrote stays as it is.
 * @returns the compact form if there is one and it is shorter in bytes than the raw text of both streams
 *   together; else the raw text.
 */
export function compactOrRaw(tool: Tool, run: Run, units?: InnerUnits): Printed {
  const { compact, failed } = callFilter(tool, run, units);
  const raw: Printed = { stdout: run.stdout, stderr: run.stderr, compacted: false, failed };
  if (!compact) return raw;
  const stdout = compact.stdout ?? run.stdout;
  const stderr = compact.stderr ?? run.stderr;
  if (byteLength(stdout) + byteLength(stderr) >= byteLength(run.stdout) + byteLength(run.stderr)) return raw;
  return { stdout, stderr, compacted: true, failed: false };
}

function callFilter(tool: Tool, raw: Run, units: InnerUnits | undefined): {
  compact: Compact | undefined;
  failed: boolean;
} {
  try {
    const run = tool.verbatim ? raw : cleanRun(raw);
    const inner = tool.inner?.(run);
    if (inner) return { compact: compactInner([inner].flat(), run, units), failed: false };
    return { compact: tool.output === "line" ? compactLines(tool, run) : tool.filter?.(run), failed: false };
  } catch {
    return { compact: undefined, failed: true };
  }
}

/** The commands that a runner says it runs; undefined where it tells of none. */
export function innerCommands(tool: Tool, raw: Run): readonly string[] | undefined {
  try {
    const inner = tool.inner?.(tool.verbatim ? raw : cleanRun(raw));
    return inner && [inner].flat().map(({ command }) => command);
  } catch {
    return undefined;
  }
}

/** The output of a runner: what each command wrote in its unit's compact form, one after the other. */
function compactInner(parts: readonly Inner[], run: Run, units: InnerUnits | undefined): Compact {
  const printed = parts.map(({ command, body, wrap }) => {
    const inner = printInner({ ...run, ...body }, units?.(command) ?? [], units);
    return { ...inner, ...wrap(inner) };
  });
  return {
    stdout: joinParts(printed.map(({ stdout }) => stdout)),
    stderr: joinParts(printed.map(({ stderr }) => stderr)),
  };
}

/** The text is that of the command that failed, the first whose unit understands it, or else of the last one. */
function printInner(
  run: Run,
  candidates: ReturnType<InnerUnits>,
  units: InnerUnits | undefined,
): Required<Compact> {
  for (const { tool, args } of run.exit === 0 ? candidates.toReversed() : candidates) {
    const { compacted, stdout, stderr } = compactOrRaw(tool, { ...run, args }, units);
    if (compacted) return { stdout, stderr };
  }
  return { stdout: run.stdout, stderr: run.stderr };
}

/** Applies a line filter to text that has already been captured. */
function compactLines(tool: Tool, run: Run): Compact | undefined {
  const lines = tool.lines?.(run.args, run.cut);
  if (!lines) return undefined;
  const pushed = ([1, 2] as const).map((fd) =>
    splitLines(fd === 1 ? run.stdout : run.stderr).flatMap((line) => lines.push(line, fd) ?? [])
  );
  const [stdout = [], stderr = []] = pushed;
  const held = [lines.end(run.exit) ?? []].flat();
  const heldErrors = [lines.endStderr?.(run.exit) ?? []].flat();
  return { stdout: joinLines([...stdout, ...held]), stderr: joinLines([...stderr, ...heldErrors]) };
}

function joinParts(texts: readonly string[]): string {
  return texts.filter((text) => text !== "")
    .map((text, at, all) => at < all.length - 1 && !text.endsWith("\n") ? `${text}\n` : text).join("");
}

function cleanRun(run: Run): Run {
  return { ...run, stdout: cleanText(run.stdout), stderr: cleanText(run.stderr) };
}
