/** rtk's part of a file: what the manifest remembers as a digest, what is compared, and what is shown where it differs. */
import type { Edit } from "../../core/install/edit.ts";
import { type Known, UNKNOWN } from "./known.ts";
import { ownedInJson, remarkedInJson } from "./json.ts";
import { editedLines, installEdit } from "./kinds.ts";
import { blockIn } from "./markdown_block.ts";
import { ownedInToml, remarkedInToml } from "./toml.ts";
import { stateOfYaml } from "./yaml.ts";

/**
 * What of a text is rtk's by this edit, in a form that does not depend on how the file around it is written.
 * @returns undefined where nothing is.
 * @throws EditError when the text does not parse.
 */
export function partOf(text: string | undefined, edit: Edit, known: Known = UNKNOWN): string | undefined {
  if (text === undefined) return undefined;
  const lines = editedLines(text, edit).text;
  switch (edit.kind) {
    case "json-entry":
      return listText(ownedInJson(text, edit));
    case "toml-table":
      return listText(ownedInToml(lines, edit));
    case "yaml-list":
      return stateOfYaml(lines, edit) === "installed" ? edit.item : undefined;
    case "markdown-block":
      return blockIn(lines, edit, known);
    case "whole-file":
      return text === edit.text || edit.owns(text) ? text : undefined;
  }
}

/** What somebody wrote into rtk's part without changing what it says: comments. */
export function remarksIn(text: string | undefined, edit: Edit): string[] {
  if (text === undefined) return [];
  if (edit.kind === "json-entry") return remarkedInJson(text, edit);
  return edit.kind === "toml-table" ? remarkedInToml(editedLines(text, edit).text, edit) : [];
}

/** The part as this version installs it. */
export function expectedPart(edit: Edit): string | undefined {
  return partOf(installEdit(undefined, edit), edit);
}

function listText(owned: readonly unknown[]): string | undefined {
  return owned.length === 0 ? undefined : owned.map((one) => JSON.stringify(one, null, 2)).join("\n");
}

/** The first line in which a part differs from what was expected, in words. */
export function partDifference(found: string, expected: string): string {
  const lines = found.split("\n");
  const wanted = expected.split("\n");
  const at = lines.findIndex((line, index) => line !== wanted[index]);
  const index = at < 0 ? lines.length : at;
  return `line ${index + 1} of rtk's part is ${shown(lines[index])}, not ${shown(wanted[index])}`;
}

const MAX_SHOWN = 100;

function shown(line: string | undefined): string {
  if (line === undefined) return "missing";
  const text = line.trim();
  return `\`${text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN).toWellFormed()}…` : text}\``;
}
