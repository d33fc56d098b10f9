/** A string in a sequence of a YAML file, as a text edit: comments, order and style stay. */
import {
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  parseDocument,
  type Range,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { EditError, type EditState, type YamlList } from "../../core/install/edit.ts";
import { type Known, UNKNOWN } from "./known.ts";
import { formOf, lineAt, type TextForm } from "./text_form.ts";

/**
 * Adds the item to the sequence, at its end; absent keys are made. Items of another rtk go.
 * @throws EditError when the text is no YAML, or when another value stands where the sequence belongs.
 */
export function installYaml(text: string | undefined, edit: YamlList): string {
  const source = text ?? "";
  if (source.trim() !== "" && stateOfYaml(source, edit) === "installed") return withoutRivals(source, edit);
  const form = formOf(source);
  const found = sequenceAt(source, edit);
  const installed = "seq" in found
    ? withItem(source, found.seq, edit.item, form.newline)
    : withKeys(source, found.parent, { keys: edit.at.slice(found.depth), item: edit.item, form });
  if (stateOfYaml(installed, edit) !== "installed") throw new EditError(`cannot add to ${edit.at.join(".")}`);
  return withoutRivals(installed, edit);
}

/** Takes items of another rtk out; rtk's own keeps the sequence from being empty. */
function withoutRivals(text: string, edit: YamlList): string {
  return rivalsInYaml(text, edit).reduce((rest, item) => removeYaml(rest, { ...edit, item }) ?? rest, text);
}

/** Items of another rtk that are in the sequence. */
export function rivalsInYaml(text: string, edit: YamlList): string[] {
  return (edit.rivals ?? []).filter((item) => stateOfYaml(text, { ...edit, item }) === "installed");
}

/** Takes the item out; keys that rtk made and that hold nothing then go too. Undefined when nothing is left. */
export function removeYaml(text: string, edit: YamlList, known: Known = UNKNOWN): string | undefined {
  const found = sequenceAt(text, edit);
  if (!("seq" in found)) return text;
  const index = found.seq.items.findIndex((item) => isScalar(item) && item.value === edit.item);
  const item = found.seq.items[index];
  if (!isScalar(item) || !item.range) return text;
  if (found.seq.flow) {
    return withoutFlowKey(text, edit, known) ?? withoutFlowPart(text, found.seq.items, index);
  }
  const start = text.lastIndexOf("\n", item.range[0] - 1) + 1;
  const lineEnd = text.indexOf("\n", item.range[1]);
  const end = lineEnd < 0 ? text.length : lineEnd + 1;
  if (found.seq.items.length > 1) return text.slice(0, start) + text.slice(end);
  return withoutKeys(text.slice(0, start) + text.slice(end), edit, known);
}

/** Whether the item is in the sequence. */
export function stateOfYaml(text: string, edit: YamlList): EditState {
  const found = sequenceAt(text, edit);
  if (!("seq" in found)) return "absent";
  return found.seq.items.some((item) => isScalar(item) && item.value === edit.item) ? "installed" : "absent";
}

type Found = { readonly seq: YAMLSeq } | { readonly parent: YAMLMap | undefined; readonly depth: number };

function sequenceAt(text: string, edit: YamlList): Found {
  const document = parseDocument(text);
  const error = document.errors[0];
  if (error) {
    throw new EditError(`not valid YAML (${error.message.split("\n")[0]})`, lineAt(text, error.pos[0]));
  }
  let node: unknown = document.contents;
  if (node === null || isEmptyScalar(node)) return { parent: undefined, depth: 0 };
  for (const [depth, key] of edit.at.entries()) {
    if (!isMap(node)) throw new EditError(`${edit.at.slice(0, depth).join(".")} is no mapping`);
    const next = node.get(key, true);
    if (next === undefined || isEmptyScalar(next)) return { parent: node, depth };
    node = next;
  }
  if (!isSeq(node)) throw new EditError(`${edit.at.join(".")} is no list`);
  return { seq: node };
}

function isEmptyScalar(node: unknown): boolean {
  return isScalar(node) && node.value === null;
}

function withItem(text: string, seq: YAMLSeq, item: string, newline: string): string {
  const range = seq.range ?? [0, 0, 0];
  if (seq.flow) return withFlowPart(text, range[0], seq.items.at(-1), item);
  const last = seq.items.at(-1);
  if (!isScalar(last) || !last.range) throw new EditError("a list of other things than words");
  const lineStart = text.lastIndexOf("\n", last.range[0] - 1) + 1;
  const indent = /^[ \t]*/.exec(text.slice(lineStart))?.[0] ?? "";
  const lineEnd = text.indexOf("\n", last.range[1]);
  const at = lineEnd < 0 ? text.length : lineEnd + 1;
  const gap = lineEnd < 0 ? newline : "";
  return `${text.slice(0, at)}${gap}${indent}- ${item}${newline}${text.slice(at)}`;
}

/** Puts a part behind the last of a list or mapping in brackets, or behind the bracket. */
function withFlowPart(text: string, open: number, last: unknown, part: string): string {
  const end = isNode(last) ? last.range?.[1] : open + 1;
  if (end === undefined) throw new EditError("a list in a form of its own");
  return `${text.slice(0, end)}${isNode(last) ? ", " : ""}${part}${text.slice(end)}`;
}

interface Made {
  /** Keys from the parent on: the first of them may be there, with nothing behind it. */
  readonly keys: readonly string[];
  readonly item: string;
  readonly form: TextForm;
}

function withKeys(text: string, parent: YAMLMap | undefined, made: Made): string {
  const { keys: [first = "", ...inner], item, form } = made;
  if (parent?.flow) {
    const value = inner.reduceRight((rest, key) => `{${key}: ${rest}}`, `[${item}]`);
    const last = parent.items.at(-1);
    const part = `${first}: ${value}`;
    return withFlowPart(text, parent.range?.[0] ?? 0, isNode(last?.value) ? last.value : last?.key, part);
  }
  const indent = parent ? columnOf(text, parent.items[0]?.key) : "";
  const below = [...inner.map((key) => `${key}:`), `- ${item}`].map((line, at) =>
    `${indent}${form.indent.repeat(at + 1)}${line}${form.newline}`
  ).join("");
  const empty = parent?.items.find(({ key }) => isScalar(key) && key.value === first)?.value;
  if (isNode(empty) && empty.range) {
    // `key:`, `key: null` or `key: ~`, perhaps with a comment.
    const bare = text.slice(0, empty.range[0]) + text.slice(empty.range[1]);
    return insertedAfterLine(bare, empty.range[0], below, form.newline);
  }
  const block = `${indent}${first}:${form.newline}${below}`;
  return insertedAfterLine(
    text,
    indent === "" ? text.length : (parent?.range?.[1] ?? 0) - 1,
    block,
    form.newline,
  );
}

/** The blanks in front of a key. */
function columnOf(text: string, key: unknown): string {
  const start = isNode(key) ? key.range?.[0] ?? 0 : 0;
  return " ".repeat(start - (text.lastIndexOf("\n", start - 1) + 1));
}

/** Puts whole lines behind the line of an offset. */
function insertedAfterLine(text: string, offset: number, lines: string, newline: string): string {
  const end = text.indexOf("\n", Math.max(0, offset));
  const at = end < 0 ? text.length : end + 1;
  const gap = at === 0 || text.slice(0, at).endsWith("\n") ? "" : newline;
  return `${text.slice(0, at)}${gap}${lines}${text.slice(at)}`;
}

/** Takes a part out of a list or mapping in brackets, with a comma. */
function withoutFlowPart(text: string, parts: readonly unknown[], index: number): string {
  const part = parts[index];
  const [first, last] = isPair(part) ? [part.key, part.value] : [part, part];
  const [start, end] = [rangeOf(first)?.[0], rangeOf(last)?.[1]];
  if (start === undefined || end === undefined) return text;
  const before = text.slice(0, start).replace(/,\s*$/, "");
  const after = text.slice(end);
  return index === 0 ? text.slice(0, start) + after.replace(/^\s*,\s*/, "") : before + after;
}

function rangeOf(node: unknown): Range | null | undefined {
  return isNode(node) ? node.range : undefined;
}

/** Takes out the outermost key in brackets that rtk made and that holds nothing else; undefined where there is none. */
function withoutFlowKey(text: string, { at }: YamlList, { original }: Known): string | undefined {
  if (original === undefined) return undefined;
  const before: unknown = parseDocument(original.replace(/^\uFEFF/, "")).toJS();
  let node: unknown = parseDocument(text).contents;
  for (const [depth, key] of at.entries()) {
    if (!isMap(node)) return undefined;
    const index = node.items.findIndex((pair) => isScalar(pair.key) && pair.key.value === key);
    const value: unknown = node.items[index]?.value;
    const isMade = !hasKeys(before, at.slice(0, depth + 1));
    if (isMade && node.flow && holdsOne(value)) return withoutFlowPart(text, node.items, index);
    node = value;
  }
  return undefined;
}

/** Whether lists and mappings hold one thing each, all the way down. */
function holdsOne(node: unknown): boolean {
  if (!isMap(node) && !isSeq(node)) return true;
  const [only] = node.items;
  return node.items.length === 1 && holdsOne(isPair(only) ? only.value : only);
}

/** Takes out the keys on the way to the sequence that hold nothing any more and that rtk made, innermost first. */
function withoutKeys(text: string, edit: YamlList, { original }: Known): string | undefined {
  const before: unknown = parseDocument((original ?? "").replace(/^\uFEFF/, "")).toJS();
  let result = text;
  for (let length = edit.at.length; length > 0; length--) {
    if (hasKeys(before, edit.at.slice(0, length))) break;
    const parent = emptyKeyParent(result, edit.at.slice(0, length));
    const key = edit.at[length - 1] ?? "";
    const pair = parent?.items.find((one) => isScalar(one.key) && one.key.value === key);
    const range = pair && isScalar(pair.key) ? pair.key.range : undefined;
    if (!range) break;
    const start = result.lastIndexOf("\n", range[0] - 1) + 1;
    const lineEnd = result.indexOf("\n", range[1]);
    // A comment is somebody's.
    if (result.slice(range[1], lineEnd < 0 ? undefined : lineEnd).includes("#")) break;
    result = result.slice(0, start) + (lineEnd < 0 ? "" : result.slice(lineEnd + 1));
    if (original === undefined && result.trim() === "") return undefined;
  }
  return result;
}

/** The mapping that holds the last key of a path, where that key holds nothing. */
function emptyKeyParent(text: string, path: readonly string[]): YAMLMap | undefined {
  let node: unknown = parseDocument(text).contents;
  for (const key of path.slice(0, -1)) node = isMap(node) ? node.get(key, true) : undefined;
  if (!isMap(node)) return undefined;
  const value = node.get(path.at(-1) ?? "", true);
  return value === null || isEmptyScalar(value) ? node : undefined;
}

function hasKeys(root: unknown, keys: readonly string[]): boolean {
  let value = root;
  for (const key of keys) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return false;
    value = (value as Record<string, unknown>)[key];
  }
  return true;
}
