/** Names side by side: fewer lines, the same names. */

// Terminals wrap by themselves; a line of this length still is one record.
const WIDTH = 1000;

/** Whether a name can stand beside others: no white space or control character in it, and not empty. */
export function isPlainName(name: string): boolean {
  return !/^$|[\s\x00-\x1f\x7f]/.test(name);
}

/**
 * Sets words side by side, parted by one blank, on lines of at most 1000 columns (or one word); lines after the first
 * begin with `indent`.
 */
export function fillLines(words: readonly string[], indent = ""): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    if (line === "") line = word;
    else if (line.length + 1 + word.length <= WIDTH) line += ` ${word}`;
    else {
      lines.push(line);
      line = indent + word;
    }
  }
  if (line !== "") lines.push(line);
  return lines;
}
