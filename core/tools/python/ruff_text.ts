/** Diagnostics of ruff, in its full and its concise form. Seen with ruff 0.4 and 0.17. */
import type { Diagnostic } from "../../text/diagnostics.ts";

export interface RuffReport {
  readonly diagnostics: readonly Diagnostic[];
  /** Lines that are no part of a diagnostic: totals, messages. */
  readonly rest: readonly string[];
}

// "app.py:1:8: F401 [*] `os` imported but unused" (concise, and full up to 0.11)
const ROW = /^(\S.*?):(\d+:\d+): ((?:[A-Z]+\d+|[a-z]+(?:-[a-z]+)+:|SyntaxError:) .*)$/;
// " --> app.py:1:8" below its message (full, from 0.12); for notebooks " --> a.ipynb:cell 2:1:8"
const ARROW = /^ *--> (\S.*?):(\d+:\d+)$/;
// "F401 [*] `os` imported but unused", "invalid-syntax: Expected `)`", "unformatted: File would be reformatted"
const MESSAGE = /^(?:[A-Z]+\d+ |[a-z]+(?:-[a-z]+)*: )\S/;
// "  |", "1 | import os", "  - import os", "6 +", " 9 + x", a row of dashes between hunks
const FRAME = /^ *\d* +[|+-]|^ *\d+ *[|+]|^ *\|$|^-{20,}$/;
// "help: Remove unused import: `os`", "  = help: Remove unused import: `os`"
const ADVICE = /^(?: *= )?((?:help|note): .+)$/;
// Told by the missing `[*]` as well.
const UNSAFE = "note: This is an unsafe fix and may change runtime behavior";

/** Reads the lines of a report; source frames go, the title of a fix stays with its diagnostic. */
export function parseRuff(lines: readonly string[]): RuffReport {
  const diagnostics: Diagnostic[] = [];
  const rest: string[] = [];
  let details: string[] | undefined;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const row = ROW.exec(line);
    const arrow = MESSAGE.test(line) ? ARROW.exec(lines[at + 1] ?? "") : null;
    const [, path, place] = row ?? arrow ?? [];
    if (path !== undefined && place !== undefined) {
      details = [];
      const message = row?.[3] ?? line;
      diagnostics.push({ path, at: place, severity: "", message, rule: "", details });
      if (arrow) at++;
      continue;
    }
    const advice = details ? ADVICE.exec(line)?.[1] : undefined;
    if (advice === UNSAFE) continue;
    if (advice !== undefined) details?.push(advice);
    else if (line !== "" && !(details && FRAME.test(line))) {
      rest.push(line);
      details = undefined;
    }
  }
  return { diagnostics, rest };
}

/** Code that cannot be parsed, files that cannot be read, names that are not there: these come first. */
export function isBroken({ message }: Diagnostic): boolean {
  return /^(?:invalid-syntax|SyntaxError|E9\d|F82\d)/.test(message);
}
