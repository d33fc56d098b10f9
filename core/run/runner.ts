/** Runs a tool as the user typed it, and ends as it ended. */
import { DEFAULT_RUN_CONFIG, type RunConfig } from "../config/run_config.ts";
import { appendRun } from "../state/history_spool.ts";
import { readEnv } from "../state/paths.ts";
import { argumentBytes, mayHaveLostBytes } from "./byte_arguments.ts";
import type { RunContext } from "./context.ts";
import { nameProgram, restoreEnvironment, shellNamedRtk } from "./environment.ts";
import { endAs, type Ending, endingOf } from "./exit_status.ts";
import { findProgram, isUsualProgram, type Program } from "./program.ts";
import { type Selected, selectUnit } from "./select.ts";
import { byteForm, plainForm, start, type StartForm } from "./start.ts";
import { runUnit } from "./unit_run.ts";

/** How a run went, as it is remembered. */
interface Result {
  readonly ending: Ending;
  readonly tool: string | null;
  readonly raw: number;
  readonly printed: number;
  readonly fallback: boolean;
}

/**
 * Runs the tool and ends rtk as the tool ended.
 * @param argv the tool's name and its arguments.
 * @param options.raw leave the output as it is.
 * @returns the status, where the tool could not be started.
 */
export async function runTool(
  argv: readonly string[],
  context: RunContext,
  options: { readonly raw: boolean },
): Promise<number> {
  const ts = Date.now();
  const begin = performance.now();
  const failure = checkProgram(argv[0] ?? "");
  if (failure) return complain(failure.message, failure.exit);
  restoreEnvironment();
  const disabled = isDisabled();
  const config = configOnce(context);
  let result: Result;
  try {
    result = await run(argv, { context, config, raw: options.raw || disabled });
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return complain(`${argv[0]}: command not found`, 127);
    return complain(`rtk: Cannot run ${argv[0]}: ${error instanceof Error ? error.message : error}`, 126);
  }
  if (!disabled && (await config()).tracking) {
    const { ending, ...rest } = result;
    appendRun(argv, { ts, ...rest, exit: ending.exit, ms: Math.round(performance.now() - begin) });
  }
  endAs(result.ending);
}

/** What a shell would say if it could not start the program. */
function checkProgram(name: string): Extract<Program, { kind: "failed" }> | undefined {
  const path = readEnv("PATH");
  const named = shellNamedRtk();
  if (!named && isUsualProgram(name, path)) return undefined;
  const program = findProgram(name, path);
  if (program.kind === "failed") return program;
  if (named) nameProgram(program.path);
  return undefined;
}

async function run(
  argv: readonly string[],
  { context, config, raw }: {
    readonly context: RunContext;
    readonly config: () => Promise<RunConfig>;
    readonly raw: boolean;
  },
): Promise<Result> {
  if (mayHaveLostBytes(argv)) {
    const form = await lossyForm(argv);
    if (form) return await runRaw(form);
  }
  const selected = raw ? undefined : select(context, argv);
  const result = selected && await runUnit({ argv, context, config, selected });
  if (!result) return await runRaw(plainForm(argv));
  const { unwritten, ...rest } = result;
  return { ...rest, ending: written(result.ending, unwritten), tool: selected.entry.id };
}

/** rtk's own failure before the start is told in one line, and the command runs raw. */
function select(context: RunContext, argv: readonly string[]): Selected | undefined {
  try {
    return selectUnit(context.table, argv);
  } catch (error) {
    complain(`rtk: Cannot find the unit of ${argv[0]}: ${error instanceof Error ? error.message : error}`, 0);
    return undefined;
  }
}

/**
 * How to pass on arguments that are no text; undefined when all are.
 * @throws where they cannot be passed on.
 */
async function lossyForm(argv: readonly string[]): Promise<StartForm | undefined> {
  const words = await argumentBytes(argv);
  if (words?.every((word) => typeof word === "string")) return undefined;
  const form = words && byteForm(words);
  if (!form) throw new Error("an argument is not UTF-8 and cannot be passed on as it is");
  return form;
}

async function runRaw(form: StartForm): Promise<Result> {
  const { child, relay } = start(form, "inherit");
  const ending = await endingOf(child);
  await relay.childEnded();
  relay.close();
  return { ending, tool: null, raw: 0, printed: 0, fallback: false };
}

/** Reads the configuration when it is first asked for: while the tool works. */
function configOnce(context: RunContext): () => Promise<RunConfig> {
  let config: Promise<RunConfig> | undefined;
  return () => config ??= context.config().catch(() => DEFAULT_RUN_CONFIG);
}

/** An output that could not be written is no success. */
function written(ending: Ending, unwritten: Error | undefined): Ending {
  if (!unwritten) return ending;
  complain(`rtk: Cannot write the output: ${unwritten.message}`, 1);
  return ending.exit === 0 ? { exit: 1, signal: undefined } : ending;
}

function isDisabled(): boolean {
  const value = readEnv("RTK_DISABLED") ?? "";
  return value !== "" && value !== "0";
}

/** Tells what went wrong, and answers the status. */
function complain(message: string, exit: number): number {
  try {
    Deno.stderr.writeSync(new TextEncoder().encode(`${message}\n`));
  } catch {
    // Nobody reads it.
  }
  return exit;
}
