/** A run whose output is too large for its filter: the bounded form grows while the raw text goes into the store. */
import { commandText } from "../state/command_text.ts";
import { frameHead } from "../state/frames.ts";
import type { RecallStore, RecallWriter } from "../state/recall_store.ts";
import { BoundedForm } from "./bounded.ts";
import { markerLine } from "./marker.ts";
import type { Fd } from "./output.ts";

export interface BoundedOptions {
  /** Lines are data. */
  readonly exact: boolean;
}

export class BoundedRun {
  readonly #forms: Readonly<Record<Fd, BoundedForm>>;
  #writer: RecallWriter | undefined;
  #id = "";

  private constructor(writer: RecallWriter, options: BoundedOptions) {
    this.#forms = { 1: new BoundedForm(options), 2: new BoundedForm(options) };
    this.#writer = writer;
    this.#id = writer.id;
  }

  /** Begins to keep the text; undefined where it cannot be kept. */
  static begin(
    store: RecallStore,
    argv: readonly string[],
    options: BoundedOptions,
  ): BoundedRun | undefined {
    try {
      const note = { ts: Date.now(), command: commandText(argv) };
      return new BoundedRun(store.begin(store.freeId(), note), options);
    } catch {
      return undefined;
    }
  }

  async take(fd: Fd, bytes: Uint8Array): Promise<void> {
    if (!this.#writer) return;
    this.#forms[fd].push(bytes);
    try {
      await this.#writer.write(frameHead(fd, bytes.length));
      await this.#writer.write(bytes);
    } catch {
      await this.abandon();
    }
  }

  /** The form of each stream; undefined where the text could not be kept, so that nothing may be cut. */
  async finish(): Promise<Readonly<Record<Fd, string>> | undefined> {
    if (!this.#writer) return undefined;
    try {
      await this.#writer.commit();
    } catch {
      await this.abandon();
      return undefined;
    }
    const cut = (lines: number): string => markerLine(lines, this.#id);
    return { 1: this.#forms[1].end(cut), 2: this.#forms[2].end(cut) };
  }

  /** Takes back what was kept. */
  async abandon(): Promise<void> {
    const writer = this.#writer;
    this.#writer = undefined;
    await writer?.abort();
  }
}
