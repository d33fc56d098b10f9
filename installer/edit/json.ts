/** Elements of arrays in JSON files, as text edits: comments, order, indentation and line ends stay. */
import { type Node, parseTree } from "jsonc-parser";
import { EditError, type EditState, type Json, type JsonEntry } from "../../core/install/edit.ts";
import { removeOwned } from "./json_remove.ts";
import { bodyOf, hasComment, isBlank, nodeAt, parseStrictly, pathsOf, valueAt } from "./json_tree.ts";
import { formOf } from "./text_form.ts";

/**
 * Puts rtk's element into the array, first, in place of older ones of rtk's.
 * @param text the file; undefined or blank where there is none.
 * @throws EditError when it does not parse, or when another value stands where the array belongs.
 */
export function installJson(text: string | undefined, edit: JsonEntry): string {
  if (text === undefined || isBlank(text)) return freshFile(edit);
  if (stateOfJson(text, edit) === "installed") return text;
  const { bom } = formOf(text);
  const cleared = removeOwned(text.slice(bom.length), edit, {
    owns: (element) => edit.owns(element) || (edit.rivals?.(element) ?? false),
  });
  checkContainers(cleared, edit);
  return bom + insertEntry(cleared, edit);
}

/** Whether rtk's element is in the text, and as this version writes it. */
export function stateOfJson(text: string, edit: JsonEntry): EditState {
  if (isBlank(text)) return "absent";
  const root = parseStrictly(bodyOf(text), edit);
  const owned = pathsOf(root, edit, edit.owns);
  if (owned.length === 0) return "absent";
  const rivals = edit.rivals ? pathsOf(root, edit, edit.rivals) : [];
  const same = owned.length === 1 &&
    JSON.stringify(valueAt(root, owned[0] ?? [])) === JSON.stringify(edit.entry);
  return same && rivals.length === 0 ? "installed" : "outdated";
}

/** The elements (or items of `within`) that are rtk's. */
export function ownedInJson(text: string, edit: JsonEntry): unknown[] {
  if (isBlank(text)) return [];
  const root = parseStrictly(bodyOf(text), edit);
  return pathsOf(root, edit, edit.owns).map((path) => valueAt(root, path));
}

/** Those of rtk's elements, as they are written, into which somebody wrote a comment. */
export function remarkedInJson(text: string, edit: JsonEntry): string[] {
  if (isBlank(text)) return [];
  const body = bodyOf(text);
  const tree = parseTree(body);
  return pathsOf(parseStrictly(body, edit), edit, edit.owns).flatMap((path) => {
    const node = nodeAt(tree, path);
    const written = node ? body.slice(node.offset, node.offset + node.length) : "";
    return hasComment(written) ? [written] : [];
  });
}

/** The elements of the array that are another rtk's. */
export function rivalsInJson(text: string | undefined, edit: JsonEntry): unknown[] {
  if (text === undefined || isBlank(text) || !edit.rivals) return [];
  const root = parseStrictly(bodyOf(text), edit);
  return pathsOf(root, edit, edit.rivals).map((path) => valueAt(root, path));
}

function freshFile(edit: JsonEntry): string {
  return insertEntry(`${JSON.stringify(edit.defaults ?? {}, null, 2)}\n`.replace("{}", "{\n}"), edit);
}

/** Inserts the entry, in the containers that are missing, behind the opening bracket of the innermost that is there. */
function insertEntry(text: string, edit: JsonEntry): string {
  const root = parseTree(text);
  let depth = edit.at.length;
  while (depth > 0 && !nodeAt(root, edit.at.slice(0, depth))) depth--;
  const container = nodeAt(root, edit.at.slice(0, depth));
  if (!container) throw new EditError("not a JSON object", 1);
  const [key, ...inner] = edit.at.slice(depth);
  if (key === undefined) {
    return edit.place === "last"
      ? insertLast(text, container, edit.entry)
      : insertFirst(text, container, { value: edit.entry });
  }
  const value = inner.toReversed().reduce<Json>((member, name) => ({ [name]: member }), [edit.entry]);
  return insertFirst(text, container, { key, value });
}

interface Member {
  readonly key?: string;
  readonly value: Json;
}

function insertFirst(text: string, container: Node, { key, value }: Member): string {
  const { indent, newline } = formOf(text);
  const open = container.offset + 1;
  const first = container.children?.[0];
  const spread = (first ? text.slice(open, first.offset) : text).includes("\n");
  const outer = /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", container.offset) + 1))?.[0] ?? "";
  const gap = spread ? `${newline}${outer}${indent}` : "";
  const json = spread ? JSON.stringify(value, null, indent).replaceAll("\n", gap) : JSON.stringify(value);
  const name = key === undefined ? "" : `${JSON.stringify(key)}:${spread ? " " : ""}`;
  const head = `${text.slice(0, open)}${gap}${name}${json}`;
  const tail = text.slice(open);
  if (first) return `${head},${tail}`;
  const broken = /^\s*/.exec(tail)?.[0].includes("\n") ?? false;
  return `${head}${spread && !broken ? newline + outer : ""}${tail}`;
}

/** Behind the last element, spaced as the elements are. */
function insertLast(text: string, container: Node, value: Json): string {
  const last = container.children?.at(-1);
  const first = container.children?.[0];
  if (!last || !first) return insertFirst(text, container, { value });
  const { indent } = formOf(text);
  const gap = text.slice(container.offset + 1, first.offset);
  const lead = /\r?\n[ \t]*$/.exec(gap)?.[0] ?? "";
  const json = lead === ""
    ? JSON.stringify(value)
    : JSON.stringify(value, null, indent).replaceAll("\n", lead);
  const end = last.offset + last.length;
  return `${text.slice(0, end)},${lead}${json}${text.slice(end)}`;
}

function checkContainers(text: string, edit: JsonEntry): void {
  const root = parseStrictly(text, edit);
  for (let length = 1; length <= edit.at.length; length++) {
    const path = edit.at.slice(0, length);
    const value = valueAt(root, path);
    if (value === undefined) return;
    const fits = length === edit.at.length
      ? Array.isArray(value)
      : typeof value === "object" && !Array.isArray(value);
    if (!fits || value === null) throw new EditError(`unexpected value at ${path.join(".")}`);
  }
}
