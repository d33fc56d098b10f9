/**
 * Arguments as they were given. Deno shows U+FFFD in place of bytes that are no UTF-8, and `deno run` takes carriage returns off
 * the end of each one (2.9.6; a compiled executable leaves them); the system still knows them.
 */

const REPLACEMENT = "\uFFFD";

/** Whether an argument may have lost bytes. */
export function mayHaveLostBytes(argv: readonly string[]): boolean {
  return argv.some((word) => word.includes(REPLACEMENT));
}

/**
 * The last words of rtk's own command line with the carriage returns at their ends.
 * @returns the words as Deno shows them where the system does not tell them, which is so without `/proc`.
 */
export async function withCarriageReturns(argv: readonly string[]): Promise<readonly string[]> {
  if (Deno.build.os !== "linux" || Deno.build.standalone) return argv;
  try {
    // Deno may not read /proc while anything is denied to it. It may load a text from there, which takes a tenth of the time
    // that a program takes to start. The name is no literal, as Deno would load that with the bundle.
    const path = `file:///proc/${Deno.pid}/cmdline`;
    const { default: line } = await import(path, { with: { type: "text" } }) as { default: string };
    if (!line.includes("\r\0")) return argv;
    const words = line.split("\0").slice(-argv.length - 1, -1);
    return words.every((word, at) => word.replace(/\r+$/, "") === argv[at]) ? words : argv;
  } catch {
    return argv;
  }
}

/**
 * The last words of rtk's own command line as they are, those that are no text as bytes.
 * @returns undefined where the system does not tell them.
 */
export async function argumentBytes(argv: readonly string[]): Promise<(string | Uint8Array)[] | undefined> {
  const commandLine = await ownCommandLine();
  if (!commandLine) return undefined;
  const words = splitAtNul(commandLine).slice(-argv.length);
  if (words.length !== argv.length) return undefined;
  const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const lossy = new TextDecoder("utf-8", { ignoreBOM: true });
  if (words.some((word, at) => lossy.decode(word) !== argv[at])) return undefined;
  return words.map((word) => {
    try {
      return strict.decode(word);
    } catch {
      return word;
    }
  });
}

/** Deno may not read /proc while anything is denied to it; `cat` may. */
async function ownCommandLine(): Promise<Uint8Array | undefined> {
  if (Deno.build.os !== "linux") return undefined;
  try {
    // A system's own, as a name on PATH may be anybody's.
    const { success, stdout } = await new Deno.Command("/bin/cat", {
      args: [`/proc/${Deno.pid}/cmdline`],
      stdin: "null",
      stdout: "piped",
      stderr: "null",
    }).output();
    return success ? stdout : undefined;
  } catch {
    return undefined;
  }
}

function splitAtNul(bytes: Uint8Array): Uint8Array[] {
  const words: Uint8Array[] = [];
  for (let start = 0; start < bytes.length;) {
    const nul = bytes.indexOf(0, start);
    const end = nul < 0 ? bytes.length : nul;
    words.push(bytes.subarray(start, end));
    start = end + 1;
  }
  return words;
}
