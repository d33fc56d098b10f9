/** What another rtk left in a text file of the user's: lines and blocks outside the marks of this one. */
import type { MarkdownBlock } from "../../core/install/edit.ts";

/** This program's own block, in which nothing is another's. */
const OWN = /^<!-- rtk:begin [^\n]*\n[\s\S]*?^<!-- rtk:end -->/gm;

/** The pieces of another rtk's, as they stand there. */
export function rivalsInMarkdown(text: string, edit: MarkdownBlock): string[] {
  return rangesOf(text, edit).map(([start, end]) => text.slice(start, end).trim());
}

/** The text without them. */
export function withoutRivals(text: string, edit: MarkdownBlock): string {
  let kept = "";
  let at = 0;
  for (const [start, end] of rangesOf(text, edit)) {
    kept += text.slice(at, start);
    at = end;
  }
  return kept + text.slice(at);
}

function rangesOf(text: string, { rivals }: MarkdownBlock): [number, number][] {
  if (!rivals) return [];
  const own = ranges(text, OWN);
  return ranges(text, rivals).filter(([start, end]) => !own.some(([from, to]) => start < to && from < end));
}

function ranges(text: string, pattern: RegExp): [number, number][] {
  return [...text.matchAll(pattern)].map(({ index, 0: found }) => [index, index + found.length]);
}
