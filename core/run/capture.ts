/**
 * Captures the output of a run whose unit needs its end. What a reader must see earlier is shown: a prompt, a sign of
 * life, and all of it when the run is being ended from outside or cannot be captured any further.
 */
import type { BoundedRun } from "./bounded_run.ts";
import type { Ending } from "./exit_status.ts";
import { FrameLog } from "./frame_log.ts";
import type { Fd, Output } from "./output.ts";
import { PendingLine } from "./pending_line.ts";
import { Lane, pump } from "./pump.ts";
import type { Running } from "./start.ts";
import { after, type Cancel, IdleTimer } from "./timer.ts";

/** Larger outputs are not given to a filter. */
export const MAX_FILTERED_BYTES = 32 * 1024 * 1024;

/** Above it a run is not captured any more: it may never end, and its reader may be gone. */
const MAX_CAPTURED_BYTES = 2 * 1024 * 1024 * 1024;

const PROMPT_AFTER_MS = 1000;
const SIGN_OF_LIFE_AFTER_MS = 10_000;

/** How long a tool that was told to end may take before its output so far is shown. */
const LAST_WORDS_AFTER_MS = 400;

const NEWLINE = 10;

export interface CaptureOptions {
  readonly output: Output;
  /** Both streams are one file, captured as stdout. */
  readonly merged: boolean;
  /** Whether a pause is to show all there is: bytes have to pass, or there is nothing to hold them back for. */
  passesAtPause(log: FrameLog): Promise<boolean>;
  /** Begins the bounded form; undefined where nothing may be cut. */
  bounded(): Promise<BoundedRun | undefined>;
}

export class Capture {
  readonly log: FrameLog = new FrameLog();
  readonly #options: CaptureOptions;
  readonly #pending: Readonly<Record<Fd, PendingLine>> = { 1: new PendingLine(1), 2: new PendingLine(2) };
  readonly #lane = new Lane();
  readonly #timers: IdleTimer[];
  #lastWords: Cancel | undefined;
  #shown = false;
  #lifeShown = false;
  /** When the last bytes had been dealt with: a pause of rtk's own is no pause of the tool. */
  #lastTaken = performance.now();
  #bounded: BoundedRun | undefined;

  constructor(options: CaptureOptions) {
    this.#options = options;
    this.#timers = [
      new IdleTimer(PROMPT_AFTER_MS, () => this.#lane.later(() => this.#showPause())),
      new IdleTimer(SIGN_OF_LIFE_AFTER_MS, () => this.#lane.later(() => this.#showLife())),
    ];
  }

  /** Everything was shown already, as it is. */
  get shown(): boolean {
    return this.#shown;
  }

  /** The bounded form, where the output grew too large for a filter. */
  get bounded(): BoundedRun | undefined {
    return this.#bounded;
  }

  /** Captures all that the tool writes until its end. */
  async run(running: Running): Promise<Ending> {
    running.relay.onSignal((signal) => this.#willEnd(signal));
    const ending = await pump(running, (fd, bytes) => this.#lane.run(() => this.#take(fd, bytes)), {
      // What asks or waits is the tool.
      onEnd: () => {
        for (const timer of this.#timers) timer.stop();
        this.#lastWords?.();
      },
    });
    await this.#lane.run(() => {});
    return ending;
  }

  /** Prints the output as it is, but for what was shown of it. */
  async show(): Promise<void> {
    this.#shown = true;
    const skip: Record<Fd, number> = { 1: 0, 2: 0 };
    for (const fd of [1, 2] as const) {
      const prefix = this.#pending[fd].shownPrefix;
      if (prefix === undefined) await this.endOpenLine(fd);
      else skip[fd] = prefix;
    }
    for (const { fd, bytes } of this.log.parts()) {
      const rest = bytes.subarray(Math.min(skip[fd], bytes.length));
      skip[fd] -= bytes.length - rest.length;
      await this.#write(fd, rest);
    }
  }

  /** Ends the line of a stream that a shown prompt left open. */
  async endOpenLine(fd: Fd): Promise<void> {
    if (this.#pending[fd].endOpenLine()) await this.#write(fd, Uint8Array.of(NEWLINE));
  }

  async #take(fd: Fd, bytes: Uint8Array): Promise<void> {
    try {
      await this.#keep(fd, bytes);
    } finally {
      this.#lastTaken = performance.now();
      this.#timers[0]?.touch();
    }
  }

  async #keep(fd: Fd, bytes: Uint8Array): Promise<void> {
    if (this.#shown) return await this.#options.output.write(fd, bytes);
    try {
      this.log.append(fd, bytes);
    } catch {
      await this.#stopCapturing();
      return await this.#options.output.write(fd, bytes);
    }
    this.#pending[fd].note(bytes);
    if (this.#bounded) await this.#bounded.take(fd, bytes);
    else if (this.log.size() > MAX_FILTERED_BYTES) await this.#outgrow();
    if (this.log.size() > MAX_CAPTURED_BYTES) await this.#stopCapturing();
  }

  /** Too large for a filter: the bounded form takes over, with all there is so far. */
  async #outgrow(): Promise<void> {
    const bounded = await this.#options.bounded();
    if (!bounded) return await this.#stopCapturing();
    for (const { fd, bytes } of this.log.parts()) await bounded.take(fd, bytes);
    this.#bounded = bounded;
  }

  async #stopCapturing(): Promise<void> {
    if (this.#shown) return;
    await this.#bounded?.abandon();
    this.#bounded = undefined;
    await this.show();
  }

  async #showPause(): Promise<void> {
    if (this.#shown) return;
    if (performance.now() - this.#lastTaken < PROMPT_AFTER_MS) return this.#timers[0]?.touch();
    if (this.log.size() > 0 && await this.#options.passesAtPause(this.log)) {
      return await this.#stopCapturing();
    }
    for (const fd of [1, 2] as const) {
      const bytes = this.#pending[fd].take();
      if (!bytes) continue;
      await this.#write(fd, bytes);
      this.#timers[1]?.touch();
    }
  }

  async #showLife(): Promise<void> {
    if (this.#shown || this.#lifeShown) return;
    const lines = this.#countLines();
    // The tool itself would have been silent.
    if (lines === 0) return this.#timers[1]?.touch();
    this.#lifeShown = true;
    await this.endOpenLine(this.#options.merged ? 1 : 2);
    const text = `[rtk: ${lines} ${lines === 1 ? "line" : "lines"} so far]\n`;
    await this.#write(2, new TextEncoder().encode(text));
  }

  #countLines(): number {
    let lines = 0;
    for (const { bytes } of this.log.parts()) {
      for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) lines++;
    }
    return lines;
  }

  #willEnd(signal: Deno.Signal): void {
    // Others do not announce that a KILL may follow.
    if (signal !== "SIGTERM" && signal !== "SIGINT") return;
    this.#lastWords ??= after(LAST_WORDS_AFTER_MS, () => this.#lane.later(() => this.#stopCapturing()));
  }

  async #write(fd: Fd, bytes: Uint8Array): Promise<void> {
    await this.#options.output.writeIfRead(fd, bytes);
  }
}
