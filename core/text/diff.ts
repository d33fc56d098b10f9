/**
 * Unified and combined diffs as git writes them (seen with git 2.39). Every changed line stays byte for byte with its
 * marker in column 0; what is not understood stays as it is, in place.
 */
import { type DiffSection, type Hunk, type HunkLine, parseSection } from "./diff_section.ts";

/** A compacted diff; `cut` counts the raw lines that were left out and are no noise. */
export interface CompactDiff {
  readonly lines: readonly string[];
  readonly cut: number;
  /** How many file sections were understood. */
  readonly files: number;
}

/** `whole` drops noise only; `short` also cuts context, lock files and the middle of wholly deleted files. */
export type DiffDepth = "whole" | "short";

/** Where a file section begins; content lines never match, as each of them has a marker in column 0. */
export const SECTION = /^diff --(?:git|cc|combined) /;

// Above this many changed lines no context is kept: the agent reads such a diff for what changed, not to edit it.
const LARGE_DIFF = 500;
const KEPT_CONTEXT = 1;
const MIN_DELETED = 50;
const MIN_GENERATED = 20;
// A gap between two changes is only worth a second header when it is longer than one ("@@ -100,3 +100,4 @@").
const HEADER_BYTES = 24;

const LOCK_FILES =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|conda-lock\.yml|packages\.lock\.json|go\.(?:work\.)?sum|Package\.resolved|Cartfile\.resolved|gradle\.lockfile|\.terraform\.lock\.hcl|bun\.lockb|[^/]+\.lock)$/;
const GENERATED_FILES =
  /\.min\.(?:js|mjs|cjs|css)$|\.(?:js|mjs|cjs|css)\.map$|\.pb\.(?:go|cc|h)$|_pb2(?:_grpc)?\.pyi?$|\.(?:g|freezed)\.dart$|\.designer\.cs$/i;

/** Compacts the lines of a diff; text outside of file sections is kept. */
export function compactDiff(lines: readonly string[], depth: DiffDepth): CompactDiff {
  const first = lines.findIndex((line) => SECTION.test(line));
  if (first < 0) return { lines, cut: 0, files: 0 };
  const sections = splitSections(lines.slice(first)).map((raw) => ({ raw, parsed: parseSection(raw) }));
  const context = depth === "whole" ? Infinity : keptContext(sections.map((section) => section.parsed));
  const out = lines.slice(0, first);
  let cut = 0;
  let files = 0;
  for (const { raw, parsed } of sections) {
    if (!parsed) {
      for (const line of raw) out.push(line);
      continue;
    }
    files++;
    cut += printSection(parsed, depth, { out, context });
  }
  return { lines: out, cut, files };
}

function keptContext(sections: readonly (DiffSection | undefined)[]): number {
  let changed = 0;
  for (const section of sections) {
    if (!section || isGenerated(section)) continue;
    for (const hunk of section.hunks) changed += hunk.changed;
  }
  return changed > LARGE_DIFF ? 0 : KEPT_CONTEXT;
}

function splitSections(lines: readonly string[]): string[][] {
  const sections: string[][] = [];
  for (const line of lines) {
    if (SECTION.test(line)) sections.push([line]);
    else sections.at(-1)?.push(line);
  }
  return sections;
}

interface Target {
  readonly out: string[];
  readonly context: number;
}

/** Prints one section; answers how many lines were cut. */
function printSection(section: DiffSection, depth: DiffDepth, { out, context }: Target): number {
  for (const line of section.header) out.push(line);
  let cut = 0;
  if (depth === "short" && isGenerated(section)) cut = printCounts(section, out);
  else if (depth === "short" && isLongDeletion(section)) cut = printDeletion(section, out);
  else for (const hunk of section.hunks) cut += printHunk(hunk, context, out);
  for (const line of section.tail) out.push(line);
  return cut;
}

function isGenerated(section: DiffSection): boolean {
  if (section.hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0) <= MIN_GENERATED) return false;
  const name = section.name.replace(/"$/, "");
  return LOCK_FILES.test(name) || GENERATED_FILES.test(name);
}

function isLongDeletion({ header, hunks }: DiffSection): boolean {
  const [hunk] = hunks;
  return hunk !== undefined && hunks.length === 1 && hunk.lines.length > MIN_DELETED &&
    header.some((line) => line.startsWith("deleted file mode ")) &&
    hunk.lines.every(({ text }) => text.startsWith("-") || text.startsWith("\\"));
}

function printCounts(section: DiffSection, out: string[]): number {
  let added = 0;
  let removed = 0;
  let lines = 0;
  for (const hunk of section.hunks) {
    lines += hunk.lines.length + 1;
    for (const { text, change } of hunk.lines) {
      if (!change || text.startsWith("\\")) continue;
      if (text.slice(0, hunk.parents).includes("-")) removed++;
      else added++;
    }
  }
  out.push(countLine(added, removed));
  return lines;
}

function printDeletion(section: DiffSection, out: string[]): number {
  const [hunk] = section.hunks;
  if (!hunk) return 0;
  const { lines, starts } = hunk;
  let last = lines.length - 1;
  while (last > 0 && lines[last]?.text.startsWith("\\")) last--;
  const deleted = lines.filter(({ text }) => text.startsWith("-")).length;
  out.push(countLine(0, deleted));
  const position = [...starts];
  printRange(hunk, { start: 0, end: 1, position }, out);
  for (let index = 0; index < last; index++) advance(position, lines[index]);
  printRange(hunk, { start: last, end: lines.length, position }, out);
  return last - 1;
}

/** In the words of `git diff --shortstat`. */
function countLine(added: number, removed: number): string {
  const parts: string[] = [];
  if (added > 0) parts.push(`${added} ${added === 1 ? "insertion" : "insertions"}(+)`);
  if (removed > 0) parts.push(`${removed} ${removed === 1 ? "deletion" : "deletions"}(-)`);
  return parts.join(", ");
}

/** Prints a hunk with at most `context` unchanged lines around each change; answers how many lines were cut. */
export function printHunk(hunk: Hunk, context: number, out: string[]): number {
  const { lines } = hunk;
  const position = [...hunk.starts];
  if (context === Infinity || hunk.changed === 0) {
    printRange(hunk, { start: 0, end: lines.length, position }, out);
    return 0;
  }
  const keep = nearChanges(lines, context);
  closeSmallGaps(lines, keep);
  let cut = 0;
  for (let start = 0; start < lines.length;) {
    let end = start;
    while (end < lines.length && keep[end] === keep[start]) end++;
    if (keep[start]) printRange(hunk, { start, end, position }, out);
    else cut += end - start;
    for (let index = start; index < end; index++) advance(position, lines[index]);
    start = end;
  }
  return cut;
}

function nearChanges(lines: readonly HunkLine[], context: number): boolean[] {
  const keep = new Array<boolean>(lines.length).fill(false);
  let last = -Infinity;
  for (let index = 0; index < lines.length; index++) {
    if (lines[index]?.change) last = index;
    if (index - last <= context) keep[index] = true;
  }
  last = Infinity;
  for (let index = lines.length - 1; index >= 0; index--) {
    if (lines[index]?.change) last = index;
    if (last - index <= context) keep[index] = true;
  }
  return keep;
}

function closeSmallGaps(lines: readonly HunkLine[], keep: boolean[]): void {
  for (let index = 0; index < lines.length;) {
    let end = index;
    let size = 0;
    while (end < lines.length && !keep[end]) size += (lines[end++]?.text.length ?? 0) + 1;
    if (end > index && index > 0 && end < lines.length && size <= HEADER_BYTES) keep.fill(true, index, end);
    index = Math.max(end, index + 1);
  }
}

/** Lines `[start, end)` of a hunk; `position` is the number of the first one on each side. */
interface Range {
  readonly start: number;
  readonly end: number;
  readonly position: readonly number[];
}

/** Prints a range under a header that tells where it stands. */
function printRange(hunk: Hunk, { start, end, position }: Range, out: string[]): void {
  const length = position.map(() => 0);
  for (let index = start; index < end; index++) advance(length, hunk.lines[index]);
  const ranges = position.map((at, side) => {
    const count = length[side] ?? 0;
    const sign = side === hunk.parents ? "+" : "-";
    // An empty range names the line before it.
    return `${sign}${count === 0 ? at - 1 : at}${count === 1 ? "" : `,${count}`}`;
  });
  const at = "@".repeat(hunk.parents + 1);
  out.push(`${at} ${ranges.join(" ")} ${at}`);
  for (let index = start; index < end; index++) out.push(hunk.lines[index]?.text ?? "");
}

function advance(sides: number[], line: HunkLine | undefined): void {
  for (const side of line?.sides ?? []) sides[side] = (sides[side] ?? 0) + 1;
}
