/** One failure of pytest: its frames with their code, its `E` lines, what it printed. Seen with pytest 7.2 and 9. */
import { CARETS, compactTracebacks, frameLine, isToolFrame } from "../../text/python_traceback.ts";

// "_ _ _ _ _ _" between frames
const FRAME_SEPARATOR = /^(?:_ )+_?$/;
// "shop.py:7: ValueError", "tests/test_shop.py:16: ", "shop.py:7: in parse", "<frozen importlib._bootstrap>:690: in x"
const LOCATION = /^((?:[A-Za-z]:\\)?[^\s:][^:]*|<[^>]+>):(\d+): ?(?:in (.+)|([A-Za-z_][\w.]*))?$/;
// "--- Captured stdout call ---"
export const CAPTURED = /^-+ (Captured .+?) -+$/;
// "E       assert 2 == 3"
const EXCEPTION = /^E(?: {3}|$)(.*)$/;
// "line = 'A1;3', other = None" above a function's source; "line       = 'A1;3'" below it with --showlocals, which
// indents it in the short style
const VALUE = /^(?: {8})?([A-Za-z_]\w*) {0,9} = /;
// "    def parse(line):", "    async def load(self):"
const FUNCTION = /^ {4}(?:async )?def (\w+)\(/;
// ">       available fixtures: cache, db", below "E       fixture 'dbb' not found"
const FIXTURES = /^> {3}( +available fixtures: .+)$/;
const NOISE =
  /^> +use 'pytest --fixtures |^\[gw\d+\] \w+ -- Python |^Hint: make sure your test modules\/packages have valid Python names\.$|^Traceback:$|^self = <[\w.]+ object at 0x[0-9a-f]+>$|^$/;

/** A line of a compacted failure; frames are what failures of one kind share. */
export interface BlockLine {
  readonly text: string;
  readonly isFrame: boolean;
}

interface Frame {
  readonly place: string;
  readonly scope: string | undefined;
  readonly isTool: boolean;
}

interface State {
  readonly title: string;
  readonly lines: BlockLine[];
  /** Lines since the last structural one that may be source above the `>` line. */
  pending: string[];
  /** The `>` line and what follows of its statement. */
  code: string[];
  /** Columns before the code in the `>` line. */
  indent: number;
  /** The function of the `>` line. */
  scope: string | undefined;
  /** Arguments and locals of the frame whose place is yet to come. */
  values: string[];
  /** Whether the line before belongs to them. */
  isValue: boolean;
  /** Whether the place and the code of the frame are told, as in the short style, where values come last. */
  hasShortCode: boolean;
  exceptions: string[];
  /** The frame to which indented code lines belong (`--tb=short`). */
  frame: Frame | undefined;
}

/**
 * Compacts the lines below a failure's title: each frame is `path:line in function: code` with its values below it, then
 * the exception as pytest shows it; source above the failing line goes, captured output and what is not understood stays.
 * @param title names the test; its function is not named again.
 */
export function compactBlock(block: readonly string[], title: string): BlockLine[] {
  const captured = block.findIndex((line) => CAPTURED.test(line));
  const end = captured < 0 ? block.length : captured;
  return [...compactFrames(block.slice(0, end), title), ...capturedLines(block.slice(end)).map(plain)];
}

function plain(text: string): BlockLine {
  return { text, isFrame: false };
}

function frame(text: string): BlockLine {
  return { text, isFrame: true };
}

function compactFrames(block: readonly string[], title: string): BlockLine[] {
  // --tb=native
  if (block.includes("Traceback (most recent call last):")) {
    return compactTracebacks(block.filter((line) => !NOISE.test(line))).map(plain);
  }
  const state: State = {
    title,
    lines: [],
    pending: [],
    code: [],
    indent: 0,
    scope: undefined,
    values: [],
    isValue: false,
    hasShortCode: false,
    exceptions: [],
    frame: undefined,
  };
  for (const line of block) readLine(state, line);
  flush(state);
  return state.lines;
}

function readLine(state: State, line: string): void {
  const exception = EXCEPTION.exec(line);
  const location = LOCATION.exec(line);
  const fixtures = FIXTURES.exec(line);
  if (fixtures) state.exceptions.push(fixtures[1] ?? "");
  else if (exception) {
    // Frames of the tool may end in its own code, which is not the exception's.
    if (state.frame?.isTool) state.frame = undefined;
    state.exceptions.push(exception[1] ?? "");
  } else if (FRAME_SEPARATOR.test(line)) flush(state);
  else if (location) readLocation(state, location);
  else if (/^> /.test(line) && !NOISE.test(line)) {
    // What stands above it is the source of the same function.
    const header = state.pending.map((one) => FUNCTION.exec(one)?.[1]).find((name) => name !== undefined);
    state.scope = header;
    state.pending = [];
    state.code = [line.slice(1).trim()];
    state.indent = line.length - line.slice(1).trimStart().length;
  } else if (CARETS.test(line)) return;
  else if (isValue(state, line)) return readValue(state, line);
  else if (/^\s/.test(line) || line === "") readIndented(state, line);
  else if (!NOISE.test(line)) {
    flush(state);
    state.lines.push(plain(line));
  }
  state.isValue = false;
}

/** Whether a line is a value, or goes on with the one above it, whose text has several lines. */
function isValue(state: State, line: string): boolean {
  if (state.isValue) return line !== "";
  const place = state.hasShortCode ? /^ {8}\S/ : /^\S/;
  return place.test(line) && VALUE.test(line) && !NOISE.test(line);
}

function readValue(state: State, line: string): void {
  state.isValue = true;
  state.values.push(` ${line.replace(VALUE, "$1 = ")}`);
}

function readIndented(state: State, line: string): void {
  if (state.frame) {
    if (state.frame.isTool || line === "") return;
    const { place, scope } = state.frame;
    state.frame = undefined;
    state.hasShortCode = true;
    state.lines.push(frame(frameLine(place, scope, line.trim())));
  } else if (state.code.length > 0 && state.exceptions.length === 0) {
    const indent = Math.min(state.indent, line.length - line.trimStart().length);
    if (line !== "") state.code.push(line.slice(indent));
  } else state.pending.push(line);
}

/** In the long style the place follows code and exception; in the short one (`in parse`) it stands above its code. */
function readLocation(state: State, location: RegExpExecArray): void {
  const [, path = "", number = "", scope, error] = location;
  const place = `${path}:${number}`;
  if (scope !== undefined) {
    flush(state);
    state.frame = { place, scope: shownScope(state, scope), isTool: isToolFrame(path) };
    return;
  }
  const [first, ...rest] = state.code;
  const named = state.exceptions.some((line) => line.trim() !== "");
  if (first !== undefined) {
    const code = frameLine(place, shownScope(state, state.scope), first);
    state.lines.push(...[code, ...rest].map(frame));
  } else {
    keepPending(state);
    state.lines.push(frame(named || error === undefined ? place : `${place}: ${error}`));
  }
  state.code = [];
  flush(state);
}

/** The title names the test: "TestReport.test_lines", "ERROR at setup of test_uses_conn", "test_parse[b,2-3]". */
function shownScope({ title }: State, scope: string | undefined): string | undefined {
  return title.replace(/\[.*$/, "").split(/[. ]/).at(-1) === scope ? undefined : scope;
}

/** Ends what is open: code without a place, the exception, lines that turned out not to be source. */
function flush(state: State): void {
  keepPending(state);
  const open = state.frame;
  if (open && !open.isTool) state.lines.push(frame(frameLine(open.place, open.scope, "")));
  state.lines.push(
    ...state.code.map(frame),
    ...[...state.values, ...exceptionLines(state.exceptions)].map(plain),
  );
  state.frame = undefined;
  state.scope = undefined;
  state.hasShortCode = false;
  state.code = [];
  state.values = [];
  state.exceptions = [];
}

function keepPending(state: State): void {
  for (const line of state.pending) if (line.trim() !== "") state.lines.push(plain(line));
  state.pending = [];
}

/** The exception without its common indentation; that of a diff within it stays. */
function exceptionLines(exceptions: readonly string[]): string[] {
  const texts = exceptions.filter((line) => line.trim() !== "" && line.trim() !== "Use -v to get more diff");
  const indent = texts.reduce(
    (least, line) => Math.min(least, line.length - line.trimStart().length),
    Infinity,
  );
  return texts.map((line) =>
    `E ${
      // An assertion that fails says so itself.
      line.slice(indent).replace(/^AssertionError: (?=assert )/, "").replace(
        /, use -vv? to (?:show|get .+)$/,
        "",
      )}`
  );
}

/** Captured output stays as it is, but for empty lines; its titles are `stdout:`, `log setup:`. */
function capturedLines(lines: readonly string[]): string[] {
  return lines.filter((line) => line.trim() !== "").map((line) => {
    const title = CAPTURED.exec(line)?.[1];
    return title === undefined ? line : `${title.replace(/^Captured (\w+)(?: call)?/, "$1")}:`;
  });
}
