/** From edits to changes of files, without writing anything: the dry run is this, printed. */
import { type Edit, EditError } from "../core/install/edit.ts";
import { shellQuoted } from "../core/install/scope.ts";
import { installEdit, removeEdit, rivalsOf, stateOfEdit } from "./edit/kinds.ts";
import { expectedPart, partOf } from "./edit/part.ts";
import { isNotExecutable, isReadOnly, readFile } from "./files.ts";
import type { Manifest } from "./manifest.ts";

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
  /** What of the text before was. */
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
export function planInstall(edits: readonly Edit[]): FileChange[] {
  return plan(
    edits,
    (text, edit) =>
      edit.legacy ? (text === undefined ? text : removeEdit(text, edit)) : installEdit(text, edit),
  );
}

/** Whose edits are removed, and what is remembered of the others. */
export interface Owned {
  readonly manifest: Manifest;
  readonly owner: string;
}

/**
 * What removing the edits changes, in reverse order: pointers go before what they point to.
 * @throws PlanError naming file, line and the way out.
 */
export function planRemove(edits: readonly Edit[], owned?: Owned): FileChange[] {
  return plan(
    edits.toReversed(),
    (text, edit) => text === undefined || isShared(edit, owned) ? text : removeEdit(text, edit),
  );
}

/** What bears no agent's name, a block or a file, belongs to every installation that reads it. */
function isShared({ kind, path }: Edit, owned: Owned | undefined): boolean {
  if (kind === "json-entry" || kind === "toml-table") return false;
  return owned?.manifest.get(path)?.owners.some((one) => one !== owned.owner) ?? false;
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

/** By path what of the files is rtk's by these edits; nothing of files that cannot be read or that hold none. */
export function ownParts(edits: readonly Edit[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const edit of edits.filter(({ legacy }) => !legacy)) {
    const part = guarded(edit, () => partOf(readFile(edit.path), edit));
    if (part !== undefined) found.set(edit.path, [...found.get(edit.path) ?? [], part]);
  }
  return found;
}

type Change = (text: string | undefined, edit: Edit) => string | undefined;

function plan(edits: readonly Edit[], change: Change): FileChange[] {
  const changes = new Map<string, FileChange>();
  for (const edit of edits) {
    const known = changes.get(edit.path);
    const before = known ? known.before : guarded(edit, () => readFile(edit.path));
    const current = known ? known.after : before;
    const after = guarded(edit, () => change(current, edit));
    const held = known ? known.bare : before;
    const mode = edit.kind === "whole-file" ? edit.mode : undefined;
    const whole = edit.kind === "whole-file" && {
      whole: true as const,
      ...(edit.derived !== undefined && { derived: edit.derived }),
    };
    const own = edits.filter(({ path }) => path === edit.path);
    const partsOf = (text: string | undefined, some: readonly Edit[]): string[] =>
      some.flatMap((one) => guarded(one, () => partOf(text, one)) ?? []);
    changes.set(edit.path, {
      path: edit.path,
      before,
      after,
      bare: held === undefined ? undefined : guarded(edit, () => removeEdit(held, edit)),
      ...whole,
      ...(mode !== undefined && { mode }),
      parts: partsOf(after, own.filter(({ legacy }) => !legacy)),
      found: partsOf(before, own),
      expected: own.flatMap((one) => expectedPart(one) ?? []),
    });
  }
  const changed = [...changes.values()].filter((one) => one.before !== one.after || losesExecution(one));
  for (const { path } of changed) refuseReadOnly(path);
  return changed;
}

/** rtk's own script stands as it should, but cannot be started. */
function losesExecution({ path, parts, mode = 0 }: FileChange): boolean {
  return parts.length > 0 && (mode & 0o100) !== 0 && isNotExecutable(path);
}

/** A new file in its place could be written all the same; whoever made it read-only did not want that. */
function refuseReadOnly(path: string): void {
  if (!isReadOnly(path)) return;
  throw new PlanError(
    `Cannot edit ${path}: it is read-only; chmod u+w ${shellQuoted(path)}, then run it again`,
  );
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
