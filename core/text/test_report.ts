/** The failing part of a test report, however the runner draws it: title, message, places. */
import type { Cut } from "../tools/tool.ts";
import { skeletonOf, templateOf } from "./skeleton.ts";

/** One failing test or suite. */
export interface Failure {
  /** Printed once above its failures: the file, where titles do not name it; else empty. */
  readonly section: string;
  /** The whole title line: `FAIL src/a.test.ts > cart > adds`. */
  readonly title: string;
  /** Error class, message, diff. */
  readonly message: readonly string[];
  /** Stack frames in user code, innermost first. */
  readonly places: readonly string[];
}

/** A message longer than this is shortened where cuts are allowed: whole DOM dumps, diffs of large objects. */
const MAX_MESSAGE_LINES = 60;
const KEPT_HEAD = 40;
const DIFF_CONTEXT = 2;

/**
 * Draws failures in their order, by section. Failures that say the same are drawn together: their titles, each with its
 * places where these differ, then the message once. So are failures that say the same but for quoted names and numbers,
 * where that is much shorter: the message has `…` in their place, and each title its own. A failure that is printed
 * twice is drawn once.
 */
export function renderFailures(failures: readonly Failure[], cut?: Cut): string[] {
  const lines: string[] = [];
  for (const [section, members] of Map.groupBy(withoutRepeats(failures), ({ section }) => section)) {
    if (section !== "") lines.push(section);
    for (const kind of Map.groupBy(members, kindOf).values()) lines.push(...renderKind(kind, cut));
  }
  return lines;
}

function withoutRepeats(failures: readonly Failure[]): Failure[] {
  const seen = new Set<string>();
  return failures.filter(({ section, title, message, places }) => {
    const whole = [section, title, ...message, "", ...places].join("\n");
    return !seen.has(whole) && seen.add(whole);
  });
}

/** Equal for failures that may share a message; without one there is nothing to share. */
function kindOf({ title, message, places }: Failure): string {
  if (message.length === 0) return [title, ...places].join("\0");
  const text = message.join("\n");
  return message.length > MAX_MESSAGE_LINES ? text : skeletonOf(text).parts.join("\0");
}

/** From this size on, messages that are not quite equal may be drawn as one; it has to save this much. */
const MANY = 8;
const TEMPLATE_SHARE = 0.8;

function renderKind(kind: readonly Failure[], cut: Cut | undefined): string[] {
  const equal = [...Map.groupBy(kind, ({ message }) => message.join("\n")).values()];
  const exact = equal.flatMap((group) => renderGroup(group, { message: group[0]?.message ?? [], cut }));
  if (kind.length < MANY || equal.length === 1) return exact;
  const template = templateOf(kind.map(({ message }) => skeletonOf(message.join("\n"))));
  if (!template) return exact;
  const values = template.quoted.map((one) => `: ${one.join(", ")}`);
  const folded = renderGroup(kind, { message: template.text.split("\n"), values, cut });
  return folded.join("\n").length < exact.join("\n").length * TEMPLATE_SHARE ? folded : exact;
}

interface Shared {
  readonly message: readonly string[];
  /** What each member has in place of the message's placeholders. */
  readonly values?: readonly string[];
  readonly cut: Cut | undefined;
}

function renderGroup(members: readonly Failure[], { message, values, cut }: Shared): string[] {
  const titled = members.map(({ title, places }, at) => ({ title, places, value: values?.[at] ?? "" }));
  const byPlace = [...Map.groupBy(titled, ({ places }) => places.join("\n")).values()];
  const shown = shortenMessage(message, cut);
  if (byPlace.length === 1) {
    const titles = titleLines(titled.map(({ title, value }) => ({ title, rest: value })));
    return [...titles, ...shown, ...members[0]?.places ?? []];
  }
  if (byPlace.length > members.length / 2) {
    const rest = (places: readonly string[]): string => places.map((place) => ` ${place}`).join("");
    return [
      ...titleLines(titled.map(({ title, places, value }) => ({ title, rest: rest(places) + value }))),
      ...shown,
    ];
  }
  const parts = byPlace.flatMap((part) => [
    ...titleLines(part.map(({ title, value }) => ({ title, rest: value }))),
    ...part[0]?.places.map((place) => ` ${place}`) ?? [],
  ]);
  return [...parts, ...shown];
}

interface Titled {
  readonly title: string;
  readonly rest: string;
}

// "FAIL a.test.ts > cart > adds", "● cart › adds"
const PATH = /^(.+ [>›]) (.+)$/;

/** Titles of many failures: those that share all but the last name have the rest above them once. */
function titleLines(titles: readonly Titled[]): string[] {
  const whole = titles.map(({ title, rest }) => title + rest);
  if (titles.length < MANY) return [...new Set(whole)];
  let open: string | undefined;
  const lines = titles.flatMap(({ title, rest }, at) => {
    const [, parent, name] = PATH.exec(title) ?? [];
    const next = PATH.exec(titles[at + 1]?.title ?? "")?.[1];
    if (parent === undefined || (parent !== open && parent !== next)) {
      open = undefined;
      return [title + rest];
    }
    const header = parent === open ? [] : [parent];
    open = parent;
    return [...header, ` ${name}${rest}`];
  });
  return [...new Set(lines)];
}

/** Leaves out the middle of a long message: of a diff the far context, of other text what follows its head. */
function shortenMessage(message: readonly string[], cut: Cut | undefined): readonly string[] {
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

// `   12| code` (vitest), `  > 12 | code` (jest, babel)
const FRAME_LINE = /^\s*>?\s*\d+ ?\|/;
// `     |      ^`
const FRAME_CARET = /^\s*\|\s*\^[\s^~]*$/;

/**
 * Takes out code frames: runs of numbered source lines that hold a caret line. Lines that only look numbered stay.
 * @param marked keep the line that the frame points at (`> 12 | code`).
 */
export function dropCodeFrames(lines: readonly string[], { marked }: { marked: boolean }): string[] {
  const kept: string[] = [];
  for (let at = 0; at < lines.length;) {
    let end = at;
    while (end < lines.length && (FRAME_LINE.test(lines[end]!) || FRAME_CARET.test(lines[end]!))) end++;
    const frame = lines.slice(at, end);
    if (frame.some((line) => FRAME_CARET.test(line))) {
      if (marked) kept.push(...frame.filter((line) => /^\s*> *\d+ \|/.test(line)));
      at = end;
      continue;
    }
    kept.push(...frame);
    if (frame.length === 0) kept.push(lines[at]!);
    at = Math.max(end, at + 1);
  }
  return kept;
}

const FOREIGN_FRAME = /node_modules\/|\bnode:|<anonymous>\)?$|\bext:|\(native:?|\(index \d+\)/;

function isOwnFrame(frame: string): boolean {
  return !FOREIGN_FRAME.test(frame);
}

/** The frames in user code; where there are none, the first one. */
export function userFrames(frames: readonly string[]): readonly string[] {
  const own = frames.filter(isOwnFrame);
  return own.length > 0 ? own : frames.slice(0, 1);
}

/**
 * Splits a failure's lines into message and places. Where more text follows the places (a cause, a note), all of it is
 * message, in its order.
 */
export function splitBody(
  lines: readonly string[],
  isPlace: (line: string) => boolean,
): Pick<Failure, "message" | "places"> {
  const parts: { message: string[]; places: string[] }[] = [];
  let part: { message: string[]; places: string[] } | undefined;
  for (const line of lines) {
    const isAPlace = isPlace(line);
    if (!part || (!isAPlace && part.places.length > 0)) parts.push(part = { message: [], places: [] });
    if (!isAPlace) part.message.push(line);
    else if (part.places.at(-1) !== line.trim()) part.places.push(line.trim());
  }
  const [first] = parts;
  if (first && parts.length === 1) return { message: first.message, places: userFrames(first.places) };
  const hasOwn = parts.some(({ places }) => places.some(isOwnFrame));
  const frames = hasOwn ? (places: string[]) => places.filter(isOwnFrame) : userFrames;
  return { message: parts.flatMap(({ message, places }) => [...message, ...frames(places)]), places: [] };
}

/** Lines outside the failures: console output, warnings, whatever the parser does not know. */
export interface Block {
  readonly lines: readonly string[];
  /** False for what tests that passed wrote to the console. */
  readonly wanted: boolean;
}

/** What tests that passed wrote to the console is kept up to this many lines, where cuts are allowed. */
const MAX_CONSOLE_LINES = 60;

/** Draws blocks in their order; a long tail of unwanted ones is cut. */
export function renderBlocks(blocks: readonly Block[], cut?: Cut): string[] {
  const lines: string[] = [];
  let shown = 0;
  let left = 0;
  for (const block of blocks) {
    const { length } = block.lines;
    if (!block.wanted && cut && shown + length > MAX_CONSOLE_LINES) {
      left += length;
      continue;
    }
    if (!block.wanted) shown += length;
    lines.push(...block.lines);
  }
  if (left > 0 && cut) lines.push(cut(left));
  return lines;
}

/** Takes out the indentation that all lines share. */
export function dedent(lines: readonly string[]): string[] {
  const widths = lines.filter((line) => line.trim() !== "").map((line) =>
    line.length - line.trimStart().length
  );
  const width = Math.min(...widths);
  return Number.isFinite(width) ? lines.map((line) => line.slice(width)) : [...lines];
}

/** Takes out blank lines. */
export function withoutBlanks(lines: readonly string[]): string[] {
  return lines.filter((line) => line.trim() !== "");
}

/** The rules of a table: `----------|---------|-----` */
const TABLE_RULE = /^[-|+\s%]*-{3}[-|+\s%]*$/;

/**
 * A table with its column padding taken out and its rules dropped: coverage tables. The indentation of the first
 * column stays. `  a.ts  |   50 |      50 | 3` -> `  a.ts | 50 | 50 | 3`
 */
export function narrowTable(lines: readonly string[]): string[] {
  return lines
    .filter((line) => !TABLE_RULE.test(line))
    .map((line) => {
      const [first = "", ...rest] = line.split("|");
      return [first.trimEnd(), ...rest.map((cell) => cell.trim())].join(" | ").trimEnd();
    });
}
