/** The command lines that hosts run, as they stand in what is installed. */
import type { Edit } from "../../core/install/edit.ts";
import { shellQuoted } from "../../core/install/scope.ts";

/** Members that hold a line for POSIX shells, by hosts' names for them. */
const LINE_KEYS = new Set(["command", "bash"]);

/** The lines of an installation; the path of a file that the host starts itself, where it names none. */
export function installedLines(edits: readonly Edit[]): string[] {
  const current = edits.filter(({ legacy }) => !legacy);
  const lines = current.flatMap((edit) => textsIn(entryOf(edit), LINE_KEYS));
  if (lines.length > 0) return lines;
  return current.flatMap((edit) =>
    edit.kind === "whole-file" && ((edit.mode ?? 0) & 0o100) !== 0 ? [shellQuoted(edit.path)] : []
  );
}

/** What of an edit the host reads as a value; undefined for texts that are none. */
export function entryOf(edit: Edit): unknown {
  switch (edit.kind) {
    case "json-entry":
      return edit.entry;
    case "toml-table":
      return edit.values;
    case "whole-file":
      return edit.path.endsWith(".json") ? JSON.parse(edit.text) : undefined;
    case "yaml-list":
    case "markdown-block":
      return undefined;
  }
}

/** The texts of members of these names, at any depth. */
export function textsIn(value: unknown, keys: ReadonlySet<string>): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    typeof member === "string" ? (keys.has(key) ? [member] : []) : textsIn(member, keys)
  );
}
