/** One file's section of a diff as git writes it: header lines, hunks with their exact line numbers, foreign text. */

export interface HunkLine {
  readonly text: string;
  /** It is added or removed on some side (or the note on a missing final newline behind such a line). */
  readonly change: boolean;
  /** The sides that hold it: one number per parent from 0, then the result. */
  readonly sides: readonly number[];
}

export interface Hunk {
  /** 1; more in a combined diff of a merge, which has as many marker columns. */
  readonly parents: number;
  /** Number of the first line on each side: the parents, then the result. */
  readonly starts: readonly number[];
  readonly lines: readonly HunkLine[];
  readonly changed: number;
}

export interface DiffSection {
  /** The file's name as git shows it, quotes included; after a rename the new one. */
  readonly name: string;
  /** Compact header lines: `diff NAME` or `diff OLD -> NEW`, then the raw lines that say more. */
  readonly header: readonly string[];
  readonly hunks: readonly Hunk[];
  /** Text behind the last hunk that belongs to no section. */
  readonly tail: readonly string[];
}

const NOISE = /^(?:index [0-9a-f.,]+(?: \d+)?|similarity index 100%)$/;
const KEPT =
  /^(?:(?:old|new) mode \d+|mode [\d,.]+|(?:new|deleted) file mode [\d,]+|(?:dis)?similarity index \d+%|copy from .+|Binary files .+ differ)$/;
const RENAMED = /^rename from (.+)$/;
const TARGET = /^(?:rename|copy) to (.+)$/;
const SIDE = /^(?:---|\+\+\+) /;

/**
 * Parses one section, from its `diff --` line to the line before the next one.
 * @returns undefined where a line does not fit the format: all of the section then stays as it is.
 */
export function parseSection(raw: readonly string[]): DiffSection | undefined {
  const title = raw[0] ?? "";
  const header: string[] = [];
  let name = nameOf(title);
  let before: string | undefined;
  let sides = 0;
  let index = 1;
  for (; index < raw.length; index++) {
    const line = raw[index] ?? "";
    const target = TARGET.exec(line);
    const [, renamed] = RENAMED.exec(line) ?? [];
    if (target) name = target[1];
    else if (renamed !== undefined) before = renamed;
    else if (SIDE.test(line) && sides < 2) sides++;
    else if (NOISE.test(line)) continue;
    else if (KEPT.test(line)) header.push(line);
    else break;
  }
  if (sides > 0 && !raw[index]?.startsWith("@@")) return undefined;
  const body = parseHunks(raw, index);
  if (!body) return undefined;
  return { name: name ?? title, header: [...titleLines(title, name, before), ...header], ...body };
}

function titleLines(title: string, name: string | undefined, before: string | undefined): string[] {
  if (name === undefined) return [title];
  if (before === undefined) return [`diff ${name}`];
  // An arrow in a name would part it elsewhere.
  return `${before}${name}`.includes(" -> ")
    ? [`diff ${name}`, `rename from ${before}`]
    : [`diff ${before} -> ${name}`];
}

function parseHunks(
  raw: readonly string[],
  start: number,
): Pick<DiffSection, "hunks" | "tail"> | undefined {
  const hunks: Hunk[] = [];
  let index = start;
  while (index < raw.length && raw[index]?.startsWith("@@")) {
    const found = parseHunk(raw, index);
    if (!found) return undefined;
    hunks.push(found.hunk);
    index = found.end;
  }
  return { hunks, tail: raw.slice(index) };
}

// "@@ -3,3 +3,4 @@ export interface Item {"   "@@@ -8,7 -8,7 +8,11 @@@ function"
const HUNK = /^(@@+) ((?:-\d+(?:,\d+)? )+)\+(\d+)(?:,(\d+))? \1(?: |$)/;

function parseHunk(raw: readonly string[], at: number): { hunk: Hunk; end: number } | undefined {
  const match = HUNK.exec(raw[at] ?? "");
  if (!match) return undefined;
  const parents = (match[1]?.length ?? 0) - 1;
  const ranges = (match[2] ?? "").trim().split(" ").map((range) => range.slice(1).split(","));
  if (ranges.length !== parents) return undefined;
  ranges.push([match[3] ?? "", ...(match[4] === undefined ? [] : [match[4]])]);
  const counts = ranges.map(([, count]) => count === undefined ? 1 : Number(count));
  const starts = ranges.map(([start], side) => Number(start) + (counts[side] === 0 ? 1 : 0));
  const lines: HunkLine[] = [];
  const left = [...counts];
  let index = at + 1;
  let changed = 0;
  for (; index < raw.length; index++) {
    const line = readLine(raw[index] ?? "", parents, left);
    if (!line) break;
    // The note on a missing newline belongs to the line before it.
    const change = line.text.startsWith("\\") ? lines.at(-1)?.change ?? false : line.change;
    lines.push({ ...line, change });
    if (line.change) changed++;
  }
  if (left.some((count) => count !== 0)) return undefined;
  return { hunk: { parents, starts, lines, changed }, end: index };
}

const NO_SIDES: readonly number[] = [];

/** Reads a content line and counts it off; undefined where the hunk has ended or the line is none of its lines. */
function readLine(text: string, parents: number, left: number[]): HunkLine | undefined {
  if (text.startsWith("\\ ")) return { text, change: false, sides: NO_SIDES };
  // diff.suppressBlankEmpty leaves the marker of an empty context line out.
  const marker = text === "" ? " ".repeat(parents) : text.slice(0, parents);
  if (marker.length < parents || !/^[ +-]+$/.test(marker)) return undefined;
  const sides = sidesOf(marker, parents);
  if (sides.some((side) => left[side] === 0)) return undefined;
  for (const side of sides) left[side] = (left[side] ?? 0) - 1;
  return { text, change: marker.trim() !== "", sides };
}

const knownSides = new Map<string, readonly number[]>();

/** In a combined diff a removed line stands on the sides marked `-`, any other on the result and those marked blank. */
function sidesOf(marker: string, parents: number): readonly number[] {
  const known = knownSides.get(marker);
  if (known) return known;
  const removed = marker.includes("-");
  const sides = [...marker].flatMap((sign, side) => sign === (removed ? "-" : " ") ? [side] : []);
  if (!removed) sides.push(parents);
  knownSides.set(marker, sides);
  return sides;
}

const PREFIXES = ["a b", "i w", "c i", "c w", "o w", "b a", "w i", "i c", "w c", "w o"];

/** The one name in `diff --git a/NAME b/NAME` or `diff --cc NAME`; undefined where the two differ. */
function nameOf(line: string): string | undefined {
  const combined = /^diff --(?:cc|combined) (.+)$/.exec(line);
  if (combined) return combined[1];
  const pair = line.slice("diff --git ".length);
  const half = (pair.length - 1) / 2;
  const [left, right] = [pair.slice(0, half), pair.slice(half + 1)];
  if (pair[half] !== " ") return undefined;
  // diff.noprefix
  if (left === right) return left;
  const quote = left.startsWith('"') ? '"' : "";
  const at = quote.length;
  const prefixes = `${left[at]} ${right[at]}`;
  const rest = left.slice(at + 1);
  const same = rest === right.slice(at + 1) && rest.startsWith("/") && right.startsWith(quote);
  return same && PREFIXES.includes(prefixes) ? quote + rest.slice(1) : undefined;
}
