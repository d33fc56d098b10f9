/**
 * A run's raw output as one sequence of bytes: frames of a stream number (1 byte), a length (4 bytes, little endian) and
 * that many bytes, in the order in which they arrived. Stream 0 is a note about the run, as JSON.
 */

/** The stream of a frame; 0: a note. */
export type Stream = 0 | 1 | 2;

export interface Frame {
  readonly stream: Stream;
  readonly bytes: Uint8Array;
}

/** Bytes before a frame's own. */
export const FRAME_HEAD = 5;

/** The head of a frame. */
export function frameHead(stream: Stream, length: number): Uint8Array {
  const head = new Uint8Array(FRAME_HEAD);
  writeFrameHead(head, 0, { stream, length });
  return head;
}

/** Writes the head of a frame into a buffer. */
export function writeFrameHead(
  buffer: Uint8Array,
  at: number,
  { stream, length }: { readonly stream: Stream; readonly length: number },
): void {
  buffer[at] = stream;
  new DataView(buffer.buffer, buffer.byteOffset).setUint32(at + 1, length, true);
}

/** Takes a sequence of frames apart, whatever pieces it comes in. A frame may come out in several parts. */
export class FrameReader {
  #head = new Uint8Array(FRAME_HEAD);
  #headLength = 0;
  #stream: Stream = 0;
  #left = 0;

  /** The frames, or parts of them, in the next piece; they are views of it. */
  *read(piece: Uint8Array): Generator<Frame> {
    let at = 0;
    while (at < piece.length) {
      if (this.#left === 0) {
        const taken = Math.min(FRAME_HEAD - this.#headLength, piece.length - at);
        this.#head.set(piece.subarray(at, at + taken), this.#headLength);
        this.#headLength += taken;
        at += taken;
        if (this.#headLength === FRAME_HEAD) this.#begin();
        continue;
      }
      const bytes = piece.subarray(at, at + this.#left);
      at += bytes.length;
      this.#left -= bytes.length;
      yield { stream: this.#stream, bytes };
    }
  }

  #begin(): void {
    const stream = this.#head[0];
    if (stream !== 0 && stream !== 1 && stream !== 2) {
      throw new RangeError("Cannot read the kept output: it is damaged");
    }
    this.#stream = stream;
    this.#left = new DataView(this.#head.buffer).getUint32(1, true);
    this.#headLength = 0;
  }
}
