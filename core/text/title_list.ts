/** The titles of failures that are drawn together. */
import { MANY_TITLES } from "./fold.ts";

/** A title and what only it has: its places, its values. */
export interface Titled {
  readonly title: string;
  readonly rest: string;
}

// "FAIL a.test.ts > cart > adds", "● cart › adds"
const PATH = /^(.+ [>›]) (.+)$/;

/** Titles below what they share: indented, so that the next failure is told from them. */
export function titleList(titles: readonly Titled[]): string[] {
  const lines = titleLines(titles);
  const isGrouped = lines.some((line) => line.startsWith(" ")) &&
    lines.every((line) => /^ | [>›]$/.test(line));
  return isGrouped ? lines : lines.map((line) => ` ${line}`);
}

/** Titles of many failures: those that share all but the last name have the rest above them once. */
export function titleLines(titles: readonly Titled[]): string[] {
  const whole = titles.map(({ title, rest }) => title + rest);
  if (titles.length < MANY_TITLES) return [...new Set(whole)];
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
