/** The four readings of an edit, by its kind. */
import type { Edit, EditState } from "../../core/install/edit.ts";
import { installJson, removeJson, rivalsInJson, stateOfJson } from "./json.ts";
import { installMarkdown, removeMarkdown, stateOfMarkdown } from "./markdown_block.ts";
import { type Lines, linesOf } from "./text_form.ts";
import { installToml, removeToml, stateOfToml } from "./toml.ts";
import { rivalsInMarkdown, withoutRivals } from "./rival_text.ts";
import { installWholeFile, removeWholeFile, rivalsInWholeFile, stateOfWholeFile } from "./whole_file.ts";
import { installYaml, removeYaml, rivalsInYaml, stateOfYaml } from "./yaml.ts";

/** A text as the editor of a kind takes it. The one for JSON sees to the form itself. */
export function editedLines(text: string, { kind }: Edit): Lines {
  return kind === "json-entry" || kind === "whole-file"
    ? { text, restored: (edited) => edited }
    : linesOf(text);
}

/** The text with the edit in; @throws EditError when that is not safe. */
export function installEdit(text: string | undefined, edit: Edit): string {
  if (text === undefined) return putIn(undefined, edit);
  const lines = editedLines(text, edit);
  return lines.restored(putIn(lines.text, edit));
}

function putIn(text: string | undefined, edit: Edit): string {
  switch (edit.kind) {
    case "json-entry":
      return installJson(text, edit);
    case "toml-table":
      return installToml(text, edit);
    case "yaml-list":
      return installYaml(text, edit);
    case "markdown-block":
      return installMarkdown(text === undefined ? text : withoutRivals(text, edit), edit);
    case "whole-file":
      return installWholeFile(text, edit);
  }
}

/** The text without the edit; undefined when nothing is left. @throws EditError when the text does not parse. */
export function removeEdit(text: string, edit: Edit): string | undefined {
  const lines = editedLines(text, edit);
  const left = takenOut(lines.text, edit);
  return left === undefined ? undefined : lines.restored(left);
}

function takenOut(text: string, edit: Edit): string | undefined {
  switch (edit.kind) {
    case "json-entry":
      return removeJson(text, edit);
    case "toml-table":
      return removeToml(text, edit);
    case "yaml-list":
      return removeYaml(text, edit);
    case "markdown-block":
      return removeMarkdown(text);
    case "whole-file":
      return removeWholeFile(text, edit);
  }
}

/** Whether the edit is in the text. @throws EditError when the text does not parse. */
export function stateOfEdit(text: string | undefined, edit: Edit): EditState {
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
      return stateOfMarkdown(lines, edit);
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
      return [];
  }
}
