/** From edits to changes of files, without writing anything: the dry run is this, printed. */
import { type Edit, EditError } from "../core/install/edit.ts";
import { installEdit, removeEdit, rivalsOf, stateOfEdit } from "./edit/kinds.ts";
import { type Known, UNKNOWN } from "./edit/known.ts";
import { expectedPart, partOf, remarksIn } from "./edit/part.ts";
import { isNotExecutable, readFile, targetOf } from "./files.ts";
import { obstacleTo } from "./obstacle.ts";
import { digestOf, isKnown, type Memory, rowAt, textBefore } from "./manifest.ts";

/** One file before and after; undefined where there is none. */
export interface FileChange {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** The file before without anything of rtk's in it; undefined where nothing else is in it. */
  readonly bare: string | undefined;
  /** The file is rtk's alone. */
  readonly whole?: true;
  /** How the paths of files begin that go with it. */
  readonly derived?: string;
  /** Mode of a file that is made; where it lets execute and the file does not, texts may be equal. */
  readonly mode?: number;
  /** What of the new text is rtk's. */
  readonly parts: readonly string[];
  /** What of the text before was, and remarks that somebody wrote into it. */
  readonly found: readonly string[];
  /** What this version writes. */
  readonly expected: readonly string[];
}

/** A file that cannot be edited: nothing at all is written then. */
export class PlanError extends Error {
  override readonly name = "PlanError";
}

/**
 * What installing the edits changes. Files come in the order of the edits, so that what others point to is there first.
 * @throws PlanError naming file, line and the way out.
 */
export function planInstall(edits: readonly Edit[], memory?: Memory): FileChange[] {
  return changed(allInstalled(edits, memory));
}

/** Files in which all that is rtk's by these edits stands as it should. */
export function standing(edits: readonly Edit[], memory?: Memory): FileChange[] {
  return allInstalled(edits, memory).filter((one) => one.before === one.after && one.parts.length > 0);
}

function allInstalled(edits: readonly Edit[], memory: Memory | undefined): FileChange[] {
  return plan(edits, memory, (text, edit, known) => {
    if (!edit.legacy) return installEdit(text, edit, known);
    return text === undefined || isForeign(edit, edits, memory) ? text : removeEdit(text, edit, known);
  });
}

/**
 * What removing the edits changes, in reverse order: pointers go before what they point to.
 * @throws PlanError naming file, line and the way out.
 */
export function planRemove(edits: readonly Edit[], memory?: Memory): FileChange[] {
  const going = edits.toReversed();
  return changed(plan(going, memory, (text, edit, known) => {
    if (text === undefined || isShared(text, edit, known, memory) || isForeign(edit, edits, memory)) {
      return text;
    }
    return removeEdit(text, edit, known);
  }));
}

/** What bears no agent's name, a file or a block that says the same for all, belongs to every installation that reads it. */
function isShared(text: string, edit: Edit, known: Known, memory: Memory | undefined): boolean {
  const row = memory && rowAt(memory.manifest, edit.path);
  const others = Object.entries(row?.parts ?? {}).filter(([owner]) => owner !== memory?.owner);
  if (edit.kind === "markdown-block") {
    const block = guarded(edit, () => partOf(text, edit, known));
    return block !== undefined && others.some(([, digests]) => digests.includes(digestOf(block)));
  }
  return edit.kind !== "json-entry" && edit.kind !== "toml-table" && others.length > 0;
}

/**
 * A word in a list bears no mark. It is rtk's where rtk remembers to have written it; where nothing is remembered, if files
 * or entries of rtk's are there as well. Else somebody else put it there.
 */
function isForeign(edit: Edit, edits: readonly Edit[], memory: Memory | undefined): boolean {
  if (edit.kind !== "yaml-list" || !isInPlace(edit)) return false;
  if (memory && rowAt(memory.manifest, edit.path)?.owners.includes(memory.owner)) {
    return partOf(textBefore(memory, edit.path), edit) !== undefined;
  }
  if (memory && isKnown(memory)) return true;
  return !edits.some((one) => one.kind !== "yaml-list" && isInPlace(one));
}

function isInPlace(edit: Edit): boolean {
  return guarded(edit, () => partOf(readFile(edit.path), edit)) !== undefined;
}

/** What the memory adds to a file's text. */
export function knownOf({ path }: Edit, memory: Memory | undefined): Known {
  const row = memory && rowAt(memory.manifest, path);
  if (!memory || !row) return UNKNOWN;
  const others = Object.entries(row.parts).filter(([owner]) => owner !== memory.owner).flatMap(([, list]) =>
    list
  );
  const mine = row.parts[memory.owner] ?? [];
  return {
    original: textBefore(memory, path),
    isOthers: (block) => others.includes(digestOf(block)) && !mine.includes(digestOf(block)),
  };
}

/** Entries of another rtk that installing would replace, as one line each. */
export function rivalEntries(edits: readonly Edit[]): string[] {
  return edits.flatMap((edit) => {
    return guarded(edit, () => rivalsOf(readFile(edit.path), edit)).map((entry) =>
      `${edit.path}: ${JSON.stringify(entry)}`
    );
  });
}

/** The state of an agent's edits together. */
export function stateOfEdits(edits: readonly Edit[]): "absent" | "partial" | "outdated" | "installed" {
  const states = edits.filter((edit) => !edit.legacy).map((edit) => {
    return guarded(edit, () => stateOfEdit(readFile(edit.path), edit));
  });
  if (states.every((state) => state === "installed")) return "installed";
  if (states.every((state) => state === "absent")) return "absent";
  return states.includes("absent") ? "partial" : "outdated";
}

type Change = (text: string | undefined, edit: Edit, known: Known) => string | undefined;

function plan(edits: readonly Edit[], memory: Memory | undefined, change: Change): FileChange[] {
  const changes = new Map<string, FileChange>();
  for (const edit of edits) {
    const target = targetOf(edit.path);
    const same = edits.filter(({ path }) => targetOf(path) === target);
    const earlier = changes.get(target);
    const before = earlier ? earlier.before : guarded(edit, () => readFile(edit.path));
    const known = knownOf(edit, memory);
    const after = guarded(edit, () => change(earlier ? earlier.after : before, edit, known));
    const held = earlier ? earlier.bare : before;
    const own = same.filter((one) => !isForeign(one, edits, memory));
    const isOwn = own.includes(edit);
    changes.set(target, {
      path: earlier?.path ?? edit.path,
      before,
      after,
      bare: held === undefined || !isOwn ? held : guarded(edit, () => removeEdit(held, edit, known)),
      ...wholeOf(edit),
      ...partsOf({ before, after, own, known }),
    });
  }
  return [...changes.values()];
}

function wholeOf(edit: Edit): Pick<FileChange, "whole" | "derived" | "mode"> {
  if (edit.kind !== "whole-file") return {};
  const { mode, derived } = edit;
  return { whole: true, ...(derived !== undefined && { derived }), ...(mode !== undefined && { mode }) };
}

interface Texts {
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly own: readonly Edit[];
  readonly known: Known;
}

function partsOf({ before, after, own, known }: Texts): Pick<FileChange, "parts" | "found" | "expected"> {
  const partsIn = (text: string | undefined, edits: readonly Edit[]): string[] =>
    edits.flatMap((one) => guarded(one, () => partOf(text, one, known)) ?? []);
  return {
    parts: partsIn(after, own.filter(({ legacy }) => !legacy)),
    found: [...partsIn(before, own), ...own.flatMap((one) => guarded(one, () => remarksIn(before, one)))],
    expected: own.flatMap((one) => expectedPart(one) ?? []),
  };
}

function changed(changes: readonly FileChange[]): FileChange[] {
  const found = changes.filter((one) => one.before !== one.after || losesExecution(one));
  for (const { path } of found) refuseObstacle(path);
  return found;
}

/** rtk's own script stands as it should, but cannot be started. */
function losesExecution({ path, parts, mode = 0 }: FileChange): boolean {
  return parts.length > 0 && (mode & 0o100) !== 0 && isNotExecutable(path);
}

/** A new file could be put in the place of many; whoever made one read-only did not want that. */
function refuseObstacle(path: string): void {
  const obstacle = obstacleTo(path);
  if (obstacle !== undefined) throw new PlanError(`Cannot edit ${path}: ${obstacle}, then run it again`);
}

function guarded<T>(edit: Edit, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof EditError)) throw error;
    const place = error.line === undefined ? edit.path : `${edit.path}:${error.line}`;
    throw new PlanError(
      `Cannot edit ${place}: ${error.message}; mend or move the file, then run rtk init again`,
    );
  }
}
