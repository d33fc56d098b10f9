/** Folds neighbouring paths of one directory in the form a shell expands: `src/{a.ts,b.ts,c.ts,d.ts}`. */

export interface LabelledPath {
  /** What stands before the path, its blank or tab included: `M `, `create `. */
  readonly label: string;
  readonly path: string;
}

// Names that a shell reads as they stand inside braces; git quotes unusual ones itself.
const PLAIN_PATH = /^(?:[\w.@%+~-]+\/)+[\w.@%+~-]+\/?$/;
const MIN_FOLD = 4;
const MAX_LINE = 1000;

/** Fewer than four names of one label and directory keep a line each. */
export function foldPaths(entries: readonly LabelledPath[]): string[] {
  const out: string[] = [];
  for (let start = 0; start < entries.length;) {
    const first = entries[start];
    if (!first) break;
    const directory = directoryOf(first.path);
    let size = first.path.length;
    let end = start + 1;
    for (; directory !== "" && end < entries.length && size < MAX_LINE; end++) {
      const entry = entries[end];
      if (entry?.label !== first.label || directoryOf(entry.path) !== directory) break;
      size += entry.path.length - directory.length + 1;
    }
    const group = entries.slice(start, end);
    if (group.length >= MIN_FOLD) {
      const names = group.map(({ path }) => path.slice(directory.length));
      out.push(`${first.label}${directory}{${names.join(",")}}`);
    } else for (const { label, path } of group) out.push(label + path);
    start = end;
  }
  return out;
}

/** With its slash; empty where the path may not be folded. */
function directoryOf(path: string): string {
  return PLAIN_PATH.test(path) ? path.slice(0, path.lastIndexOf("/", path.length - 2) + 1) : "";
}
