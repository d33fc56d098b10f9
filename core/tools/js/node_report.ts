/** What both reporters of `node --test` tell, and how their error texts are read. */
import { type Block, type Failure, narrowTable, splitBody, withoutBlanks } from "../../text/test_report.ts";

export interface NodeReport {
  readonly failures: readonly Failure[];
  /** Tests marked as to do that failed: they fail no run. */
  readonly todos: readonly Failure[];
  readonly blocks: readonly Block[];
  /** `tests`, `pass`, `fail`, … with their numbers. */
  readonly summary: ReadonlyMap<string, string>;
}

/** A report of lines that no reporter wrote. */
export function nodeReport(lines: readonly string[]): NodeReport {
  const blocks = withoutBlanks(lines).map((line): Block => ({ lines: [line], wanted: true }));
  return { failures: [], todos: [], blocks, summary: new Map() };
}

// "at TestContext.<anonymous> (a.test.mjs:5:29)", "at async Promise.all (index 0)"
const PLACE = /^\s*at .+/;
const INTERNAL_FRAME = /^\s*at .*(?:node:internal|\(node:)/;
// What an error leaves out of its own stack, as its cause has the same frames.
const SHARED_FRAMES = /^\s*\.\.\. \d+ lines matching cause stack trace \.\.\.$/;

/** A frame of node's own code. */
export function isInternalFrame(line: string): boolean {
  return INTERNAL_FRAME.test(line);
}

/** Message and places of an error's lines. */
export function errorBody(lines: readonly string[]): Pick<Failure, "message" | "places"> {
  const told = withoutBlanks(lines).filter((line) => !SHARED_FRAMES.test(line));
  const body = splitBody(told, (line) => PLACE.test(line));
  return { message: body.message, places: body.places.map((place) => place.replace(/ \{$/, "")) };
}

const MESSAGE_HAS_BOTH = /!==|^\s*\+ actual - expected|falsy value|identical but/;

/** Whether an assertion's text shows both values, so that they need not be told again. */
export function showsBothValues(message: readonly string[]): boolean {
  return message.some((line) => MESSAGE_HAS_BOTH.test(line));
}

// "start of coverage report", "end of coverage report"
const COVERAGE = /^(start|end) of coverage report$/;

/** Lines that a reporter marked as diagnostics; a coverage table loses its padding. */
export function diagnosticBlocks(texts: readonly string[]): Block[] {
  const start = texts.findIndex((text) => COVERAGE.exec(text)?.[1] === "start");
  const end = texts.findIndex((text) => COVERAGE.exec(text)?.[1] === "end");
  if (start < 0 || end < start) return texts.map((text) => ({ lines: [text], wanted: false }));
  return [
    ...diagnosticBlocks(texts.slice(0, start)),
    { lines: narrowTable(texts.slice(start + 1, end)), wanted: true },
    ...diagnosticBlocks(texts.slice(end + 1)),
  ];
}
