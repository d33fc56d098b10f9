/** A rewrite is a set of insertions; nothing else of the source changes. */

/** The text that stands before a rewritten command's name: `rtk `, or the quoted absolute path of rtk and a blank. */
export function insertionText(rtkPath: string | undefined): string {
  return rtkPath === undefined ? "rtk " : `'${rtkPath.replaceAll("'", `'\\''`)}' `;
}

/** Inserts the text at each position; positions are in ascending order. */
export function insertAt(source: string, positions: readonly number[], text: string): string {
  let result = "";
  let from = 0;
  for (const position of positions) {
    result += source.slice(from, position) + text;
    from = position;
  }
  return result + source.slice(from);
}

/** Takes the insertions out again: what was there before. */
export function withoutInsertions(rewritten: string, positions: readonly number[], text: string): string {
  let result = "";
  let from = 0;
  for (const [index, position] of positions.entries()) {
    const at = position + index * text.length;
    result += rewritten.slice(from, at);
    from = at + text.length;
  }
  return result + rewritten.slice(from);
}
