/** The failing part of a test report, however the runner draws it: title, message, places. */
import type { Cut } from "../tools/tool.ts";

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

interface Group {
  readonly section: string;
  readonly message: readonly string[];
  readonly members: Failure[];
}

/** A message longer than this is shortened where cuts are allowed: whole DOM dumps, diffs of large objects. */
const MAX_MESSAGE_LINES = 60;
const KEPT_HEAD = 40;
const DIFF_CONTEXT = 2;

/**
 * Draws failures in their order. Failures of one section that say the same are drawn together: their titles, each with
 * its places where these differ, then the message once. A failure that is printed twice is drawn once.
 */
export function renderFailures(failures: readonly Failure[], cut?: Cut): string[] {
  const lines: string[] = [];
  let section = "";
  for (const group of groupsOf(failures)) {
    if (group.section !== section) {
      section = group.section;
      if (section !== "") lines.push(section);
    }
    lines.push(...renderGroup(group, cut));
  }
  return lines;
}

function groupsOf(failures: readonly Failure[]): Group[] {
  const groups = new Map<string, Group>();
  const seen = new Set<string>();
  for (const failure of failures) {
    const said = `${failure.section}\0${failure.message.join("\n")}`;
    const whole = `${said}\0${failure.title}\0${failure.places.join("\n")}`;
    if (seen.has(whole)) continue;
    seen.add(whole);
    // Without a message there is nothing that two failures could share.
    const key = failure.message.length === 0 ? whole : said;
    const group = groups.get(key);
    if (group) group.members.push(failure);
    else groups.set(key, { section: failure.section, message: failure.message, members: [failure] });
  }
  return [...groups.values()].sort((a, b) =>
    sectionRank(failures, a.section) - sectionRank(failures, b.section)
  );
}

function sectionRank(failures: readonly Failure[], section: string): number {
  return failures.findIndex((failure) => failure.section === section);
}

function renderGroup({ members, message }: Group, cut: Cut | undefined): string[] {
  const shared = members[0]?.places ?? [];
  const samePlaces = members.every(({ places }) => places.join("\n") === shared.join("\n"));
  const shown = shortenMessage(message, cut);
  if (samePlaces) return [...new Set(members.map(({ title }) => title)), ...shown, ...shared];
  return [...members.map(({ title, places }) => [title, ...places].join(" ")), ...shown];
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
