/** Unified diffs of `diff -u` and `diff -ru`: as those of git, with names and times in `---` and `+++`. */
import { type DiffDepth, printHunk } from "./diff.ts";
import type { Shortened } from "./diff_depth.ts";
import { type DiffSection, parseSection } from "./diff_section.ts";

// "diff -ru src/a.ts src2/a.ts"
const TITLE = /^diff -/;
// "--- big.conf\t2026-11-30 09:48:52.605270914 +0000"
const SIDE = /^((?:---|\+\+\+) [^\t]+)(?:\t.*)?$/;
/** Above this many changed lines no context is kept, as in diffs of git. */
const LARGE_DIFF = 500;

interface PlainSection {
  /** The title where there is one, else both sides, without their times. */
  readonly header: readonly string[];
  readonly body: DiffSection;
}

/** Compacts the sections of unified diffs; other lines (`Only in src: x`) stay in place. */
export function compactPlainDiff(lines: readonly string[], depth: DiffDepth): Shortened {
  const parts = splitParts(lines).map((part) => ({ part, section: sectionOf(part) }));
  let changed = 0;
  for (const { section } of parts) for (const hunk of section?.body.hunks ?? []) changed += hunk.changed;
  const context = depth === "whole" ? Infinity : changed > LARGE_DIFF ? 0 : 1;
  const out: string[] = [];
  let cut = 0;
  for (const { part, section } of parts) {
    for (const line of section?.header ?? part) out.push(line);
    if (!section) continue;
    for (const hunk of section.body.hunks) cut += printHunk(hunk, context, out);
    for (const line of section.body.tail) out.push(line);
  }
  return { lines: out, cut };
}

/** A part begins at a title, or at `---` before `+++` where no title stands before it. */
function splitParts(lines: readonly string[]): string[][] {
  const parts: string[][] = [];
  for (const [index, line] of lines.entries()) {
    const opensSides = line.startsWith("--- ") && lines[index + 1]?.startsWith("+++ ") === true &&
      lines[index + 2]?.startsWith("@@ ") === true;
    const afterTitle = TITLE.test(lines[index - 1] ?? "");
    if (parts.length === 0 || TITLE.test(line) || opensSides && !afterTitle) parts.push([line]);
    else parts.at(-1)?.push(line);
  }
  return parts;
}

function sectionOf(part: readonly string[]): PlainSection | undefined {
  const hasTitle = TITLE.test(part[0] ?? "");
  const [old, next] = part.slice(hasTitle ? 1 : 0);
  const sides = [SIDE.exec(old ?? "")?.[1], SIDE.exec(next ?? "")?.[1]].filter((side) => side !== undefined);
  if (sides.length !== 2) return undefined;
  const body = parseSection(hasTitle ? part : ["diff", ...part]);
  if (!body || body.hunks.length === 0) return undefined;
  // A label may say something else than the title.
  const inTitle = sides.every((side) => part[0]?.includes(side.slice(4)));
  return {
    header: hasTitle && inTitle ? part.slice(0, 1) : [...part.slice(0, hasTitle ? 1 : 0), ...sides],
    body,
  };
}
