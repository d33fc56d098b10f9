/** Search results: `path:line:text` rows by file, equal texts once with all their lines, equal files once. */
import type { Cut } from "../tools/tool.ts";
import { fillLines, isPlainName } from "./columns.ts";
import { excerpt, isLongLine } from "./excerpt.ts";

export interface MatchForm {
  /** The rows carry line numbers: `path:12:text`. */
  readonly numbered: boolean;
  /** Rows of context stand among them (`path-13-text`), blocks are parted by `--`. */
  readonly context: boolean;
  /** The rows name no file: only long lines are of interest. */
  readonly unnamed: boolean;
}

/** Cuts the text of very long rows down to the place of the match. */
export interface LongRows {
  readonly cut: Cut | undefined;
  /** Where the match stands in a text; 0 where that cannot be told. */
  locate(text: string): number;
}

// "12:text", "4,12:text", "13-text", ":text"
const PLACES = /^(?:\d+(?:,\d+)*)?[:-]/;

type Row =
  /** `rest` is the row without its path, and with numbers without the colon behind it: `12:text` or `:text`. */
  | { readonly kind: "row"; readonly path: string; readonly rest: string; readonly line: string }
  | { readonly kind: "separator" }
  | { readonly kind: "other"; readonly line: string };

// "src/a.ts:12:text"
const NUMBERED = /^(.+?):(?=\d+:)/;
// "src/a.ts:text", "C:\a.ts:text"
const UNNUMBERED = /^((?:[A-Za-z]:[\\/])?[^:]+):/;
// "grep: src: Is a directory", "Binary file a.bin matches"
const MESSAGE = /^(?:[ef]?grep|rg|git grep): |^Binary file /;

/**
 * Whether the rows of a search name files: one in a single file prints the text alone.
 * @param paths the operands; rows begin with one of them.
 * @param namesOne a single file is named as well.
 * @returns undefined where only some do: a name with a newline in it, or a form that an option in the user's
 * configuration asks for.
 */
export function rowsNameFiles(
  paths: readonly string[],
  lines: readonly string[],
  namesOne = paths.length > 1,
): boolean | undefined {
  const starts = paths.flatMap((path) => {
    if (path.endsWith("/")) return [path];
    return namesOne ? [`${path}/`, `${path}:`, `${path}-`] : [`${path}/`];
  });
  const rows = lines.filter((line) => line !== "--" && !MESSAGE.test(line));
  const named = rows.filter((line) => starts.some((start) => line.startsWith(start))).length;
  if (named === rows.length) return true;
  return named === 0 && !namesOne ? false : undefined;
}

/**
 * Groups the rows of a search by file; a line that is no such row stays as it is, in its place.
 * @returns undefined where lines stand among the rows that nobody asked for.
 */
export function groupMatches(
  lines: readonly string[],
  form: MatchForm,
  long: LongRows,
): string[] | undefined {
  const rows = form.unnamed
    ? lines.map((line): Row => ({ kind: "other", line }))
    : form.context
    ? contextRows(lines, form)
    : lines.map((line) => parseRow(line, form));
  const isPlain = !form.unnamed && !form.context;
  if (isPlain && rows.some((row) => row.kind === "other" && !MESSAGE.test(row.line))) return undefined;
  let excerpts = 0;
  const shorten = (text: string): string => {
    if (!long.cut || !isLongLine(text)) return text;
    excerpts++;
    // "12:" or "12,20-" stays in front.
    const start = PLACES.exec(text)?.[0].length ?? 0;
    const rest = text.slice(start);
    return text.slice(0, start) + excerpt(rest, long.locate(rest));
  };
  const asItIs = (text: string): string => text;
  const printed = merge(groupsOf(rows), form).flatMap((group) =>
    // Where the rows name files, a line whose name is not known keeps all that may be it.
    printGroup(group, group.paths.length > 0 || form.unnamed ? shorten : asItIs)
  );
  return excerpts > 0 && long.cut ? [...printed, long.cut(excerpts)] : printed;
}

function parseRow(line: string, { numbered }: MatchForm): Row {
  const path = MESSAGE.test(line) ? undefined : (numbered ? NUMBERED : UNNUMBERED).exec(line)?.[1];
  if (path === undefined) return { kind: "other", line };
  return { kind: "row", path, rest: line.slice(path.length + (numbered ? 1 : 0)), line };
}

/** A block between two `--` is of one file; only rows that match name it beyond doubt. */
function contextRows(lines: readonly string[], form: MatchForm): Row[] {
  const rows: Row[] = [];
  let block: string[] = [];
  const flush = (): void => {
    for (const row of blockRows(block, form)) rows.push(row);
    block = [];
  };
  for (const line of lines) {
    if (line !== "--") block.push(line);
    else {
      flush();
      rows.push({ kind: "separator" });
    }
  }
  flush();
  return rows;
}

/** A context row's text may look like a match; so a path must be what all rows begin with. */
function blockRows(block: readonly string[], form: MatchForm): Row[] {
  const common = commonStart(block);
  const candidates = new Set<string>();
  for (const line of block) {
    const row = parseRow(line, form);
    if (row.kind === "row" && row.path.length <= common) candidates.add(row.path);
  }
  const fits = (path: string, line: string): boolean => {
    if (!line.startsWith(path)) return false;
    return form.numbered ? isNumberedRest(line, path.length) : /[:-]/.test(line.charAt(path.length));
  };
  const path = [...candidates].find((one) => block.every((line) => fits(one, line)));
  if (path === undefined) return block.map((line): Row => ({ kind: "other", line }));
  const start = path.length + (form.numbered ? 1 : 0);
  return block.map((line): Row => ({ kind: "row", path, rest: line.slice(start), line }));
}

/** How many characters all lines begin with alike. */
function commonStart([first = "", ...others]: readonly string[]): number {
  let length = first.length;
  for (const line of others) {
    let at = 0;
    while (at < length && line.charCodeAt(at) === first.charCodeAt(at)) at++;
    length = at;
  }
  return length;
}

/** `:12:` or `-12-` at an index. */
function isNumberedRest(line: string, index: number): boolean {
  const found = /^([:-])\d+([:-])/.exec(line.slice(index, index + 16));
  return found !== null && found[1] === found[2];
}

interface Group {
  /** Empty for lines that are no rows. */
  paths: string[];
  /** The rows as they were, to print where nothing is gained. */
  readonly lines: string[];
  body: string[];
}

function groupsOf(rows: readonly Row[]): Group[] {
  const groups: Group[] = [];
  let separated = false;
  for (const row of rows) {
    if (row.kind === "separator") {
      separated = true;
      continue;
    }
    const path = row.kind === "row" ? row.path : undefined;
    const last = groups.at(-1);
    const rest = row.kind === "row" ? row.rest : row.line;
    if (last && last.paths[0] === path) {
      last.lines.push(...(separated ? ["--"] : []), row.line);
      last.body.push(...(separated ? ["--"] : []), rest);
    } else {
      // A block without a file's name needs its separator; a new name is one.
      if (separated && path === undefined) groups.push({ paths: [], lines: ["--"], body: ["--"] });
      groups.push({ paths: path === undefined ? [] : [path], lines: [row.line], body: [rest] });
    }
    separated = false;
  }
  return groups;
}

/** Folds equal texts of one file, then files that have the same rows. */
function merge(groups: readonly Group[], form: MatchForm): Group[] {
  if (form.context || form.unnamed) return [...groups];
  const merged: Group[] = [];
  const byBody = new Map<string, Group>();
  for (const group of groups) {
    if (group.paths.length === 0) {
      merged.push(group);
      continue;
    }
    if (form.numbered) group.body = foldTexts(group.body);
    const key = group.body.join("\n");
    const same = byBody.get(key);
    if (same && isPlainName(group.paths[0] ?? "")) same.paths.push(...group.paths);
    else {
      merged.push(group);
      if (isPlainName(group.paths[0] ?? "")) byBody.set(key, group);
    }
  }
  return merged;
}

/** `4:x`, `12:x` -> `4,12:x`. */
function foldTexts(rows: readonly string[]): string[] {
  const numbers = new Map<string, string[]>();
  for (const row of rows) {
    const colon = row.indexOf(":");
    const text = row.slice(colon);
    const known = numbers.get(text);
    if (known) known.push(row.slice(0, colon));
    else numbers.set(text, [row.slice(0, colon)]);
  }
  return [...numbers].map(([text, places]) => places.join(",") + text);
}

function printGroup({ paths, lines, body }: Group, shorten: (text: string) => string): string[] {
  const [path] = paths;
  if (path === undefined) return lines.map(shorten);
  const rows = body.map(shorten);
  if (paths.length > 1) return [...fillLines(paths, " "), ...rows];
  const [row = ""] = rows;
  if (rows.length === 1) return [row.startsWith(":") ? path + row : `${path}:${row}`];
  return [path, ...rows];
}
