/**
 * The compact form of an output that is too large for any filter: its first and last lines, the lines that name errors,
 * and the marker. Equal lines are folded. State is bounded whatever comes.
 */
import { times } from "../text/fold.ts";
import { stripAnsi } from "../text/ansi.ts";
import { decodeBytes, encodeText } from "./text_bytes.ts";

const FIRST_LINES = 200;
const LAST_LINES = 200;
/** Different lines that name errors; more would again be a large output. */
const ERROR_LINES = 400;
/** A longer line is a record of data: it is counted, not shown. */
const MAX_LINE_BYTES = 16 * 1024;

/** Words by which tools name what went wrong, in English; also as parts of names: `TypeError`, `FAILED`, `panicked`. */
const ERROR =
  /error|fail|fatal|panic|exception|traceback|warn|denied|refused|abort|cannot|could not|undefined|not found|unable|critical|conflict|killed|segfault|oom/i;

const NEWLINE = 10;

interface Folded {
  readonly text: string;
  count: number;
}

/** Takes one stream in pieces; tells what is printed of it. */
export class BoundedForm {
  readonly #exact: boolean;
  readonly #first: Folded[] = [];
  readonly #errors = new Map<string, Folded>();
  /** The last lines, as a ring of runs of equal lines. */
  readonly #last: Folded[] = [];
  #carry = new Uint8Array(0);
  #tooLong = false;
  #lines = 0;
  /** A line was left out, so that the first lines end here. */
  #gap = false;

  /** @param options.exact lines are data: they are not folded, and nothing is taken out of them. */
  constructor({ exact }: { readonly exact: boolean }) {
    this.#exact = exact;
  }

  push(bytes: Uint8Array): void {
    const newline = bytes.lastIndexOf(NEWLINE);
    if (newline < 0) return this.#keep(bytes);
    this.#block(bytes.subarray(0, newline + 1));
    this.#carry = new Uint8Array(0);
    this.#tooLong = false;
    this.#keep(bytes.subarray(newline + 1));
  }

  /** The form, with the marker that `cut` gives for a number of lines. */
  end(cut: (lines: number) => string): string {
    if (this.#tooLong) this.#leaveOut();
    else if (this.#carry.length > 0) this.#line(decodeBytes(this.#carry));
    this.#forget(LAST_LINES);
    const parts = [...this.#first, ...this.#errors.values(), ...this.#last];
    const missing = this.#lines - parts.reduce((sum, { count }) => sum + count, 0);
    const lines = [
      ...this.#first.map(shown),
      ...(missing > 0 ? [cut(missing)] : []),
      ...Array.from(this.#errors.values(), shown),
      ...this.#last.map(shown),
    ];
    return lines.map((line) => `${line}\n`).join("");
  }

  /** Whole lines; the first one may continue what was carried. */
  #block(bytes: Uint8Array): void {
    let rest = bytes;
    if (this.#tooLong || this.#carry.length > 0) {
      const end = bytes.indexOf(NEWLINE);
      this.#keep(bytes.subarray(0, end));
      if (this.#tooLong) this.#leaveOut();
      else this.#line(decodeBytes(this.#carry));
      rest = bytes.subarray(end + 1);
    }
    if (rest.length === 0) return;
    const lines = decodeBytes(rest).split("\n");
    lines.pop();
    for (const line of lines) {
      if (line.length > MAX_LINE_BYTES) this.#leaveOut();
      else this.#line(line);
    }
  }

  #keep(bytes: Uint8Array): void {
    if (this.#tooLong || bytes.length === 0) return;
    if (this.#carry.length + bytes.length > MAX_LINE_BYTES) {
      this.#tooLong = true;
      this.#carry = new Uint8Array(0);
      return;
    }
    const carry = new Uint8Array(this.#carry.length + bytes.length);
    carry.set(this.#carry);
    carry.set(bytes, this.#carry.length);
    this.#carry = carry;
  }

  #line(raw: string): void {
    this.#lines++;
    const line = this.#exact || !/[\x1b\r]/.test(raw) ? raw : stripAnsi(raw).replace(/\r+$/, "");
    if (this.#last.length === 0 && !this.#gap) {
      if (this.#repeats(this.#first, line)) return;
      if (this.#first.length < FIRST_LINES) return void this.#first.push({ text: ownCopy(line), count: 1 });
    }
    if (!this.#repeats(this.#last, line)) this.#last.push({ text: line, count: 1 });
    if (this.#last.length > LAST_LINES * 2) this.#forget(LAST_LINES);
  }

  /** Counts a line that equals the one before it. */
  #repeats(runs: readonly Folded[], line: string): boolean {
    const last = runs.at(-1);
    if (this.#exact || last?.text !== line) return false;
    last.count++;
    return true;
  }

  #leaveOut(): void {
    this.#lines++;
    this.#gap = true;
  }

  /** Lines that leave the end of the output are cut, unless they name an error. */
  #forget(keep: number): void {
    for (const { text, count } of this.#last.splice(0, Math.max(this.#last.length - keep, 0))) {
      // Exact lines are told apart by their number.
      const key = this.#exact ? `${this.#errors.size} ${text}` : text;
      const known = this.#errors.get(key);
      if (known) known.count += count;
      else if (this.#errors.size < ERROR_LINES && ERROR.test(text)) {
        this.#errors.set(key, { text: ownCopy(text), count });
      }
    }
  }
}

/** A line that is a part of a decoded piece would keep the whole piece in memory. */
function ownCopy(line: string): string {
  return decodeBytes(encodeText(line));
}

function shown({ text, count }: Folded): string {
  return text + times(count);
}
