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
import { removeBeginning, removeFile, writeFile } from "./files.ts";
import type { FileChange } from "./plan.ts";

/** Whose edits they are: `claude:global`, `claude:/home/u/project`. */
export type Owner = string;

/** A file of rtk's that was modified by hand and is overwritten: where its text is kept. */
export interface Overwritten {
  readonly path: string;
  readonly keptAt: string;
}

/**
 * Writes the changes of an installation. The manifest is written before a file changes, so that a run that is killed leaves
 * files old or new, and the next run knows what the old ones were.
 */
export async function applyInstall(
  dataFolder: string,
  owner: Owner,
  changes: readonly FileChange[],
): Promise<Overwritten[]> {
  const manifest = new Map(readManifest(dataFolder));
  const overwritten: Overwritten[] = [];
  for (const change of changes) {
    const { path, before, after, mode } = change;
    if (after === undefined) {
      removeFile(path, []);
      continue;
    }
    const kept = await keepModified(dataFolder, manifest.get(path), change);
    if (kept) overwritten.push(kept);
    const row = await rowFor({ dataFolder, manifest, owner }, change, after);
    manifest.set(path, row);
    writeManifest(dataFolder, manifest);
    const folders = writeFile(path, after, mode);
    if (before === undefined && folders.length > 0) {
      manifest.set(path, { ...row, folders: [...row.folders, ...folders] });
    }
    writeManifest(dataFolder, manifest);
  }
  return overwritten;
}

/** A whole file of rtk's that somebody edited is not thrown away. */
async function keepModified(
  dataFolder: string,
  known: Installed | undefined,
  { path, before, whole }: FileChange,
): Promise<Overwritten | undefined> {
  if (!whole || before === undefined || !known || await digestOf(before) === known.after) return undefined;
  return { path, keptAt: `${dataFolder}/backups/${await keepBackup(dataFolder, path, before)}` };
}

interface Books {
  readonly dataFolder: string;
  readonly manifest: Map<string, Installed>;
  readonly owner: Owner;
}

async function rowFor(
  { dataFolder, manifest, owner }: Books,
  { path, before, parts }: FileChange,
  after: string,
): Promise<Installed> {
  const known = manifest.get(path);
  // A text that rtk did not leave so has been edited since: that text is what is to come back, without rtk's part.
  const trusted = known && before !== undefined && await digestOf(before) === known.after;
  const owners = [...new Set([...known?.owners ?? [], owner])].sort();
  const backup = known && (trusted || before === undefined)
    ? known.backup
    : known === undefined && before !== undefined
    ? await keepBackup(dataFolder, path, before)
    : known?.backup;
  return {
    path,
    owners,
    backup,
    folders: known?.folders ?? [],
    after: await digestOf(after),
    parts: { ...known?.parts, [owner]: await Promise.all(parts.map(digestOf)) },
  };
}

/**
 * Writes the changes of a removal; files that only rtk edited since are given back from their backups.
 * @param places paths of all files that the installation may have changed: what somebody took out of them by hand is forgotten.
 */
export async function applyRemove(
  dataFolder: string,
  owner: Owner,
  changes: readonly FileChange[],
  places: readonly string[] = [],
): Promise<void> {
  const manifest = new Map(readManifest(dataFolder));
  const books = { dataFolder, manifest, owner };
  for (const { path, before, after, derived } of changes) {
    const known = manifest.get(path);
    const owners = (known?.owners ?? []).filter((one) => one !== owner);
    const untouched = known !== undefined && before !== undefined && await digestOf(before) === known.after;
    const original = untouched && owners.length === 0
      ? originalOf(dataFolder, known, after)
      : { text: after };
    if (original.text === undefined) {
      if (derived !== undefined) removeBeginning(derived);
      removeFile(path, known?.folders ?? []);
    } else writeFile(path, original.text);
    if (!known) continue;
    forget(books, { ...known, after: await digestOf(original.text ?? "") });
  }
  for (const path of places) {
    const known = manifest.get(path);
    if (known?.owners.includes(owner)) forget(books, known);
  }
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
