/** The parts of a pytest report. Seen with pytest 7.2 and 9, xdist 3, cov 7. */
import { fillLines } from "../../text/columns.ts";
import { compactBlock } from "./pytest_block.ts";
import { type DrawnFailure, foldFailures } from "./pytest_fold.ts";
import { type Block, splitReport } from "./pytest_sections.ts";
import { subjectOf, type Summary } from "./pytest_summary.ts";
import { warningLines } from "./pytest_warnings.ts";

export interface PytestReport {
  /** `ERRORS` and `FAILURES`, compact. */
  readonly failures: readonly string[];
  /** Output between the tests, warnings, coverage, rows of the summary that say more than a failure's block. */
  readonly notes: readonly string[];
  /** `8 failed, 63 passed`; undefined without a last line. */
  readonly counts: string | undefined;
}

/** Sorts the lines of a report into its parts and compacts each. */
export function parseReport(lines: readonly string[]): PytestReport {
  const { blocks, summary, counts, ...parts } = splitReport(lines);
  const failures = foldFailures(
    blocks.filter(({ name }) => name !== "").map((block) => drawBlock(block, summary)),
  );
  const untitled = blocks.filter(({ name }) => name === "").flatMap(({ lines }) => lines);
  const told = new Set(
    blocks.flatMap(({ lines }) => lines).map((line) => /^E +(.+)$/.exec(line)?.[1]?.trim()),
  );
  return {
    failures: [...failures, ...untitled.filter((line) => line.trim() !== "")],
    notes: [
      ...sessionLines(parts.start, summary.ids),
      ...warningLines(parts.warnings),
      ...parts.other.filter((line) => !/^-*$/.test(line.trim())).map((line) =>
        line.replace(/^_+ (.+?) _+$/, "$1")
      ),
      ...summary.rest(told),
    ],
    counts,
  };
}

function drawBlock({ name, lines }: Block, summary: Summary): DrawnFailure {
  const subject = subjectOf(name);
  const id = summary.take(subject);
  const title = subject.what === undefined
    ? `FAILED ${id ?? name}`
    : `${subject.what} ${id ?? subject.title}`;
  const body = compactBlock(lines, name);
  return { title: withoutPath(title, body.map(({ text }) => text)), lines: body };
}

// "FAILED tests/test_shop.py::TestReport::test_lines"
const NODE = /^((?:FAILED|ERROR at \w+ of) )(.+?\.py)::(.+)$/;

/** The name alone where a frame below it names its file. */
function withoutPath(title: string, body: readonly string[]): string {
  const [, what = "", path, names = ""] = NODE.exec(title) ?? [];
  return path !== undefined && body.some((line) => line.startsWith(`${path}:`)) ? what + names : title;
}

// Lines of the header; plugins add their own, which stay.
const HEADER =
  /^(?:platform |cachedir: |rootdir: |configfile: |plugins: |testpaths: |benchmark: [\d.]+ \(|hypothesis profile |asyncio: |anyio: |django: |metadata: |timeout(?: method| func_only)?: |collecting |collected \d|created: \d+\/\d+ workers?$|\d+ workers? \[\d+ items?\]|scheduling tests via |bringing up nodes|gw\d+ [CI\[])/;
// "tests/test_ok.py ....F [ 70%]", "..s.x", "my dir/test_a.py F [ 3%]", and one that goes on in the next line
const DOTS =
  /^(?:(?:\S+\.(?:py|txt|md|rst) )?[.FEsxXRu]* *(?:\[ *\d+(?:%|\/\d+)\])?|.+\.(?:py|txt|md|rst) (?:[.FEsxXRu]+ *\[ *\d+(?:%|\/\d+)\]|[.FEsxXRu]{20,}))$/;
const PERCENT = / +\[ *\d+(?:%|\/\d+)\]$/;
// "[gw0] [ 3%] PASSED a.py::t", "a.py::t PASSED", "a.py::t", "my dir/a.py::t[x y] SKIPPED (no net)"
const VERBOSE =
  /^(?:\[gw\d+\] \[ *\d+%\] (?:(PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS|RERUN) )?)?((?:\S+|[^\s:[][^:[]*\.(?:py|txt|md|rst))::.+?)(?: (PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS|RERUN)(?: (\(.*\)))?)?$/;

interface VerboseRow {
  readonly id: string;
  readonly status: string | undefined;
  readonly reason: string | undefined;
}

function readVerboseRow(line: string): VerboseRow | undefined {
  const [, before, id, after, reason] = VERBOSE.exec(line) ?? [];
  return id === undefined ? undefined : { id: id.trim(), status: before ?? after, reason };
}

/** Output between the tests; of `-v` rows those that are no plain pass and that no block tells about, folded. */
function sessionLines(lines: readonly string[], failed: ReadonlySet<string>): string[] {
  const kept: string[] = [];
  const ended = new Set<string>();
  const begun: { readonly id: string; readonly at: number }[] = [];
  const byStatus = new Map<string, string[]>();
  for (const raw of lines) {
    const line = raw.replace(PERCENT, "").trimEnd();
    if (line === "" || HEADER.test(line) || DOTS.test(raw) || /^(?:PASSED|FAILED|ERROR)$/.test(line)) {
      continue;
    }
    const row = readVerboseRow(line);
    if (!row) kept.push(line);
    else if (row.status === undefined) {
      // With blanks it may be any text; xdist names a test when it begins and again when it ends.
      if (!/\s/.test(row.id.replace(/\[.*\]$/, ""))) continue;
      begun.push({ id: row.id, at: kept.length });
      kept.push(line);
    } else {
      const { id, status, reason } = row;
      ended.add(id);
      if (status === "PASSED" || failed.has(id)) continue;
      const key = reason === undefined ? status : `${status} ${reason}`;
      const ids = byStatus.get(key);
      if (ids) ids.push(id);
      else byStatus.set(key, [id]);
    }
  }
  const repeated = new Set(begun.filter(({ id }) => ended.has(id)).map(({ at }) => at));
  const folded = [...byStatus].flatMap(([status, ids]) => fillLines([`${status}:`, ...ids], " "));
  return [...kept.filter((_, at) => !repeated.has(at)), ...folded];
}
