/** Lint reports in rows: `  2:10  error  message  rule` below the name of the file. Seen with eslint 10 and stylelint 17. */
import type { Diagnostic } from "../../text/diagnostics.ts";
import { splitLines } from "../../text/lines.ts";

/** A report of rows below file names. */
export interface StylishReport {
  readonly diagnostics: Diagnostic[];
  readonly rest: string[];
  /** What can be fixed, then the counts. */
  readonly totals: string[];
  /** Whether each row was read below the name of its file, and there are as many as the report counts. */
  isWhole: boolean;
}

// "  2:10  error  'x' is defined but never used  no-unused-vars", "  1:5   ✖  Unknown property "colr"  property-no-unknown";
// a parsing error has no rule. Lines are aligned to the right: "   97:70  error", "  100:70  error".
const ROW = /^ {2,}(\d+:\d+) {2,}(error|warning|✖|⚠|ℹ) {2,}(.*)$/;
const SEVERITIES: Readonly<Record<string, string>> = { "✖": "error", "⚠": "warning", "ℹ": "info" };
const RULE = /^(.*?) {2,}((?:@?[\w-]+\/)*[\w-]+)$/;
// "✖ 76 problems (68 errors, 8 warnings)"
const TOTAL = /^✖ (\d+) problems? \(\d+ errors?, \d+ warnings?\)$/;
// "  11 errors and 0 warnings potentially fixable with the `--fix` option.", stylelint quotes "--fix"
const FIXABLE =
  /^ {2}\d+ (?:errors?|warnings?)(?: and \d+ warnings?)? potentially fixable with the [`"]--fix[`"] option\.$/;

/** Reads what eslint calls the stylish form, and stylelint's form of it. */
export function parseStylish(text: string): StylishReport {
  const report: StylishReport = { diagnostics: [], rest: [], totals: [], isWhole: true };
  const lines = splitLines(text);
  let path = "";
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    const row = ROW.exec(line);
    const total = TOTAL.exec(line)?.[1];
    // The rows of a file end at an empty line; what comes then is another file's.
    if (line === "") path = "";
    else if (row && path === "") report.isWhole = false;
    else if (row) {
      const [, place = "", mark = "", words = ""] = row;
      const severity = SEVERITIES[mark] ?? mark;
      const end = endOfMessage(lines, at);
      report.diagnostics.push(
        diagnosticOf({ path, at: place, severity }, [words, ...lines.slice(at + 1, end)]),
      );
      at = end - 1;
    } else if (total !== undefined) {
      report.totals.push(line);
      if (Number(total) !== report.diagnostics.length) report.isWhole = false;
    } else if (FIXABLE.test(line)) report.totals.unshift(line.trim());
    else if (ROW.test(lines[at + 1] ?? "") && /^\S/.test(line)) path = line;
    else if (line.trim() !== "") report.rest.push(line);
  }
  return report;
}

/** A message of several lines has its rule behind the last one. */
function endOfMessage(lines: readonly string[], start: number): number {
  if (RULE.test(lines[start]!.trimEnd())) return start + 1;
  let end = start + 1;
  while (end < lines.length && lines[end] !== "" && !ROW.test(lines[end]!)) {
    end++;
    if (RULE.test(lines[end - 1]!)) return end;
  }
  // No rule came: the row stands alone.
  return start + 1;
}

function diagnosticOf(
  start: Pick<Diagnostic, "path" | "at" | "severity">,
  words: readonly string[],
): Diagnostic {
  const last = words.at(-1)!.trimEnd();
  const [, text = last, rule = ""] = RULE.exec(last) ?? [];
  const [message = "", ...details] = [...words.slice(0, -1), text.trimEnd()];
  return { ...start, message, rule, details };
}
