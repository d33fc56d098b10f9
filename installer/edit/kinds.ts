/** The four readings of an edit, by its kind. */
import type { Edit, EditState } from "../../core/install/edit.ts";
import { installJson, removeJson, rivalsInJson, stateOfJson } from "./json.ts";
import { installMarkdown, removeMarkdown, stateOfMarkdown } from "./markdown_block.ts";
import { installToml, removeToml, stateOfToml } from "./toml.ts";
import { installWholeFile, removeWholeFile, stateOfWholeFile } from "./whole_file.ts";
import { installYaml, removeYaml, rivalsInYaml, stateOfYaml } from "./yaml.ts";

/** The text with the edit in; @throws EditError when that is not safe. */
export function installEdit(text: string | undefined, edit: Edit): string {
  switch (edit.kind) {
    case "json-entry":
      return installJson(text, edit);
    case "toml-table":
      return installToml(text, edit);
    case "yaml-list":
      return installYaml(text, edit);
    case "markdown-block":
      return installMarkdown(text, edit);
    case "whole-file":
      return installWholeFile(text, edit);
  }
}

/** The text without the edit; undefined when nothing is left. @throws EditError when the text does not parse. */
export function removeEdit(text: string, edit: Edit): string | undefined {
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
  switch (edit.kind) {
    case "json-entry":
      return text.trim() === "" ? "absent" : stateOfJson(text, edit);
    case "toml-table":
      return stateOfToml(text, edit);
    case "yaml-list":
      return stateOfYaml(text, edit);
    case "markdown-block":
      return stateOfMarkdown(text, edit);
    case "whole-file":
      return stateOfWholeFile(text, edit);
  }
}

/** Entries of another rtk that the edit would replace. */
export function rivalsOf(text: string | undefined, edit: Edit): unknown[] {
  if (edit.kind === "yaml-list") return text === undefined ? [] : rivalsInYaml(text, edit);
  return edit.kind === "json-entry" ? rivalsInJson(text, edit) : [];
}
