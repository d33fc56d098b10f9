/** How a program ended, and ending in the same way. */

export interface Ending {
  /** The status as `$?` shows it: 128 + n for a death by signal n. */
  readonly exit: number;
  /** The name of the signal that ended it, where Deno knows it. */
  readonly signal: Deno.Signal | undefined;
}

/** Signals whose death a shell reports by more than `$?`; rtk dies by them too. */
const DEADLY: ReadonlySet<string> = new Set(["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT", "SIGKILL"]);

/** Waits for the end of a program. */
export async function endingOf(child: Deno.ChildProcess): Promise<Ending> {
  try {
    const { code, signal } = await child.status;
    return { exit: code, signal: signal ?? undefined };
  } catch (error) {
    // Deno 2.9 knows no names for real-time signals: "Invalid signal: 34".
    const number = /Invalid signal: (\d+)/.exec(String(error))?.[1];
    if (number === undefined) throw error;
    return { exit: 128 + Number(number), signal: undefined };
  }
}

/** Ends rtk as the program ended. All listeners for its signal must be gone. */
export function endAs({ exit, signal }: Ending): never {
  if (signal !== undefined && DEADLY.has(signal) && Deno.build.os !== "windows") {
    Deno.kill(Deno.pid, signal);
    // The signal may reach another thread first; where it is ignored, the status must do.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  }
  Deno.exit(exit);
}
