/** Carries out what a plan says, and remembers how to undo it. */
import type { Edit } from "../core/install/edit.ts";
import {
  missingFolders,
  readFile,
  removeBeginning,
  removeEmpty,
  removeFile,
  targetOf,
  writeFile,
} from "./files.ts";
import {
  backupText,
  digestOf,
  dropBackup,
  type Installed,
  keepBackup,
  type Manifest,
  readManifest,
  rowAt,
  writeManifest,
} from "./manifest.ts";
import { type FileChange, PlanError, standing } from "./plan.ts";

/** Whose edits they are: `claude:global`, `claude:/home/u/project`. */
export type Owner = string;

/** A file in which rtk's part was modified by hand and is written anew or taken out: where its text is kept. */
export interface Kept {
  readonly path: string;
  readonly keptAt: string;
}

interface Books {
  readonly dataFolder: string;
  readonly manifest: Map<string, Installed>;
  readonly owner: Owner;
}

function booksOf(dataFolder: string, owner: Owner): Books {
  return { dataFolder, owner, manifest: new Map(readManifest(dataFolder)) };
}

/**
 * Writes the changes of an installation. The manifest is written before a file changes, so that a run that is killed leaves
 * files old or new, and the next run knows what the old ones were.
 * @param edits those of the installation: where nothing changes, as it stands there already, it is this installation's as well.
 * @throws PlanError when a file cannot be written; those that were are taken back.
 */
export function applyInstall(
  dataFolder: string,
  owner: Owner,
  changes: readonly FileChange[],
  edits: readonly Edit[] = [],
): Kept[] {
  const books = booksOf(dataFolder, owner);
  const before = new Map(books.manifest);
  const unchanged = standing(edits, books);
  const kept: Kept[] = [];
  for (const [at, change] of changes.entries()) {
    try {
      kept.push(...putIn(books, change));
    } catch (error) {
      takeBack(books, before, changes.slice(0, at + 1));
      throw new PlanError(`Cannot write ${change.path}: ${reasonOf(error)}; the changes were taken back`);
    }
  }
  for (const change of unchanged) share(books, change);
  const backups = new Set([...books.manifest.values()].map(({ backup }) => backup));
  for (const { backup } of before.values()) if (!backups.has(backup)) drop(dataFolder, backup);
  return kept;
}

function putIn(books: Books, change: FileChange): Kept[] {
  const { dataFolder, manifest } = books;
  const { path, after, mode } = change;
  const kept = keepModified(dataFolder, rowAt(manifest, path), change);
  if (after === undefined) {
    removeFile(path, []);
    return kept;
  }
  const row = rowFor(books, change, after);
  manifest.set(row.path, row);
  writeManifest(dataFolder, manifest);
  writeFile(path, after, mode);
  return kept;
}

/** Puts files and notes back as they were before the changes, as far as that can be done where one could not be written. */
function takeBack({ dataFolder, manifest }: Books, before: Manifest, changes: readonly FileChange[]): void {
  for (const { path, before: text } of changes.toReversed()) {
    const row = rowAt(manifest, path);
    try {
      const isChanged = readFile(path) !== text;
      if (isChanged && text !== undefined) writeFile(path, text);
      else if (isChanged) removeFile(path, []);
      if (text === undefined) removeEmpty(row?.folders ?? []);
      const known = rowAt(before, path);
      if (row && known?.backup !== row.backup) drop(dataFolder, row.backup);
    } catch {
      // Its row stays, so that taking rtk out knows of it.
      if (row) before = new Map([...before, [row.path, row]]);
    }
  }
  writeManifest(dataFolder, before);
}

function drop(dataFolder: string, backup: string | undefined): void {
  if (backup !== undefined) dropBackup(dataFolder, backup);
}

function reasonOf(error: unknown): string {
  return (error as Error).message.split(/: |\n/)[0] ?? "";
}

/** Notes that what stands in a file is this owner's: another one's as well, or nobody's any more where the notes were lost. */
function share(books: Books, change: FileChange): void {
  const { manifest, owner, dataFolder } = books;
  const known = rowAt(manifest, change.path);
  if (known?.owners.includes(owner) || change.after === undefined) return;
  const row = known === undefined ? rowFor(books, change, change.after) : {
    ...known,
    owners: [...known.owners, owner].sort(),
    parts: { ...known.parts, [owner]: change.parts.map(digestOf) },
  };
  manifest.set(row.path, row);
  writeManifest(dataFolder, manifest);
}

/** A part of rtk's that somebody edited is not thrown away: the file's text is kept as it was. */
function keepModified(
  dataFolder: string,
  known: Installed | undefined,
  { path, before, found, expected }: FileChange,
): Kept[] {
  const left = Object.values(known?.parts ?? {}).flat();
  const isModified = found.some((part) => !expected.includes(part) && !left.includes(digestOf(part)));
  if (before === undefined || !isModified) return [];
  return [{ path, keptAt: `${dataFolder}/backups/${keepBackup(dataFolder, path, before)}` }];
}

function rowFor({ dataFolder, manifest, owner }: Books, change: FileChange, after: string): Installed {
  const { path, before, bare, whole } = change;
  const known = rowAt(manifest, path);
  const owners = [...new Set([...known?.owners ?? [], owner])].sort();
  const isAsLeft = known !== undefined && before !== undefined && digestOf(before) === known.after;
  const isOthers = !isAsLeft && !whole && owners.length > 1;
  // What somebody else has changed since is to come back as it is now, without what is rtk's.
  const backup = isAsLeft || isOthers
    ? known?.backup
    : bare === undefined
    ? undefined
    : keepBackup(dataFolder, path, bare);
  return {
    path: targetOf(path),
    owners,
    backup,
    folders: [...known?.folders ?? [], ...before === undefined ? missingFolders(path) : []],
    // Other agents' parts are in it as well: no text as a whole is to come back, all go one by one.
    after: isOthers ? "" : digestOf(after),
    parts: notedParts(known?.parts ?? {}, owner, change),
  };
}

/** Parts that stand there now stay noted, as a run that is killed before it writes leaves them. */
function notedParts(
  known: Installed["parts"],
  owner: Owner,
  { found, parts }: FileChange,
): Installed["parts"] {
  const before = found.map(digestOf);
  const now = parts.map(digestOf);
  const noted = { [owner]: now };
  for (const [name, digests] of Object.entries(known)) {
    const still = digests.filter((digest) => before.includes(digest));
    // Of a block that several share the new text is theirs as well.
    if (name === owner) noted[name] = [...new Set([...now, ...still])];
    else noted[name] = still.length === 0 ? [...digests] : [...new Set([...digests, ...now])];
  }
  return noted;
}

/**
 * Writes the changes of a removal; files that only rtk edited since are given back from their backups.
 * @param places paths of all files that the installation may have changed: what somebody took out of them by hand is forgotten.
 * @throws PlanError when a file cannot be written; what is still there is remembered.
 */
export function applyRemove(
  dataFolder: string,
  owner: Owner,
  changes: readonly FileChange[],
  places: readonly string[] = [],
): Kept[] {
  const books = booksOf(dataFolder, owner);
  const { manifest } = books;
  const kept: Kept[] = [];
  for (const change of changes) {
    const { path, before, after, derived } = change;
    const known = rowAt(manifest, path);
    kept.push(...keepModified(dataFolder, known, change));
    const isLast = (known?.owners ?? []).every((one) => one === owner);
    const isAsLeft = known !== undefined && before !== undefined && digestOf(before) === known.after;
    const text = isAsLeft && isLast ? originalOf(dataFolder, known, after) : after;
    try {
      if (text !== undefined) writeFile(path, text);
      else {
        if (derived !== undefined) removeBeginning(derived);
        removeFile(path, known?.folders ?? []);
      }
    } catch (error) {
      throw new PlanError(`Cannot write ${path}: ${reasonOf(error)}; mend that, then run it again`);
    }
    if (known) forget(books, { ...known, after: isAsLeft ? digestOf(text ?? "") : "" });
  }
  for (const path of places) {
    const known = rowAt(manifest, path);
    if (!known?.owners.includes(owner)) continue;
    restoreAsLeft(dataFolder, known);
    // A run that was killed may have removed the file and not yet its folders.
    removeEmpty(known.folders);
    forget(books, known);
  }
  // Also where nothing was to be forgotten: what a killed run left of the memory itself goes.
  if (manifest.size === 0) writeManifest(dataFolder, manifest);
  return kept;
}

/** Gives a file back in which nothing of rtk's is to be taken out, but something of another rtk's was. */
function restoreAsLeft(dataFolder: string, { path, owners, backup, after }: Installed): void {
  if (backup === undefined || owners.length > 1) return;
  const text = readFile(path);
  const before = backupText(dataFolder, backup);
  if (text === undefined || before === undefined || digestOf(text) !== after || text === before) return;
  writeFile(path, before);
}

/** Takes an owner off a row of the manifest, and the row where it was the last one. */
function forget({ dataFolder, manifest, owner }: Books, row: Installed): void {
  const owners = row.owners.filter((one) => one !== owner);
  if (owners.length > 0) {
    const parts = Object.fromEntries(Object.entries(row.parts).filter(([name]) => name !== owner));
    manifest.set(row.path, { ...row, owners, parts });
  } else {
    manifest.delete(row.path);
    if (row.backup !== undefined) dropBackup(dataFolder, row.backup);
  }
  writeManifest(dataFolder, manifest);
}

function originalOf(dataFolder: string, known: Installed, after: string | undefined): string | undefined {
  if (known.backup === undefined) return undefined;
  return backupText(dataFolder, known.backup) ?? after;
}
