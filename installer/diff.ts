/** Changes as a unified diff, for the dry run and for consent. */
import type { FileChange } from "./plan.ts";

const CONTEXT = 2;

/** All changes, file by file, as `diff -u` would show them. */
export function diffText(changes: readonly FileChange[]): string {
  return changes.map(({ path, before, after }) => {
    if (before === after) return `chmod +x ${path}\n`;
    const head = [
      `--- ${before === undefined ? "/dev/null" : path}`,
      `+++ ${after === undefined ? "/dev/null" : path}`,
    ];
    return `${[...head, ...hunk(lines(before), lines(after))].join("\n")}\n`;
  }).join("");
}

function lines(text: string | undefined): string[] {
  return text === undefined || text === "" ? [] : text.replace(/\n$/, "").split("\n");
}

/** Edits of rtk's are in one place of a file, so one hunk between the common beginning and the common end does. */
function hunk(before: readonly string[], after: readonly string[]): string[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (
    end < before.length - start && end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  ) end++;
  const from = Math.max(0, start - CONTEXT);
  const tail = Math.max(0, end - CONTEXT);
  const sizes = [before.length - from - tail, after.length - from - tail] as const;
  return [
    `@@ -${sizes[0] === 0 ? from : from + 1},${sizes[0]} +${sizes[1] === 0 ? from : from + 1},${sizes[1]} @@`,
    ...before.slice(from, start).map((line) => ` ${line}`),
    ...before.slice(start, before.length - end).map((line) => `-${line}`),
    ...after.slice(start, after.length - end).map((line) => `+${line}`),
    ...before.slice(before.length - end, before.length - tail).map((line) => ` ${line}`),
  ];
}
