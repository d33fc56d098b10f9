/** Failures of one kind drawn together: the same text once, or the same frames once with what differs below. */
import { times } from "../../text/fold.ts";
import type { BlockLine } from "./pytest_block.ts";

export interface DrawnFailure {
  readonly title: string;
  readonly lines: readonly BlockLine[];
}

interface Entry {
  readonly titles: string[];
  readonly lines: readonly BlockLine[];
}

/** From this number on, failures with equal frames and different exceptions share their frames. */
const LEAST_SHARED = 3;

/** Draws failures in the order in which their kinds come first. */
export function foldFailures(failures: readonly DrawnFailure[]): string[] {
  const entries = new Map<string, Entry>();
  for (const { title, lines } of failures) {
    // Without a text there is nothing that two failures could share.
    const key = lines.length === 0 ? `\0${title}` : textOf(lines);
    const same = entries.get(key);
    if (same) same.titles.push(title);
    else entries.set(key, { titles: [title], lines });
  }
  const kinds = new Map<string, Entry[]>();
  for (const [text, entry] of entries) {
    const frames = textOf(entry.lines.filter(({ isFrame }) => isFrame));
    const key = frames === "" ? `\0${text}` : frames;
    const kind = kinds.get(key);
    if (kind) kind.push(entry);
    else kinds.set(key, [entry]);
  }
  return [...kinds.values()].flatMap(drawKind);
}

function drawKind(kind: readonly Entry[]): string[] {
  const count = kind.reduce((sum, { titles }) => sum + titles.length, 0);
  if (kind.length < 2 || count < LEAST_SHARED) {
    return kind.flatMap(({ titles, lines }) => [...titles, ...lines.map(({ text }) => text)]);
  }
  const frames = kind[0]?.lines.filter(({ isFrame }) => isFrame).map(({ text }) => text) ?? [];
  const others = (lines: readonly BlockLine[]): string[] =>
    lines.filter(({ isFrame }) => !isFrame).map(({ text }) => text);
  return [
    ...frames.slice(0, -1),
    `${frames.at(-1)}${times(count)}`,
    ...kind.flatMap(({ titles, lines }) => [...titles, ...others(lines)]),
  ];
}

function textOf(lines: readonly BlockLine[]): string {
  return lines.map(({ text }) => text).join("\n");
}
