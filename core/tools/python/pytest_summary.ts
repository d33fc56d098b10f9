/** The short summary of a pytest report, whose rows name the failures that the blocks tell about. */

/** How a row says that a test did not pass. */
export type Word = "FAILED" | "ERROR";

/** What a block's title names. */
export interface Subject {
  readonly word: Word;
  /** `ERROR at setup of`, `ERROR collecting`; undefined for a failure. */
  readonly what: string | undefined;
  /** `TestReport.test_lines`, `shop.add` of a doctest, the path of a module. */
  readonly title: string;
}

// "ERROR at setup of test_x", "ERROR collecting tests/test_x.py"
const ERROR_TITLE = /^(ERROR at \w+ of|ERROR collecting) (.+)$/;

/** Reads the title of a block. */
export function subjectOf(name: string): Subject {
  const [, what, title] = ERROR_TITLE.exec(name) ?? [];
  if (what !== undefined) return { word: "ERROR", what, title: title ?? "" };
  return { word: "FAILED", what, title: name.replace(/^\[doctest\] /, "") };
}

interface Row {
  readonly line: string;
  readonly word: Word | undefined;
  /** The node id for each title that the row's block may have. */
  readonly idOf: ReadonlyMap<string, string>;
  used: boolean;
}

// "FAILED tests/a.py::test_b[x - y] - assert 1 == 2", "ERROR my dir/a.py - ImportError: no b"
const ROW = /^(FAILED|ERROR) (.+)$/;
// "SUBFAILED[of three] (i=0) tests/a.py::test_b - assert 0 == 1", "SUBFAILED(i=1) tests/a.py::T::test_b - boom"
const SUBTEST = /^SUBFAILED((?:\[.*?\])? ?(?:\(.*?\))?) (.+)$/;

/** A message may hold the mark that ends the id, and so may a path or a parameter: so many are tried. */
const MAX_ENDS = 16;

/** The rows of the short summary, and which of them a block repeats. */
export class Summary {
  /** Node ids of the failures. */
  readonly ids: ReadonlySet<string>;
  readonly #rows: readonly Row[];
  readonly #inOrder: Readonly<Record<Word, readonly Row[]>>;
  /** Rows whose blocks are known to have begun. */
  readonly #begun: Record<Word, number> = { FAILED: 0, ERROR: 0 };

  constructor(lines: readonly string[]) {
    this.#rows = lines.filter((line) => line.trim() !== "").map(readRow);
    this.#inOrder = {
      FAILED: this.#rows.filter(({ word }) => word === "FAILED"),
      ERROR: this.#rows.filter(({ word }) => word === "ERROR"),
    };
    this.ids = new Set(this.#rows.flatMap(({ idOf }) => [...idOf.values()]));
  }

  /** Whether rows name the failures of a kind; `-r` may leave them out. */
  names(word: Word): boolean {
    return this.#inOrder[word].length > 0;
  }

  /** The node id of a block with this title, if it comes next: blocks stand in the order of the rows. */
  nextId({ word, title }: Subject): string | undefined {
    return this.#inOrder[word][this.#begun[word]]?.idOf.get(title);
  }

  /** The titles that the next block of a kind may have. */
  expected(word: Word): readonly string[] {
    return [...this.#inOrder[word][this.#begun[word]]?.idOf.keys() ?? []];
  }

  /** A block has begun. */
  begin({ word, title }: Subject): void {
    const at = this.#inOrder[word].findIndex(({ idOf }, at) => at >= this.#begun[word] && idOf.has(title));
    if (at >= 0) this.#begun[word] = at + 1;
  }

  /** The node id of the failure with this title, or undefined; each row is found once. */
  take({ word, title }: Subject): string | undefined {
    const row = this.#inOrder[word].find(({ used, idOf }) => !used && idOf.has(title));
    if (row) row.used = true;
    return row?.idOf.get(title);
  }

  /**
   * The rows that no block repeats; `!!! stopping after 1 failures !!!` without its marks.
   * @param told lines of exceptions: with `-vv` a row holds the whole exception, whose further lines the blocks show.
   */
  rest(told: ReadonlySet<string | undefined>): string[] {
    return this.#rows
      .filter(({ line, used }) => !used && (/^(?:[A-Z]+|!+)[ [(]/.test(line) || !told.has(line.trim())))
      .map(({ line }) => line.replace(/^!+ (.+?) !+$/, "$1"));
  }
}

function readRow(line: string): Row {
  const [, parameters, subtest] = SUBTEST.exec(line) ?? [];
  const [, word, test] = ROW.exec(line) ?? [];
  const text = subtest ?? test;
  if (text === undefined) return { line, word: undefined, idOf: new Map(), used: false };
  const suffix = parameters === undefined ? "" : ` ${parameters.trim()}`;
  const idOf = new Map<string, string>();
  for (let end = text.indexOf(" - "), ends = 1; ends < MAX_ENDS && end >= 0; ends++) {
    const id = text.slice(0, end) + suffix;
    idOf.set(titleOf(id), id);
    end = text.indexOf(" - ", end + 1);
  }
  const whole = text + suffix;
  idOf.set(titleOf(whole), whole);
  return { line, word: word === "ERROR" ? word : "FAILED", idOf, used: false };
}

/** `tests/a.py::TestB::test_c[x]` -> `TestB.test_c[x]`; the id of a module is its path. */
function titleOf(id: string): string {
  const [path = "", ...names] = id.split("::");
  return names.length === 0 ? path : names.join(".");
}
