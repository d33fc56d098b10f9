/** What commands print. */
import { utf8Bytes } from "../core/text/utf8_bytes.ts";

/** Prints a text and a newline on stdout; a reader that is gone ends the process quietly. */
export function say(text: string): void {
  writeForPeople(Deno.stdout, `${text}\n`);
}

/** Prints one line of error on stderr; answers the exit status of a command that fails. */
export function fail(message: string): 1 {
  writeForPeople(Deno.stderr, `rtk: ${message}\n`);
  return 1;
}

/** Writes all of a text. @throws what the system says where it cannot be written. */
export function write(stream: { writeSync(bytes: Uint8Array): number }, text: string): void {
  const bytes = utf8Bytes(text);
  for (let at = 0; at < bytes.length;) at += stream.writeSync(bytes.subarray(at));
}

function writeForPeople(stream: { writeSync(bytes: Uint8Array): number }, text: string): void {
  try {
    write(stream, text);
  } catch (error) {
    if (error instanceof Deno.errors.BrokenPipe) Deno.exit(141);
    throw error;
  }
}
