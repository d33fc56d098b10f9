/** Elements of arrays in JSON files, as text edits: comments, order, indentation and line ends stay. */
import {
  findNodeAtLocation,
  type Node,
  parse,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import { EditError, type EditState, type Json, type JsonEntry } from "../../core/install/edit.ts";
import { formOf, lineAt } from "./text_form.ts";

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
    prune: false,
  });
  checkContainers(cleared, edit);
  return bom + insertEntry(cleared, edit);
}

/**
 * Takes rtk's elements out again, with containers that are empty then.
 * @returns undefined when nothing but what rtk's fresh file starts with is left.
 */
export function removeJson(text: string, edit: JsonEntry): string | undefined {
  if (isBlank(text)) return text;
  const { bom } = formOf(text);
  const body = text.slice(bom.length);
  const before = parseStrictly(body, edit);
  if (pathsOf(before, edit, edit.owns).length === 0) return text;
  const removed = removeOwned(body, edit, { owns: edit.owns, prune: true });
  const left = parse(removed) as Record<string, unknown>;
  const defaults = JSON.stringify(edit.defaults ?? {});
  return JSON.stringify(left) === defaults && !hasComment(removed) ? undefined : bom + removed;
}

/** Whether rtk's element is in the text, and as this version writes it. */
export function stateOfJson(text: string, edit: JsonEntry): EditState {
  if (isBlank(text)) return "absent";
  const root = parseStrictly(text.replace(/^\uFEFF/, ""), edit);
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
  const root = parseStrictly(text.replace(/^\uFEFF/, ""), edit);
  return pathsOf(root, edit, edit.owns).map((path) => valueAt(root, path));
}

/** The elements of the array that are another rtk's. */
export function rivalsInJson(text: string | undefined, edit: JsonEntry): unknown[] {
  if (text === undefined || isBlank(text) || !edit.rivals) return [];
  const root = parseStrictly(text.replace(/^\uFEFF/, ""), edit);
  return pathsOf(root, edit, edit.rivals).map((path) => valueAt(root, path));
}

/** An empty file counts as none, also where it has a byte order mark. */
function isBlank(text: string): boolean {
  return text.replace("\uFEFF", "").trim() === "";
}

type Path = readonly (string | number)[];

/** Where what fits stands: whole elements, or items of elements that hold others as well. */
function pathsOf(root: unknown, { at, within }: JsonEntry, fits: (one: unknown) => boolean): Path[] {
  return elementsAt(root, at).flatMap((element, index): Path[] => {
    if (within === undefined) return fits(element) ? [[...at, index]] : [];
    const items = elementsAt(element, [within]);
    const found = items.flatMap((item, position) => fits(item) ? [position] : []);
    if (found.length === 0) return [];
    return found.length === items.length
      ? [[...at, index]]
      : found.map((position) => [...at, index, within, position]);
  });
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

function removeOwned(
  text: string,
  edit: JsonEntry,
  { owns, prune }: { owns(one: unknown): boolean; prune: boolean },
): string {
  let result = text;
  for (;;) {
    const root = parse(result);
    const [path] = pathsOf(root, edit, owns);
    if (!path) return result;
    const last = path.length === edit.at.length + 1 && elementsAt(root, edit.at).length === 1;
    const [holder, key] = splitLast(prune && last ? emptiedPath(result, edit) : path);
    const container = nodeAt(parseTree(result), holder);
    const member = typeof key === "number"
      ? container?.children?.[key]
      : container?.children?.find((property) => property.children?.[0]?.value === key);
    if (!container || !member) return result;
    result = removeMember(result, container, member);
  }
}

function splitLast(path: Path): [Path, string | number | undefined] {
  return [path.slice(0, -1), path.at(-1)];
}

/** Takes a member out with its comma and the blanks before it; comments around it stay. */
function removeMember(text: string, container: Node, member: Node): string {
  const before = text.slice(0, member.offset).trimEnd();
  const after = text.slice(member.offset + member.length);
  const comma = /^\s*,/.exec(after)?.[0];
  if (comma !== undefined) return before + after.slice(comma.length);
  // The last of several gives up the comma before it; an only one also the blanks up to the closing bracket.
  if ((container.children?.length ?? 0) > 1 && before.endsWith(",")) return before.slice(0, -1) + after;
  return before + (/[[{]$/.test(before) ? after.trimStart() : after);
}

/** The outermost container that holds nothing but the last element of the array. */
function emptiedPath(text: string, edit: JsonEntry): Path {
  const root = parse(text) as Record<string, unknown>;
  let length = edit.at.length;
  while (length > 1 && Object.keys(valueAt(root, edit.at.slice(0, length - 1)) ?? {}).length === 1) length--;
  return edit.at.slice(0, length);
}

function nodeAt(root: Node | undefined, path: Path): Node | undefined {
  return root && (path.length === 0 ? root : findNodeAtLocation(root, [...path]));
}

function parseStrictly(text: string, edit: JsonEntry): unknown {
  const errors: ParseError[] = [];
  const root = parse(text, errors, {
    disallowComments: edit.dialect === "json",
    allowTrailingComma: false,
  }) as unknown;
  const first = errors[0];
  if (first) {
    throw new EditError(`not valid JSON (${printParseErrorCode(first.error)})`, lineAt(text, first.offset));
  }
  if (typeof root !== "object" || root === null || Array.isArray(root)) {
    throw new EditError("not a JSON object", 1);
  }
  return root;
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

function elementsAt(root: unknown, at: readonly string[]): unknown[] {
  const value = valueAt(root, at);
  return Array.isArray(value) ? value : [];
}

function valueAt(root: unknown, at: Path): unknown {
  let value = root;
  for (const key of at) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string | number, unknown>)[key];
  }
  return value;
}

function hasComment(text: string): boolean {
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true });
  return errors.length > 0;
}
