/** The unterminated last line of a stream: a prompt, if nothing follows it. What was shown of it is remembered. */
import type { Fd } from "./output.ts";
import { isProgress } from "./progress_line.ts";
import { concatBytes, decodeBytes } from "./text_bytes.ts";

/** Longer ones are no prompts. */
const MAX_PROMPT_BYTES = 4096;

/** What standard libraries write at a time into a pipe, or a divisor of it: such a piece ends anywhere in a line. */
const BLOCK_BYTES = 4096;

const NEWLINE = 10;

export class PendingLine {
  readonly fd: Fd;
  #tail: Uint8Array = new Uint8Array(0);
  #tooLong = false;
  /** Bytes of the stream that came before the pending line. */
  #start = 0;
  #shownOfTail = 0;
  #shown = 0;
  #endsOpen = false;
  #isPrefix = true;
  #endsBlock = false;
  #total = 0;

  constructor(fd: Fd) {
    this.fd = fd;
  }

  /** Bytes shown so far, when they are the first of the stream; undefined when something before them was not shown. */
  get shownPrefix(): number | undefined {
    return this.#isPrefix ? this.#shown : undefined;
  }

  /** Whether something was shown whose line is not ended; the caller ends it now. */
  endOpenLine(): boolean {
    const open = this.#endsOpen;
    if (open) this.#isPrefix = false;
    this.#endsOpen = false;
    return open;
  }

  /** Bytes of the stream came. */
  note(bytes: Uint8Array): void {
    this.#total += bytes.length;
    this.#endsBlock = bytes.length % BLOCK_BYTES === 0 || this.#total % BLOCK_BYTES === 0;
    const newline = bytes.lastIndexOf(NEWLINE);
    if (newline >= 0) {
      this.#start += this.#tail.length + newline + 1;
      this.#tail = bytes.slice(newline + 1);
      this.#shownOfTail = 0;
      this.#tooLong = this.#tail.length > MAX_PROMPT_BYTES;
      return;
    }
    if (this.#tooLong) {
      this.#start += bytes.length;
      return;
    }
    this.#tail = concatBytes([this.#tail, bytes]);
    this.#tooLong = this.#tail.length > MAX_PROMPT_BYTES;
  }

  /** What is to be shown of the pending line now; it counts as shown. */
  take(): Uint8Array | undefined {
    if (this.#tooLong || this.#endsBlock || this.#tail.length === this.#shownOfTail) return undefined;
    if (isProgress(decodeBytes(this.#tail))) return undefined;
    const bytes = this.#tail.subarray(this.#shownOfTail);
    if (this.#start + this.#shownOfTail !== this.#shown) this.#isPrefix = false;
    this.#shown += bytes.length;
    this.#shownOfTail = this.#tail.length;
    this.#endsOpen = true;
    return bytes;
  }
}
