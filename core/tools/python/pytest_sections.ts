/**
 * Sorts the lines of a pytest report into its parts. What a test printed may be a report of its own (`pytester`, a tool
 * that is run): a line opens a part or a block only where pytest itself can have written it.
 */
import { CAPTURED } from "./pytest_block.ts";
import { BLOCK, Outline } from "./pytest_outline.ts";
import { subjectOf, type Summary, type Word } from "./pytest_summary.ts";

type Part = "start" | "failures" | "warnings" | "summary" | "other";

/** The lines below a title, `""` where `--tb=line` gives none. */
export interface Block {
  readonly name: string;
  readonly lines: string[];
}

export interface Parts {
  readonly start: readonly string[];
  readonly blocks: readonly Block[];
  readonly warnings: readonly string[];
  readonly summary: Summary;
  readonly other: readonly string[];
  /** `8 failed, 63 passed`; undefined without a last line. */
  readonly counts: string | undefined;
}

interface Section {
  readonly part: Part;
  /** Sections come in the order of their ranks. */
  readonly rank: number;
  /** What is told below it; undefined for what are no failures. */
  readonly word?: Word;
  /** Whether what tests printed is shown below it. */
  readonly shows?: true;
}

/** In the order of pytest's `pytest_terminal_summary`; plugins add theirs before the short summary. */
const SECTIONS: Readonly<Record<string, Section>> = {
  "test session starts": { part: "start", rank: 0 },
  "ERRORS": { part: "failures", rank: 1, word: "ERROR", shows: true },
  "FAILURES": { part: "failures", rank: 2, word: "FAILED", shows: true },
  "XFAILURES": { part: "other", rank: 3, shows: true },
  "warnings summary": { part: "warnings", rank: 4 },
  "PASSES": { part: "other", rank: 5, shows: true },
  "XPASSES": { part: "other", rank: 6, shows: true },
  "tests coverage": { part: "other", rank: 7 },
  "short test summary info": { part: "summary", rank: 8 },
  "warnings summary (final)": { part: "warnings", rank: 9 },
};
/** Of plugins, and of `--durations`: there may be several. */
const OTHER: Section = { part: "other", rank: 7 };

/** Sorts the lines of a report. */
export function splitReport(lines: readonly string[]): Parts {
  const outline = new Outline(lines);
  const splitter = new Splitter(outline);
  for (const [at, line] of lines.entries()) splitter.read(at, line);
  const { start, warnings, other } = splitter.lines;
  return {
    start,
    blocks: splitter.blocks,
    warnings,
    other,
    summary: outline.summary,
    counts: outline.counts,
  };
}

class Splitter {
  readonly lines: Record<Exclude<Part, "failures">, string[]> = {
    start: [],
    warnings: [],
    summary: [],
    other: [],
  };
  readonly blocks: Block[] = [];
  readonly #outline: Outline;
  #part: Part = "start";
  #rank = -1;
  /** In what a failing test printed. */
  #captured = false;
  /** Where the report ends that a test printed and that is open now. */
  #innerEnd = -1;

  constructor(outline: Outline) {
    this.#outline = outline;
  }

  read(at: number, line: string): void {
    const { end, sections } = this.#outline;
    if (at === end) this.#part = "other";
    else if (at < end && this.#open(at, sections.get(at))) return;
    else if (this.#part === "failures") this.#readFailureLine(at, line);
    else this.lines[this.#part].push(line);
  }

  /** Opens the section that a line names; false if it is no section's line. */
  #open(at: number, name: string | undefined): boolean {
    if (name === undefined) return false;
    const section = SECTIONS[name] ?? (/^slowest .*durations$/.test(name) ? OTHER : undefined);
    if (!section) return false;
    if (!this.#isOwn(at, section)) {
      this.#innerEnd = Math.max(this.#innerEnd, this.#outline.innerEnd(at) ?? -1);
      return false;
    }
    this.#part = section.part;
    this.#rank = section.rank;
    this.#captured = false;
    // The title tells what the lines below are, where no other word does.
    if (section.part === "other") this.lines.other.push(`${name}:`);
    // --tb=line: places without titles.
    if (section.part === "failures") this.blocks.push({ name: "", lines: [] });
    return true;
  }

  /** Whether a section is the report's own, not one in what a test printed. */
  #isOwn(at: number, { part, rank, word, shows }: Section): boolean {
    const outline = this.#outline;
    if (part === "summary") return at === outline.summaryAt;
    if (rank < this.#rank || (rank === this.#rank && rank !== OTHER.rank)) return false;
    if (word) return this.#failuresBegin(at);
    // Blocks are yet to come.
    const { summary } = outline;
    if (rank === 0) return true;
    if (outline.hasBlockBelow([...summary.expected("ERROR"), ...summary.expected("FAILED")], at)) {
      return false;
    }
    if (shows) return true;
    // Below it nothing is shown that a test printed, until there is a section of that kind.
    const innerEnd = outline.innerEnd(at);
    return innerEnd === undefined ||
      [...outline.sections].some(([below, name]) =>
        below > at && below < innerEnd && SECTIONS[name]?.shows === true && SECTIONS[name].rank > rank
      );
  }

  #failuresBegin(at: number): boolean {
    const { counts, summary } = this.#outline;
    if (counts !== undefined && !/\d (?:failed|errors?|subtests failed)\b/.test(counts)) return false;
    const name = BLOCK.exec(this.#outline.lineBelow(at))?.[1];
    if (name === undefined) return !this.#captured;
    const subject = subjectOf(name);
    // Subtests and plugins have titles that no row has.
    return summary.nextId(subject) !== undefined || !(this.#captured || this.#part === "start") ||
      !summary.names(subject.word);
  }

  #readFailureLine(at: number, line: string): void {
    const name = BLOCK.exec(line)?.[1];
    if (name === undefined || !this.#beginsBlock(at, name)) {
      if (CAPTURED.test(line)) this.#captured = true;
      this.blocks.at(-1)?.lines.push(line);
      return;
    }
    this.#captured = false;
    this.#outline.summary.begin(subjectOf(name));
    this.blocks.push({ name, lines: [] });
  }

  #beginsBlock(at: number, name: string): boolean {
    if (!this.#captured) return true;
    const subject = subjectOf(name);
    const { summary } = this.#outline;
    if (!summary.names(subject.word)) return at > this.#innerEnd;
    const id = summary.nextId(subject);
    if (id === undefined) return false;
    // A test of a printed report may bear the same name; then the right block is yet to come.
    return this.#outline.blockNames(at, id) || !this.#outline.hasBlockBelow([subject.title], at);
  }
}
