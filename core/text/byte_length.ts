/** How long a text is for its reader. */

const encoder = new TextEncoder();
const FOREIGN = /[\udc80-\udcff]/gu;

/** The bytes that a text stands for: UTF-8, but for the lone surrogates U+DC80-U+DCFF, each of which is one byte (see `Run`). */
export function byteLength(text: string): number {
  const length = encoder.encode(text).length;
  if (text.isWellFormed()) return length;
  // The encoder writes the three bytes of U+FFFD for each of them.
  return length - 2 * (text.length - text.replaceAll(FOREIGN, "").length);
}
