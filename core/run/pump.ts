/** Reads a tool's streams to their end, or until the tool is gone and only others still hold them. */
import { type Ending, endingOf } from "./exit_status.ts";
import { type Fd, ReaderGone } from "./output.ts";
import type { Running } from "./start.ts";
import { after, type Cancel } from "./timer.ts";

/** How long what others write is read after the tool's end. */
export interface Patience {
  /** A pipe that is silent for so long is held by a process that the tool left behind, and that may stay for ever. */
  readonly quietMs: number;
  /** One that is never silent is read for so long. */
  readonly mostMs: number;
}

const PATIENCE: Patience = { quietMs: 1000, mostMs: 30_000 };
/** Whoever ends a run by a signal may soon use KILL. */
const HURRIED: Patience = { quietMs: 100, mostMs: 300 };
const TURN_MS = 10;
/** No pipe of Linux or macOS holds more without a privilege: what comes beyond it was written after the tool's end. */
const PIPE_BYTES = 1024 * 1024;

/** Where the bytes go. Calls for one stream do not overlap. */
export type Take = (fd: Fd, bytes: Uint8Array) => Promise<void>;

export interface PumpOptions {
  /** The tool has ended; others may still write. */
  readonly onEnd?: () => void;
  readonly patience?: Patience;
}

/**
 * Hands on all that the tool writes, and waits for its end; then for what its children still write, until they are
 * silent or a signal comes. A stream whose taker throws ReaderGone is closed, so that the tool learns of it as it would
 * have.
 */
export async function pump(
  { child, relay }: Running,
  take: Take,
  { onEnd, patience = PATIENCE }: PumpOptions = {},
): Promise<Ending> {
  const grace = new Grace();
  const channels = ([[1, child.stdout], [2, child.stderr]] as const).map(([fd, stream]) =>
    new Channel(stream, { grace, take: (bytes) => take(fd, bytes) })
  );
  const read = Promise.all(channels.map((channel) => channel.read()));
  // A failure is told below, when the tool has ended.
  read.catch(() => {});
  const ending = await endingOf(child);
  relay.onLateSignal(() => {
    for (const channel of channels) channel.stop();
  });
  await relay.childEnded();
  onEnd?.();
  grace.begin(relay.signalled ? HURRIED : patience);
  for (const channel of channels) channel.limitWait();
  await read;
  return ending;
}

/** One action at a time, in the order of the calls. */
export class Lane {
  #last: Promise<void> = Promise.resolve();

  run(action: () => void | Promise<void>): Promise<void> {
    const done = this.#last.then(action);
    this.#last = done.catch(() => {});
    return done;
  }

  /** The same for an action that nobody waits for. */
  later(action: () => void | Promise<void>): void {
    this.run(action).catch(() => {});
  }
}

/** How long is still to be waited after the tool's end, for both streams together. */
class Grace {
  #patience = PATIENCE;
  #from: number | undefined;
  /** Since when nothing was heard. */
  #since = 0;
  /** Takers at work: their time is none of the tool's. */
  #taking = 0;
  #bytes = 0;

  begin(patience: Patience): void {
    this.#patience = patience;
    this.#from = this.#since = performance.now();
  }

  get begun(): boolean {
    return this.#from !== undefined;
  }

  /** Milliseconds; none or less when it is over. */
  left(): number {
    const { quietMs, mostMs } = this.#patience;
    const now = performance.now();
    const quiet = this.#taking > 0 ? quietMs : this.#since + quietMs - now;
    return Math.min(quiet, (this.#from ?? now) + mostMs - now);
  }

  /** Whether reading has to end although there may be more to read. */
  get exhausted(): boolean {
    return this.#bytes > PIPE_BYTES && this.left() <= 0;
  }

  heard(bytes: number): void {
    this.#taking++;
    if (this.begun) this.#bytes += bytes;
  }

  taken(): void {
    this.#taking--;
    this.#since = performance.now();
  }
}

class Channel {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #take: (bytes: Uint8Array) => Promise<void>;
  readonly #grace: Grace;
  #ended = false;
  #cancel: Cancel | undefined;

  constructor(
    stream: ReadableStream<Uint8Array>,
    { grace, take }: { readonly grace: Grace; readonly take: (bytes: Uint8Array) => Promise<void> },
  ) {
    this.#reader = stream.getReader();
    this.#grace = grace;
    this.#take = take;
  }

  async read(): Promise<void> {
    const grace = this.#grace;
    try {
      while (!grace.exhausted) {
        const { value } = await this.#reader.read();
        if (!value) return;
        grace.heard(value.length);
        try {
          await this.#take(value);
        } finally {
          grace.taken();
        }
      }
      await this.#reader.cancel();
    } catch (error) {
      await this.#reader.cancel();
      if (!(error instanceof ReaderGone)) throw error;
    } finally {
      this.#ended = true;
      this.#cancel?.();
    }
  }

  /** The tool has ended: from now on waiting is limited. */
  limitWait(): void {
    if (this.#ended) return;
    this.#cancel = after(this.#grace.left(), () => {
      if (this.#grace.left() > 0) return this.limitWait();
      // After a pause of the whole machine the timer may come before bytes that are there: they get their turn first.
      this.#cancel = after(TURN_MS, () => this.#grace.left() > 0 ? this.limitWait() : this.stop());
    });
  }

  /** A cancelled reader answers its pending read with the end of the stream. */
  stop(): void {
    this.#cancel?.();
    this.#reader.cancel().catch(() => {});
  }
}
