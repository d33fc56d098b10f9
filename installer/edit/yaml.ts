/** A string in a sequence of a YAML file, as a text edit: comments, order and style stay. */
import { isNode, isScalar, type YAMLMap, type YAMLSeq } from "yaml";
import { EditError, type EditState, type YamlList } from "../../core/install/edit.ts";
import { formOf, type TextForm } from "./text_form.ts";
import { removeYaml } from "./yaml_remove.ts";
import { refuseReferences, sequenceAt } from "./yaml_tree.ts";

/**
 * Adds the item to the sequence, at its end; absent keys are made. Items of another rtk go.
 * @throws EditError when the text is no YAML, or when another value stands where the sequence belongs.
 */
export function installYaml(text: string | undefined, edit: YamlList): string {
  const source = text ?? "";
  if (source.trim() !== "" && stateOfYaml(source, edit) === "installed") return withoutRivals(source, edit);
  const form = formOf(source);
  const found = sequenceAt(source, edit);
  refuseReferences(source, edit);
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

/** Whether the item is in the sequence. */
export function stateOfYaml(text: string, edit: YamlList): EditState {
  const found = sequenceAt(text, edit);
  if (!("seq" in found)) return "absent";
  return found.seq.items.some((item) => isScalar(item) && item.value === edit.item) ? "installed" : "absent";
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
