/** The history's hot half: each run appends one line. Readers fold the lines into a database (history.ts). */
import { commandText } from "./command_text.ts";
import { dataFolder, readEnv, spoolPath } from "./paths.ts";

/** One run, as its line holds it. */
export interface RunRecord {
  /** Start, in milliseconds since the epoch. */
  readonly ts: number;
  /** The command line, secrets masked. */
  readonly command: string;
  /** The unit that was applied; null for a raw run. */
  readonly tool: string | null;
  /** The status as `$?` shows it. */
  readonly exit: number;
  /** Bytes that the tool wrote, and bytes that were printed; 0 for a raw run, whose output rtk does not see. */
  readonly raw: number;
  readonly printed: number;
  readonly ms: number;
  /** The unit failed and the raw output was printed in its place. */
  readonly fallback: boolean;
}

/** Adds a run to the history where there is one; never fails, never shows. */
export function appendRun(argv: readonly string[], run: Omit<RunRecord, "command">): void {
  const folder = dataFolder(readEnv);
  if (folder === undefined) return;
  try {
    // Without a folder nothing else is to be done. O_APPEND and one write: lines of runs that end together do not mix.
    using file = Deno.openSync(spoolPath(folder), { append: true, create: true, mode: 0o600 });
    const { ts, ...rest } = run;
    const line = `${JSON.stringify({ ts, command: commandText(argv), ...rest })}\n`;
    file.writeSync(new TextEncoder().encode(line));
  } catch {
    // No folder, no space, no right: the run is not remembered.
  }
}
