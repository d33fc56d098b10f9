/** Takes rtk out of files again, and forgets what was installed. */
import { type Books, booksOf, drop, keepModified, type Kept, type Owner, reasonOf } from "./books.ts";
import { readFile, removeBeginning, removeEmpty, removeFile, targetOf, writeFile } from "./files.ts";
import { backupText, digestOf, type Installed, rowAt, writeManifest } from "./manifest.ts";
import { type FileChange, PlanError } from "./plan.ts";

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

/**
 * Takes rtk out of files that no edit leads to any more, as the agent's own folders have changed, where they are as rtk
 * left them.
 * @param places paths that edits lead to.
 * @returns paths of files that hold something else as well; they stay, and stay remembered.
 */
export function removeStray(dataFolder: string, owner: Owner, places: readonly string[]): string[] {
  const books = booksOf(dataFolder, owner);
  const led = places.map(targetOf);
  const left: string[] = [];
  for (const row of [...books.manifest.values()]) {
    if (!row.owners.includes(owner) || led.includes(row.path)) continue;
    const text = readFile(row.path);
    if (text !== undefined) {
      if (row.owners.length > 1 || digestOf(text) !== row.after) {
        left.push(row.path);
        continue;
      }
      const before = originalOf(dataFolder, row, undefined);
      if (before === undefined) removeFile(row.path, []);
      else writeFile(row.path, before);
    }
    removeEmpty(row.folders);
    forget(books, row);
  }
  return left;
}

/** Gives a file back in which nothing of rtk's is to be taken out, but something of another rtk's was. */
function restoreAsLeft(dataFolder: string, { path, owners, backup, after }: Installed): void {
  if (backup === undefined || owners.length > 1) return;
  const text = readFile(path);
  const before = backupText(dataFolder, backup);
  if (text === undefined || before === undefined || digestOf(text) !== after || text === before) return;
  writeFile(path, before);
}

function without<T>(byOwner: Readonly<Record<string, T>>, owner: Owner): Record<string, T> {
  return Object.fromEntries(Object.entries(byOwner).filter(([name]) => name !== owner));
}

/** Takes an owner off a row of the manifest, and the row where it was the last one. */
function forget({ dataFolder, manifest, owner }: Books, row: Installed): void {
  const owners = row.owners.filter((one) => one !== owner);
  if (owners.length > 0) {
    const parts = without(row.parts, owner);
    manifest.set(row.path, { ...row, owners, parts, variables: without(row.variables ?? {}, owner) });
  } else {
    manifest.delete(row.path);
    drop(dataFolder, row.backup);
  }
  writeManifest(dataFolder, manifest);
}

function originalOf(dataFolder: string, known: Installed, after: string | undefined): string | undefined {
  if (known.backup === undefined) return undefined;
  return backupText(dataFolder, known.backup) ?? after;
}
