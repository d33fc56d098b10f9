/** The lossless form for tools without a unit of their own: only noise of the terminal goes, and long runs of a line. */
import { times } from "../text/fold.ts";
import type { LineFilter } from "./tool.ts";

/** Up to here every line is printed as it is: short texts are read whole, and small tables have equal rows. */
const FOLD_AFTER = 200;

/** The state of one stream, however long it gets. */
interface Stream {
  printed: number;
  last: string | undefined;
  /** How often `last` came again without being printed. */
  held: number;
  /** Blank lines that are printed only if something follows. */
  blanks: number;
}

/**
 * Drops blanks at the ends of lines and of the text; past 200 lines the repetitions of a line become one line with
 * their number. Control sequences and overwritten progress have been taken out before.
 */
export function genericLines(): LineFilter {
  const streams = { 1: newStream(), 2: newStream() };
  return {
    push: (line, fd) => pushLine(streams[fd], line.trimEnd()),
    end: () => flush(streams[1])[0],
    endStderr: () => flush(streams[2])[0],
  };
}

function newStream(): Stream {
  return { printed: 0, last: undefined, held: 0, blanks: 0 };
}

function pushLine(stream: Stream, line: string): string | undefined {
  if (line === "") {
    stream.blanks++;
    return undefined;
  }
  if (stream.printed >= FOLD_AFTER && stream.blanks === 0 && line === stream.last) {
    stream.held++;
    return undefined;
  }
  const before = [...flush(stream), ...Array.from({ length: stream.blanks }, () => "")];
  stream.blanks = 0;
  stream.last = line;
  stream.printed += before.length + 1;
  return [...before, line].join("\n");
}

function flush(stream: Stream): string[] {
  if (stream.held === 0 || stream.last === undefined) return [];
  const line = stream.last + times(stream.held);
  stream.held = 0;
  return [line];
}
