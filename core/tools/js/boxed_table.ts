/** Tables that package managers draw with boxes, and their trees. */
import { indentTree } from "../../text/tree_rows.ts";

// "├──────┼─────┤", "|------|------|"
const BORDER = /^[┌├└|][─┬┼┴-]*[┬┼┴─|-]*[┐┤┘|]$/;
// "│ lodash │ 4.17.20 │", "| lodash | 4.17.20 |"
const ROW = /^([│|]) (.*) \1$/;

/** Rows of a boxed table with single blanks between the cells; drawn trees by indentation; other lines as they are. */
export function plainTable(lines: readonly string[]): string[] {
  const rows = lines.filter((line) => !BORDER.test(line)).map((line) => {
    const [, bar, cells] = ROW.exec(line) ?? [];
    return cells === undefined ? line : cells.split(` ${bar} `).map((cell) => cell.trim()).join(" ");
  });
  return indentTree(rows);
}
