/** Diagnostics and the parts that they are drawn from. */
import { type Skeleton, skeletonOf, type Template } from "./skeleton.ts";

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
  /** What the tool says of its place above it and the ones that follow: `In function ‘main’`. */
  readonly scope?: string;
}

/** Begins a detail that is about the line of its own diagnostic. Folded ones have several, and it is left out. */
export const OWN_LINE = "\0";

/** A detail of a diagnostic at `12:5`: ``12 `o`: moved here``; of several ones: `` `o`: moved here``. */
export function detailLine(detail: string, at: string): string {
  if (!detail.startsWith(OWN_LINE)) return detail;
  const line = at.split(":")[0] ?? "";
  return `${line}${line === "" ? "" : " "}${detail.slice(OWN_LINE.length)}`;
}

/** Lines that stand together, sorted by the first diagnostic in them. */
export interface Chunk {
  readonly order: number;
  readonly lines: readonly string[];
  /** The diagnostics where they are all of one file and nothing is folded. */
  readonly file?: readonly Entry[];
}

/** A diagnostic and how often it was printed word for word. */
export interface Entry {
  readonly one: Diagnostic;
  readonly order: number;
  readonly skeleton: Skeleton;
  /** Equal for diagnostics that differ only in places and holes. */
  readonly key: string;
  readonly text: string;
  count: number;
}

/** Diagnostics that differ in something, with how often each of them came. */
export function uniqueEntries(diagnostics: readonly Diagnostic[]): Entry[] {
  const known = new Map<string, Entry>();
  for (const [order, one] of diagnostics.entries()) {
    const text = [one.message, ...one.details].join("\n");
    const identity = [one.path, one.at, one.severity, one.rule, one.scope, text].join("\0");
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

/** The size of lines with their ends. */
export function lengthOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 1, 0);
}

/** `error: message [rule]`; a rule without brackets stands apart from the words before it: `error: message  rule`. */
export function headline({ severity, rule }: Diagnostic, message: string): string {
  const gap = rule === "" ? "" : /^[[(]/.test(rule) ? " " : "  ";
  return `${severity === "" ? "" : `${severity}: `}${message}${gap}${rule}`;
}

/** Above or before the places in one file: `main.c`, `main.c: In function ‘main’`. */
export function titleOf({ path, scope }: Diagnostic): string {
  return scope === undefined ? path : `${path}: ${scope}`;
}

/** How the values of a folded message are drawn: bare, or in the quotes that the tool puts around names. */
export type ValueStyle = "bare" | "quoted";

/** What each member has in place of the placeholders. */
export function valuesOf(template: Template | undefined, style: ValueStyle): readonly (readonly string[])[] {
  if (!template) return [];
  return style === "quoted" ? template.quoted : template.values.map((values) => values.map(shownValue));
}

/** Values with blanks or commas get quotes again, so that the list stays unambiguous. */
function shownValue(value: string): string {
  if (!/[,\s]/.test(value)) return value;
  const quote = ["`", '"', "'"].find((one) => !value.includes(one)) ?? "`";
  return quote + value + quote;
}
