/** JSON as values and as a tree: where the elements are that an edit is about. */
import {
  findNodeAtLocation,
  type Node,
  parse,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import { EditError, type JsonEntry } from "../../core/install/edit.ts";
import { formOf, lineAt } from "./text_form.ts";

/** Keys and places from the root on. */
export type Path = readonly (string | number)[];

/** Where what fits stands: whole elements, or items of elements that hold others as well. */
export function pathsOf(root: unknown, { at, within }: JsonEntry, fits: (one: unknown) => boolean): Path[] {
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

/** The text behind a byte order mark. */
export function bodyOf(text: string): string {
  return text.slice(formOf(text).bom.length);
}

/** An empty file counts as none, also where it has a byte order mark. */
export function isBlank(text: string): boolean {
  return text.replace("\uFEFF", "").trim() === "";
}

/** The node at a path of a tree; undefined where there is none. */
export function nodeAt(root: Node | undefined, path: Path): Node | undefined {
  return root && (path.length === 0 ? root : findNodeAtLocation(root, [...path]));
}

/** The value of a text that is an object. @throws EditError with the line where it is none. */
export function parseStrictly(text: string, edit: JsonEntry): unknown {
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
  const twice = repeatedKey(parseTree(text), edit);
  if (twice) {
    const key = JSON.stringify(twice.value);
    throw new EditError(
      `the key ${key} is there twice, and hosts read one of the two`,
      lineAt(text, twice.offset),
    );
  }
  return root;
}

/** The second key of a name on the way to the elements, or to the items in them. */
function repeatedKey(root: Node | undefined, { at, within }: JsonEntry): Node | undefined {
  let value = root;
  for (const key of at) {
    const [property, second] = membersOf(value, key);
    if (second) return second.children?.[0];
    value = property?.children?.[1];
  }
  if (within === undefined || value?.type !== "array") return undefined;
  const seconds = (value.children ?? []).flatMap((element) => membersOf(element, within).slice(1));
  return seconds[0]?.children?.[0];
}

function membersOf(node: Node | undefined, key: string): Node[] {
  if (node?.type !== "object") return [];
  return (node.children ?? []).filter(({ children }) => children?.[0]?.value === key);
}

/** The elements of an array; none where there is none. */
export function elementsAt(root: unknown, at: readonly string[]): unknown[] {
  const value = valueAt(root, at);
  return Array.isArray(value) ? value : [];
}

/** The value at a path; undefined where there is none. */
export function valueAt(root: unknown, at: Path): unknown {
  let value = root;
  for (const key of at) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string | number, unknown>)[key];
  }
  return value;
}

/** Whether a text that parses holds a comment. */
export function hasComment(text: string): boolean {
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true });
  return errors.length > 0;
}
