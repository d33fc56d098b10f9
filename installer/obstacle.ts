/** What keeps a file from being written, told before anything is: each with the way out. */
import { shellQuoted } from "../core/install/scope.ts";
import { folderOf, infoOf, isReadOnly, linkAt, targetOf } from "./files.ts";

/** Why no new text can be put in a file's place, as clauses; undefined where it can, as far as is known before. */
export function obstacleTo(path: string, uid = ownUid()): string | undefined {
  const target = targetOf(path);
  return lostLink(path) ?? lockedFile(target, uid) ?? partedFile(target) ??
    lockedFolder(folderOf(target), uid);
}

/** A link to a file that is not there yet is followed; one into a folder that is not there may belong to a disk that is away. */
function lostLink(path: string): string | undefined {
  for (let part = path; part !== "/"; part = folderOf(part)) {
    if (linkAt(part) === undefined || infoOf(part)) continue;
    const folder = folderOf(targetOf(part));
    if (infoOf(folder)) return undefined;
    return `${
      part === path ? "it" : part
    } is a link into ${folder}, which is not there; make that folder or remove the link`;
  }
  return undefined;
}

function lockedFile(path: string, uid: number | undefined): string | undefined {
  const info = infoOf(path);
  if (!info || !(isReadOnly(path) || isLocked(info, uid))) return undefined;
  if (isAnothers(info, uid)) return `it belongs to ${userName(info)}; ${chown(path)}`;
  return `it is read-only; chmod u+w ${shellQuoted(path)}`;
}

/** A file is replaced by a new one; its other names would keep the old text. */
function partedFile(path: string): string | undefined {
  const info = infoOf(path);
  if (!info?.isFile || (info.nlink ?? 1) < 2) return undefined;
  const [file, copy] = [path, `${path}.own`].map(shellQuoted);
  return `it has ${info.nlink} names (hard links), and only this one would change; ` +
    `make it a file of its own (cp -p ${file} ${copy} && mv ${copy} ${file}) or a symbolic link`;
}

function lockedFolder(folder: string, uid: number | undefined): string | undefined {
  const info = infoOf(folder);
  if (!info) return folder === "/" ? undefined : lockedFolder(folderOf(folder), uid);
  if (!isLocked(info, uid)) return undefined;
  if (isAnothers(info, uid)) return `the folder ${folder} belongs to ${userName(info)}; ${chown(folder)}`;
  return `the folder ${folder} is read-only; chmod u+w ${shellQuoted(folder)}`;
}

/**
 * Whether the mode keeps a user from writing. Where it lets any group write, that may be one of the user's, or a list of
 * access rights that does not show. What no one may write is left alone by root as well: somebody did not want that.
 */
function isLocked(info: Deno.FileInfo, uid: number | undefined): boolean {
  if (info.mode === null) return false;
  if (uid === undefined || uid === 0) return (info.mode & 0o222) === 0;
  return (info.mode & (info.uid === uid ? 0o200 : 0o022)) === 0;
}

function isAnothers({ uid }: Deno.FileInfo, own: number | undefined): boolean {
  return own !== undefined && own !== 0 && uid !== null && uid !== own;
}

function userName({ uid }: Deno.FileInfo): string {
  return uid === 0 ? "root" : `user ${uid}`;
}

function chown(path: string): string {
  return `sudo chown "$(id -un)" ${shellQuoted(path)}`;
}

let uidFound: number | undefined;

/** The user's number; undefined where the system has none. It is asked of `id`, as the process itself may not ask. */
function ownUid(): number | undefined {
  if (uidFound !== undefined || Deno.build.os === "windows") return uidFound;
  try {
    const { stdout } = new Deno.Command("id", { args: ["-u"], stdin: "null", stderr: "null" }).outputSync();
    uidFound = Number(new TextDecoder().decode(stdout).trim());
  } catch {
    // Only the mode of files is looked at then.
  }
  return uidFound;
}
