/** rtk's own stdout and stderr: whether they are one file, and writing to them without losing bytes or waiting for ever. */

import { readEnv } from "../state/paths.ts";
import { pause } from "./timer.ts";

/** Which of rtk's streams. */
export type Fd = 1 | 2;

/** The reader of a stream is gone. */
export class ReaderGone extends Error {
  override readonly name = "ReaderGone";
}

/**
 * Bytes that are surely taken at once, as pipes hold 64 KiB: they are written synchronously, which is 5 ms faster for the
 * first write. What comes later is written in a thread, so that signals are still heard while a reader is slow.
 */
const SYNCHRONOUS_BYTES = 48 * 1024;

/** Writes to rtk's streams and counts what was written. */
export class Output {
  #written = 0;
  #failure: Error | undefined;

  /** Why bytes could not be written although somebody reads them: a full disk, say. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  /** Bytes written so far. */
  get written(): number {
    return this.#written;
  }

  /**
   * Writes all bytes.
   * @throws ReaderGone when nobody reads the stream any more, or when it cannot be written (see `failure`).
   */
  async write(fd: Fd, bytes: Uint8Array): Promise<void> {
    const stream = fd === 1 ? Deno.stdout : Deno.stderr;
    for (let at = 0; at < bytes.length;) {
      const rest = bytes.subarray(at);
      const fits = this.#written + rest.length <= SYNCHRONOUS_BYTES;
      try {
        const length = fits ? stream.writeSync(rest) : await stream.write(rest);
        at += length;
        this.#written += length;
      } catch (error) {
        await this.#afterFailedWrite(error);
      }
    }
  }

  /** As `write`; a stream that nobody reads is no failure, as another may still be read. */
  async writeIfRead(fd: Fd, bytes: Uint8Array): Promise<void> {
    try {
      await this.write(fd, bytes);
    } catch (error) {
      if (!(error instanceof ReaderGone)) throw error;
    }
  }

  async #afterFailedWrite(error: unknown): Promise<void> {
    // A parent may have made the pipe non-blocking; it is full for the moment.
    if (error instanceof Deno.errors.WouldBlock) {
      return await pause(2);
    }
    if (!(error instanceof Deno.errors.BrokenPipe)) {
      this.#failure = error instanceof Error ? error : new Error(String(error));
    }
    throw new ReaderGone();
  }
}

/**
 * Whether rtk's stdout and stderr are the same file, so that the order between them can be seen.
 *
 * Deno 2.9 has no fstat for its own streams and refuses paths below /proc and /dev to a process that is denied anything;
 * `stat` through a symbolic link elsewhere is allowed, and tells device and number of the file behind the descriptor.
 */
export function streamsAreOneFile(): boolean {
  if (Deno.build.os === "windows") return false;
  for (const folder of descriptorFolders()) {
    try {
      const [out, err] = [Deno.statSync(`${folder.path}/1`), Deno.statSync(`${folder.path}/2`)];
      return out.dev === err.dev && out.ino === err.ino;
    } catch {
      // Not there, or a stream is closed: the next folder, at last the guess.
    } finally {
      folder.remove?.();
    }
  }
  return shellSaysOneFile();
}

/** Where no link can be made: a process of its own may look, and has the same streams. */
function shellSaysOneFile(): boolean {
  try {
    const { success } = new Deno.Command("/bin/sh", {
      args: ["-c", "[ /dev/fd/1 -ef /dev/fd/2 ]"],
      stdin: "null",
      stdout: "inherit",
      stderr: "inherit",
    }).outputSync();
    return success;
  } catch {
    return false;
  }
}

const DESCRIPTORS = Deno.build.os === "linux" ? "/proc/self/fd" : "/dev/fd";

function* descriptorFolders(): Generator<{ path: string; remove?: () => void }> {
  const base = readEnv("TMPDIR") || "/tmp";
  const path = `${base}/rtk-fd-${Deno.pid}-${Date.now()}`;
  try {
    Deno.symlinkSync(DESCRIPTORS, path);
  } catch {
    return;
  }
  yield { path, remove: () => Deno.removeSync(path) };
}
