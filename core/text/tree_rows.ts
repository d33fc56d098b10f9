/** Trees drawn with lines and branches, as package managers print them. */

// "│ ├─┬ accepts@1.3.8", "├─ ajv@6.15.0", "    └── name", "+-- name", "`-- name"
const BRANCH = /^((?:[│|] +| {2,4})*)(?:[├└+`][─-]+[┬-]? )(.*)$/;
const STEM = /[│|] +| {2,4}/g;

/** One row of a drawn tree: its depth, from 1, and its text; undefined for a line that is no branch. */
export function treeRow(line: string): { depth: number; text: string } | undefined {
  const [, stem, text] = BRANCH.exec(line) ?? [];
  if (stem === undefined || text === undefined) return undefined;
  return { depth: (stem.match(STEM)?.length ?? 0) + 1, text };
}

/** The same with one blank per level in place of the branches; lines that are no branch stay. */
export function indentTree(lines: readonly string[]): string[] {
  return lines.map((line) => {
    const row = treeRow(line);
    return row ? " ".repeat(row.depth) + row.text : line;
  });
}
