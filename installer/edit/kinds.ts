/** The four readings of an edit, by its kind. */
import type { Edit, EditState } from "../../core/install/edit.ts";
import { type Known, UNKNOWN } from "./known.ts";
import { installJson, rivalsInJson, stateOfJson } from "./json.ts";
import { removeJson } from "./json_remove.ts";
import { installMarkdown, removeMarkdown, stateOfMarkdown } from "./markdown_block.ts";
import { type Lines, linesOf } from "./text_form.ts";
import { installToml, removeToml, rivalsInToml, stateOfToml } from "./toml.ts";
import { rivalsInMarkdown, withoutRivals } from "./rival_text.ts";
import { installWholeFile, removeWholeFile, rivalsInWholeFile, stateOfWholeFile } from "./whole_file.ts";
import { installYaml, rivalsInYaml, stateOfYaml } from "./yaml.ts";
import { removeYaml } from "./yaml_remove.ts";

/** A text as the editor of a kind takes it. The one for JSON sees to the form itself. */
export function editedLines(text: string, { kind }: Edit): Lines {
  return kind === "json-entry" || kind === "whole-file"
    ? { text, restored: (edited) => edited }
    : linesOf(text);
}

/** The text with the edit in; @throws EditError when that is not safe. */
export function installEdit(text: string | undefined, edit: Edit, known: Known = UNKNOWN): string {
  if (text === undefined) return putIn(undefined, edit, known);
  const lines = editedLines(text, edit);
  return lines.restored(putIn(lines.text, edit, known));
}

function putIn(text: string | undefined, edit: Edit, known: Known): string {
  switch (edit.kind) {
    case "json-entry":
      return installJson(text, edit);
    case "toml-table":
      return installToml(text, edit);
    case "yaml-list":
      return installYaml(text, edit);
    case "markdown-block":
      return installMarkdown(text === undefined ? text : withoutRivals(text, edit), edit, known);
    case "whole-file":
      return installWholeFile(text, edit);
  }
}

/**
 * The text without the edit; undefined when nothing is left of a file that rtk made.
 * @throws EditError when the text does not parse.
 */
export function removeEdit(text: string, edit: Edit, known: Known = UNKNOWN): string | undefined {
  const lines = editedLines(text, edit);
  const left = takenOut(lines.text, edit, known) ?? (known.original === undefined ? undefined : "");
  return left === undefined ? undefined : lines.restored(left);
}

function takenOut(text: string, edit: Edit, known: Known): string | undefined {
  switch (edit.kind) {
    case "json-entry":
      return removeJson(text, edit, known);
    case "toml-table":
      return removeToml(text, edit);
    case "yaml-list":
      return removeYaml(text, edit, known);
    case "markdown-block":
      return removeMarkdown(text, edit, known);
    case "whole-file":
      return removeWholeFile(text, edit);
  }
}

/** Whether the edit is in the text. @throws EditError when the text does not parse. */
export function stateOfEdit(text: string | undefined, edit: Edit, known: Known = UNKNOWN): EditState {
  if (text === undefined) return "absent";
  const lines = editedLines(text, edit).text;
  switch (edit.kind) {
    case "json-entry":
      return stateOfJson(text, edit);
    case "toml-table":
      return stateOfToml(lines, edit);
    case "yaml-list":
      return stateOfYaml(lines, edit);
    case "markdown-block":
      return stateOfMarkdown(lines, edit, known);
    case "whole-file":
      return stateOfWholeFile(text, edit);
  }
}

/** Entries and texts of another rtk that the edit would replace. */
export function rivalsOf(text: string | undefined, edit: Edit): unknown[] {
  switch (edit.kind) {
    case "json-entry":
      return rivalsInJson(text, edit);
    case "yaml-list":
      return text === undefined ? [] : rivalsInYaml(linesOf(text).text, edit);
    case "markdown-block":
      return text === undefined ? [] : rivalsInMarkdown(linesOf(text).text, edit);
    case "whole-file":
      return rivalsInWholeFile(text, edit);
    case "toml-table":
      return text === undefined ? [] : rivalsInToml(linesOf(text).text, edit);
  }
}
