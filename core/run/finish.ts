/** Prints a captured run: its compact form where there is one, else what the tool wrote. */
import { commandText } from "../state/command_text.ts";
import type { RecallStore } from "../state/recall_store.ts";
import type { ParsedArgs, Run, Tool } from "../tools/tool.ts";
import type { Capture } from "./capture.ts";
import type { FrameLog } from "./frame_log.ts";
import { compactOrRaw, type Printed } from "./guard.ts";
import { CutMarker } from "./marker.ts";
import { type InnerContext, loadInnerUnits } from "./inner_load.ts";
import type { Fd, Output } from "./output.ts";
import { decodeBytes, encodeText } from "./text_bytes.ts";

/** Outputs of `exact` units reach their filter from this size on, or when they are binary. */
export const HUGE_BYTES = 32 * 1024;

/** Where text has no NUL byte, as git and grep look. */
const BINARY_PROBE_BYTES = 8000;

/** What is known of the run when it has ended. */
export interface Finished {
  /** As the user typed it. */
  readonly argv: readonly string[];
  readonly tool: Tool | undefined;
  /** Where the units of commands are found that the tool itself runs. */
  readonly context: InnerContext;
  readonly args: ParsedArgs;
  readonly exit: number;
  readonly merged: boolean;
  readonly cwd: string;
  /** Absent: nothing may be cut. */
  readonly store: RecallStore | undefined;
}

/**
 * Prints the run.
 * @returns whether the unit failed, so that its raw text was printed.
 */
export async function printCaptured(capture: Capture, run: Finished, output: Output): Promise<boolean> {
  if (capture.shown) return false;
  if (capture.bounded) {
    const forms = await capture.bounded.finish();
    if (forms) await printForms(capture, output, { 1: encodeText(forms[1]), 2: encodeText(forms[2]) });
    else await capture.show();
    return false;
  }
  const { log } = capture;
  const printed = log.size() > 0 ? await compactForm(log, run).catch(() => undefined) : undefined;
  if (printed?.compacted) {
    await printForms(capture, output, { 1: encodeText(printed.stdout), 2: encodeText(printed.stderr) });
  } else {
    await capture.show();
  }
  return printed?.failed ?? false;
}

async function printForms(
  capture: Capture,
  output: Output,
  forms: Readonly<Record<Fd, Uint8Array>>,
): Promise<void> {
  for (const fd of [1, 2] as const) {
    if (forms[fd].length === 0) continue;
    await capture.endOpenLine(fd);
    await output.writeIfRead(fd, forms[fd]);
  }
}

async function compactForm(log: FrameLog, finished: Finished): Promise<Printed | undefined> {
  const { tool, args, exit, merged, cwd, store, argv } = finished;
  if (!tool || (tool.output === "exact" && !isHugeOrBinary(log))) return undefined;
  const streams = { stdout: decodeBytes(log.bytesOf(1)), stderr: decodeBytes(log.bytesOf(2)) };
  const marker = store && new CutMarker(() => store.freeId());
  const run: Run = { ...streams, args, exit, merged, cwd, cut: marker?.cut };
  const units = await loadInnerUnits(tool, run, finished.context);
  const printed = compactOrRaw(tool, run, units);
  const id = marker?.id;
  if (!store || id === undefined || !printed.compacted) return printed;
  if (!printed.stdout.includes(id) && !printed.stderr.includes(id)) return printed;
  if (await keep(log, { store, id, argv })) return printed;
  return compactOrRaw(tool, { ...run, cut: undefined }, units);
}

function isHugeOrBinary(log: FrameLog): boolean {
  if (log.size() >= HUGE_BYTES) return true;
  for (const { bytes } of log.parts()) {
    if (bytes.subarray(0, BINARY_PROBE_BYTES).includes(0)) return true;
  }
  return false;
}

async function keep(
  log: FrameLog,
  { store, id, argv }: {
    readonly store: RecallStore;
    readonly id: string;
    readonly argv: readonly string[];
  },
): Promise<boolean> {
  try {
    const writer = store.begin(id, { ts: Date.now(), command: commandText(argv) });
    try {
      for (const piece of log.pieces()) await writer.write(piece);
      await writer.commit();
      return true;
    } catch {
      await writer.abort();
      return false;
    }
  } catch {
    return false;
  }
}
