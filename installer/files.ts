/** Files as the installer reads and writes them: text that is exactly its bytes, written whole or not at all. */
import { EditError } from "../core/install/edit.ts";

/** A file's text; undefined where there is none. @throws EditError when its bytes are not UTF-8. */
export function readFile(path: string): string | undefined {
  let bytes: Uint8Array;
  try {
    bytes = Deno.readFileSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw new EditError(`cannot be read (${(error as Error).message.split("\n")[0]})`);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new EditError("not UTF-8 text");
  }
}

/** As many links in a row as the system follows. */
const MAX_LINKS = 40;

/** The file that a path stands for: symbolic links are followed, so that they stay links, also where the file is not there. */
export function targetOf(path: string): string {
  return followed(path, MAX_LINKS);
}

function followed(path: string, links: number): string {
  try {
    return Deno.realPathSync(path);
  } catch {
    // Not all of it is there.
  }
  const parent = folderOf(path);
  if (links === 0 || parent === path) return path;
  const link = linkAt(path);
  if (link === undefined) {
    return `${followed(parent, links).replace(/\/$/, "")}/${path.slice(path.lastIndexOf("/") + 1)}`;
  }
  return followed(link.startsWith("/") ? link : `${parent}/${link}`, links - 1);
}

/** What a symbolic link says; undefined where there is none. */
export function linkAt(path: string): string | undefined {
  try {
    return Deno.readLinkSync(path);
  } catch {
    return undefined;
  }
}

/** The folder that a path lies in. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/")) || "/";
}

/** Marks temporary files, so that a later run finds those of a run that was killed. */
export const PARTIAL = ".rtk-partial";

/**
 * Writes a text through a temporary file in the same folder, with the mode of the file it replaces.
 * @param mode of a file that is made, as far as the mask of the user lets it; where it lets execute, one that is there gets that right back.
 */
export function writeFile(path: string, text: string, mode?: number): void {
  const target = targetOf(path);
  const folder = folderOf(target);
  Deno.mkdirSync(folder, { recursive: true });
  removePartials(folder);
  const partial = `${target}${PARTIAL}`;
  const old = infoOf(target);
  // What is made has what the user's mask leaves of the mode; what is replaced keeps mode and owner.
  const fresh = { create: true, truncate: true, write: true, mode: old ? 0o600 : mode ?? 0o644 };
  {
    using file = Deno.openSync(partial, fresh);
    writeAll(file, new TextEncoder().encode(text));
    file.syncDataSync();
  }
  if (old) {
    keepOwner(partial, old);
    Deno.chmodSync(partial, ((old.mode ?? 0o644) & 0o7777) | ((mode ?? 0) & 0o111));
  }
  Deno.renameSync(partial, target);
}

function writeAll(file: Deno.FsFile, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += file.writeSync(bytes.subarray(at));
}

/** A file stays its owner's also where root writes it. */
function keepOwner(path: string, { uid, gid }: Deno.FileInfo): void {
  const made = infoOf(path);
  if (made?.uid === uid && made?.gid === gid) return;
  try {
    Deno.chownSync(path, uid, gid);
  } catch {
    // Nobody else may give files away.
  }
}

/** Removes a file, not the links to it, and then folders of the list that are empty, innermost first. */
export function removeFile(path: string, folders: readonly string[]): void {
  const target = targetOf(path);
  removePartials(folderOf(target));
  try {
    Deno.removeSync(target);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  removeEmpty(folders);
}

/** Removes those folders of a list that are empty, innermost first. */
export function removeEmpty(folders: readonly string[]): void {
  for (const folder of folders.toReversed()) {
    try {
      Deno.removeSync(folder);
    } catch (error) {
      // A run that was killed may not have made all of them; one that is not empty keeps those around it.
      if (!(error instanceof Deno.errors.NotFound)) return;
    }
  }
}

/** Removes the files of a folder whose paths begin so, and then the folder if it is empty. */
export function removeBeginning(start: string): void {
  const folder = start.slice(0, start.lastIndexOf("/"));
  const paths = entriesOf(folder).filter(({ isFile }) => isFile).map(({ name }) => `${folder}/${name}`);
  for (const path of paths) if (path.startsWith(start)) Deno.removeSync(path);
  removeEmpty([folder]);
}

/** Removes what a killed run left in a folder. */
export function removePartials(folder: string): void {
  for (const { name } of entriesOf(folder)) {
    if (name.endsWith(PARTIAL)) Deno.removeSync(`${folder}/${name}`);
  }
}

/** Whether a file is there that its mode, or its owner, keeps from being written. */
export function isReadOnly(path: string): boolean {
  const mode = modeOf(path);
  if (mode === undefined) return false;
  if ((mode & 0o222) === 0) return true;
  try {
    Deno.openSync(path, { append: true }).close();
    return false;
  } catch (error) {
    return error instanceof Deno.errors.PermissionDenied;
  }
}

/** Whether a file is there that its owner may not execute. */
export function isNotExecutable(path: string): boolean {
  const mode = modeOf(path);
  return mode !== undefined && (mode & 0o100) === 0;
}

function entriesOf(folder: string): Deno.DirEntry[] {
  try {
    return [...Deno.readDirSync(folder)];
  } catch {
    return [];
  }
}

/** The folders that a file needs and that are not there, outermost first. */
export function missingFolders(path: string): string[] {
  const missing: string[] = [];
  for (let folder = folderOf(targetOf(path)); modeOf(folder) === undefined; folder = folderOf(folder)) {
    missing.unshift(folder);
  }
  return missing;
}

function modeOf(path: string): number | undefined {
  const info = infoOf(path);
  return info && (info.mode ?? 0o644) & 0o7777;
}

/** What the system knows of a file, links followed; undefined where there is none. */
export function infoOf(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.statSync(path);
  } catch {
    return undefined;
  }
}
