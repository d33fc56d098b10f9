/**
 * Signals that rtk gets while a tool runs. A signal to rtk alone is passed on once; one that reached the whole process
 * group (a terminal's ^C, `kill -- -PGID`, `timeout`) has reached the tool already.
 *
 * No system call tells which it was. So a sentinel runs beside tools that take their time: a shell, waiting on a pipe from
 * rtk, in the same group. A signal that ends it was sent to the group. It ends with rtk, however that ends.
 */

import { after, type Cancel, pause } from "./timer.ts";

/** Why others are not listed: they are not sent to end a program, or their default is to be ignored. */
const RELAYED: readonly Deno.Signal[] = Deno.build.os === "windows"
  ? ["SIGINT", "SIGBREAK"]
  : ["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2"];

/** Short runs need no sentinel. */
const SENTINEL_AFTER_MS = 100;

/** What a group signal takes to end the sentinel, and the tool if it does not handle it, on a busy machine. */
const SETTLE_MS = 100;

/** A signal after the tool's end ends rtk, but not before this time for what is still to be printed. */
const LAST_WORDS_MS = 1000;

/** Stands between rtk's signals and a running tool. */
export class SignalRelay {
  readonly #child: Deno.ChildProcess;
  #onSignal: (signal: Deno.Signal) => void = () => {};
  #onLateSignal: () => void = () => {};
  readonly #listeners = new Map<Deno.Signal, () => void>();
  #sentinel: Deno.ChildProcess | undefined;
  #sentinelEnded = false;
  readonly #settling = new Set<Deno.Signal>();
  readonly #cancelSentinel: Cancel | undefined;
  #childEnded = false;
  #signalled = false;
  #endsBy: Deno.Signal | undefined;

  /**
   * Listens from now on. The tool is running already: what was ignored when rtk started (`nohup`) must be ignored in the
   * tool too, and a listener would undo that.
   */
  constructor(child: Deno.ChildProcess) {
    this.#child = child;
    for (const signal of RELAYED) {
      const listener = (): void => void this.#receive(signal);
      Deno.addSignalListener(signal, listener);
      this.#listeners.set(signal, listener);
    }
    if (Deno.build.os !== "windows") {
      this.#cancelSentinel = after(SENTINEL_AFTER_MS, () => this.#startSentinel());
    }
  }

  /** Tells of each signal as soon as it comes, while the tool runs. */
  onSignal(callback: (signal: Deno.Signal) => void): void {
    this.#onSignal = callback;
  }

  /** Whether a signal came that is sent to end a program. */
  get signalled(): boolean {
    return this.#signalled;
  }

  /** Tells of a signal after the tool's end. */
  onLateSignal(callback: () => void): void {
    this.#onLateSignal = callback;
  }

  /** The tool has ended: nothing is passed on any more, and the sentinel is stopped. */
  async childEnded(): Promise<void> {
    this.#childEnded = true;
    this.#cancelSentinel?.();
    const sentinel = this.#sentinel;
    this.#sentinel = undefined;
    if (!sentinel) return;
    stop(sentinel);
    await sentinel.status;
  }

  /** All is printed: signals do what they do by default. */
  close(): void {
    for (const [signal, listener] of this.#listeners) Deno.removeSignalListener(signal, listener);
    this.#listeners.clear();
  }

  async #receive(signal: Deno.Signal): Promise<void> {
    if (this.#childEnded) return this.#endSoon(signal);
    // timeout(1) signals its child and then the group: that is one signal.
    if (this.#settling.has(signal)) return;
    if (signal !== "SIGUSR1" && signal !== "SIGUSR2") this.#signalled = true;
    this.#onSignal(signal);
    if (Deno.build.os === "windows") return;
    const watched = this.#sentinel !== undefined;
    this.#settling.add(signal);
    await pause(SETTLE_MS);
    this.#settling.delete(signal);
    if (this.#childEnded) return;
    if (!(watched ? this.#sentinelEnded : typedAtTerminal(signal))) passOn(this.#child, signal);
    if (this.#sentinelEnded && this.#settling.size === 0) this.#startSentinel();
  }

  #endSoon(signal: Deno.Signal): void {
    if (this.#endsBy !== undefined) return;
    this.#endsBy = signal;
    this.#onLateSignal();
    after(LAST_WORDS_MS, () => {
      this.close();
      Deno.kill(Deno.pid, signal);
    });
  }

  #startSentinel(): void {
    this.#sentinelEnded = false;
    try {
      const sentinel = new Deno.Command("/bin/sh", {
        args: ["-c", "read line"],
        stdin: "piped",
        stdout: "null",
        stderr: "null",
      }).spawn();
      this.#sentinel = sentinel;
      void sentinel.status.then(() => {
        if (this.#sentinel === sentinel) this.#sentinelEnded = true;
      });
    } catch {
      // No more processes: the guess from the terminal must do.
    }
  }
}

/** Without a sentinel: ^C and ^\ come from a terminal, if there is one, and it sends them to the whole group. */
function typedAtTerminal(signal: Deno.Signal): boolean {
  if (signal !== "SIGINT" && signal !== "SIGQUIT") return false;
  return Deno.stdin.isTerminal() || Deno.stdout.isTerminal() || Deno.stderr.isTerminal();
}

function passOn(child: Deno.ChildProcess, signal: Deno.Signal): void {
  try {
    child.kill(signal);
  } catch {
    // It ended in between.
  }
}

function stop(sentinel: Deno.ChildProcess): void {
  try {
    sentinel.kill("SIGKILL");
  } catch {
    // A signal has ended it.
  }
}
