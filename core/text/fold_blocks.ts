/** Folding of titled blocks: failing tests that say the same, or the same with other values. */
import { belowShared, MANY_TITLES } from "./fold.ts";
import { skeletonOf, type Template, templateOf } from "./skeleton.ts";

/** A title line and the lines below it. */
export interface Block {
  readonly title: string;
  readonly body: readonly string[];
}

/** With fewer blocks whole ones read better than one with placeholders, which also has to save its share. */
const LEAST_TEMPLATE = 3;
const TEMPLATE_SHARE = 0.8;

/**
 * Prints blocks in the order of their first member. Equal bodies stand once, below their titles or above many of them.
 * Bodies that differ in quoted texts and numbers only stand once with `…1`, `…2` in their place, above the titles with their values.
 */
export function foldBlocks(blocks: readonly Block[]): string[] {
  const kinds = new Map<string, Block[]>();
  for (const [order, block] of blocks.entries()) {
    // A block without a body says nothing that another could share.
    const key = block.body.length === 0 ? String(order) : skeletonOf(block.body.join("\n")).parts.join("\0");
    const kind = kinds.get(key);
    if (kind) kind.push(block);
    else kinds.set(key, [block]);
  }
  return [...kinds.values()].flatMap(foldKind);
}

function foldKind(kind: readonly Block[]): string[] {
  const whole = foldEqual(kind);
  if (kind.length < LEAST_TEMPLATE) return whole;
  const template = templateOf(kind.map(({ body }) => skeletonOf(body.join("\n"))));
  if (!template) return whole;
  const folded = applied(template, kind);
  return sizeOf(folded) < sizeOf(whole) * TEMPLATE_SHARE ? folded : whole;
}

function foldEqual(kind: readonly Block[]): string[] {
  const titles = new Map<string, string[]>();
  for (const { title, body } of kind) {
    const text = body.join("\n");
    const same = titles.get(text);
    if (same) same.push(title);
    else titles.set(text, [title]);
  }
  return [...titles].flatMap(([text, same]) => {
    if (text === "") return same;
    const body = text.split("\n");
    if (same.length < MANY_TITLES) return [...same, ...body];
    return belowShared(body, { titles: same.map((title) => ` ${title}`), count: same.length });
  });
}

function applied({ text, values }: Template, kind: readonly Block[]): string[] {
  const titles = kind.map(({ title }, at) => ` ${title}: ${(values[at] ?? []).map(quoted).join(" ")}`);
  return belowShared(text.split("\n"), { titles, count: kind.length });
}

function quoted(value: string): string {
  if (!/[,\s]/.test(value)) return value;
  const quote = ["`", '"', "'"].find((one) => !value.includes(one)) ?? "`";
  return quote + value + quote;
}

function sizeOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 1, 0);
}
