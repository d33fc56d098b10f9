/** Trees drawn with lines and branches, as package managers print them. */

// "│ ├─┬ accepts@1.3.8", "├─ ajv@6.15.0", "    └── name", "+-- name", "`-- name"
const BRANCH = /^((?:[│|] +| {2,4})*)(?:[├└+`][─-]+[┬-]? )(.*)$/;
const STEM = /[│|] +| {2,4}/g;

const MAX_LINE = 1000;

/** One row of a drawn tree: its depth, from 1, and its text; undefined for a line that is no branch. */
export function treeRow(line: string): { depth: number; text: string } | undefined {
  const [, stem, text] = BRANCH.exec(line) ?? [];
  if (stem === undefined || text === undefined) return undefined;
  return { depth: (stem.match(STEM)?.length ?? 0) + 1, text };
}

/**
 * The same with one blank per level in place of the branches; below the first level, neighbours without children share
 * a line. Lines that are no branch stay.
 */
export function indentTree(lines: readonly string[]): string[] {
  const rows = lines.map((line) => treeRow(line));
  const out: string[] = [];
  let open = false;
  for (const [at, line] of lines.entries()) {
    const row = rows[at];
    const joins = row !== undefined && row.depth > 1 && (rows[at + 1]?.depth ?? 0) <= row.depth &&
      !row.text.includes(",");
    if (!row) out.push(line);
    else if (joins && open && rows[at - 1]?.depth === row.depth && out.at(-1)!.length < MAX_LINE) {
      out.push(`${out.pop()}, ${row.text}`);
    } else out.push(" ".repeat(row.depth) + row.text);
    open = joins;
  }
  return out;
}
