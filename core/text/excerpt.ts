/** Pieces of very long lines (minified code, data in one line). */

/** Longer lines are shown as an excerpt. Code and prose stay below it. */
const LONG_LINE = 500;
const BEFORE = 60;
const AFTER = 140;

/** Whether a line is one of which only an excerpt is shown. */
export function isLongLine(line: string): boolean {
  return line.length > LONG_LINE;
}

/** About 200 characters around a place in the text, with `…` where more stands. */
export function excerpt(text: string, at: number): string {
  const start = at <= BEFORE ? 0 : boundary(text, at - BEFORE);
  const end = at + AFTER >= text.length ? text.length : boundary(text, at + AFTER);
  return `${start > 0 ? "…" : ""}${text.slice(start, end)}${end < text.length ? "…" : ""}`;
}

/** An index that does not part a surrogate pair. */
function boundary(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code >= 0xdc00 && code <= 0xdfff ? index - 1 : index;
}
