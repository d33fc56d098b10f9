/** Short texts as bytes and back, for the hot path: Deno loads its coders when they are first used, and ASCII needs none. */

/** The UTF-8 bytes of a text. */
export function utf8Bytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 0x7f) return new TextEncoder().encode(text);
    bytes[at] = code;
  }
  return bytes;
}

/** So many arguments a call surely takes. */
const MAX_ARGUMENTS = 8192;

/** The text of UTF-8 bytes, a byte order mark left out. @throws TypeError when they are no UTF-8. */
export function utf8Text(bytes: Uint8Array): string {
  if (bytes.length > MAX_ARGUMENTS || bytes.some((byte) => byte > 0x7f)) {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  }
  return String.fromCharCode(...bytes);
}
