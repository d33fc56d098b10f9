/** Texts that differ only in quoted names or numbers: what they share, and what each of them has in its place. */

/** `parts[i]` stands before `holes[i]`; one part more than holes. */
export interface Skeleton {
  readonly parts: readonly string[];
  readonly holes: readonly string[];
}

/** Stands where texts of a kind differ. Braces and the like are a tool's own in types and formats. */
const PLACEHOLDER = "…";

/** A text with `…` (or `…1`, `…2`) where its kind varies, and the values of each member in that order. */
export interface Template {
  readonly text: string;
  /** The placeholders of the text in the order of the values. */
  readonly placeholders: readonly string[];
  readonly values: readonly (readonly string[])[];
  /** The same values with the quotes that stand around them in the text. */
  readonly quoted: readonly (readonly string[])[];
}

// `a`, ‘a’, “a”, "a", 'a' (no apostrophe inside a word), 12, 1.2.3, 12:5; not the digits of E0308 or u32.
const HOLE =
  /`[^`\n]+`|‘[^’\n]+’|“[^”\n]+”|"[^"\n]+"|(?<!\w)'[^'\n]+'(?!\w)|(?<![\w.])\d+(?:[.:]\d+)*(?![\w.]*\w)/g;

/** Cuts a text at its quoted fragments (the quotes stay in the parts) and its numbers. */
export function skeletonOf(text: string): Skeleton {
  const parts: string[] = [];
  const holes: string[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(HOLE)) {
    const quote = /^\d/.test(found) ? 0 : 1;
    parts.push(text.slice(end, index + quote));
    holes.push(found.slice(quote, found.length - quote));
    end = index + found.length - quote;
  }
  parts.push(text.slice(end));
  return { parts, holes };
}

/**
 * The common text of skeletons with equal parts. What is equal everywhere is filled in; a hole that always holds an
 * earlier one with the same text around it (`x` and `_x`) is written with that one's placeholder.
 * @returns undefined when nothing varies, or when the filled-in text holds what looks like a placeholder.
 */
export function templateOf(members: readonly Skeleton[]): Template | undefined {
  const first = members[0];
  if (!first) return undefined;
  const varying = first.holes.map((_, at) => at).filter((at) => !isConstant(members, at));
  const derived = new Map<number, Derived>();
  const independent: number[] = [];
  for (const at of varying) {
    const source = independent.map((from) => derivation(members, from, at)).find((found) => found);
    if (source) derived.set(at, source);
    else independent.push(at);
  }
  const placeholders = independent.length === 1
    ? [PLACEHOLDER]
    : independent.map((_, at) => `${PLACEHOLDER}${at + 1}`);
  const placeholder = (at: number): string => placeholders[independent.indexOf(at)] ?? "";
  const textWith = (shown: (at: number) => string): string =>
    fill(first, (at) => {
      const from = derived.get(at);
      if (from) return from.before + shown(from.from) + from.after;
      return independent.includes(at) ? shown(at) : undefined;
    });
  if (independent.length === 0 || textWith(() => "").includes(PLACEHOLDER)) return undefined;
  const read = (value: (member: Skeleton, at: number) => string): string[][] =>
    members.map((member) => independent.map((at) => value(member, at)));
  const text = textWith(placeholder);
  return { text, placeholders, values: read(({ holes }, at) => holes[at] ?? ""), quoted: read(quotedHole) };
}

function quotedHole({ parts, holes }: Skeleton, at: number): string {
  const [opening = ""] = /[`‘“"']$/.exec(parts[at] ?? "") ?? [];
  const [closing = ""] = /^[`’”"']/.exec(parts[at + 1] ?? "") ?? [];
  const hole = holes[at] ?? "";
  return opening !== "" && closing !== "" ? opening + hole + closing : hole;
}

interface Derived {
  readonly from: number;
  readonly before: string;
  readonly after: string;
}

function fill({ parts, holes }: Skeleton, instead: (at: number) => string | undefined): string {
  return parts.map((part, at) => at === 0 ? part : (instead(at - 1) ?? holes[at - 1] ?? "") + part).join("");
}

function isConstant(members: readonly Skeleton[], at: number): boolean {
  return members.every(({ holes }) => holes[at] === members[0]?.holes[at]);
}

function derivation(members: readonly Skeleton[], from: number, at: number): Derived | undefined {
  const source = members[0]?.holes[from] ?? "";
  const target = members[0]?.holes[at] ?? "";
  const start = target.indexOf(source);
  // Digits occur inside of other numbers by chance.
  if (start < 0 || (/^\d*$/.test(source) && target !== source)) return undefined;
  const found: Derived = { from, before: target.slice(0, start), after: target.slice(start + source.length) };
  const holds = members.every(({ holes }) => holes[at] === found.before + holes[from] + found.after);
  return holds ? found : undefined;
}
