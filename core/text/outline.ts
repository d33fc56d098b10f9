/** Huge texts: beginning, end, and the lines between that declare something. */
import type { Cut } from "../tools/tool.ts";

/** Where the lines' numbers stand: known for the first line, printed in each line (`cat -n`, `nl`), or not known. */
export type Numbering = { readonly first: number } | "printed" | "unknown";

const HEAD_LINES = 80;
const TAIL_LINES = 40;
/** More declarations than that are no outline: the less indented ones are taken. */
const MAX_DECLARATIONS = 200;

const WORDS =
  "export|default|public|private|protected|internal|static|async|abstract|final|override|pub|pub\\([^)]*\\)|" +
  "unsafe|extern|inline|virtual|declare|sealed|open|suspend|data|partial|const|constexpr|mut";
// "module paths are a good choice for it", in a comment
const PROSE = " [a-z]+(?: [a-z]+){3}";
const DECLARATION = new RegExp(
  `^(\\s{0,8})(?:(?:${WORDS}) )*(?:(?:class|interface|enum|struct|trait|impl|type|namespace|module|mod|def|fn|func|` +
    `function\\*?|fun|sub|record|object|protocol|extension|union|macro_rules!)(?!${PROSE})[ <(]|CREATE (?:OR REPLACE )?` +
    `(?:TABLE|VIEW|INDEX|FUNCTION)\\b)|^()(?:export )?(?:const|let|var) \\w+ = (?:async )?(?:\\(|function)`,
);
// "## Usage"; in other files a line like this is a comment
const HEADING = /^()#{1,6} \S/;
const NUMBER_PREFIX = /^ *\d+[\t ]/;

/**
 * Shows the first and the last lines of a huge text byte for byte, and between them, behind their line numbers, the
 * lines that declare something; what is left out is one cut.
 */
export function outline(
  lines: readonly string[],
  { numbering, name }: { numbering: Numbering; name: string | undefined },
  cut: Cut,
): string[] {
  if (lines.length <= HEAD_LINES + TAIL_LINES) return [...lines];
  const middle = lines.slice(HEAD_LINES, -TAIL_LINES);
  const declared = numbering === "unknown" ? [] : declarations(middle, name);
  const shown = declared.map((index) => {
    const line = middle[index] ?? "";
    return typeof numbering === "object" ? `${numbering.first + HEAD_LINES + index}:${line}` : line;
  });
  return [
    ...lines.slice(0, HEAD_LINES),
    ...shown,
    cut(middle.length - declared.length),
    ...lines.slice(-TAIL_LINES),
  ];
}

/** Indexes of the declaring lines. */
function declarations(lines: readonly string[], name: string | undefined): number[] {
  const pattern = name !== undefined && /\.(?:md|mdx|markdown|rst|adoc)$/i.test(name) ? HEADING : DECLARATION;
  const byIndent = new Map<number, number[]>();
  for (const [index, line] of lines.entries()) {
    const found = pattern.exec(line.replace(NUMBER_PREFIX, "").slice(0, 200));
    if (!found) continue;
    const indent = (found[1] ?? "").length;
    const known = byIndent.get(indent);
    if (known) known.push(index);
    else byIndent.set(indent, [index]);
  }
  let taken: number[] = [];
  for (const [, indexes] of [...byIndent].sort(([a], [b]) => a - b)) {
    if (taken.length + indexes.length > MAX_DECLARATIONS) break;
    taken = [...taken, ...indexes];
  }
  return taken.sort((a, b) => a - b);
}
