/** Shell lines to hold the gate to: what agents run and more where it lies beside the project, else our own tables. */
import { jsonLines } from "./json_lines.ts";
import { sharedFolder } from "./shared.ts";

export interface CorpusLine {
  readonly cmd: string;
  /** How often it was seen. */
  readonly n: number;
}

export interface Corpus {
  readonly lines: readonly CorpusLine[];
  /** What it is, for a test's output. */
  readonly about: string;
}

const SHARED = ["agent", "ci", "nl2bash", "tldr"];

/** All lines there are. */
export function corpus(): Corpus {
  const folder = sharedFolder();
  if (!folder) {
    const lines = ownLines();
    return { lines, about: `${lines.length} lines of our own tables; the larger corpora are absent` };
  }
  const lines = SHARED.flatMap((name) => corpusFile(new URL(`corpus/${name}.jsonl`, folder)));
  return { lines, about: `${lines.length} lines of ${SHARED.join(", ")}` };
}

/** One corpus file: objects with `cmd` and perhaps `n`, one a line. */
export function corpusFile(file: URL): CorpusLine[] {
  return jsonLines<{ cmd: string; n?: number }>(file).map(({ cmd, n = 1 }) => ({ cmd, n }));
}

function ownLines(): CorpusLine[] {
  const tables = [
    ...jsonLines<{ cmd: string }>(new URL("../cases/rewrite.jsonl", import.meta.url)).map((row) => row.cmd),
    ...jsonLines<{ cmd: string }>(new URL("../cases/rewrite_reports.jsonl", import.meta.url)).map((row) =>
      row.cmd
    ),
    ...jsonLines<{ cmd: string }>(new URL("../cases/agent_lines.jsonl", import.meta.url)).map((row) =>
      row.cmd
    ),
    ...jsonLines<{ source: string }>(new URL("../corpus/parse.jsonl", import.meta.url)).map((row) =>
      row.source
    ),
    ...jsonLines<{ source: string }>(new URL("../corpus/scan.jsonl", import.meta.url)).map((row) =>
      row.source
    ),
  ];
  return tables.map((cmd) => ({ cmd, n: 1 }));
}
