/** A file that is rtk's alone. */
import { EditError, type EditState, type WholeFile } from "../../core/install/edit.ts";

/** The file's text; @throws EditError when a file of the user's, which is no other rtk's, stands in its place. */
export function installWholeFile(text: string | undefined, edit: WholeFile): string {
  if (text !== undefined && text !== edit.text && !edit.owns(text) && !edit.rivals?.(text)) {
    throw new EditError("a file of another origin");
  }
  return edit.text;
}

/** Nothing is left of a file of rtk's; another one stays. */
export function removeWholeFile(text: string, edit: WholeFile): string | undefined {
  return text === edit.text || edit.owns(text) ? undefined : text;
}

/** The first line of a file of another rtk's. */
export function rivalsInWholeFile(text: string | undefined, edit: WholeFile): string[] {
  const isRival = text !== undefined && text !== edit.text && !edit.owns(text) &&
    edit.rivals?.(text) === true;
  return isRival ? [text.trimStart().split(/\r?\n/)[0] ?? ""] : [];
}

/** Whether the file is there, and as this version writes it. */
export function stateOfWholeFile(text: string, edit: WholeFile): EditState {
  if (text === edit.text) return "installed";
  return edit.owns(text) ? "outdated" : "absent";
}
