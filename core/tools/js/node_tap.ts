/** TAP 13 as `node --test` writes it into a pipe up to node 22. */
import type { Block, Failure } from "../../text/test_report.ts";
import {
  diagnosticBlocks,
  errorBody,
  isInternalFrame,
  type NodeReport,
  showsBothValues,
} from "./node_report.ts";

interface State {
  readonly failures: Failure[];
  readonly todos: Failure[];
  readonly blocks: Block[];
  readonly summary: Map<string, string>;
  /** Names of the open subtests, by depth. */
  readonly path: string[];
  /** Diagnostics since the last other line: `# …`. */
  comments: string[];
}

// "    # Subtest: deep"
const SUBTEST = /^( *)# Subtest: (.*)$/;
// "    not ok 2 - deep", "ok 4 - skip me # SKIP why"
const POINT = /^( *)(ok|not ok) \d+ - (.*)$/;
const SUMMARY = /^# (tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) (\d\S*)$/;
const NOISE = /^TAP version \d+$|^ *1\.\.\d+$/;

/** Reads a TAP report. */
export function parseTap(lines: readonly string[]): NodeReport {
  const state: State = { failures: [], todos: [], blocks: [], summary: new Map(), path: [], comments: [] };
  for (let at = 0; at < lines.length;) at = readLine(lines, at, state);
  flush(state);
  return state;
}

function readLine(lines: readonly string[], at: number, state: State): number {
  const line = lines[at]!;
  const [, indent = "", name] = SUBTEST.exec(line) ?? [];
  if (name !== undefined) {
    flush(state);
    state.path.splice(indent.length / 4, Infinity, unescape(name));
    return at + 1;
  }
  const point = POINT.exec(line);
  if (point) return readPoint(lines, at, { state, point });
  const [, label, number] = SUMMARY.exec(line) ?? [];
  if (label !== undefined && number !== undefined) state.summary.set(label, number);
  else if (/^ *# /.test(line)) state.comments.push(unescape(line.replace(/^ *# /, "")));
  else if (!NOISE.test(line) && line.trim() !== "" && line.trim() !== "#") {
    flush(state);
    state.blocks.push({ lines: [line], wanted: true });
  }
  return at + 1;
}

function unescape(text: string): string {
  return text.replaceAll(/\\([#\\])/g, "$1");
}

function flush(state: State): void {
  const texts = state.comments.filter((text) => !isInternalFrame(text));
  state.blocks.push(...diagnosticBlocks(texts));
  state.comments = [];
}

function readPoint(
  lines: readonly string[],
  at: number,
  { state, point }: { state: State; point: RegExpExecArray },
): number {
  const [, indent = "", verdict, words = ""] = point;
  flush(state);
  const { end, yaml, foreign } = readYaml(lines, at + 1, indent.length + 2);
  state.blocks.push(...foreign.map((line) => ({ lines: [line], wanted: true })));
  const isTodo = /(?<!\\)# TODO\b/i.test(words);
  if (verdict === "not ok" && yaml.get("failureType")?.[0] !== "'subtestsFailed'") {
    const path = [...state.path.slice(0, indent.length / 4), unescape(words)];
    (isTodo ? state.todos : state.failures).push(failureOf(path, yaml));
  }
  return end;
}

interface Yaml {
  /** Index after the block. */
  readonly end: number;
  /** The lines of each key, the value of the key's own line first. */
  readonly yaml: ReadonlyMap<string, readonly string[]>;
  /** Lines in between that others wrote. */
  readonly foreign: readonly string[];
}

/** The diagnostic block of a test point, between `---` and `...`. */
function readYaml(lines: readonly string[], start: number, indent: number): Yaml {
  const pad = " ".repeat(indent);
  const yaml = new Map<string, string[]>();
  const foreign: string[] = [];
  if (lines[start] !== `${pad}---`) return { end: start, yaml, foreign };
  let key = "";
  for (let at = start + 1; at < lines.length; at++) {
    const line = lines[at]!;
    if (line === `${pad}...`) return { end: at + 1, yaml, foreign };
    const [, name, value] = /^([A-Za-z_]+):(?: (.*))?$/.exec(line.slice(indent)) ?? [];
    if (!line.startsWith(pad)) {
      if (line.trim() !== "") foreign.push(line);
    } else if (name !== undefined) {
      key = name;
      yaml.set(key, value === undefined ? [] : [value]);
    } else yaml.get(key)?.push(line.slice(indent + 2));
  }
  return { end: lines.length, yaml, foreign };
}

function failureOf(path: readonly string[], yaml: ReadonlyMap<string, readonly string[]>): Failure {
  const text = (key: string): readonly string[] => {
    const [first, ...rest] = yaml.get(key) ?? [];
    return first === undefined ? [] : first === "|-" ? rest : [unquote(first), ...rest];
  };
  const name = text("name")[0];
  const [first = "", ...more] = text("error");
  const message = [name === undefined ? first : `${name}: ${first}`, ...more];
  const values = showsBothValues(message) || text("expected").length === 0
    ? []
    : [...valueLines("expected", text("expected")), ...valueLines("actual", text("actual"))];
  const stack = text("stack").map((place) => `at ${place}`);
  // How the process of a test file ended, where it crashed: "exitCode: 3", "signal: 'SIGSEGV'"; "~" is none.
  const ends = ["exitCode", "signal"].flatMap((key) => {
    const [value = "~"] = yaml.get(key) ?? [];
    return value === "~" ? [] : [`${key}: ${value}`];
  });
  const { message: told, places } = errorBody([...message, ...ends, ...values, ...stack]);
  // Where the test is declared is no frame: it keeps its key.
  const location = text("location").slice(0, 1).map((place) => `location: ${place}`);
  const title = `not ok ${path.join(" > ")}`;
  return { section: "", title, message: told, places: [...location, ...places] };
}

function valueLines(label: string, lines: readonly string[]): string[] {
  return lines.length === 1 ? [`${label}: ${lines[0]}`] : [`${label}:`, ...lines.map((line) => `  ${line}`)];
}

// YAML's single quotes: 'it''s'
function unquote(value: string): string {
  return /^'.*'$/.test(value) ? value.slice(1, -1).replaceAll("''", "'") : value;
}
