/** Diffstats: padding goes, neighbours of one directory stand under its name. */

// " src/cart/item.ts    | 1 +"   " logo.png | Bin 0 -> 12 bytes"
const STAT = /^ (.*\S) +\| +(\d+|Bin)(?= |$)(.*)$/;
const DIRECTORY = /^(?:[\w.@%+~-]+\/)+(?=[\w.@%+~-]+$)/;
const MIN_GROUP = 4;

/** Compacts the diffstat lines of a text; any other line stays. */
export function compactStat(lines: readonly string[]): string[] {
  const out: string[] = [];
  for (let start = 0; start < lines.length;) {
    const directory = directoryOf(lines[start]);
    let end = start + 1;
    while (directory !== "" && end < lines.length && directoryOf(lines[end]) === directory) end++;
    const folded = end - start >= MIN_GROUP;
    if (folded) out.push(` ${directory}`);
    for (const line of lines.slice(start, end)) {
      const squeezed = line.replace(STAT, " $1 | $2$3");
      out.push(folded ? `  ${squeezed.slice(directory.length + 1)}` : squeezed);
    }
    start = end;
  }
  return out;
}

/** The directory of a diffstat line, with its slash; empty where there is none, or it is no plain one (`{a => b}/c`). */
function directoryOf(line: string | undefined): string {
  const [, path = ""] = STAT.exec(line ?? "") ?? [];
  return DIRECTORY.exec(path)?.[0] ?? "";
}
