/** What commands print for people. */

const encoder = new TextEncoder();

/** Prints a text and a newline on stdout; a reader that is gone ends the process quietly. */
export function say(text: string): void {
  write(Deno.stdout, `${text}\n`);
}

/** Prints one line of error on stderr; answers the exit status of a command that fails. */
export function fail(message: string): 1 {
  write(Deno.stderr, `rtk: ${message}\n`);
  return 1;
}

function write(stream: { writeSync(bytes: Uint8Array): number }, text: string): void {
  const bytes = encoder.encode(text);
  try {
    for (let at = 0; at < bytes.length;) at += stream.writeSync(bytes.subarray(at));
  } catch (error) {
    if (error instanceof Deno.errors.BrokenPipe) Deno.exit(141);
    throw error;
  }
}
