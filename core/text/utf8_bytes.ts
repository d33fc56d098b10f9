/** Text as bytes, for the few lines that the hot path prints. */

/** The UTF-8 bytes of a text. Deno loads its encoder when it is first used, and ASCII needs none. */
export function utf8Bytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 0x7f) return new TextEncoder().encode(text);
    bytes[at] = code;
  }
  return bytes;
}
