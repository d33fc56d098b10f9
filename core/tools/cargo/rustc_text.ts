/** rustc's and clippy's diagnostics as they stand in human text (seen with 1.95), without source frames. */
import { type Diagnostic, OWN_LINE } from "../../text/diagnostic_entry.ts";
import { readSnippet, type Snippet } from "./rustc_snippet.ts";

/** The first line of a diagnostic: `error[E0308]: mismatched types`. */
export const HEADER = /^((?:error|warning)(?:\[[^\]]+\])?): (.*)$/;

// "  --> src/lib.rs:17:18"
const PLACE = /^ *--> (.+?)(?::(\d+:\d+))?$/;
// "note: required by a bound in `f`"
const SUB_HEADER = /^(note|help|warning): (.*)$/;
// "   = note: expected `u8`"
const ATTACHED = /^ *= (note|help|warning): (.*)$/;
// "17 |     let t: u32 = o.total;", "   |            ---   ^^^^^^^ expected `u32`", "22 +     v.len();", "...  |", ":::"
const FRAME = /^ *(?:\d+ *)?\|(?: |$)|^ *\d+ [-+~](?: |$)|^\.\.\.[\s|]*$|^ *::: /;

/** A diagnostic, or a note or help below it. */
interface Section {
  /** `note: …`, `help: …`; empty for the diagnostic itself. */
  title: string;
  path: string;
  at: string;
  readonly frame: string[];
  /** Lines of no known shape: linker output, a resolver's explanation. */
  readonly text: string[];
}

/** Reads one diagnostic; lines that are no frame and no noise all stay. */
export function readDiagnostic(header: string, body: readonly string[]): Diagnostic {
  const [, severity = "", message = header] = HEADER.exec(header) ?? [];
  const [main, ...below] = sectionsOf(body) as [Section, ...Section[]];
  const snippet = readSnippet(main);
  const lint = lintOf(below);
  const notes = below.filter((section) => !isLintNote(section));
  const suggested = notes.some(({ title, at, frame }) =>
    title.startsWith("help") && at === "" && frame.length > 0
  );
  return {
    path: main.path,
    at: main.at,
    severity,
    message: message + primaryText(snippet, { message, suggested }),
    rule: lint === "" ? "" : `[${lint}]`,
    details: [
      ...main.text,
      ...snippet.rest,
      ...labelLines(snippet, main, OWN_LINE),
      ...notes.flatMap((section) => noteLines(section, main)),
    ],
  };
}

function sectionsOf(body: readonly string[]): Section[] {
  const sections = [newSection("")];
  for (const line of body) {
    const current = sections.at(-1)!;
    const title = SUB_HEADER.exec(line) ?? ATTACHED.exec(line);
    const place = PLACE.exec(line);
    if (title) sections.push(newSection(`${title[1]}: ${title[2]}`));
    else if (place && current.path === "") [, current.path = "", current.at = ""] = place;
    else if (FRAME.test(line) && (current.title !== "" || current.at !== "")) current.frame.push(line);
    else if (!/^ *\|?\s*$/.test(line)) current.text.push(current.title === "" ? line : line.trim());
  }
  return sections;
}

function newSection(title: string): Section {
  return { title, path: "", at: "", frame: [], text: [] };
}

/** The text at the carets, which says more than the message: `: expected u32, found f64`. */
function primaryText(
  { labels }: Snippet,
  { message, suggested }: { message: string; suggested: boolean },
): string {
  const primary = labels.filter((label) => label.primary);
  const texts = new Set(primary.map((label) => label.text).filter((text) => text !== ""));
  if (texts.size === 1) return message.endsWith(`${[...texts][0]}`) ? "" : `: ${[...texts][0]}`;
  const [only] = primary;
  // Nothing explains the place: then what is underlined does, unless the message or a replacement shows it.
  const silent = labels.length === 1 && only?.text === "" && !suggested;
  return silent && only.fragment !== "" && !message.includes(only.fragment) ? `: \`${only.fragment}\`` : "";
}

/** @param own stands before labels of the line that `main` is about. */
function labelLines({ labels, edges }: Snippet, main: Section, own: string): string[] {
  const line = main.at.split(":")[0] ?? "";
  const primaries = new Set(
    labels.filter((label) => label.primary && label.text !== "").map(({ text }) => text),
  );
  const ends = edges.filter((edge) => edge.path === main.path && Number(edge.line) > Number(line));
  const end = ends.length === 1 ? ends[0] : undefined;
  const lines = end ? [`to line ${end.line}`] : [];
  for (const label of labels) {
    const elsewhere = label.path !== main.path || label.line !== line;
    const told = label.primary && (label.text === "" || primaries.size === 1);
    if (elsewhere ? told && label === end : told || label.text === "") continue;
    const place = label.path === main.path ? label.line : `${label.path}:${label.line}`;
    const text = label.text === "" || told && primaries.size === 1 ? "" : `: ${label.text}`;
    if (label.fragment === "") lines.push(place + text);
    else lines.push(`${elsewhere ? `${place} ` : own}\`${label.fragment}\`${text}`);
  }
  return lines;
}

function noteLines(section: Section, main: Section): string[] {
  if (NOISE.test(section.title)) return section.text;
  const title = section.title.replace(NIGHTLY_HINT, "");
  if (section.at === "") return [title, ...[...section.text, ...suggestionLines(section.frame)].map(indent)];
  const place = section.path === main.path ? section.at : `${section.path}:${section.at}`;
  const snippet = readSnippet(section);
  const own = `${section.at.split(":")[0]} `;
  return [
    `${title} --> ${place}${primaryText(snippet, { message: title, suggested: true })}`,
    ...[...section.text, ...snippet.rest, ...labelLines(snippet, section, own)].map(indent),
  ];
}

function indent(line: string): string {
  return `  ${line}`;
}

const NIGHTLY_HINT = / \(in Nightly builds, run with -Z macro-backtrace for more info\)$/;
// Links to the documentation of a lint, and how to allow it.
const NOISE =
  /^help: (?:for further information visit https?:\S+|to override `[^`]+` add `#\[(?:allow|expect)\([^`]*\)\]`(?: or `#\[allow\([^`]*\)\]`)?)$/;

// "22 +     v.len();", "21 | fn longest<'a>(…)"
const ROW = /^ *(\d+) ([-+~|]) ?(.*)$/;

interface FrameRow {
  readonly line: string;
  readonly sign: string;
  readonly code: string;
}

/**
 * The replacement: `~` before a line that takes the place of one, `+` before an added one, `-` before one that goes;
 * without such rows all of the frame.
 */
function suggestionLines(frame: readonly string[]): string[] {
  const rows = frame.flatMap((text, at): FrameRow[] => {
    const [, line = "", sign = "", code = ""] = ROW.exec(text) ?? [];
    if (line === "") return [];
    // "40 |     let n: i32 = x.try_into().unwrap();" above "   |  ++++++" is the line as it is to be.
    const isNew = sign === "|" && NEW_TEXT.test(frame[at + 1] ?? "");
    return [{ line, sign: isNew ? "~" : sign, code }];
  });
  const changed = rows.filter(({ sign }) => sign !== "|");
  const shown = changed.length > 0 ? joinReplaced(rows).filter(({ sign }) => sign !== "|") : rows;
  const width = Math.min(...shown.map(({ code }) => code.length - code.trimStart().length));
  const unknown = frame.filter((line) => !ROW.test(line) && !MARKERS.test(line) && line !== "...");
  return [
    ...shown.map(({ line, sign, code }) => `${line} ${sign} ${code.slice(width)}`.trimEnd()),
    ...unknown.map((line) => line.trim()),
  ];
}

/** As many lines that come as lines that go right above them take their places: the old ones need not be told. */
function joinReplaced(rows: readonly FrameRow[]): FrameRow[] {
  const joined: FrameRow[] = [];
  for (let at = 0; at < rows.length;) {
    const come = endOfRun(rows, at, "-");
    const end = endOfRun(rows, come, "+");
    if (come > at && come - at === end - come) {
      joined.push(
        ...rows.slice(come, end).map(({ code }, k) => ({ line: rows[at + k]!.line, sign: "~", code })),
      );
    } else joined.push(...rows.slice(at, Math.max(end, at + 1)));
    at = Math.max(end, at + 1);
  }
  return joined;
}

function endOfRun(rows: readonly FrameRow[], start: number, sign: string): number {
  let end = start;
  while (rows[end]?.sign === sign) end++;
  return end;
}

// "   |               ++++     ++", "   |"
const MARKERS = /^ *\|(?: [-+~^ ]*)?$/;
const NEW_TEXT = /^ *\| +[+~][+~ ]*$/;

const LINT_LEVEL = "note: the lint level is defined here";
const LINT_NAMES = [
  // "`#[warn(unused_variables)]` (part of `#[warn(unused)]`) on by default"
  /^note: `#\[\w+\(([\w:]+)\)\]`.* on by default$/,
  // "`#[deny(unused_variables)]` implied by `#[deny(warnings)]`"
  /^note: `#\[\w+\(([\w:]+)\)\]` implied by `#\[\w+\([\w:]+\)\]`$/,
  // "`-D clippy::needless-return` implied by `-D warnings`", "requested on the command line with `-W x`"
  /^note: `(-[A-Z] [\w:-]+)` implied by `-[A-Z] [\w:-]+`$/,
  /^note: requested on the command line with `(-[A-Z] [\w:-]+)`$/,
];

function lintOf(sections: readonly Section[]): string {
  const names = sections.map(({ title }) =>
    LINT_NAMES.map((name) => name.exec(title)?.[1]).find(Boolean) ?? ""
  );
  const level = sections.find(({ title }) => title === LINT_LEVEL);
  const underlined = level && readSnippet(level).labels[0]?.fragment;
  const name = names.find((one) => one !== "") ?? underlined ?? "";
  return level ? `${name} --> ${level.path}:${level.at}` : name;
}

function isLintNote({ title }: Section): boolean {
  return title === LINT_LEVEL || LINT_NAMES.some((name) => name.test(title));
}
