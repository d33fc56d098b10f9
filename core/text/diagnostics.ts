/**
 * Diagnostics of compilers, linters and type checkers, regrouped without loss: each message once with all its places,
 * the rest by file. Messages that differ only in quoted names or numbers share one line with `{}` in their place, and
 * each place then carries its own.
 */
import { times } from "./fold.ts";
import { type Skeleton, skeletonOf, type Template, templateOf } from "./skeleton.ts";

export interface Diagnostic {
  /** As the tool printed it, or relative to the working directory; empty when it names no file. */
  readonly path: string;
  /** `12:5`, `12`, or empty. */
  readonly at: string;
  /** In the tool's words, code included where the tool puts it there: `error`, `error[E0308]`, `error TS2322`. */
  readonly severity: string;
  readonly message: string;
  /** The rule as it stands behind the message: `[-Wformat=]`, `no-unused-vars`; empty when there is none. */
  readonly rule: string;
  /** What belongs to it and is no noise, line by line, without the common indentation. */
  readonly details: readonly string[];
}

/** Whether the tool calls it a failure; all else (warnings, notes, hints) comes after these. */
export function isFailure({ severity }: Diagnostic): boolean {
  return /\b(?:error|fatal|failure|failed|fail|panic)\b/i.test(severity);
}

/** Failures first, then the rest; each in the order given, folded and grouped by file. */
export function formatDiagnostics(
  diagnostics: readonly Diagnostic[],
  style: ValueStyle = "bare",
): string[] {
  return [
    ...foldDiagnostics(diagnostics.filter(isFailure), style),
    ...foldDiagnostics(diagnostics.filter((one) => !isFailure(one)), style),
  ];
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

/** How the values of a folded message are drawn: bare, or in the quotes that the tool puts around names. */
export type ValueStyle = "bare" | "quoted";

/** Folds equal messages where that is shorter and groups the rest by file, in the order of first appearance. */
export function foldDiagnostics(diagnostics: readonly Diagnostic[], style: ValueStyle = "bare"): string[] {
  const entries = uniqueEntries(diagnostics);
  const inFile = new Map<string, number>();
  for (const { one } of entries) inFile.set(one.path, (inFile.get(one.path) ?? 0) + 1);
  const chunks: Chunk[] = [];
  const leftovers: Entry[] = [];
  for (const kind of groupBy(entries, (entry) => entry.key).values()) {
    for (const part of foldKind(kind, inFile, style)) {
      if ("lines" in part) chunks.push(part);
      else leftovers.push(part);
    }
  }
  for (const singles of groupBy(leftovers, (entry) => entry.one.path).values()) {
    chunks.push(fileChunk(singles));
  }
  return chunks.sort((a, b) => a.order - b.order).flatMap((chunk) => chunk.lines);
}

interface Chunk {
  readonly order: number;
  readonly lines: readonly string[];
}

/** A diagnostic and how often it was printed word for word. */
interface Entry {
  readonly one: Diagnostic;
  readonly order: number;
  readonly skeleton: Skeleton;
  /** Equal for diagnostics that differ only in places and holes. */
  readonly key: string;
  readonly text: string;
  count: number;
}

function uniqueEntries(diagnostics: readonly Diagnostic[]): Entry[] {
  const known = new Map<string, Entry>();
  for (const [order, one] of diagnostics.entries()) {
    const text = [one.message, ...one.details].join("\n");
    const identity = [one.path, one.at, one.severity, one.rule, text].join("\0");
    const entry = known.get(identity);
    if (entry) {
      entry.count++;
      continue;
    }
    const skeleton = skeletonOf(text);
    const key = [one.severity, one.rule, ...skeleton.parts].join("\0");
    known.set(identity, { one, order, skeleton, key, text, count: 1 });
  }
  return [...known.values()];
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
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
  for (const equal of groupBy(kind, (entry) => entry.text).values()) {
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

function lengthOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 1, 0);
}

function costOf({ one }: Entry, inFile: ReadonlyMap<string, number>): number {
  const header = (inFile.get(one.path) ?? 0) > 1 ? 3 : one.path.length + 3;
  return header + one.at.length + headline(one, one.message).length + lengthOf(one.details) +
    2 * one.details.length;
}

function headline({ severity, rule }: Diagnostic, message: string): string {
  return `${severity === "" ? "" : `${severity}: `}${message}${rule === "" ? "" : ` ${rule}`}`;
}

/** One line for the message, its details, then one line per file with all places. */
function foldChunk(entries: readonly Entry[], template: Template | undefined, style: ValueStyle): Chunk {
  const first = entries[0]!;
  const [message = "", ...details] = (template?.text ?? first.text).split("\n");
  const total = entries.reduce((sum, entry) => sum + entry.count, 0);
  const lines = [headline(first.one, message) + times(total), ...details.map((detail) => `  ${detail}`)];
  const values = valuesOf(template, style);
  const placed = entries.map((entry, at) => ({ entry, values: values[at] ?? [] }));
  for (const [path, inOne] of groupBy(placed, ({ entry }) => entry.one.path)) {
    const places = inOne.map(({ entry, values }) =>
      [entry.one.at, ...values].join(" ") +
      times(entry.count)
    );
    const list = places.join(template ? ", " : " ");
    lines.push(` ${path}${path === "" || list === "" ? "" : ":"}${list}`);
  }
  return { order: first.order, lines };
}

function valuesOf(template: Template | undefined, style: ValueStyle): readonly (readonly string[])[] {
  if (!template) return [];
  return style === "quoted" ? template.quoted : template.values.map((values) => values.map(shownValue));
}

/** Values with blanks or commas get quotes again, so that the list stays unambiguous. */
function shownValue(value: string): string {
  if (!/[,\s]/.test(value)) return value;
  const quote = ["`", '"', "'"].find((one) => !value.includes(one)) ?? "`";
  return quote + value + quote;
}

/** Diagnostics without a partner: by file, or on a line of their own when the file has one only. */
function fileChunk(entries: readonly Entry[]): Chunk {
  const { one: { path }, order } = entries[0]!;
  const grouped = entries.length > 1 && path !== "";
  const lines = grouped ? [path] : [];
  const indent = grouped ? " " : "";
  for (const { one, count } of entries) {
    const place = grouped ? one.at : placeOf(one);
    const separator = place === "" ? "" : grouped ? " " : ": ";
    lines.push(`${indent}${place}${separator}${headline(one, one.message)}${times(count)}`);
    lines.push(...one.details.map((detail) => `${indent}  ${detail}`));
  }
  return { order, lines };
}

/** `path:12:5`, or what there is of it. */
export function placeOf({ path, at }: Pick<Diagnostic, "path" | "at">): string {
  return path !== "" && at !== "" ? `${path}:${at}` : path + at;
}
