/** Files that have the same diagnostics at the same places: generated ones, copies, a rule that holds for a file's top. */
import {
  type Chunk,
  detailLine,
  type Entry,
  headline,
  valuesOf,
  type ValueStyle,
} from "./diagnostic_entry.ts";
import { times } from "./fold.ts";
import { type Template, templateOf } from "./skeleton.ts";

/** Fewer files than these read better one by one. */
const LEAST_FILES = 3;

/** One row per place, in the order of the first file; in a row one entry per file. */
export interface FileSet {
  readonly paths: readonly string[];
  readonly rows: readonly { readonly entries: readonly Entry[]; readonly template: Template | undefined }[];
}

/** Finds the files whose diagnostics differ from each other's in names and numbers only. */
export function equalFiles(entries: readonly Entry[]): { sets: readonly FileSet[]; rest: readonly Entry[] } {
  const files = Map.groupBy(entries.filter(({ one }) => one.path !== ""), ({ one }) => one.path);
  const alike = Map.groupBy(files.values(), signatureOf);
  const sets: FileSet[] = [];
  const taken = new Set<string>();
  for (const members of alike.values()) {
    const set = members.length < LEAST_FILES ? undefined : setOf(members);
    if (!set) continue;
    sets.push(set);
    for (const path of set.paths) taken.add(path);
  }
  return { sets, rest: entries.filter(({ one }) => !taken.has(one.path)) };
}

function signatureOf(file: readonly Entry[]): string {
  return file.map(({ one, key, count }) => [one.at, one.scope, count, key].join("\0")).join("\n");
}

/** Undefined where the texts of a row cannot be written as one. */
function setOf(members: readonly (readonly Entry[])[]): FileSet | undefined {
  // Their title would have to stand in several places.
  if (members[0]?.some(({ one }) => one.scope !== undefined)) return undefined;
  const rows = members[0]!.map((_, at) => {
    const entries = members.map((file) => file[at]!);
    const equal = entries.every(({ text }) => text === entries[0]?.text);
    return {
      entries,
      equal,
      template: equal ? undefined : templateOf(entries.map(({ skeleton }) => skeleton)),
    };
  });
  if (rows.some(({ equal, template }) => !equal && !template)) return undefined;
  return { paths: members.map(([first]) => first?.one.path ?? ""), rows };
}

/** The files on one line, then each row once, with what the files have in place of its placeholders in their order. */
export function fileSetChunk({ paths, rows }: FileSet, style: ValueStyle): Chunk {
  const lines = [paths.join(", ")];
  for (const { entries, template } of rows) {
    const { one, text, count } = entries[0]!;
    const [message = "", ...details] = (template?.text ?? text).split("\n");
    const head = headline(one, message) + times(count) + valueList(template, style);
    lines.push(
      ` ${one.at}${one.at === "" ? "" : " "}${head}`,
      ...details.map((detail) => `  ${detailLine(detail, one.at)}`),
    );
  }
  return { order: rows[0]!.entries[0]!.order, lines };
}

/** ` (… = one, two, three)`: what each file has in place of the placeholder; empty without one. */
function valueList(template: Template | undefined, style: ValueStyle): string {
  if (!template) return "";
  const values = valuesOf(template, style).map((parts) => parts.join(" "));
  return ` (${template.placeholders.join(" ")} = ${values.join(", ")})`;
}
