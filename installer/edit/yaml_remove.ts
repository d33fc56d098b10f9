/** Taking an item out of a sequence of a YAML file. */
import { isMap, isPair, isScalar, isSeq, parseDocument, type YAMLMap } from "yaml";
import type { YamlList } from "../../core/install/edit.ts";
import { type Known, UNKNOWN } from "./known.ts";
import { isEmptyScalar, rangeOf, sequenceAt } from "./yaml_tree.ts";

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
