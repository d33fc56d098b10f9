/** Finds where a search pattern matched, for showing that part of a long line. It decides nothing else. */

/**
 * A function that tells where the first of some patterns stands in a text. It looks for the longest plain piece of each
 * alternative, without regard to case; 0 where none is there.
 */
export function locator(patterns: readonly string[]): (text: string) => number {
  const pieces = patterns.flatMap((pattern) => pattern.split(/\n|\\?\|/)).map(longestPiece);
  const sought = pieces.filter((piece) => piece !== "");
  return (text) => {
    const lower = text.toLowerCase();
    const places = sought.map((piece) => lower.indexOf(piece)).filter((place) => place >= 0);
    return places.length > 0 ? Math.min(...places) : 0;
  };
}

/** What stands between the special characters of regular expressions. */
function longestPiece(pattern: string): string {
  // An escaped letter is a class (`\w`), any other escaped character is itself.
  const pieces = pattern.replaceAll(/\\[A-Za-z0-9]|\[[^\]]*\]|\{[^}]*\}/g, "\n").split(/[\n()*+?^$.\\]/);
  return pieces.reduce((best, piece) => piece.length > best.length ? piece : best, "").toLowerCase();
}
