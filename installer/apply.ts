/** Carries out what a plan says, and remembers how to undo it. */
import {
  backupText,
  digestOf,
  dropBackup,
  type Installed,
  keepBackup,
  readManifest,
  writeManifest,
} from "./manifest.ts";
import type { Edit } from "../core/install/edit.ts";
import { missingFolders, removeBeginning, removeEmpty, removeFile, writeFile } from "./files.ts";
import { ownParts } from "./plan.ts";
import type { FileChange } from "./plan.ts";

/** Whose edits they are: `claude:global`, `claude:/home/u/project`. */
export type Owner = string;

/** A file in which rtk's part was modified by hand and is written anew or taken out: where its text is kept. */
export interface Kept {
  readonly path: string;
  readonly keptAt: string;
}

/**
 * Writes the changes of an installation. The manifest is written before a file changes, so that a run that is killed leaves
 * files old or new, and the next run knows what the old ones were.
 * @param edits those of the installation: where nothing changes, as another agent has put the same there, it is theirs as well.
 */
export function applyInstall(
  dataFolder: string,
  owner: Owner,
  changes: readonly FileChange[],
  edits: readonly Edit[] = [],
): Kept[] {
  const manifest = new Map(readManifest(dataFolder));
  const kept: Kept[] = [];
  for (const change of changes) {
    const { path, after, mode } = change;
    const known = manifest.get(path);
    kept.push(...keepModified(dataFolder, known, change));
    if (after === undefined) {
      removeFile(path, []);
      continue;
    }
    const row = rowFor({ dataFolder, manifest, owner }, change, after);
    manifest.set(path, row);
    writeManifest(dataFolder, manifest);
    if (known?.backup !== undefined && known.backup !== row.backup) dropBackup(dataFolder, known.backup);
    writeFile(path, after, mode);
  }
  if (share({ dataFolder, manifest, owner }, edits)) writeManifest(dataFolder, manifest);
  return kept;
}

/** Adds the owner to the rows of files that stand as they should. */
function share({ manifest, owner }: Books, edits: readonly Edit[]): boolean {
  let isNew = false;
  for (const [path, parts] of ownParts(edits)) {
    const row = manifest.get(path);
    if (!row || row.owners.includes(owner)) continue;
    const digests = parts.map(digestOf);
    manifest.set(path, {
      ...row,
      owners: [...row.owners, owner].sort(),
      parts: { ...row.parts, [owner]: digests },
    });
    isNew = true;
  }
  return isNew;
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

interface Books {
  readonly dataFolder: string;
  readonly manifest: Map<string, Installed>;
  readonly owner: Owner;
}

function rowFor(
  { dataFolder, manifest, owner }: Books,
  { path, before, bare, found, parts, whole }: FileChange,
  after: string,
): Installed {
  const known = manifest.get(path);
  const owners = [...new Set([...known?.owners ?? [], owner])].sort();
  const stillThere = found.map(digestOf).filter((digest) => known?.parts[owner]?.includes(digest));
  const isAsLeft = known !== undefined && before !== undefined && digestOf(before) === known.after;
  const isOthers = !isAsLeft && !whole && owners.length > 1;
  // What somebody else has changed since is to come back as it is now, without what is rtk's.
  const backup = isAsLeft || isOthers
    ? known?.backup
    : bare === undefined
    ? undefined
    : keepBackup(dataFolder, path, bare);
  return {
    path,
    owners,
    backup,
    folders: [...known?.folders ?? [], ...before === undefined ? missingFolders(path) : []],
    // Other agents' parts are in it as well: no text as a whole is to come back, all go one by one.
    after: isOthers ? "" : digestOf(after),
    // Those that stand there now as well: a run that is killed before it writes leaves them.
    parts: { ...known?.parts, [owner]: [...new Set([...parts.map(digestOf), ...stillThere])] },
  };
}

/**
 * Writes the changes of a removal; files that only rtk edited since are given back from their backups.
 * @param places paths of all files that the installation may have changed: what somebody took out of them by hand is forgotten.
 */
export function applyRemove(
  dataFolder: string,
  owner: Owner,
  changes: readonly FileChange[],
  places: readonly string[] = [],
): Kept[] {
  const manifest = new Map(readManifest(dataFolder));
  const books = { dataFolder, manifest, owner };
  const kept: Kept[] = [];
  for (const change of changes) {
    const { path, before, after, derived } = change;
    const known = manifest.get(path);
    kept.push(...keepModified(dataFolder, known, change));
    const owners = (known?.owners ?? []).filter((one) => one !== owner);
    const untouched = known !== undefined && before !== undefined && digestOf(before) === known.after;
    const original = untouched && owners.length === 0
      ? originalOf(dataFolder, known, after)
      : { text: after };
    if (original.text === undefined) {
      if (derived !== undefined) removeBeginning(derived);
      removeFile(path, known?.folders ?? []);
    } else writeFile(path, original.text);
    if (!known) continue;
    forget(books, { ...known, after: digestOf(original.text ?? "") });
  }
  for (const path of places) {
    const known = manifest.get(path);
    if (!known?.owners.includes(owner)) continue;
    // A run that was killed may have removed the file and not yet its folders.
    removeEmpty(known.folders);
    forget(books, known);
  }
  // Also where nothing was to be forgotten: what a killed run left of the memory itself goes.
  if (manifest.size === 0) writeManifest(dataFolder, manifest);
  return kept;
}

/** Takes an owner off a row of the manifest, and the row where it was the last one. */
function forget({ dataFolder, manifest, owner }: Books, row: Installed): void {
  const owners = row.owners.filter((one) => one !== owner);
  if (owners.length > 0) {
    const parts = Object.fromEntries(Object.entries(row.parts ?? {}).filter(([name]) => name !== owner));
    manifest.set(row.path, { ...row, owners, parts });
  } else {
    manifest.delete(row.path);
    if (row.backup !== undefined) dropBackup(dataFolder, row.backup);
  }
  writeManifest(dataFolder, manifest);
}

function originalOf(
  dataFolder: string,
  known: Installed,
  after: string | undefined,
): { text: string | undefined } {
  if (known.backup === undefined) return { text: undefined };
  return { text: backupText(dataFolder, known.backup) ?? after };
}
