/** Lines of a text, without losing whether the last one was ended. */

/** Splits at `\n`; a final newline makes no extra line, and the empty text has none. */
export function splitLines(text: string): string[] {
  if (text === "") return [];
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** Joins lines and ends the last one; no lines give the empty text. */
export function joinLines(lines: readonly string[]): string {
  return lines.length === 0 ? "" : `${lines.join("\n")}\n`;
}
