/** Reads a tool's streams to their end, or until the tool is gone and only others still hold them. */
import { type Ending, endingOf } from "./exit_status.ts";
import { type Fd, ReaderGone } from "./output.ts";
import type { Running } from "./start.ts";
import { after, type Cancel } from "./timer.ts";

/**
 * After the tool's end its last bytes lie in the pipe already. A pipe that is then silent for so long, or for three times
 * as long in all, is held by a process that the tool left behind.
 */
const GRACE_MS = 100;
const TURN_MS = 10;

/** Where the bytes go. Calls for one stream do not overlap. */
export type Take = (fd: Fd, bytes: Uint8Array) => Promise<void>;

/**
 * Hands on all that the tool writes, and waits for its end. A stream whose taker throws ReaderGone is closed, so that the
 * tool learns of it as it would have.
 */
export async function pump({ child, relay }: Running, take: Take): Promise<Ending> {
  const channels = ([[1, child.stdout], [2, child.stderr]] as const).map(([fd, stream]) =>
    new Channel(stream, (bytes) => take(fd, bytes))
  );
  const read = Promise.all(channels.map((channel) => channel.read()));
  // A failure is told below, when the tool has ended.
  read.catch(() => {});
  const ending = await endingOf(child);
  await relay.childEnded();
  for (const channel of channels) channel.beginGrace();
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

class Channel {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #take: (bytes: Uint8Array) => Promise<void>;
  #reading = false;
  #graceFrom: number | undefined;
  #waited = 0;
  #cancel: Cancel | undefined;

  constructor(stream: ReadableStream<Uint8Array>, take: (bytes: Uint8Array) => Promise<void>) {
    this.#reader = stream.getReader();
    this.#take = take;
  }

  async read(): Promise<void> {
    try {
      for (;;) {
        const bytes = await this.#next();
        if (!bytes) break;
        await this.#take(bytes);
      }
    } catch (error) {
      await this.#reader.cancel();
      if (!(error instanceof ReaderGone)) throw error;
    } finally {
      this.#cancel?.();
    }
  }

  /** The tool has ended: from now on waiting is limited. */
  beginGrace(): void {
    this.#graceFrom = performance.now();
    if (this.#reading) this.#limitWait();
  }

  async #next(): Promise<Uint8Array | undefined> {
    this.#reading = true;
    const start = performance.now();
    if (this.#graceFrom !== undefined) this.#limitWait();
    const { value } = await this.#reader.read();
    this.#reading = false;
    this.#cancel?.();
    if (this.#graceFrom !== undefined) {
      this.#waited += performance.now() - Math.max(start, this.#graceFrom);
    }
    return value;
  }

  #limitWait(): void {
    const left = Math.min(GRACE_MS, 3 * GRACE_MS - this.#waited);
    this.#cancel = after(left, () => {
      // After a pause of the whole machine the timer may come before bytes that are there: they get their turn first.
      // A cancelled reader answers its pending read with the end of the stream.
      this.#cancel = after(TURN_MS, () => void this.#reader.cancel());
    });
  }
}
