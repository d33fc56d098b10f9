/** How rtk's parts of other programs' files stand, judged by what this version installs and by what the manifest remembers. */
import { type Edit, EditError } from "../core/install/edit.ts";
import { rivalsOf } from "./edit/kinds.ts";
import { expectedPart, partDifference, partOf } from "./edit/part.ts";
import { isNotExecutable, readFile } from "./files.ts";
import { digestOf, isKnown, type Memory, rowAt } from "./manifest.ts";
import { knownOf } from "./plan.ts";

/**
 * - `absent`: never put there, as far as is known; `gone`: taken out by somebody else
 * - `outdated`: as another version of rtk left it, or this one for another place of rtk
 * - `modified`: rtk left another text there; `unlike`: one of the two, but nothing is remembered
 * - `unreadable`: the file does not parse
 * - `not-executable`: the text is right, but the host cannot start it
 */
export type PartState =
  | "installed"
  | "absent"
  | "gone"
  | "outdated"
  | "modified"
  | "unlike"
  | "unreadable"
  | "not-executable";

export interface PartReport {
  readonly edit: Edit;
  readonly state: PartState;
  /** What differs, or why the file cannot be read. */
  readonly detail?: string;
  /** What stands there, where it is rtk's. */
  readonly found?: string;
  /** A program that the part calls by its path and that is not there. */
  readonly calls?: string;
  /** From 1, where a file does not parse. */
  readonly line?: number;
  /** Another text stands where rtk's own file belongs. */
  readonly isTaken?: true;
  /** It is another rtk's, which is replaced with consent. */
  readonly isRival?: true;
}

/** The state of every edit that is written today. Reads, never throws. */
export function inspectEdits(edits: readonly Edit[], memory: Memory): PartReport[] {
  return edits.filter(({ legacy }) => !legacy).map((edit) => inspectEdit(edit, memory));
}

function inspectEdit(edit: Edit, memory: Memory): PartReport {
  try {
    const text = readFile(edit.path);
    const part = partOf(text, edit, knownOf(edit, memory));
    return part === undefined ? missing(edit, text, memory) : present(edit, part, memory);
  } catch (error) {
    if (!(error instanceof EditError)) throw error;
    const { message, line } = error;
    return { edit, state: "unreadable", detail: message, ...(line !== undefined && { line }) };
  }
}

function missing(edit: Edit, text: string | undefined, { manifest, owner }: Memory): PartReport {
  const known = rowAt(manifest, edit.path)?.owners.includes(owner);
  const isTaken = edit.kind === "whole-file" && text !== undefined;
  const isRival = isTaken && rivalsOf(text, edit).length > 0;
  return { edit, state: known ? "gone" : "absent", ...(isTaken && { isTaken }), ...(isRival && { isRival }) };
}

function present(edit: Edit, part: string, memory: Memory): PartReport {
  const { manifest, owner } = memory;
  // What others share with it is no installation of its own.
  if (!isKnown(memory) && isOfOthers(edit, part, memory)) return { edit, state: "absent" };
  const expected = expectedPart(edit) ?? "";
  if (part === expected) {
    const isDead = edit.kind === "whole-file" && ((edit.mode ?? 0) & 0o100) !== 0 &&
      isNotExecutable(edit.path);
    return { edit, state: isDead ? "not-executable" : "installed", found: part };
  }
  const left = rowAt(manifest, edit.path)?.parts[owner];
  const calls = gonePath(part);
  const more = {
    edit,
    found: part,
    detail: partDifference(part, expected),
    ...(calls !== undefined && { calls }),
  };
  if (left === undefined) return { ...more, state: "unlike" };
  return { ...more, state: left.includes(digestOf(part)) ? "outdated" : "modified" };
}

function isOfOthers({ path }: Edit, part: string, { manifest }: Memory): boolean {
  const noted = Object.values(rowAt(manifest, path)?.parts ?? {}).flat();
  return noted.includes(digestOf(part));
}

/** A command that is one word: the path of a script. */
const WHOLE_WORD = /^('(?:[^']|'\\'')+'|\/\S*)$/;

/** `r=$(command -v rtk || echo /opt/rtk/rtk)`: where rtk was. */
const FALLBACK = /\|\| echo ('(?:[^']|'\\'')+'|[^\s'")]+)\)/;

/** A program that a part calls by its path and that is not there. */
function gonePath(part: string): string | undefined {
  const strings = [...part.matchAll(/"(?:[^"\\\n]|\\.)*"/g)].flatMap(([text]) => stringIn(text));
  for (const text of [part, ...strings]) {
    const word = (FALLBACK.exec(text) ?? WHOLE_WORD.exec(text))?.[1];
    const path = word?.replaceAll(/^'|'$/g, "").replaceAll("'\\''", "'");
    if (path?.startsWith("/") && !exists(path)) return path;
  }
  return undefined;
}

function stringIn(json: string): string[] {
  try {
    return [String(JSON.parse(json))];
  } catch {
    return [];
  }
}

function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}
