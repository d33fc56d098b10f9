/** Carries out what a plan says, and remembers how to undo it. */
import type { Edit } from "../core/install/edit.ts";
import type { Variables } from "../core/install/scope.ts";
import { type Books, booksOf, drop, keepModified, type Kept, type Owner, reasonOf } from "./books.ts";
import { missingFolders, readFile, removeEmpty, removeFile, targetOf, writeFile } from "./files.ts";
import { digestOf, type Installed, keepBackup, type Manifest, rowAt, writeManifest } from "./manifest.ts";
import { type FileChange, PlanError, standing } from "./plan.ts";

/** Where the changes come from. */
export interface Origin {
  /** All edits of the installation: what stands in files already is this installation's as well. */
  readonly edits: readonly Edit[];
  /** The variables that told where they go. */
  readonly variables?: Variables;
}

const NO_ORIGIN: Origin = { edits: [] };

interface Installing extends Books {
  readonly variables: Variables | undefined;
}

/**
 * Writes the changes of an installation. The manifest is written before a file changes, so that a run that is killed leaves
 * files old or new, and the next run knows what the old ones were.
 * @throws PlanError when a file cannot be written; those that were are taken back.
 */
export function applyInstall(
  dataFolder: string,
  owner: Owner,
  changes: readonly FileChange[],
  { edits, variables }: Origin = NO_ORIGIN,
): Kept[] {
  const books = { ...booksOf(dataFolder, owner), variables };
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

function putIn(books: Installing, change: FileChange): Kept[] {
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

/** Notes that what stands in a file is this owner's: another one's as well, or nobody's any more where the notes were lost. */
function share(books: Installing, change: FileChange): void {
  const { manifest, owner, dataFolder } = books;
  const known = rowAt(manifest, change.path);
  if (known?.owners.includes(owner) || change.after === undefined) return;
  const row = known === undefined ? rowFor(books, change, change.after) : {
    ...known,
    owners: [...known.owners, owner].sort(),
    parts: { ...known.parts, [owner]: change.parts.map(digestOf) },
    variables: { ...known.variables, ...(books.variables && { [owner]: books.variables }) },
  };
  manifest.set(row.path, row);
  writeManifest(dataFolder, manifest);
}

function rowFor(
  { dataFolder, manifest, owner, variables }: Installing,
  change: FileChange,
  after: string,
): Installed {
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
    variables: { ...known?.variables, ...(variables && { [owner]: variables }) },
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
