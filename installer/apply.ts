/** Carries out what a plan says, and remembers how to undo it. */
import {
  backupText,
  digestOf,
  dropBackup,
  type Installed,
  keepBackup,
  type Manifest,
  readManifest,
  writeManifest,
} from "./manifest.ts";
import { removeFile, writeFile } from "./files.ts";
import type { FileChange } from "./plan.ts";

/** Whose edits they are: `claude:global`, `claude:/home/u/project`. */
export type Owner = string;

/**
 * Writes the changes of an installation. The manifest is written before a file changes, so that a run that is killed leaves
 * files old or new, and the next run knows what the old ones were.
 */
export async function applyInstall(
  dataFolder: string,
  owner: Owner,
  changes: readonly FileChange[],
): Promise<void> {
  const manifest = new Map(readManifest(dataFolder));
  for (const change of changes) {
    const { path, before, after, mode } = change;
    if (after === undefined) {
      removeFile(path, []);
      continue;
    }
    const row = await rowFor({ dataFolder, manifest, owner }, change, after);
    manifest.set(path, row);
    writeManifest(dataFolder, manifest);
    const folders = writeFile(path, after, mode);
    if (before === undefined && folders.length > 0) {
      manifest.set(path, { ...row, folders: [...row.folders, ...folders] });
    }
    writeManifest(dataFolder, manifest);
  }
}

interface Books {
  readonly dataFolder: string;
  readonly manifest: Manifest;
  readonly owner: Owner;
}

async function rowFor(
  { dataFolder, manifest, owner }: Books,
  { path, before }: FileChange,
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
  return { path, owners, backup, folders: known?.folders ?? [], after: await digestOf(after) };
}

/** Writes the changes of a removal; files that only rtk edited since are given back from their backups. */
export async function applyRemove(
  dataFolder: string,
  owner: Owner,
  changes: readonly FileChange[],
): Promise<void> {
  const manifest = new Map(readManifest(dataFolder));
  for (const { path, before, after } of changes) {
    const known = manifest.get(path);
    const owners = (known?.owners ?? []).filter((one) => one !== owner);
    const untouched = known !== undefined && before !== undefined && await digestOf(before) === known.after;
    const original = untouched && owners.length === 0
      ? originalOf(dataFolder, known, after)
      : { text: after };
    if (original.text === undefined) removeFile(path, known?.folders ?? []);
    else writeFile(path, original.text);
    if (!known) continue;
    if (owners.length > 0) {
      manifest.set(path, { ...known, owners, after: await digestOf(original.text ?? "") });
    } else {
      manifest.delete(path);
      if (known.backup !== undefined) dropBackup(dataFolder, known.backup);
    }
    writeManifest(dataFolder, manifest);
  }
}

function originalOf(
  dataFolder: string,
  known: Installed,
  after: string | undefined,
): { text: string | undefined } {
  if (known.backup === undefined) return { text: undefined };
  return { text: backupText(dataFolder, known.backup) ?? after };
}
