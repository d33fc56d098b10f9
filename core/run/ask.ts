/**
 * Asks another program something: starts it, waits so long and no longer, keeps so much of what it prints and no more. For
 * programs of which nothing is known: shells with the user's start-up files, hooks, whatever bears the name of rtk. Cold code.
 */
import { utf8Bytes } from "../text/utf8_bytes.ts";
import { after, pause } from "./timer.ts";

/** Milliseconds that a program may take; hosts give a hook ten seconds. */
const LIMIT = 5000;

/** Milliseconds after its end in which its pipes may empty: what it left running in the background may hold them for long. */
const GRACE = 250;

/** Bytes of each stream that are kept; what comes after them is read and thrown away, so that the program ends. */
const KEPT = 1 << 20;

/** What a program answered. */
export interface Answer {
  /** Undefined: it was still running at the limit, and was killed. */
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Question {
  /** Default: nothing. A program that ends without reading it is no fault. */
  readonly stdin?: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Milliseconds; default 5000. */
  readonly limit?: number;
}

/**
 * Runs a program to its end, or to the limit. It has no terminal: an interactive shell would make itself the one that the
 * terminal listens to, and be killed as that.
 * @returns undefined where it cannot be started.
 */
export async function ask(
  [program, ...args]: readonly [string, ...string[]],
  { stdin, cwd, env, limit = LIMIT }: Question = {},
): Promise<Answer | undefined> {
  let child: Deno.ChildProcess;
  try {
    child = new Deno.Command(program, {
      args,
      ...(cwd !== undefined && { cwd }),
      ...(env && { env: { ...env } }),
      stdin: stdin === undefined ? "null" : "piped",
      stdout: "piped",
      stderr: "piped",
      detached: true,
    }).spawn();
  } catch {
    return undefined;
  }
  if (stdin !== undefined) void write(child.stdin, stdin);
  const [out, err] = [read(child.stdout), read(child.stderr)];
  let isLate = false;
  const cancel = after(limit, () => {
    isLate = true;
    kill(child);
  });
  const { code } = await child.status;
  cancel();
  await Promise.race([Promise.all([out.isRead, err.isRead]), pause(GRACE)]);
  return { code: isLate ? undefined : code, stdout: out.taken(), stderr: err.taken() };
}

/** With all that it started in its turn: a shell may wait for a line of its start-up files. */
function kill(child: Deno.ChildProcess): void {
  try {
    if (Deno.build.os === "windows") child.kill("SIGKILL");
    else Deno.kill(-child.pid, "SIGKILL");
  } catch {
    // It ended just now.
  }
}

async function write(stream: WritableStream<Uint8Array>, text: string): Promise<void> {
  const writer = stream.getWriter();
  try {
    await writer.write(utf8Bytes(text) as Uint8Array<ArrayBuffer>);
    await writer.close();
  } catch {
    // It does not read.
  }
}

interface Reading {
  readonly isRead: Promise<void>;
  /** What came so far; nothing more is read. */
  taken(): string;
}

function read(stream: ReadableStream<Uint8Array>): Reading {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let left = KEPT;
  const readAll = async (): Promise<void> => {
    try {
      for (let next = await reader.read(); !next.done; next = await reader.read()) {
        text += decoder.decode(next.value.subarray(0, left), { stream: true });
        left -= Math.min(left, next.value.length);
      }
    } catch {
      // Given up.
    }
  };
  return {
    isRead: readAll(),
    taken() {
      void reader.cancel().catch(() => {});
      return text + decoder.decode();
    },
  };
}
