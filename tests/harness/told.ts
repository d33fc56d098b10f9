/** Whether a compact text still tells a diagnostic that a tool's machine-readable output holds. */
import assert from "node:assert/strict";

export interface Told {
  readonly path: string;
  /** `12:5` or `12`. */
  readonly at: string;
  /** The first line of the message. */
  readonly message: string;
}

/**
 * Asserts that the path, the place and the words of the message are in the text. A folded message has `…` for its
 * quoted names and numbers, and the names stand beside the places: so each piece is looked for by itself.
 */
export function assertTold(text: string, { path, at, message }: Told): void {
  assert.ok(text.includes(path), `lost the file ${path} of ${message} in\n${text}`);
  const [line, column] = at.split(":");
  // Many neighbours with one column: "1:x 2:y … 8:z (col5)".
  const shared = column === undefined ? "" : `|(?<!\\d)${line}(?!\\d)[^\\n]*\\(col${column}\\)`;
  assert.match(
    text,
    new RegExp(`(?<!\\d)${at}(?!\\d)${shared}`),
    `lost the place ${path}:${at} of ${message} in\n${text}`,
  );
  for (const piece of message.split(/[`'"‘’“”]|(?<![\w.])\d+(?!\w)/)) {
    assert.ok(text.includes(piece.trim()), `lost "${piece.trim()}" of ${message} in\n${text}`);
  }
}

/** Asserts that no long line stands twice: folding prints a fact once. */
export function assertNothingTwice(text: string): void {
  const lines = text.split("\n").filter((line) => line.trim().length > 30);
  const twice = lines.filter((line, at) => lines.indexOf(line) !== at);
  assert.deepEqual(twice, []);
}
