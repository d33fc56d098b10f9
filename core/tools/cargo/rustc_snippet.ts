/** The source frame of a rustc diagnostic: what its underlines and labels say, without the source. */

/** An underlined piece of source. */
export interface Label {
  readonly path: string;
  /** The line number. */
  readonly line: string;
  /** The underlined text; empty where it spans lines or cannot be told. */
  readonly fragment: string;
  text: string;
  /** Underlined with carets. */
  readonly primary: boolean;
  /** The begin or the end of an underlined piece of several lines. */
  readonly spansLines: boolean;
}

export interface Snippet {
  readonly labels: readonly Label[];
  /** Where underlined pieces of several lines begin and end that have carets. */
  readonly edges: readonly Label[];
  /** Rows of no known shape. */
  readonly rest: readonly string[];
}

// "  ::: src/other.rs:3:1"
const OTHER_FILE = /^ *::: (.+?)(?::\d+:\d+)?$/;
// "17 |     let t: u32 = o.total;"
const SOURCE = /^ *(\d+) *\|(?: (.*))?$/;
// "   |            ---   ^^^^^^^ expected `u32`, found `f64`"
const ANNOTATION = /^ *\|(?: (.*))?$/;

/** No terminal shows a longer one, and labels are looked for step by step. */
const MAX_ROW = 2000;
// "   |", "...", "...  |" within a span of several lines
const EMPTY_ROW = /^ *\|[\s|]*$|^\.\.\.[\s|]*$/;

/** An underline run of one source line, by column. */
interface Underline {
  readonly column: number;
  readonly label: Label;
}

/** Reads the frame of a section that has a place. */
export function readSnippet({ path, frame }: { path: string; frame: readonly string[] }): Snippet {
  const labels: Label[] = [];
  const rest: string[] = [];
  let file = path;
  let source = { line: "", text: "" };
  let underlines: Underline[] = [];
  for (const row of frame) {
    const code = SOURCE.exec(row);
    if (code) {
      source = { line: code[1] ?? "", text: code[2] ?? "" };
      underlines = [];
      continue;
    }
    const other = OTHER_FILE.exec(row)?.[1];
    if (other !== undefined) file = other;
    const note = ANNOTATION.exec(row)?.[1] ?? "";
    if (note === "" || note.length > MAX_ROW || source.line === "") {
      if (other === undefined && !EMPTY_ROW.test(row)) rest.push(row.trim());
      continue;
    }
    const found = underlinesOf(note, { ...source, path: file });
    if (found.length > 0) underlines.push(...found);
    else labels.push(...hangingLabel(note, underlines, { ...source, path: file }));
    labels.push(...found.map(({ label }) => label));
  }
  return {
    labels: labels.filter((label) => !label.spansLines || label.text !== ""),
    edges: labels.filter((label) => label.spansLines && label.primary),
    rest,
  };
}

interface SourceLine {
  readonly path: string;
  readonly line: string;
  readonly text: string;
}

// What stands between underlines; `_` leads to the end of a span of several lines.
const GAP = /[\s|_/\\]*/y;
// A label reaches to the next underline, which stands at a distance: `----- field in this struct      ^^^^`.
const LABEL = /.+?(?=\s{2,}[-^]+(?:\s|$)|\s(?:\^+|-{2,})$|$)/y;

/** Runs of `^` and `-` of an annotation row; the text behind one is its label. */
function underlinesOf(note: string, { path, line, text }: SourceLine): Underline[] {
  const found: Underline[] = [];
  let at = 0;
  while (at < note.length) {
    const before = matchAt(GAP, note, at);
    at += before.length;
    const mark = note[at];
    if (mark !== "^" && mark !== "-") {
      const label = matchAt(LABEL, note, at);
      const last = found.at(-1);
      if (!last || label === "") return found;
      last.label.text = label.trim();
      at += label.length;
      continue;
    }
    const column = at;
    while (note[at] === mark) at++;
    const spansLines = before.endsWith("_");
    const fragment = spansLines ? "" : fragmentOf(text, column, at);
    found.push({ column, label: { path, line, fragment, text: "", primary: mark === "^", spansLines } });
  }
  return found;
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
}

/** Longer pieces of source are no names any more. */
const MAX_FRAGMENT = 60;

function fragmentOf(source: string, start: number, end: number): string {
  // Wide characters shift the columns of the frame.
  if (/[^\x20-\x7e]/.test(source.slice(0, end))) return "";
  const fragment = source.slice(start, end).trim();
  return fragment.length > MAX_FRAGMENT ? "" : fragment;
}

/** A row that says what an underline above it means: `|     |`, `|     value moved here`. */
function hangingLabel(note: string, underlines: readonly Underline[], source: SourceLine): Label[] {
  const connectors = /^[\s|_/\\]*/.exec(note)?.[0] ?? "";
  const text = note.slice(connectors.length).trim();
  if (text === "") return [];
  const owner = underlines.find(({ column, label }) => column === connectors.length && label.text === "");
  if (owner) {
    owner.label.text = text;
    return [];
  }
  return [{ path: source.path, line: source.line, fragment: "", text, primary: false, spansLines: false }];
}
