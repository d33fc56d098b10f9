/** Folding of equal lines: the line once, with how often it stood there. */

/** The one form in which a repeated fact is counted: ` (x3)`; nothing for a single one. */
export function times(count: number): string {
  return count > 1 ? ` (x${count})` : "";
}

/** Folds runs of equal lines; shorter runs than `least` stay as they are. */
export function foldRuns(lines: readonly string[], least = 3): string[] {
  const folded: string[] = [];
  for (let start = 0; start < lines.length;) {
    const line = lines[start] ?? "";
    let end = start + 1;
    while (end < lines.length && lines[end] === line) end++;
    if (line !== "" && end - start >= least) folded.push(line + times(end - start));
    else folded.push(...lines.slice(start, end));
    start = end;
  }
  return folded;
}
