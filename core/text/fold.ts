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

/** From this many titles on, what they share stands above them: the head of the text tells what went wrong. */
export const MANY_TITLES = 8;

/** Past this many lines of titles a usual `tail` shows nothing else: what they share stands below them once more. */
const LONG_LIST = 30;
/** More of it is not told twice. */
const SHORT_TEXT = 10;

/** Draws many titles below the text that they share, which says how many they are. */
export function belowShared(
  [first = "", ...rest]: readonly string[],
  { titles, count }: { titles: readonly string[]; count: number },
): string[] {
  const told = [first + times(count), ...rest];
  if (titles.length <= LONG_LIST) return [...told, ...titles];
  return [...told, ...titles, ...told.length > SHORT_TEXT ? told.slice(0, 1) : told];
}
