/**
 * Diagnostics of compilers, linters and type checkers, regrouped without loss: each message once with all its places,
 * the rest by file. Messages that differ only in quoted names or numbers share one line with `…` in their place, and
 * each place then carries its own.
 */
import {
  type Chunk,
  detailLine,
  type Diagnostic,
  type Entry,
  headline,
  lengthOf,
  titleOf,
  uniqueEntries,
  valuesOf,
  type ValueStyle,
} from "./diagnostic_entry.ts";
import { equalFiles, fileSetChunk } from "./equal_files.ts";
import { times } from "./fold.ts";
import { placeList } from "./place_list.ts";
import { type Template, templateOf } from "./skeleton.ts";

export type { Diagnostic, ValueStyle };

/** Whether the tool calls it a failure; all else (warnings, notes, hints) comes after these. */
export function isFailure({ severity }: Diagnostic): boolean {
  return /\b(?:error|fatal|failure|failed|fail|panic)\b/i.test(severity);
}

/**
 * Failures first, then the rest; each in the order given, folded and grouped by file. What is left of the file that
 * comes last among the failures stands below it.
 */
export function formatDiagnostics(
  diagnostics: readonly Diagnostic[],
  style: ValueStyle = "bare",
  fails: (one: Diagnostic) => boolean = isFailure,
): string[] {
  const failures = foldedChunks(diagnostics.filter(fails), style);
  const rest = foldedChunks(diagnostics.filter((one) => !fails(one)), style);
  const last = failures.at(-1);
  const path = last?.file?.[0]?.one.path;
  const same = rest.find(({ file }) => path !== undefined && path !== "" && file?.[0]?.one.path === path);
  if (!last?.file || !same?.file) return linesOf([...failures, ...rest]);
  const joined = fileChunk([...last.file, ...same.file]);
  return linesOf([...failures.slice(0, -1), joined, ...rest.filter((chunk) => chunk !== same)]);
}

// ":12:5: error: x" of "src/a b.c:12:5: error: x"; looked for by itself, as a path may be any text before it
const PLACE = /:(\d+(?::\d+)?):\s+(?=\S)/;
// "src/a b.c", "C:\src\a.c"; a path has a letter, so "10:30:00: x" has none
const PATH = /^(?:[A-Za-z]:[\\/])?(?!\s*$)[^:\n]*$/;
const SEVERITY =
  /^((?:fatal |internal compiler )?error(?:\[[^\]\s]*\])?|warning(?:\[[^\]\s]*\])?|note|info|hint|remark|help):\s+(.*)$/i;

/** Reads one line of the shape that most tools share: `path:line[:column]: [severity:] message`. */
export function parseDiagnosticLine(line: string): Diagnostic | undefined {
  const place = PLACE.exec(line);
  const path = line.slice(0, place?.index ?? 0);
  if (!place || !PATH.test(path) || !/[A-Za-z_]/.test(path)) return undefined;
  const at = place[1] ?? "";
  const text = line.slice(place.index + place[0].length);
  const [, severity = "", message = text] = SEVERITY.exec(text) ?? [];
  return { path, at, severity, message, rule: "", details: [] };
}

/**
 * Folds equal messages where that is shorter, and files that have the same messages at the same places; groups the rest
 * by file. All in the order of first appearance.
 */
export function foldDiagnostics(diagnostics: readonly Diagnostic[], style: ValueStyle = "bare"): string[] {
  return linesOf(foldedChunks(diagnostics, style));
}

function foldedChunks(diagnostics: readonly Diagnostic[], style: ValueStyle): Chunk[] {
  const inOrder = (chunks: Chunk[]): Chunk[] => chunks.toSorted((a, b) => a.order - b.order);
  const entries = uniqueEntries(diagnostics);
  const chunks = chunksOf(entries, style);
  const { sets, rest } = equalFiles(entries);
  const drawn = sets.map((set) => fileSetChunk(set, style));
  if (sets.length > 0) {
    const bySet = [...drawn, ...chunksOf(rest, style)];
    if (sizeOf(bySet) < sizeOf(chunks)) return inOrder(bySet);
  }
  return inOrder(chunks);
}

function sizeOf(chunks: readonly Chunk[]): number {
  return chunks.reduce((sum, { lines }) => sum + lengthOf(lines), 0);
}

function linesOf(chunks: readonly Chunk[]): string[] {
  return chunks.flatMap((chunk) => chunk.lines);
}

function chunksOf(entries: readonly Entry[], style: ValueStyle): Chunk[] {
  const inFile = new Map<string, number>();
  for (const { one } of entries) inFile.set(one.path, (inFile.get(one.path) ?? 0) + 1);
  const chunks: Chunk[] = [];
  const leftovers: Entry[] = [];
  for (const kind of Map.groupBy(entries, (entry) => entry.key).values()) {
    for (const part of foldKind(kind, inFile, style)) {
      if ("lines" in part) chunks.push(part);
      else leftovers.push(part);
    }
  }
  for (const singles of Map.groupBy(leftovers, (entry) => entry.one.path).values()) {
    chunks.push(fileChunk(singles));
  }
  return chunks;
}

/** From this size on, messages that are not quite equal may share a line: with fewer, whole ones read better. */
const LEAST_TEMPLATE = 3;
/** A line with placeholders is harder to read than whole messages, so it has to save this much. */
const TEMPLATE_SHARE = 0.8;

function foldKind(
  kind: readonly Entry[],
  inFile: ReadonlyMap<string, number>,
  style: ValueStyle,
): (Chunk | Entry)[] {
  const exact: (Chunk | Entry)[] = [];
  let cost = 0;
  for (const equal of Map.groupBy(kind, (entry) => entry.text).values()) {
    const single = equal.reduce((sum, entry) => sum + costOf(entry, inFile), 0);
    const fold = equal.length > 1 ? foldChunk(equal, undefined, style) : undefined;
    const folded = fold ? lengthOf(fold.lines) : Infinity;
    if (fold && folded < single) exact.push(fold);
    else exact.push(...equal);
    cost += Math.min(folded, single);
  }
  if (kind.length < LEAST_TEMPLATE) return exact;
  const template = templateOf(kind.map((entry) => entry.skeleton));
  if (!template) return exact;
  const chunk = foldChunk(kind, template, style);
  return lengthOf(chunk.lines) < cost * TEMPLATE_SHARE ? [chunk] : exact;
}

function costOf({ one }: Entry, inFile: ReadonlyMap<string, number>): number {
  const header = (inFile.get(one.path) ?? 0) > 1 ? 3 : one.path.length + 3;
  return header + one.at.length + headline(one, one.message).length + lengthOf(one.details) +
    one.details.length;
}

/** One line for the message, its details, then one line per file with all places. */
function foldChunk(entries: readonly Entry[], template: Template | undefined, style: ValueStyle): Chunk {
  const first = entries[0]!;
  const [message = "", ...details] = (template?.text ?? first.text).split("\n");
  const total = entries.reduce((sum, entry) => sum + entry.count, 0);
  const lines = [
    headline(first.one, message) + times(total),
    ...details.map((detail) => `  ${detailLine(detail, "")}`),
  ];
  const values = valuesOf(template, style);
  const placed = entries.map((entry, at) => ({ entry, values: values[at] ?? [] }));
  for (const [title, inOne] of Map.groupBy(placed, ({ entry }) => titleOf(entry.one))) {
    const list = placeList(inOne.map(({ entry: { one, count }, values }) => ({ at: one.at, values, count })));
    const scoped = inOne[0]?.entry.one.scope !== undefined;
    const separator = title === "" || list === "" ? "" : scoped ? ": " : ":";
    lines.push(` ${title}${separator}${list}`);
  }
  return { order: first.order, lines };
}

/** Diagnostics without a partner: by file and scope, or on a line of their own when the file has one only. */
function fileChunk(entries: readonly Entry[]): Chunk {
  const { one: { path, scope }, order } = entries[0]!;
  const grouped = path !== "" && (entries.length > 1 || scope !== undefined);
  const indent = grouped ? " " : "";
  const lines: string[] = [];
  let title = "";
  for (const { one, count } of entries) {
    if (grouped && titleOf(one) !== title) {
      title = titleOf(one);
      lines.push(one.scope === undefined ? title : `${title}:`);
    }
    const place = grouped ? one.at : placeOf(one);
    const separator = place === "" ? "" : grouped ? " " : ": ";
    lines.push(`${indent}${place}${separator}${headline(one, one.message)}${times(count)}`);
    lines.push(...one.details.map((detail) => `${indent} ${detailLine(detail, one.at)}`));
  }
  return { order, lines, file: entries };
}

/** `path:12:5`, or what there is of it. */
export function placeOf({ path, at }: Pick<Diagnostic, "path" | "at">): string {
  return path !== "" && at !== "" ? `${path}:${at}` : path + at;
}
