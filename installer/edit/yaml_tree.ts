/** YAML as a tree: where the sequence is that an edit is about. */
import {
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  parseDocument,
  type Range,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { EditError, type YamlList } from "../../core/install/edit.ts";
import { lineAt } from "./text_form.ts";

/** The sequence, or the mapping that lacks the key at a depth. */
export type Found = { readonly seq: YAMLSeq } | {
  readonly parent: YAMLMap | undefined;
  readonly depth: number;
};

/** Finds the sequence. @throws EditError where the text is no YAML, or where another value stands in its place. */
export function sequenceAt(text: string, edit: YamlList): Found {
  const document = parseDocument(text);
  const error = document.errors[0];
  if (error?.code === "MULTIPLE_DOCS") {
    throw new EditError("several documents in one file", lineAt(text, error.pos[0]));
  }
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
    // What stands elsewhere is not rtk's.
    if (isAlias(node)) return { parent: undefined, depth };
  }
  if (!isSeq(node)) throw new EditError(`${edit.at.join(".")} is no list`);
  return { seq: node };
}

/**
 * Refuses what cannot be added to alone: keys that come from elsewhere would be hidden by one of the same name, and what is
 * used elsewhere would change there.
 * @throws EditError with the line.
 */
export function refuseReferences(text: string, { at }: YamlList): void {
  let node: unknown = parseDocument(text).contents;
  for (const [depth, key] of at.entries()) {
    if (!isMap(node)) return;
    const merge = node.items.find((pair) => isScalar(pair.key) && pair.key.value === "<<");
    if (merge && !node.has(key)) {
      throw new EditError(`${key} may come from elsewhere (<<); write it out`, lineOf(text, merge.key));
    }
    if (node.anchor) {
      throw new EditError(
        `the mapping around ${key} is used elsewhere (&${node.anchor})`,
        lineOf(text, node),
      );
    }
    node = node.get(key, true);
    const name = at.slice(0, depth + 1).join(".");
    if (isAlias(node)) throw new EditError(`${name} stands elsewhere (*${node.source})`, lineOf(text, node));
  }
  if (isSeq(node) && node.anchor) {
    throw new EditError(`${at.join(".")} is used elsewhere (&${node.anchor})`, lineOf(text, node));
  }
}

function lineOf(text: string, node: unknown): number {
  return lineAt(text, rangeOf(node)?.[0] ?? 0);
}

/** Where a node stands. */
export function rangeOf(node: unknown): Range | null | undefined {
  return isNode(node) ? node.range : undefined;
}

/** Whether nothing is written there. */
export function isEmptyScalar(node: unknown): boolean {
  return isScalar(node) && node.value === null;
}
