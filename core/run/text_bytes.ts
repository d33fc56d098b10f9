/**
 * Bytes as text and back without loss. Text is UTF-8; in a line that is not, each byte above 0x7F becomes the lone
 * surrogate U+DC80-U+DCFF that stands for it, which valid UTF-8 never yields. So a foreign byte costs one line its
 * letters and no other line anything, and what a filter adds can still be written.
 */

// Without ignoreBOM a byte order mark would be lost.
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

const ESCAPE = 0xdc00;
const NEWLINE = 10;

/** The bytes as text. */
export function decodeBytes(bytes: Uint8Array): string {
  return decodeStrictly(bytes) ?? decodeByLine(bytes);
}

/** The text as the bytes it came from. */
export function encodeText(text: string): Uint8Array<ArrayBuffer> {
  if (text.isWellFormed()) return encoder.encode(text);
  const parts: Uint8Array[] = [];
  let at = 0;
  // With the flag `u`, halves of a pair are no match.
  for (const { 0: escaped, index } of text.matchAll(/[\udc80-\udcff]+/gu)) {
    parts.push(encoder.encode(text.slice(at, index)));
    parts.push(Uint8Array.from(escaped, (unit) => unit.charCodeAt(0) - ESCAPE));
    at = index + escaped.length;
  }
  parts.push(encoder.encode(text.slice(at)));
  return concatBytes(parts);
}

/** Joins pieces into one. */
export function concatBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

function decodeStrictly(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

function decodeByLine(bytes: Uint8Array): string {
  let text = "";
  for (let start = 0; start < bytes.length;) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline < 0 ? bytes.length : newline + 1;
    const line = bytes.subarray(start, end);
    text += decodeStrictly(line) ?? decodeByByte(line);
    start = end;
  }
  return text;
}

/** Fewer arguments than any engine's limit for one call. */
const UNITS_PER_CALL = 8192;

function decodeByByte(line: Uint8Array): string {
  let text = "";
  for (let start = 0; start < line.length; start += UNITS_PER_CALL) {
    const units = Uint16Array.from(
      line.subarray(start, start + UNITS_PER_CALL),
      (byte) => byte < 0x80 ? byte : ESCAPE + byte,
    );
    text += String.fromCharCode(...units);
  }
  return text;
}
