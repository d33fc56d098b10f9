/** What has to be known of a pytest report before its parts can be told: its last line, and the short summary above it. */
import { CAPTURED } from "./pytest_block.ts";
import { subjectOf, Summary } from "./pytest_summary.ts";

// "=== FAILURES ===", "=== 5 passed in 0.1s ==="
const SECTION = /^=+ (.+?) =+$/;
// "8 failed, 63 passed, 1 warning in 0.67s", "no tests ran in 0.01s", "5 passed in 61.02s (0:01:01)"
const COUNTS =
  /^(no tests ran|\d+ (?:passed|failed|error|errors|skipped|deselected|xfailed|xpassed|warning|warnings|rerun|subtests passed|subtests failed)(?:, \d+ [a-z]+(?: [a-z]+)?)*) in [\d.]+s(?: \([\d:, a-z]+\))?$/;
// "____ TestReport.test_lines ____"; between frames stands "_ _ _ _"
export const BLOCK = /^_+ (?!_)(.+?) _+$/;

// "tests/test_shop.py:16: AssertionError", "  File "/home/u/p/tests/test_shop.py", line 3, in test_x"
const PLACE = /^(?: +File "([^"]+)", line |([^\s:][^:]*):)\d/;
/** Lines of a block that are looked at for its file. */
const MAX_FRAMES = 2000;

/** Where things stand in a report, whatever they belong to. */
export class Outline {
  readonly lines: readonly string[];
  readonly summary: Summary;
  readonly counts: string | undefined;
  /** Where the last line stands, and where the short summary begins. */
  readonly end: number;
  readonly summaryAt: number;
  readonly sections = new Map<number, string>();
  /** Lines like the last one, of reports that tests printed. */
  readonly #innerEnds: number[] = [];
  readonly #lastBlock = new Map<string, number>();

  constructor(lines: readonly string[]) {
    this.lines = lines;
    let counts: string[] | undefined;
    for (const [at, line] of lines.entries()) {
      const name = SECTION.exec(line)?.[1];
      const found = COUNTS.exec(name ?? line);
      if (found) this.#innerEnds.push(at);
      else if (name !== undefined) this.sections.set(at, name);
      counts = found ?? counts;
      const title = BLOCK.exec(line)?.[1];
      if (title !== undefined) this.#lastBlock.set(subjectOf(title).title, at);
    }
    const [whole, what = ""] = counts ?? [];
    this.counts = /^\d/.test(what) ? what : whole;
    this.end = this.#innerEnds.pop() ?? lines.length;
    this.summaryAt = this.#findSummary();
    this.summary = new Summary(this.#summaryLines());
  }

  /** Where the report that is open at a line ends, if that is one that a test printed. */
  innerEnd(at: number): number | undefined {
    return this.#innerEnds.find((end) => end > at);
  }

  /** Whether a block with one of these titles comes below a line. */
  hasBlockBelow(titles: readonly string[], at: number): boolean {
    return titles.some((title) => (this.#lastBlock.get(title) ?? -1) > at);
  }

  /** Whether a block has a frame in the file of a node id. */
  blockNames(at: number, id: string): boolean {
    const file = fileOf(id.split("::")[0] ?? "");
    for (const line of this.lines.slice(at + 1, at + 1 + MAX_FRAMES)) {
      if (BLOCK.test(line) || CAPTURED.test(line)) return false;
      const [, native, place] = PLACE.exec(line) ?? [];
      const path = native ?? place;
      if (path !== undefined && fileOf(path) === file) return true;
    }
    return false;
  }

  /** The first line from here on that says something. */
  lineBelow(at: number): string {
    let below = at + 1;
    while (this.lines[below]?.trim() === "") below++;
    return this.lines[below] ?? "";
  }

  #findSummary(): number {
    const lastInner = this.#innerEnds.at(-1) ?? -1;
    for (const [at, name] of [...this.sections].reverse()) {
      if (at < lastInner) break;
      if (at < this.end && name === "short test summary info") return at;
    }
    return -1;
  }

  #summaryLines(): string[] {
    if (this.summaryAt < 0) return [];
    const final = [...this.sections].find(([at, name]) => at > this.summaryAt && name.endsWith(" (final)"));
    return this.lines.slice(this.summaryAt + 1, Math.min(final?.[0] ?? this.end, this.end));
  }
}

function fileOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
