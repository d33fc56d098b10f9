/** Lists of paths: each directory once, then its names; nothing of a path is shortened. */
import type { Cut } from "../tools/tool.ts";
import { fillLines, isPlainName } from "./columns.ts";

/**
 * Folds paths by directory, in the order in which the directories come first: `./src: a.ts b.ts`. A path alone in its
 * directory, or with white space in it, and a line that is no path stay lines of their own.
 */
export function groupPaths(lines: readonly string[]): string[] {
  const entries = new Map<string, string[]>();
  for (const line of lines) {
    const directory = isPlainName(line) ? directoryOf(line) : `\0${line}`;
    const names = entries.get(directory);
    if (names) names.push(line);
    else entries.set(directory, [line]);
  }
  return [...entries].flatMap(([directory, paths]) => {
    if (directory.startsWith("\0") || paths.length === 1) return paths;
    const names = paths.map((path) => path.slice(directory.length));
    const title = directory.length > 1 ? directory.slice(0, -1) : directory;
    return fillLines(directory === "" ? names : [`${title}:`, ...names], " ");
  });
}

/** `./src/` of `./src/a.ts` and of `./src/lib/`; empty where there is none. */
function directoryOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/", path.length - 2) + 1);
}

/** Up to so many paths below one dependency folder are shown: a search that finds few there was about them. */
const DEPENDENCY_PATHS = 50;
// "./web/node_modules/react/index.js" -> "./web/node_modules"
const DEPENDENCY_ROOT = /^(?:[^\n]*?\/)?(node_modules|\.git)(?=\/.)/;

/**
 * Folds the paths that a search found. What lies below `node_modules` and `.git` is cut where it is much, other paths
 * are there too, and the command's words do not name the folder; these folders come last, each with its marker.
 */
export function foldFoundPaths(
  lines: readonly string[],
  words: readonly string[],
  cut: Cut | undefined,
): string[] {
  const below = new Map<string, number>();
  const rootOf = (line: string): string | undefined => {
    const found = DEPENDENCY_ROOT.exec(line);
    const name = found?.[1] ?? "";
    return found && !words.some((word) => word.includes(name)) ? found[0] : undefined;
  };
  for (const line of cut ? lines : []) {
    const root = rootOf(line);
    if (root !== undefined) below.set(root, (below.get(root) ?? 0) + 1);
  }
  const large = new Map([...below].filter(([, count]) => count > DEPENDENCY_PATHS));
  const shown = lines.filter((line) => large.size === 0 || !large.has(rootOf(line) ?? ""));
  if (!cut || shown.length === 0) return groupPaths(lines);
  return [...groupPaths(shown), ...[...large].flatMap(([root, count]) => [`${root}/`, cut(count)])];
}
