/** What `rtk init` puts into Roo Code's files, as data: rules only, as it has no hooks. */
import { isFolder } from "../../core/config/files.ts";
import type { Edit } from "../../core/install/edit.ts";
import type { InstallScope } from "../../core/install/scope.ts";
import { filesIn, readText } from "../host_files.ts";
import type { Installation } from "../installations.ts";

function rulesFolder(parent: string): string {
  return `${parent}/.roo/rules`;
}

/**
 * Roo reads the single files of a project only where neither folder of rules, the user's or the project's, has a file: a
 * first one there would switch them off. Read in its source of April 2026 (custom-instructions.ts).
 */
function edits({ kind, home, project, awareness }: InstallScope): Edit[] {
  const text = awareness.full;
  const file: Edit = {
    kind: "whole-file",
    path: `${rulesFolder(kind === "global" ? home : project)}/rtk.md`,
    text,
    owns: (known) => known.startsWith("# rtk\n"),
  };
  if (kind === "global") return [file];
  const own: Edit = { kind: "markdown-block", path: `${project}/.roorules`, text };
  // What stood in .roorules before the folder came is read no longer. A block in .clinerules may be Cline's.
  if ([home, project].some((parent) => hasRules(rulesFolder(parent)))) {
    return [{ ...own, legacy: true }, file];
  }
  if (hasText(own.path)) return [own];
  const shared = `${project}/.clinerules`;
  return [hasText(shared) ? { kind: "markdown-block", path: shared, text } : file];
}

function hasText(path: string): boolean {
  return (readText(path) ?? "").trim() !== "";
}

/** Whether a folder holds a file that Roo takes for rules, at any depth. */
function hasRules(folder: string): boolean {
  return filesIn(folder, "").some((path) => isFolder(path) ? hasRules(path) : !NO_RULES.test(path));
}

/** Names that Roo passes over; its list has more of them. */
const NO_RULES =
  /(?:\/Thumbs\.db|\.(?:DS_Store|bak|cache|db|dmp|dump|lock|log|old|part|partial|swo|swp|te?mp))$/;

export const rooInstallation: Installation = {
  id: "roo",
  title: "Roo Code",
  traces: ({ kind, home, project }) =>
    kind === "global" ? [`${home}/.roo`] : [`${project}/.roo`, `${project}/.roorules`],
  edits,
  notes: [
    "Roo Code has no hooks: the rules tell the agent to put rtk in front of commands.",
    "A file in ~/.roo/rules keeps Roo from reading the .roorules and .clinerules of projects: their text belongs into .roo/rules.",
    'Commands that Roo runs unasked are listed in its settings by their first words: "rtk git status" needs a row of its own.',
  ],
};
