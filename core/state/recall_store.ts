/**
 * The kept outputs of runs that were cut: one file per run, `<id>.gz` (frames, compressed), or `<id>.raw` (frames) while a
 * run that prints as it goes is still writing. Owner-only, limited in age and size.
 */
import { isFolder, isThere } from "../config/files.ts";
import { type Frame, frameHead, FrameReader } from "./frames.ts";
import { recallFolder } from "./paths.ts";

/** How long and how much is kept. */
export interface RecallLimits {
  readonly days: number;
  readonly megabytes: number;
}

/** The note at the head of a kept output. */
export interface RecallNote {
  /** When the run was kept, in milliseconds since the epoch. */
  readonly ts: number;
  /** The command line, secrets masked. */
  readonly command: string;
}

/** A kept output as `rtk recall` lists it. */
export interface RecallEntry {
  readonly id: string;
  /** Size on disk. */
  readonly bytes: number;
  readonly modified: number;
}

const FILE = /^([0-9a-f]{6,})\.(gz|raw|partial)$/;
const DAY = 86_400_000;
const MEGABYTE = 1_000_000;

/** A kept output while it is being written. */
export interface RecallWriter {
  readonly id: string;
  /** @throws when the text can no longer be kept: no space, or over the limit. */
  write(piece: Uint8Array): Promise<void>;
  /** Makes the output one that can be recalled. @throws as `write` does. */
  commit(): Promise<void>;
  /** Takes back what was written. */
  abort(): Promise<void>;
}

export class RecallStore {
  readonly #folder: string;
  readonly #limits: RecallLimits;

  private constructor(folder: string, limits: RecallLimits) {
    this.#folder = folder;
    this.#limits = limits;
  }

  /** The store in rtk's data folder; undefined where that folder is absent, or cannot hold one. */
  static open(dataFolder: string | undefined, limits: RecallLimits): RecallStore | undefined {
    if (dataFolder === undefined || limits.megabytes === 0) return undefined;
    try {
      const folder = recallFolder(dataFolder);
      if (!isFolder(folder)) {
        if (!isFolder(dataFolder)) return undefined;
        Deno.mkdirSync(folder, { mode: 0o700 });
      }
      return new RecallStore(folder, limits);
    } catch {
      return undefined;
    }
  }

  /** An id that no kept output has: six hexadecimal digits, more when those are taken. */
  freeId(): string {
    for (let digits = 6;; digits += 2) {
      const id = randomHex(digits);
      if (!["gz", "raw", "partial"].some((end) => isThere(`${this.#folder}/${id}.${end}`))) return id;
    }
  }

  /** Begins a compressed output. @throws when no file can be made. */
  begin(id: string, note: RecallNote): RecallWriter {
    return new CompressedWriter(id, this.#create(id, "partial"), {
      note,
      limit: this.#limits.megabytes * MEGABYTE,
      commit: () => {
        Deno.renameSync(this.#path(id, "partial"), this.#path(id, "gz"));
        this.prune();
      },
      abort: () => this.remove(id),
    });
  }

  /** Begins an output whose text is recallable as soon as it is written. @throws when it cannot be written. */
  record(id: string, note: RecallNote): RecallRecorder {
    const file = this.#create(id, "raw");
    try {
      return this.#recorder(id, file, note);
    } catch (error) {
      file.close();
      this.remove(id);
      throw error;
    }
  }

  #recorder(id: string, file: Deno.FsFile, note: RecallNote): RecallRecorder {
    return new RecallRecorder(id, file, {
      note,
      limit: this.#limits.megabytes * MEGABYTE,
      commit: async () => {
        const writer = this.begin(id, note);
        try {
          for await (
            const piece of this.#pieces(id, "raw", frameHead(0, 0).length + noteBytes(note).length)
          ) {
            await writer.write(piece);
          }
          await writer.commit();
          Deno.removeSync(this.#path(id, "raw"));
        } catch {
          // No room for both: the text stays as it is, uncompressed.
          quietly(() => Deno.removeSync(this.#path(id, "partial")));
        }
      },
      abort: () => this.remove(id),
    });
  }

  /** All kept outputs, the newest first. */
  list(): RecallEntry[] {
    const entries: RecallEntry[] = [];
    for (const { name } of Deno.readDirSync(this.#folder)) {
      const [, id = "", end = ""] = FILE.exec(name) ?? [];
      if (id === "" || end === "partial") continue;
      const { size, mtime } = Deno.statSync(`${this.#folder}/${name}`);
      entries.push({ id, bytes: size, modified: mtime?.getTime() ?? 0 });
    }
    return entries.sort((a, b) => b.modified - a.modified || (a.id < b.id ? -1 : 1));
  }

  /** The frames of a kept output, its note first; undefined when there is no such output. */
  read(id: string): AsyncGenerator<Frame> | undefined {
    if (!/^[0-9a-f]{6,}$/.test(id)) return undefined;
    const end = ["gz", "raw"].find((one) => isThere(this.#path(id, one)));
    return end === undefined ? undefined : this.#frames(id, end);
  }

  /** Forgets an output. */
  remove(id: string): void {
    for (const end of ["partial", "raw", "gz"]) quietly(() => Deno.removeSync(this.#path(id, end)));
  }

  /** Forgets what is too old, then the oldest until the rest fits. Never fails. */
  prune(now: number = Date.now()): void {
    quietly(() => {
      const files = [...Deno.readDirSync(this.#folder)].filter(({ name }) => FILE.test(name)).map(
        ({ name }) => {
          const { size, mtime } = Deno.statSync(`${this.#folder}/${name}`);
          return { name, size, modified: mtime?.getTime() ?? 0 };
        },
      ).sort((a, b) => b.modified - a.modified);
      let total = 0;
      for (const { name, size, modified } of files) {
        total += size;
        const tooOld = now - modified > this.#limits.days * DAY;
        if (tooOld || total > this.#limits.megabytes * MEGABYTE) {
          quietly(() => Deno.removeSync(`${this.#folder}/${name}`));
        }
      }
    });
  }

  async *#frames(id: string, end: string): AsyncGenerator<Frame> {
    const reader = new FrameReader();
    for await (const piece of this.#pieces(id, end, 0)) yield* reader.read(piece);
  }

  async *#pieces(id: string, end: string, skip: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    const file = Deno.openSync(this.#path(id, end), { read: true });
    file.seekSync(skip, Deno.SeekMode.Start);
    const stream = end === "gz" ? file.readable.pipeThrough(new DecompressionStream("gzip")) : file.readable;
    yield* stream;
  }

  #create(id: string, end: string): Deno.FsFile {
    return Deno.openSync(this.#path(id, end), { write: true, createNew: true, mode: 0o600 });
  }

  #path(id: string, end: string): string {
    return `${this.#folder}/${id}.${end}`;
  }
}

interface WriterOptions {
  readonly note: RecallNote;
  /** Most bytes on disk. */
  readonly limit: number;
  commit(): void | Promise<void>;
  abort(): void;
}

class CompressedWriter implements RecallWriter {
  readonly id: string;
  readonly #options: WriterOptions;
  readonly #file: Deno.FsFile;
  readonly #input: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>;
  readonly #output: Promise<void>;
  #failure: Error | undefined;

  constructor(id: string, file: Deno.FsFile, options: WriterOptions) {
    this.id = id;
    this.#file = file;
    this.#options = options;
    const stream = new CompressionStream("gzip");
    this.#input = stream.writable.getWriter();
    this.#output = this.#drain(stream.readable);
    const bytes = noteBytes(options.note);
    void this.#input.write(frameHead(0, bytes.length) as Uint8Array<ArrayBuffer>);
    void this.#input.write(bytes);
  }

  async write(piece: Uint8Array): Promise<void> {
    if (this.#failure) throw this.#failure;
    await this.#input.write(piece as Uint8Array<ArrayBuffer>);
  }

  async commit(): Promise<void> {
    await this.#input.close();
    await this.#output;
    this.#file.close();
    if (this.#failure) throw this.#failure;
    await this.#options.commit();
  }

  async abort(): Promise<void> {
    try {
      await this.#input.close();
      await this.#output;
      this.#file.close();
    } catch {
      // It is closed already.
    }
    this.#options.abort();
  }

  /** Goes on reading after a failure, so that writers do not wait for ever. */
  async #drain(compressed: ReadableStream<Uint8Array>): Promise<void> {
    let written = 0;
    for await (const piece of compressed) {
      if (this.#failure) continue;
      written += piece.length;
      try {
        if (written > this.#options.limit) throw new RangeError("Cannot keep the output: it is too long");
        writeAll(this.#file, piece);
      } catch (error) {
        this.#failure = error instanceof Error ? error : new Error(String(error));
      }
    }
  }
}

/** Writes frames as they are, so that each is recallable at once. */
export class RecallRecorder {
  readonly id: string;
  readonly #file: Deno.FsFile;
  readonly #options: WriterOptions;
  #written = 0;

  constructor(id: string, file: Deno.FsFile, options: WriterOptions) {
    this.id = id;
    this.#file = file;
    this.#options = options;
    const bytes = noteBytes(options.note);
    this.#add(0, bytes);
  }

  /** @throws when the text cannot be kept: no space, or over the limit. */
  write(stream: 1 | 2, bytes: Uint8Array): void {
    if (this.#written + bytes.length > this.#options.limit) {
      throw new RangeError("Cannot keep the output: it is too long");
    }
    this.#add(stream, bytes);
  }

  /** Compresses the output. */
  async commit(): Promise<void> {
    this.#file.close();
    await this.#options.commit();
  }

  /** Takes back what was written. */
  abort(): void {
    this.#file.close();
    this.#options.abort();
  }

  #add(stream: 0 | 1 | 2, bytes: Uint8Array): void {
    writeAll(this.#file, frameHead(stream, bytes.length));
    writeAll(this.#file, bytes);
    this.#written += bytes.length;
  }
}

function noteBytes(note: RecallNote): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(note));
}

function writeAll(file: Deno.FsFile, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += file.writeSync(bytes.subarray(at));
}

function randomHex(digits: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(digits / 2));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function quietly(action: () => void): void {
  try {
    action();
  } catch {
    // What cannot be tidied up stays; it never shows.
  }
}
