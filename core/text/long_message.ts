/** Long messages of failures. */
import type { Cut } from "../tools/tool.ts";

/** A message longer than this is shortened where cuts are allowed: whole DOM dumps, diffs of large objects. */
export const MAX_MESSAGE_LINES = 60;
const KEPT_HEAD = 40;
const DIFF_CONTEXT = 2;

/** Leaves out the middle of a long message: of a diff the far context, of other text what follows its head. */
export function shortenMessage(message: readonly string[], cut: Cut | undefined): readonly string[] {
  if (!cut || message.length <= MAX_MESSAGE_LINES) return message;
  const changed = message.map((line) => /^\s*[-+](?:\s|$)/.test(line));
  const keep = changed.includes(true)
    ? message.map((_, at) => at < DIFF_CONTEXT || isNearChange(changed, at))
    : message.map((_, at) => at < KEPT_HEAD);
  return cutGaps(message, keep, cut);
}

function isNearChange(changed: readonly boolean[], at: number): boolean {
  return changed.slice(Math.max(0, at - DIFF_CONTEXT), at + DIFF_CONTEXT + 1).includes(true);
}

function cutGaps(lines: readonly string[], keep: readonly boolean[], cut: Cut): string[] {
  const shown: string[] = [];
  let gap: string[] = [];
  const closeGap = (): void => {
    // A marker for one line would save nothing.
    if (gap.length === 1) shown.push(...gap);
    else if (gap.length > 1) shown.push(cut(gap.length));
    gap = [];
  };
  lines.forEach((line, at) => {
    if (!keep[at]) return void gap.push(line);
    closeGap();
    shown.push(line);
  });
  closeGap();
  return shown;
}
