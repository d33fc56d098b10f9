/** Log files and log streams: routine lines that differ in numbers only are shown once; what tells of trouble stays. */
import type { Cut } from "../tools/tool.ts";

/** Shorter logs are shown whole. */
const MIN_LINES = 300;
/** The end of a log is its present. */
const KEPT_END = 5;

// "2026-03-01T10:00:00.637Z", "[10:00:01]", "Mar  1 10:00:00", "127.0.0.1 - - [01/Mar/2026:10:00:00", "E0301 10:00",
// "INFO [http]", "1772360400.123"
const STAMP = new RegExp(
  "^\\W?(?:\\d{4}[-/]\\d\\d[-/]\\d\\d[T ,]+\\d\\d:\\d\\d|\\d\\d:\\d\\d:\\d\\d|[A-Z][a-z]{2} [ \\d]\\d \\d\\d:\\d\\d|" +
    "\\S+ \\S+ \\S+ \\[\\d\\d/[A-Z]|[IWEF]\\d{4} \\d\\d:|\\d{10}(?:\\d{3})?\\b|" +
    "(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL)\\b)",
);

const TROUBLE = new RegExp(
  "err(?:or)?s?\\b|\\bwarn(?:ing)?s?\\b|\\bw(?:rn)\\b|fatal|panic|crit(?:ical)?\\b|\\bsevere|\\balert|\\bemerg|exception|" +
    "traceback|fail|\\bkill|\\boom\\b|out of memory|time[d ]? ?out|refus|denied|reject|unhealthy|abort|crash|segfault|" +
    "unable|cannot|can't|could not|couldn't|invalid|conflict|unauthorized|forbidden|deadlock|corrupt|\\blost\\b|" +
    "\\bexit(?:ed)?\\b|\\bcode=[1-9]|^[WEF]\\d{4} ",
  "i",
);
// `GET /cart 503`, `"POST /pay HTTP/1.1" 500 12`
const HTTP_TROUBLE = /\b(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|HTTP\/[\d.]+)\b.*[\s"=][45]\d\d\b/;
// "    at charge (charge.js:12)", `  File "a.py", line 3`, "Caused by: x", "... 12 more"
const STACK = /^\s+at |^\s*File "|^Caused by|^\s*\.\.\. \d+ more|^\s*Traceback/;

/** Whether most lines begin as lines of a log do. */
export function isLogText(lines: readonly string[]): boolean {
  const step = Math.max(1, Math.floor(lines.length / 200));
  let sampled = 0;
  let stamped = 0;
  for (let index = 0; index < lines.length; index += step) {
    sampled++;
    if (STAMP.test(lines[index] ?? "")) stamped++;
  }
  return sampled > 0 && stamped / sampled > 0.6;
}

/**
 * Shows of a long log each kind of routine line once, all lines of trouble with what follows them, and the last lines;
 * the rest is one cut.
 * @returns undefined when the text is too short or nothing can be left out.
 */
export function reduceLog(lines: readonly string[], cut: Cut | undefined): string[] | undefined {
  if (!cut || lines.length <= MIN_LINES) return undefined;
  const kinds = new Set<string>();
  const kept: string[] = [];
  let inTrouble = false;
  for (const [index, line] of lines.entries()) {
    const continues: boolean = inTrouble && !STAMP.test(line) && line.trim() !== "";
    inTrouble = continues || isTrouble(line);
    const kind = kindOf(line);
    if (inTrouble || !kinds.has(kind) || index >= lines.length - KEPT_END) kept.push(line);
    kinds.add(kind);
  }
  return kept.length < lines.length ? [...kept, cut(lines.length - kept.length)] : undefined;
}

function isTrouble(line: string): boolean {
  return TROUBLE.test(line) || HTTP_TROUBLE.test(line) || STACK.test(line);
}

/** The line without what differs from event to event: numbers, hashes and ids, quoted values. */
function kindOf(line: string): string {
  return line.slice(0, 500)
    .replaceAll(/\b[0-9a-f]{8,}(?:-[0-9a-f]{4,})*\b/gi, "#")
    .replaceAll(/\d+/g, "0")
    .replaceAll(/"[^"]*"|'[^']*'/g, '""');
}
