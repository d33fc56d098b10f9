/** Arguments that are no UTF-8. Deno shows them with U+FFFD in place of the bytes; the system still knows them. */

const REPLACEMENT = "\uFFFD";

/** Whether an argument may have lost bytes. */
export function mayHaveLostBytes(argv: readonly string[]): boolean {
  return argv.some((word) => word.includes(REPLACEMENT));
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
