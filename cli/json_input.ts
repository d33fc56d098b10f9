/** Reads one JSON object from a stream that may never end. Part of the hot module. */

import { utf8Text } from "../core/text/utf8_bytes.ts";

/** Hosts send a few kilobytes. */
const MAX_BYTES = 1024 * 1024;
const DEADLINE_MILLISECONDS = 1000;

/**
 * Reads until one object is complete, and answers it at once.
 * @param read the next bytes; null at the end.
 * @returns undefined for anything else: nothing within a second, too much, another value, more behind it, broken UTF-8.
 */
export async function readJsonValue(read: () => Promise<Uint8Array | null>): Promise<unknown> {
  const state: State = {
    bytes: new Uint8Array(0),
    at: 0,
    depth: 0,
    inString: false,
    escaped: false,
    start: -1,
    end: -1,
  };
  const deadline = after(DEADLINE_MILLISECONDS);
  while (state.end < 0) {
    const chunk = await Promise.race([read(), deadline]);
    if (chunk === null || state.bytes.length + chunk.length > MAX_BYTES) return undefined;
    state.bytes = joined(state.bytes, chunk);
    // Nearly always it came in one piece; the engine finds that out in less time than the steps below.
    const whole = state.at === 0 ? wholeObject(state.bytes) : undefined;
    if (whole) return whole;
    if (!scan(state)) return undefined;
  }
  return parse(state);
}

/** The engine's own clock: loading the runtime's timers would cost a quarter of a hook call (Deno 2.9). */
async function after(milliseconds: number): Promise<null> {
  const { value } = Atomics.waitAsync(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
  await value;
  return null;
}

interface State {
  bytes: Uint8Array;
  /** Up to here everything was looked at. */
  at: number;
  depth: number;
  inString: boolean;
  escaped: boolean;
  /** Where the object begins and ends; -1 before that is known. */
  start: number;
  end: number;
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  if (one.length === 0) return other.slice();
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** Blanks of JSON, and the bytes of a byte order mark. */
function mayStandBefore(byte: number): boolean {
  return [0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf].includes(byte);
}

function wholeObject(bytes: Uint8Array): object | undefined {
  if (bytes[0] !== OPEN_BRACE) return undefined;
  try {
    return JSON.parse(utf8Text(bytes)) as object;
  } catch {
    return undefined;
  }
}

/** Looks at what is new; false when no object can come of it. */
function scan(state: State): boolean {
  for (; state.at < state.bytes.length && state.end < 0; state.at++) {
    const byte = state.bytes[state.at] ?? 0;
    if (state.start < 0) {
      if (mayStandBefore(byte)) continue;
      if (byte !== OPEN_BRACE) return false;
      state.start = state.at;
    }
    step(state, byte);
  }
  return true;
}

function step(state: State, byte: number): void {
  if (state.inString) {
    if (state.escaped) state.escaped = false;
    else if (byte === BACKSLASH) state.escaped = true;
    else if (byte === QUOTE) state.inString = false;
  } else if (byte === QUOTE) state.inString = true;
  else if (byte === OPEN_BRACE || byte === 0x5b) state.depth++;
  else if ((byte === CLOSE_BRACE || byte === 0x5d) && --state.depth === 0) state.end = state.at + 1;
}

function parse({ bytes, start, end }: State): unknown {
  try {
    if (utf8Text(bytes.subarray(end)).trim() !== "") return undefined;
    return JSON.parse(utf8Text(bytes.subarray(start, end)));
  } catch {
    return undefined;
  }
}
