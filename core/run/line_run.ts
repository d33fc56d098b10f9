/** Runs of units that print as they go: each line passes their filter when it is complete. */
import { cleanText } from "../text/ansi.ts";
import { commandText } from "../state/command_text.ts";
import type { RecallRecorder, RecallStore } from "../state/recall_store.ts";
import type { LineFilter, ParsedArgs, Tool } from "../tools/tool.ts";
import type { Ending } from "./exit_status.ts";
import { CutMarker } from "./marker.ts";
import type { Fd, Output } from "./output.ts";
import { isProgress } from "./progress_line.ts";
import { Lane, pump } from "./pump.ts";
import type { Running } from "./start.ts";
import { after, type Cancel, IdleTimer } from "./timer.ts";
import { concatBytes, decodeBytes, encodeText } from "./text_bytes.ts";

const PROMPT_AFTER_MS = 1000;
/** How long a tool that was told to end may take before what the filter holds is printed. */
const LAST_WORDS_AFTER_MS = 400;
/** A longer line is a record of data: it passes as it comes. */
const MAX_LINE_BYTES = 1024 * 1024;
/** Lines that a filter has swallowed of late, for the case that it fails. */
const MAX_SWALLOWED = 20_000;

const NEWLINE = 10;

export interface LineOptions {
  readonly argv: readonly string[];
  readonly args: ParsedArgs;
  /** Absent: nothing may be cut. */
  readonly store: RecallStore | undefined;
  readonly output: Output;
}

interface Channel {
  /** An incomplete line. */
  carry: Uint8Array;
  /** The rest of the current line passes as it comes. */
  passing: boolean;
}

interface Swallowed {
  readonly fd: Fd;
  readonly line: string;
}

export class LineRun {
  readonly #options: LineOptions;
  readonly #tool: Tool | undefined;
  readonly #channels: Readonly<Record<Fd, Channel>> = {
    1: { carry: new Uint8Array(0), passing: false },
    2: { carry: new Uint8Array(0), passing: false },
  };
  readonly #lane = new Lane();
  readonly #marker: CutMarker | undefined;
  #filter: LineFilter | undefined;
  #recorder: RecallRecorder | undefined;
  #swallowed: Swallowed[] = [];
  #swallowedBefore: Swallowed[] = [];
  #raw = 0;
  /** Lines pass as they are, although the filter may still have something to say at the end. */
  #passing = false;
  #failed = false;
  /** When the last bytes had been dealt with: a pause of rtk's own is no pause of the tool. */
  #lastTaken = performance.now();

  constructor(tool: Tool | undefined, options: LineOptions) {
    this.#tool = tool;
    this.#options = options;
    // A unit whose filter takes no `cut` needs no record of the raw text.
    const cuts = (tool?.lines?.length ?? 0) > 1;
    this.#recorder = cuts && options.store ? beginRecord(options.store, options.argv) : undefined;
    if (this.#recorder) {
      const { id } = this.#recorder;
      this.#marker = new CutMarker(() => id);
    }
    try {
      this.#filter = tool?.lines?.(options.args, this.#marker?.cut);
    } catch {
      this.#failed = true;
    }
    if (!this.#filter) this.#passing = true;
  }

  /** Bytes that the tool wrote. */
  get raw(): number {
    return this.#raw;
  }

  /** The filter threw. */
  get failed(): boolean {
    return this.#failed;
  }

  /** Filters all that the tool writes until its end. */
  async run(running: Running): Promise<Ending> {
    let lastWords: Cancel | undefined;
    running.relay.onSignal((signal) => {
      if (signal !== "SIGTERM" && signal !== "SIGINT") return;
      const exit = signal === "SIGINT" ? 130 : 143;
      lastWords ??= after(LAST_WORDS_AFTER_MS, () => this.#lane.later(() => this.#flush(exit)));
    });
    const prompt = new IdleTimer(PROMPT_AFTER_MS, () =>
      this.#lane.later(async () => {
        if (performance.now() - this.#lastTaken < PROMPT_AFTER_MS) prompt.touch();
        else await this.#showPending();
      }));
    const ending = await pump(running, async (fd, bytes) => {
      await this.#lane.run(() => this.#take(fd, bytes));
      this.#lastTaken = performance.now();
      prompt.touch();
    }, {
      onEnd: () => {
        prompt.stop();
        lastWords?.();
      },
    });
    await this.#lane.run(() => this.#flush(ending.exit));
    if (this.#marker?.id === undefined) this.#recorder?.abort();
    else await this.#recorder?.commit();
    return ending;
  }

  async #take(fd: Fd, bytes: Uint8Array): Promise<void> {
    this.#raw += bytes.length;
    if (!this.#passing && !this.#record(fd, bytes)) await this.#passFromNow();
    if (this.#passing) return await this.#options.output.write(fd, bytes);
    const channel = this.#channels[fd];
    let rest = bytes;
    if (channel.passing) {
      const end = rest.indexOf(NEWLINE) + 1;
      await this.#options.output.write(fd, end === 0 ? rest : rest.subarray(0, end));
      if (end === 0) return;
      channel.passing = false;
      rest = rest.subarray(end);
    }
    const newline = rest.lastIndexOf(NEWLINE) + 1;
    if (newline > 0) {
      const whole = rest.subarray(0, newline);
      const block = channel.carry.length === 0 ? whole : concatBytes([channel.carry, whole]);
      channel.carry = rest.slice(newline);
      await this.#write(fd, this.#filtered(fd, block));
      if (this.#failed) await this.#recover(fd);
    } else {
      channel.carry = concatBytes([channel.carry, rest]);
    }
    if (channel.carry.length > MAX_LINE_BYTES) await this.#passLine(fd);
  }

  /** What the filter makes of whole lines. */
  #filtered(fd: Fd, block: Uint8Array): Uint8Array {
    const decoded = decodeBytes(block);
    // Most blocks hold neither, and are then spared a look at each line.
    const plain = !/[\r\x1b]/.test(decoded);
    const lines = decoded.split("\n");
    lines.pop();
    const printed: string[] = [];
    let changed = false;
    let at = 0;
    try {
      for (; at < lines.length; at++) {
        const line = lines[at] ?? "";
        const text = plain ? this.#filter?.push(line, fd) : this.#pushed(fd, line);
        if (text !== line) changed = true;
        if (text !== undefined) printed.push(text);
        else if (plain) this.#swallow({ fd, line });
      }
    } catch {
      this.#failed = true;
      // What the filter held back and what it has not seen: nothing is lost.
      return encodeText(ended(printed) + this.#takeSwallowed(fd) + ended(lines.slice(at)));
    }
    return changed ? encodeText(ended(printed)) : block;
  }

  /** One line's printed form, undefined for none. @throws what the filter throws. */
  #pushed(fd: Fd, raw: string): string | undefined {
    const returned = raw.endsWith("\r");
    const bare = returned ? raw.slice(0, -1) : raw;
    const line = this.#tool?.verbatim ? bare : cleanText(bare);
    const text = this.#filter?.push(line, fd);
    if (text === undefined) this.#swallow({ fd, line: raw });
    return returned && this.#tool?.verbatim && text === line ? raw : text;
  }

  /** The filter failed while it read one stream: what it held of the other is printed too, and the rest passes. */
  async #recover(fd: Fd): Promise<void> {
    const other = fd === 1 ? 2 : 1;
    await this.#options.output.writeIfRead(other, encodeText(this.#takeSwallowed(other)));
    await this.#passFromNow();
  }

  #swallow(line: Swallowed): void {
    this.#swallowed.push(line);
    if (this.#swallowed.length < MAX_SWALLOWED) return;
    this.#swallowedBefore = this.#swallowed;
    this.#swallowed = [];
  }

  #takeSwallowed(fd: Fd): string {
    const lines = [...this.#swallowedBefore, ...this.#swallowed].filter((one) => one.fd === fd);
    return ended(lines.map(({ line }) => line));
  }

  /** Keeps the bytes before they are filtered; false when they cannot be kept, so that they may not be cut. */
  #record(fd: Fd, bytes: Uint8Array): boolean {
    try {
      this.#recorder?.write(fd, bytes);
      return true;
    } catch {
      return false;
    }
  }

  async #passFromNow(): Promise<void> {
    this.#passing = true;
    for (const fd of [1, 2] as const) await this.#passLine(fd);
  }

  async #passLine(fd: Fd): Promise<void> {
    const channel = this.#channels[fd];
    const { carry } = channel;
    if (carry.length === 0) return;
    channel.carry = new Uint8Array(0);
    channel.passing = true;
    await this.#options.output.writeIfRead(fd, carry);
  }

  async #showPending(): Promise<void> {
    for (const fd of [1, 2] as const) {
      if (!isProgress(decodeBytes(this.#channels[fd].carry))) await this.#passLine(fd);
    }
  }

  /** The end of the run, or as good as that: what the filter holds is printed, and the rest passes as it comes. */
  async #flush(exit: number): Promise<void> {
    const filter = this.#filter;
    if (!filter || this.#failed) return;
    const texts = { 1: "", 2: "" };
    try {
      for (const fd of [1, 2] as const) texts[fd] = this.#lastLine(fd);
      const held = filter.end(exit);
      if (held !== undefined) texts[1] += lineEnd(texts[1]) + ended([held]);
      const heldErrors = filter.endStderr?.(exit);
      if (heldErrors !== undefined) texts[2] += lineEnd(texts[2]) + ended([heldErrors]);
    } catch {
      this.#failed = true;
      for (const fd of [1, 2] as const) texts[fd] += lineEnd(texts[fd]) + this.#takeSwallowed(fd);
    }
    this.#filter = undefined;
    this.#passing = true;
    for (const fd of [2, 1] as const) await this.#options.output.writeIfRead(fd, encodeText(texts[fd]));
  }

  /** The printed form of a line that no newline ends. @throws what the filter throws. */
  #lastLine(fd: Fd): string {
    const channel = this.#channels[fd];
    if (channel.carry.length === 0) return "";
    const line = decodeBytes(channel.carry);
    channel.carry = new Uint8Array(0);
    const text = this.#pushed(fd, line);
    return text === undefined ? "" : text === line ? line : ended([text]);
  }

  async #write(fd: Fd, bytes: Uint8Array): Promise<void> {
    if (bytes.length > 0) await this.#options.output.write(fd, bytes);
  }
}

function ended(lines: readonly string[]): string {
  return lines.length === 0 ? "" : `${lines.join("\n")}\n`;
}

function lineEnd(text: string): string {
  return text === "" || text.endsWith("\n") ? "" : "\n";
}

function beginRecord(store: RecallStore, argv: readonly string[]): RecallRecorder | undefined {
  try {
    return store.record(store.freeId(), { ts: Date.now(), command: commandText(argv) });
  } catch {
    return undefined;
  }
}
