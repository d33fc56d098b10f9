/** The parts of a pytest report. Seen with pytest 7.2 and 9, xdist 3, cov 7. */
import { fillLines } from "../../text/columns.ts";
import { compactBlock } from "./pytest_block.ts";
import { type DrawnFailure, foldFailures } from "./pytest_fold.ts";

export interface PytestReport {
  /** `ERRORS` and `FAILURES`, compact. */
  readonly failures: readonly string[];
  /** Output between the tests, warnings, coverage, rows of the summary that say more than a failure's block. */
  readonly notes: readonly string[];
  /** `8 failed, 63 passed`; undefined without a last line. */
  readonly counts: string | undefined;
}

type Part = "start" | "failures" | "warnings" | "summary" | "other";

interface Title {
  readonly name: string;
  readonly lines: string[];
}

interface Parts {
  readonly start: string[];
  readonly blocks: Title[];
  readonly warnings: string[];
  readonly summary: string[];
  readonly other: string[];
  counts: string | undefined;
}

// "=== FAILURES ===", "=== 5 passed in 0.1s ==="
const SECTION = /^=+ (.+?) =+$/;
const SECTIONS: Readonly<Record<string, Part>> = {
  "test session starts": "start",
  "ERRORS": "failures",
  "FAILURES": "failures",
  "warnings summary": "warnings",
  "warnings summary (final)": "warnings",
  "short test summary info": "summary",
  "tests coverage": "other",
  "PASSES": "other",
  "XFAILURES": "other",
};
// "8 failed, 63 passed, 1 warning in 0.67s", "no tests ran in 0.01s", "5 passed in 61.02s (0:01:01)"
const COUNTS =
  /^(no tests ran|\d+ (?:passed|failed|error|errors|skipped|deselected|xfailed|xpassed|warning|warnings|rerun|subtests passed|subtests failed)(?:, \d+ [a-z]+(?: [a-z]+)?)*) in [\d.]+s(?: \([\d:, a-z]+\))?$/;
// "____ TestReport.test_lines ____"; between frames stands "_ _ _ _"
const BLOCK = /^_+ (?!_)(.+?) _+$/;

/** Sorts the lines of a report into its parts and compacts each. */
export function parseReport(lines: readonly string[]): PytestReport {
  const parts = splitParts(lines);
  const summary = new Summary(withoutRepeats(parts.summary, parts.blocks));
  const failures = foldFailures(
    parts.blocks.filter(({ name }) => name !== "").map((block) => drawBlock(block, summary)),
  );
  const untitled = parts.blocks.filter(({ name }) => name === "").flatMap(({ lines }) => lines);
  return {
    failures: [...failures, ...untitled.filter((line) => line.trim() !== "")],
    notes: [
      ...sessionLines(parts.start, summary.ids),
      ...warningLines(parts.warnings),
      ...parts.other.filter((line) => !/^-*$/.test(line.trim())).map((line) =>
        line.replace(/^_+ (.+?) _+$/, "$1")
      ),
      ...summary.rest(),
    ],
    counts: parts.counts,
  };
}

function splitParts(lines: readonly string[]): Parts {
  const parts: Parts = { start: [], blocks: [], warnings: [], summary: [], other: [], counts: undefined };
  let part: Part = "start";
  for (const line of lines) {
    const name = SECTION.exec(line)?.[1];
    const counts = COUNTS.exec(name ?? line);
    // What a test printed may look like the last line of `-q`.
    if (counts && (part !== "failures" || name !== undefined)) {
      const [whole, what = ""] = counts;
      parts.counts = /^\d/.test(what) ? what : whole;
      part = "other";
    } else if (name !== undefined && (SECTIONS[name] !== undefined || /^slowest .*durations$/.test(name))) {
      part = SECTIONS[name] ?? "other";
      // The title tells what the lines below are, where no other word does.
      if (part === "other") parts.other.push(`${name}:`);
      // --tb=line: places without titles.
      if (part === "failures") parts.blocks.push({ name: "", lines: [] });
    } else if (part === "failures") readFailureLine(parts, line);
    else parts[part].push(line);
  }
  return parts;
}

function readFailureLine(parts: Parts, line: string): void {
  const name = BLOCK.exec(line)?.[1];
  if (name !== undefined) parts.blocks.push({ name, lines: [] });
  else parts.blocks.at(-1)?.lines.push(line);
}

/** With `-vv` a row of the summary holds the whole exception: its further lines, which the blocks show, go. */
function withoutRepeats(summary: readonly string[], blocks: readonly Title[]): string[] {
  const told = new Set(
    blocks.flatMap(({ lines }) => lines).map((line) => /^E +(.+)$/.exec(line)?.[1]?.trim()),
  );
  return summary.filter((line) => /^(?:[A-Z]+|!+) /.test(line) || !told.has(line.trim()));
}

interface SummaryRow {
  readonly line: string;
  used: boolean;
}

// "FAILED tests/a.py::test_b[x - y] - assert 1 == 2"
const SUMMARY_ROW = /^(FAILED|ERROR) (\S+?(?:\[.*?\])?)(?: - .*)?$/;

/** The rows of the short summary, and which of them a block repeats. */
class Summary {
  /** Node ids of the failures. */
  readonly ids = new Set<string>();
  private readonly rows: readonly SummaryRow[];
  private readonly byTitle = new Map<string, { readonly id: string; readonly row: SummaryRow }[]>();

  constructor(lines: readonly string[]) {
    this.rows = lines.filter((line) => line.trim() !== "").map((line) => {
      const row = { line, used: false };
      const [, word = "", id] = SUMMARY_ROW.exec(line) ?? [];
      if (id === undefined) return row;
      this.ids.add(id);
      const key = `${word} ${titleOf(id)}`;
      const same = this.byTitle.get(key);
      if (same) same.push({ id, row });
      else this.byTitle.set(key, [{ id, row }]);
      return row;
    });
    // Rows are taken from the end.
    for (const same of this.byTitle.values()) same.reverse();
  }

  /** The node id of the failure with this title, or undefined; each row is found once. */
  take(title: string, word: "FAILED" | "ERROR"): string | undefined {
    const found = this.byTitle.get(`${word} ${title}`)?.pop();
    if (found) found.row.used = true;
    return found?.id;
  }

  /** The rows that no block repeats; `!!! stopping after 1 failures !!!` without its marks. */
  rest(): string[] {
    return this.rows.filter(({ used }) => !used).map(({ line }) => line.replace(/^!+ (.+?) !+$/, "$1"));
  }
}

/** `tests/a.py::TestB::test_c[x]` -> `TestB.test_c[x]`; the id of a module is its path. */
function titleOf(id: string): string {
  const [path = "", ...names] = id.split("::");
  return names.length === 0 ? path : names.join(".");
}

// "ERROR at setup of test_x", "ERROR collecting tests/test_x.py"
const ERROR_TITLE = /^(ERROR at \w+ of|ERROR collecting) (.+)$/;

function drawBlock({ name, lines }: Title, summary: Summary): DrawnFailure {
  const [, what, subject = ""] = ERROR_TITLE.exec(name) ?? [];
  const title = what === undefined
    ? `FAILED ${summary.take(name.replace(/^\[doctest\] /, ""), "FAILED") ?? name}`
    : `${what} ${summary.take(subject, "ERROR") ?? subject}`;
  const body = compactBlock(lines, name);
  return { title: withoutPath(title, body.map(({ text }) => text)), lines: body };
}

// "FAILED tests/test_shop.py::TestReport::test_lines"
const NODE = /^((?:FAILED|ERROR at \w+ of) )(\S+?\.py)::(.+)$/;

/** The name alone where a frame below it names its file. */
function withoutPath(title: string, body: readonly string[]): string {
  const [, what = "", path, names = ""] = NODE.exec(title) ?? [];
  return path !== undefined && body.some((line) => line.startsWith(`${path}:`)) ? what + names : title;
}

// Lines of the header; plugins add their own, which stay.
const HEADER =
  /^(?:platform |cachedir: |rootdir: |configfile: |plugins: |testpaths: |benchmark: [\d.]+ \(|hypothesis profile |asyncio: |anyio: |django: |metadata: |timeout(?: method| func_only)?: |collecting |collected \d|created: \d+\/\d+ workers?$|\d+ workers? \[\d+ items?\]|scheduling tests via |bringing up nodes|gw\d+ [CI\[])/;
// "tests/test_ok.py ....F [ 70%]", "..s.x", "[gw0] [ 3%] PASSED a.py::t", "a.py::t PASSED [ 5%]", "a.py::t"
const DOTS = /^(?:\S+\.(?:py|txt|md|rst) )?[.FEsxXR]* *(?:\[ *\d+(?:%|\/\d+)\])?$/;
const PERCENT = / +\[ *\d+(?:%|\/\d+)\]$/;
const VERBOSE =
  /^(?:\[gw\d+\] \[ *\d+%\] )?(?:(PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS|RERUN) )?(\S+::.+?)(?: (PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS|RERUN)(?: (\(.*\)))?)?$/;

/** Output between the tests; of `-v` rows those that are no plain pass and that no block tells about, folded. */
function sessionLines(lines: readonly string[], failed: ReadonlySet<string>): string[] {
  const kept: string[] = [];
  const byStatus = new Map<string, string[]>();
  for (const raw of lines) {
    const line = raw.replace(PERCENT, "").trimEnd();
    if (line === "" || HEADER.test(line) || DOTS.test(raw) || /^(?:PASSED|FAILED|ERROR)$/.test(line)) {
      continue;
    }
    const [, before, id, after, reason] = VERBOSE.exec(line) ?? [];
    const status = before ?? after;
    if (id === undefined || status === undefined && /\s/.test(id.replace(/\[.*\]$/, ""))) kept.push(line);
    else if (status === undefined || status === "PASSED" || failed.has(id.trim())) continue;
    else {
      const key = reason === undefined ? status : `${status} ${reason}`;
      const ids = byStatus.get(key);
      if (ids) ids.push(id.trim());
      else byStatus.set(key, [id.trim()]);
    }
  }
  const folded = [...byStatus].flatMap(([status, ids]) => fillLines([`${status}:`, ...ids], " "));
  return [...kept, ...folded];
}

interface Warning {
  readonly places: Set<string>;
  readonly ids: Set<string>;
}

// "  /home/u/p/a.py:58: DeprecationWarning: old api"
const WARNING = /^ {2}(\S.*?:\d+): (.+)$/;

/** Each message once, with its places, then the tests that gave it. */
function warningLines(lines: readonly string[]): string[] {
  const warnings = new Map<string, Warning>();
  const others: string[] = [];
  let ids: string[] = [];
  let isOpen = false;
  for (const [index, line] of lines.entries()) {
    const [, place, message] = WARNING.exec(line) ?? [];
    if (place !== undefined && message !== undefined) {
      const warning = warnings.get(message) ?? { places: new Set(), ids: new Set() };
      warnings.set(message, warning);
      warning.places.add(place);
      for (const id of ids) warning.ids.add(id);
      isOpen = true;
    } else if (line === "") {
      ids = [];
      isOpen = false;
    } else if (line.startsWith("-- Docs: ")) continue;
    // The source line that warns ends the entry.
    else if (isOpen && /^ {4}\S/.test(line) && (lines[index + 1] ?? "") === "") continue;
    else if (!isOpen && /^\S/.test(line)) ids.push(line);
    else others.push(line);
  }
  const drawn = [...warnings].flatMap(([message, { places, ids }]) => {
    const [only = ""] = places;
    const inTest = [...ids].every((id) => only.startsWith(`${id.split("::")[0]}:`));
    // A warning of the test's own code: the place leads to the test.
    if (places.size === 1 && ids.size === 1 && inTest) return [`${only}: ${message}`];
    return [
      message,
      ...fillLines([...places], " ").map((line) => ` ${line.trimStart()}`),
      ...fillLines([...ids]).map((line) => `  ${line}`),
    ];
  });
  // Entries of another shape: all of them as they are, so that no id loses its text.
  return others.length > 0 ? lines.filter((line) => line !== "" && !line.startsWith("-- Docs: ")) : drawn;
}
