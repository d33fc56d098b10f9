/** Taking elements out of arrays in JSON files. */
import { type Node, parse, parseTree } from "jsonc-parser";
import type { JsonEntry } from "../../core/install/edit.ts";
import { bodyOf, hasComment, isBlank, nodeAt, parseStrictly, type Path, pathsOf } from "./json_tree.ts";
import { type Known, UNKNOWN } from "./known.ts";
import { formOf } from "./text_form.ts";

/**
 * Takes rtk's elements out again, with containers that are empty then and that nobody else made or wrote a comment into.
 * @returns undefined when nothing but what rtk's fresh file starts with is left.
 */
export function removeJson(text: string, edit: JsonEntry, { original }: Known = UNKNOWN): string | undefined {
  if (isBlank(text)) return text;
  const { bom } = formOf(text);
  const body = text.slice(bom.length);
  if (pathsOf(parseStrictly(body, edit), edit, edit.owns).length === 0) return text;
  const removed = removeOwned(body, edit, { owns: edit.owns, before: bodyOf(original ?? "") });
  const isBare = JSON.stringify(parse(removed)) === JSON.stringify(edit.defaults ?? {}) &&
    !hasComment(removed);
  if (!isBare || (original !== undefined && !isBlank(original))) return bom + removed;
  return original;
}

/** What is taken out of a text. */
export interface Removal {
  owns(one: unknown): boolean;
  /** The file before rtk came, empty where it was not there: its containers stay. Absent: all containers do. */
  readonly before?: string;
}

/** The text without the elements. */
export function removeOwned(text: string, edit: JsonEntry, { owns, before }: Removal): string {
  const original = before === undefined ? undefined : { text: before, tree: parseTree(before) };
  let result = text;
  for (;;) {
    const [path] = pathsOf(parse(result), edit, owns);
    if (!path) return result;
    const tree = parseTree(result);
    const gone = original && path.length === edit.at.length + 1
      ? emptiedPath({ text: result, tree }, path, original.tree)
      : path;
    const holder = gone.slice(0, -1);
    const key = gone.at(-1);
    const container = nodeAt(tree, holder);
    const member = typeof key === "number"
      ? container?.children?.[key]
      : container?.children?.find((property) => property.children?.[0]?.value === key);
    if (!container || !member) return result;
    result = removeMember(result, { container, member, inside: original ? insideOf(original, holder) : "" });
  }
}

interface Source {
  readonly text: string;
  readonly tree: Node | undefined;
}

/** What stood between the brackets of a container in which no member was: blanks and remarks. */
function insideOf({ text, tree }: Source, path: Path): string {
  const node = nodeAt(tree, path);
  return node && node.children?.length === 0
    ? text.slice(node.offset + 1, node.offset + node.length - 1)
    : "";
}

interface Going {
  readonly container: Node;
  readonly member: Node;
  /** What stood between the brackets before any member did. */
  readonly inside: string;
}

/** Takes a member out with its comma and the blanks before it; comments around it stay. */
function removeMember(text: string, { container, member, inside }: Going): string {
  const before = text.slice(0, member.offset).trimEnd();
  const after = text.slice(member.offset + member.length);
  const comma = /^\s*,/.exec(after)?.[0];
  if (comma !== undefined) return before + after.slice(comma.length);
  // The last of several gives up the comma before it.
  if ((container.children?.length ?? 0) > 1 && before.endsWith(",")) return before.slice(0, -1) + after;
  if (!/[[{]$/.test(before)) return before + after;
  const close = container.offset + container.length - 1;
  const inner = text.slice(member.offset + member.length, close);
  // A remark that stood there alone has its own blanks around it.
  if (inner.trim() === inside.trim()) return before + inside + text.slice(close);
  return before + (inner.trim() === "" ? after.trimStart() : after);
}

/** The outermost container that holds nothing but the element and was not there before, or the element itself. */
function emptiedPath({ text, tree }: Source, path: Path, original: Node | undefined): Path {
  let emptied = path;
  for (let length = path.length - 1; length > 0; length--) {
    const container = path.slice(0, length);
    const [outer, inner] = [nodeAt(tree, container), nodeAt(tree, emptied)];
    if (!outer || !inner || outer.children?.length !== 1 || nodeAt(original, container)) break;
    const around = text.slice(outer.offset, inner.offset) +
      text.slice(inner.offset + inner.length, outer.offset + outer.length);
    // Keys on the way hold no slash, so it is a comment.
    if (around.includes("/")) break;
    emptied = container;
  }
  return emptied;
}
