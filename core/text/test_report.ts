/** The failing part of a test report, however the runner draws it: title, message, places. */
import type { Cut } from "../tools/tool.ts";
import { belowShared, MANY_TITLES } from "./fold.ts";
import { MAX_MESSAGE_LINES, shortenMessage } from "./long_message.ts";
import { skeletonOf, templateOf } from "./skeleton.ts";
import { titleLines, titleList } from "./title_list.ts";

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

/**
 * Draws failures by section, in their order; many that say the same come first. Failures that say the same are drawn together: their titles, each with its
 * places where these differ, then the message once; many titles stand below it. So are failures that say the same but
 * for quoted names and numbers, where that is much shorter: the message has `…` in their place, and each title its own.
 * A failure that is printed twice is drawn once.
 */
export function renderFailures(failures: readonly Failure[], cut?: Cut): string[] {
  const lines: string[] = [];
  for (const [section, members] of Map.groupBy(withoutRepeats(failures), ({ section }) => section)) {
    if (section !== "") lines.push(section);
    const drawn = [...Map.groupBy(members, kindOf).values()].flatMap((kind) => renderKind(kind, cut));
    // A message without a title above it would look like part of the failure before.
    const [many, few] = [drawn.filter(({ isMany }) => isMany), drawn.filter(({ isMany }) => !isMany)];
    lines.push(...[...many, ...few].flatMap((one) => one.lines));
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

/** Many messages that are not quite equal are drawn as one where that saves this much. */
const TEMPLATE_SHARE = 0.8;

interface Drawn {
  readonly lines: readonly string[];
  /** What they share stands above the titles. */
  readonly isMany: boolean;
}

function renderKind(kind: readonly Failure[], cut: Cut | undefined): Drawn[] {
  const equal = [...Map.groupBy(kind, ({ message }) => message.join("\n")).values()];
  const exact = equal.map((group) => drawGroup(group, { message: group[0]?.message ?? [], cut }));
  if (kind.length < MANY_TITLES || equal.length === 1) return exact;
  const template = templateOf(kind.map(({ message }) => skeletonOf(message.join("\n"))));
  if (!template) return exact;
  const values = template.quoted.map((one) => `: ${one.join(", ")}`);
  const folded = drawGroup(kind, { message: template.text.split("\n"), values, cut });
  const whole = exact.flatMap(({ lines }) => lines);
  return folded.lines.join("\n").length < whole.join("\n").length * TEMPLATE_SHARE ? [folded] : exact;
}

interface Shared {
  readonly message: readonly string[];
  /** What each member has in place of the message's placeholders. */
  readonly values?: readonly string[];
  readonly cut: Cut | undefined;
}

function drawGroup(members: readonly Failure[], shared: Shared): Drawn {
  return { lines: renderGroup(members, shared), isMany: members.length >= MANY_TITLES };
}

function renderGroup(members: readonly Failure[], { message, values, cut }: Shared): string[] {
  const titled = members.map(({ title, places }, at) => ({ title, places, value: values?.[at] ?? "" }));
  const byPlace = [...Map.groupBy(titled, ({ places }) => places.join("\n")).values()];
  const shown = shortenMessage(message, cut);
  const isMany = members.length >= MANY_TITLES;
  const below = (shared: readonly string[], titles: readonly string[]): string[] =>
    belowShared(shared, { titles, count: members.length });
  if (byPlace.length === 1) {
    const titles = titled.map(({ title, value }) => ({ title, rest: value }));
    const shared = [...shown, ...members[0]?.places ?? []];
    return isMany ? below(shared, titleList(titles)) : [...titleLines(titles), ...shared];
  }
  if (byPlace.length > members.length / 2) {
    const rest = (places: readonly string[]): string => places.map((place) => ` ${place}`).join("");
    const titles = titled.map(({ title, places, value }) => ({ title, rest: rest(places) + value }));
    return isMany ? below(shown, titleList(titles)) : [...titleLines(titles), ...shown];
  }
  const parts = byPlace.map((part) => ({
    titles: part.map(({ title, value }) => ({ title, rest: value })),
    places: part[0]?.places ?? [],
  }));
  if (isMany) return below(shown, parts.flatMap(({ titles, places }) => [...places, ...titleList(titles)]));
  const placed = parts.flatMap((
    { titles, places },
  ) => [...titleLines(titles), ...places.map((one) => ` ${one}`)]);
  return [...placed, ...shown];
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
