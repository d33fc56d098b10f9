/** A run's raw output while it is captured: in memory up to a cap, then in a temporary file without a name. */
import { FRAME_HEAD, FrameReader, writeFrameHead } from "../state/frames.ts";
import type { Fd } from "./output.ts";
import { concatBytes } from "./text_bytes.ts";

/** Enough for all but a few runs; beyond it a disk's speed matters less than memory. */
const MEMORY_BYTES = 8 * 1024 * 1024;
const FIRST_BUFFER = 64 * 1024;
const READ_BYTES = 1024 * 1024;

/** One part of the output, as it arrived. */
export interface Part {
  readonly fd: Fd;
  readonly bytes: Uint8Array;
}

export class FrameLog {
  #buffer = new Uint8Array(FIRST_BUFFER);
  #used = 0;
  /** Where the last frame's head stands in the buffer, so that it can grow. */
  #last: { at: number; fd: Fd } | undefined;
  #file: Deno.FsFile | undefined;
  readonly #sizes: Record<Fd, number> = { 1: 0, 2: 0 };

  /** Bytes of one stream, or of both. */
  size(fd?: Fd): number {
    return fd === undefined ? this.#sizes[1] + this.#sizes[2] : this.#sizes[fd];
  }

  /** Takes a copy of the bytes. @throws when the temporary file cannot be written; the log is then as it was. */
  append(fd: Fd, bytes: Uint8Array): void {
    if (this.#used + FRAME_HEAD + bytes.length > MEMORY_BYTES) this.#spill();
    this.#reserve(FRAME_HEAD + bytes.length);
    if (this.#last?.fd === fd) {
      const { at } = this.#last;
      this.#copy(bytes);
      writeFrameHead(this.#buffer, at, { stream: fd, length: this.#used - at - FRAME_HEAD });
    } else {
      this.#last = { at: this.#used, fd };
      writeFrameHead(this.#buffer, this.#used, { stream: fd, length: bytes.length });
      this.#used += FRAME_HEAD;
      this.#copy(bytes);
    }
    this.#sizes[fd] += bytes.length;
  }

  /** The frames as bytes, in pieces that are valid until the next one. */
  *pieces(): Generator<Uint8Array> {
    if (this.#file) {
      const buffer = new Uint8Array(READ_BYTES);
      this.#file.seekSync(0, Deno.SeekMode.Start);
      for (let length = this.#file.readSync(buffer); length !== null; length = this.#file.readSync(buffer)) {
        yield buffer.subarray(0, length);
      }
    }
    yield this.#buffer.subarray(0, this.#used);
  }

  /** The output in the order of its arrival, in parts that are valid until the next one. */
  *parts(): Generator<Part> {
    const reader = new FrameReader();
    for (const piece of this.pieces()) {
      for (const { stream, bytes } of reader.read(piece)) {
        if (stream !== 0) yield { fd: stream, bytes };
      }
    }
  }

  /** All bytes of one stream. */
  bytesOf(fd: Fd): Uint8Array {
    const parts: Uint8Array[] = [];
    for (const part of this.parts()) {
      // Pieces of a file share one buffer.
      if (part.fd === fd) parts.push(this.#file ? part.bytes.slice() : part.bytes);
    }
    return parts.length === 1 && parts[0] ? parts[0] : concatBytes(parts);
  }

  /** Frees the memory and the temporary file. */
  close(): void {
    this.#file?.close();
    this.#file = undefined;
    this.#buffer = new Uint8Array(0);
    this.#used = 0;
    this.#last = undefined;
  }

  #copy(bytes: Uint8Array): void {
    this.#buffer.set(bytes, this.#used);
    this.#used += bytes.length;
  }

  #reserve(length: number): void {
    if (this.#used + length <= this.#buffer.length) return;
    const grown = new Uint8Array(Math.max(this.#used + length, this.#buffer.length * 2));
    grown.set(this.#buffer.subarray(0, this.#used));
    this.#buffer = grown;
  }

  #spill(): void {
    const file = this.#file ??= unnamedFile();
    const start = file.seekSync(0, Deno.SeekMode.End);
    try {
      for (let at = 0; at < this.#used;) at += file.writeSync(this.#buffer.subarray(at, this.#used));
    } catch (error) {
      file.truncateSync(start);
      throw error;
    }
    this.#used = 0;
    this.#last = undefined;
  }
}

/** Nothing is left of it, however rtk ends. */
function unnamedFile(): Deno.FsFile {
  const path = Deno.makeTempFileSync({ prefix: "rtk-" });
  try {
    return Deno.openSync(path, { read: true, write: true });
  } finally {
    if (Deno.build.os !== "windows") Deno.removeSync(path);
  }
}
