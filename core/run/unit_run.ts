/** Runs a tool whose unit makes its output compact. */
import { levelOf, type RunConfig } from "../config/run_config.ts";
import { dataFolder, readEnv } from "../state/paths.ts";
import { RecallStore } from "../state/recall_store.ts";
import type { Tool } from "../tools/tool.ts";
import { BoundedRun } from "./bounded_run.ts";
import { Capture } from "./capture.ts";
import type { RunContext } from "./context.ts";
import type { Ending } from "./exit_status.ts";
import { printCaptured } from "./finish.ts";
import type { FrameLog } from "./frame_log.ts";
import { isWorthHolding } from "./inner_load.ts";
import { LineRun } from "./line_run.ts";
import { Output, streamsAreOneFile } from "./output.ts";
import type { Selected } from "./select.ts";
import { mergedForm, plainForm, type Running, start, type StartForm } from "./start.ts";
import { decodeBytes } from "./text_bytes.ts";

export interface UnitJob {
  readonly argv: readonly string[];
  readonly context: RunContext;
  /** Reads the configuration, once the tool runs. */
  config(): Promise<RunConfig>;
  readonly selected: Selected;
}

/** How a run went, as it is remembered. */
export interface UnitResult {
  readonly ending: Ending;
  /** Bytes that the tool wrote, and bytes that were printed. */
  readonly raw: number;
  readonly printed: number;
  /** The unit failed, and the raw output was printed in its place. */
  readonly fallback: boolean;
  /** Why the output could not be written although somebody reads it. */
  readonly unwritten: Error | undefined;
}

/**
 * Runs the tool, its output compact.
 * @returns undefined, with nothing started, where the order of the streams could only be kept by changing what the tool
 *   sees: it is to run raw.
 */
export async function runUnit(job: UnitJob): Promise<UnitResult | undefined> {
  const { argv, context, selected: { entry } } = job;
  const merged = streamsAreOneFile();
  const form = formOf(argv, merged);
  if (!form) return undefined;
  if (entry.plans) {
    const result = await runPlanned(job, merged, await loadQuietly(context, entry.id));
    if (result) return result;
  }
  // The tool starts first: its unit is loaded while it works.
  const running = start(form, "piped");
  const tool = loadQuietly(context, entry.id);
  if (entry.output === "line") return await runLines(job, running, await tool);
  const captured = captureOf(job, merged, tool);
  // The first decoding costs most of a millisecond, which the tool's own time hides.
  decodeBytes(new Uint8Array(1));
  const ending = await captured.capture.run(running);
  return await finish(job, { ...captured, running, ending, tool: await tool });
}

function formOf(argv: readonly string[], merged: boolean): StartForm | undefined {
  return merged ? mergedForm(argv) : plainForm(argv);
}

async function loadQuietly(context: RunContext, id: string): Promise<Tool | undefined> {
  try {
    return await context.loadTool(id);
  } catch {
    return undefined;
  }
}

async function runLines(job: UnitJob, running: Running, tool: Tool | undefined): Promise<UnitResult> {
  const output = new Output();
  const { argv, selected } = job;
  const lines = new LineRun(tool, { argv, args: selected.args, store: await storeOf(job), output });
  const ending = await lines.run(running);
  running.relay.close();
  const { written: printed, failure: unwritten } = output;
  return { ending, raw: lines.raw, printed, fallback: lines.failed, unwritten };
}

/** Runs a unit with the arguments that it adds; undefined when the tool refused them, or when it adds none. */
async function runPlanned(
  job: UnitJob,
  merged: boolean,
  tool: Tool | undefined,
): Promise<UnitResult | undefined> {
  const { argv, selected } = job;
  const plan = tool?.effect === "read" ? tool.plan?.(selected.args) : undefined;
  const form = plan && formOf(argv.toSpliced(selected.argumentsAt, 0, ...plan.add), merged);
  if (!form) return undefined;
  const running = start(form, "piped");
  const captured = captureOf(job, merged, Promise.resolve(tool));
  const ending = await captured.capture.run(running);
  const { shown, bounded, log } = captured.capture;
  if (!shown && !bounded && plan.refused.exit.includes(ending.exit)) {
    if (plan.refused.stderr.test(decodeBytes(log.bytesOf(merged ? 1 : 2)))) {
      running.relay.close();
      return undefined;
    }
  }
  return await finish(job, { ...captured, running, ending, tool });
}

interface Captured {
  readonly capture: Capture;
  readonly store: Promise<RecallStore | undefined>;
  readonly output: Output;
  readonly merged: boolean;
}

function captureOf(job: UnitJob, merged: boolean, tool: Promise<Tool | undefined>): Captured {
  const store = storeOf(job);
  const output = new Output();
  const exact = job.selected.entry.output === "exact";
  const bounded = async (): Promise<BoundedRun | undefined> => {
    const opened = await store;
    const verbatim = (await tool)?.verbatim === true;
    return opened && BoundedRun.begin(opened, job.argv, { exact: exact || verbatim });
  };
  const passesAtPause = async (log: FrameLog): Promise<boolean> =>
    exact || (log.size() < MAX_WEIGHED_BYTES && !await isHeld(job, { log, merged, tool: await tool }));
  return { capture: new Capture({ output, merged, passesAtPause, bounded }), store, output, merged };
}

/** What a pause is weighed for is small: a script that has told so much is not waiting to be noticed. */
const MAX_WEIGHED_BYTES = 256 * 1024;

async function isHeld(
  { context, selected: { args } }: UnitJob,
  { log, merged, tool }: {
    readonly log: FrameLog;
    readonly merged: boolean;
    readonly tool: Tool | undefined;
  },
): Promise<boolean> {
  if (!tool?.inner) return true;
  const streams = { stdout: decodeBytes(log.bytesOf(1)), stderr: decodeBytes(log.bytesOf(2)) };
  const run = { ...streams, args, exit: 0, merged, cwd: workingDirectory(), cut: undefined };
  return await isWorthHolding(tool, run, context).catch(() => true);
}

interface Ended extends Captured {
  readonly running: Running;
  readonly ending: Ending;
  readonly tool: Tool | undefined;
}

async function finish(
  job: UnitJob,
  { capture, store, output, merged, running, ending, tool }: Ended,
): Promise<UnitResult> {
  const { argv, context, selected: { args } } = job;
  const run = { argv, tool, context, args, exit: ending.exit, merged, cwd: workingDirectory() };
  const fallback = await printCaptured(capture, { ...run, store: await store }, output);
  running.relay.close();
  const { written: printed, failure: unwritten } = output;
  return { ending, raw: capture.log.size(), printed, fallback, unwritten };
}

/** Where raw outputs are kept; undefined where nothing may be cut. */
async function storeOf({ config, selected }: UnitJob): Promise<RecallStore | undefined> {
  const settings = await config();
  if (levelOf(settings, selected.entry.id) === "lossless") return undefined;
  return RecallStore.open(dataFolder(readEnv), settings.recall);
}

function workingDirectory(): string {
  try {
    return Deno.cwd();
  } catch {
    return "";
  }
}
