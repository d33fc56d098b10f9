/** The spec reporter of `node --test`: on a terminal, and in a pipe from node 23 on. */
import { type Block, dedent, type Failure } from "../../text/test_report.ts";
import {
  diagnosticBlocks,
  errorBody,
  isInternalFrame,
  type NodeReport,
  showsBothValues,
} from "./node_report.ts";

// "  ✖ deep (16.28259ms)"; what follows `#` is of its name
const FAILED_ROW = /^( *)(✖) (.*?)(?: \(\d+(?:\.\d+)?ms\))?$/u;
// "▶ cart", "  ﹣ skip me (0.3646ms) # why", "⚠ todo failing (0.59ms) # later"
const ROW = /^( *)([▶✔✖﹣⚠]) (.*?)(?: \(\d+(?:\.\d+)?ms\))?( # .*)?$/u;
const TODO = "⚠";
const SUMMARY = /^ℹ (tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) (\d\S*)$/;
const INFO = /^ℹ (.*)$/;
const FAILING = "✖ failing tests:";
// "test at a.test.mjs:5:3"
const AT = /^test at (.+:\d+:\d+)$/;

interface Row {
  readonly indent: number;
  readonly mark: string;
  readonly name: string;
  /** " # later" */
  readonly note: string;
}

function rowOf(line: string): Row | undefined {
  const [, indent = "", mark, name = "", note = ""] = FAILED_ROW.exec(line) ?? ROW.exec(line) ?? [];
  return mark === undefined ? undefined : { indent: indent.length, mark, name, note };
}

interface State {
  readonly failures: Failure[];
  readonly todos: Failure[];
  readonly blocks: Block[];
  readonly summary: Map<string, string>;
  /** Names of the open suites, by depth. */
  readonly path: string[];
  /** Where each failing name stood in the tree, in order. */
  readonly paths: Map<string, string[][]>;
  /** Lines of the list of failures at the end, without indentation. */
  readonly listed: ReadonlySet<string>;
  readonly info: string[];
}

/** Reads a report of the spec reporter; the list at its end has the errors that stand in the tree as well. */
export function parseSpec(lines: readonly string[]): NodeReport {
  const list = lines.indexOf(FAILING);
  const end = list < 0 ? lines.length : list;
  const listed = new Set(lines.slice(end).map((line) => line.trim()));
  const lists = { paths: new Map(), listed, info: [] };
  const state: State = { failures: [], todos: [], blocks: [], summary: new Map(), path: [], ...lists };
  for (let at = 0; at < end;) at = readTree(lines, at, state);
  state.blocks.push(...diagnosticBlocks(state.info));
  if (list >= 0) readList(lines.slice(list + 1), state);
  return state;
}

function readTree(lines: readonly string[], at: number, state: State): number {
  const line = lines[at]!;
  const row = rowOf(line);
  if (row) {
    const { indent, mark, name } = row;
    const depth = indent / 2;
    if (mark === "▶") state.path.splice(depth, Infinity, name);
    if (mark !== "✖" && mark !== TODO) return at + 1;
    const path = [...state.path.slice(0, depth), name];
    const known = state.paths.get(name);
    if (known) known.push(path);
    else state.paths.set(name, [path]);
    return endOfRepeated(lines, at + 1, { indent, listed: state.listed });
  }
  const [, label, number] = SUMMARY.exec(line) ?? [];
  const info = INFO.exec(line)?.[1];
  if (label !== undefined && number !== undefined) state.summary.set(label, number);
  else if (info !== undefined) state.info.push(info);
  else if (line.trim() !== "" && !isInternalFrame(line)) state.blocks.push({ lines: [line], wanted: false });
  return at + 1;
}

/** The error below a row of the tree comes again in the list; that of a suite stands behind a blank line. */
function endOfRepeated(
  lines: readonly string[],
  start: number,
  { indent, listed }: { indent: number; listed: ReadonlySet<string> },
): number {
  const first = lines[start] === "" ? start + 1 : start;
  const end = endOfError(lines, first, indent);
  return end > first && listed.has(lines[first]!.trim()) ? end : start;
}

/** The end of an error that is indented below its row. */
function endOfError(lines: readonly string[], start: number, indent: number): number {
  const pad = " ".repeat(indent + 2);
  let end = start;
  while (end < lines.length && lines[end]!.startsWith(pad) && !ROW.test(lines[end]!)) end++;
  return end;
}

function readList(lines: readonly string[], state: State): void {
  let open: string | undefined;
  const keepOpen = (): void => {
    if (open !== undefined) state.blocks.push({ lines: [open], wanted: true });
    open = undefined;
  };
  for (let at = 0; at < lines.length;) {
    const line = lines[at]!;
    const row = rowOf(line);
    if (row) {
      const end = endOfError(lines, at + 1, 0);
      const place = AT.exec(open ?? "")?.[1];
      const failure = failureOf(state, row, { place, lines: lines.slice(at + 1, end) });
      (row.mark === TODO ? state.todos : state.failures).push(failure);
      open = undefined;
      at = end;
      continue;
    }
    if (line.trim() !== "") {
      // A place whose test does not follow: the text broke off.
      keepOpen();
      if (AT.test(line)) open = line;
      else state.blocks.push({ lines: [line], wanted: true });
    }
    at++;
  }
  keepOpen();
}

// "{ generatedMessage: true, code: 'ERR_ASSERTION', actual: 1, expected: 2, operator: 'strictEqual' }", a line each
const PROPERTIES = /^(?:generatedMessage: (?:true|false)|code: 'ERR_ASSERTION'|operator: '\w+'),?$|^\}$/;

function failureOf(
  state: State,
  { mark, name, note }: Row,
  { place, lines }: { place: string | undefined; lines: readonly string[] },
): Failure {
  const path = state.paths.get(name)?.shift() ?? [name];
  const told = dedent(lines);
  const start = told.findIndex((line) => /^\s+at .* \{$/.test(line));
  const properties = told.slice(start + 1).filter((line) => !PROPERTIES.test(line.trim()));
  const error = start < 0 ? told : told.slice(0, start + 1);
  const extra = start < 0 || (showsBothValues(error) && isValues(told.slice(start + 1))) ? [] : properties;
  const { message, places } = errorBody([...error, ...extra]);
  // Where the test is declared is no frame: it keeps its words.
  const isFrame = place === undefined || places.some((one) => one.endsWith(`/${place})`));
  const all = isFrame ? places : [`test at ${place}`, ...places];
  return { section: "", title: `${mark} ${path.join(" > ")}${note}`, message, places: all };
}

/** Whether the properties of an error are those of an assertion alone. */
function isValues(lines: readonly string[]): boolean {
  const names = lines.flatMap((line) => /^ {2}(\w+|\[cause\]):/.exec(line)?.[1] ?? []);
  const known = ["generatedMessage", "code", "actual", "expected", "operator", "diff"];
  return names.every((name) => known.includes(name));
}
