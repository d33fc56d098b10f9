/**
 * What rtk wrote where, kept in its data folder: enough to give files back byte for byte as they were before the first
 * edit, as long as nobody else changed them since. `installed.json` names, for each file, a backup beside it.
 */
import { createHash } from "node:crypto";
import { readFile, removeFile, removePartials, writeFile } from "./files.ts";

/** One file of another program's that holds edits of rtk's. */
export interface Installed {
  readonly path: string;
  /** Agents and scopes whose edits are in it: `claude:global`. */
  readonly owners: readonly string[];
  /** Name of the backup in the data folder's `backups`; undefined where rtk made the file. */
  readonly backup: string | undefined;
  /** Folders that were made for it, outermost first. */
  readonly folders: readonly string[];
  /** The text as rtk last left it, as a digest. */
  readonly after: string;
  /** By owner: digests of rtk's own parts of it, as rtk last left them. What stands around them may change. */
  readonly parts: Readonly<Record<string, readonly string[]>>;
}

export type Manifest = ReadonlyMap<string, Installed>;

/** Reads the manifest; a broken one counts as empty, since text edits still work without it. */
export function readManifest(dataFolder: string): Manifest {
  try {
    const rows = JSON.parse(readFile(`${dataFolder}/installed.json`) ?? "[]") as Installed[];
    return new Map(rows.map((row) => [row.path, row]));
  } catch {
    return new Map();
  }
}

/** Writes the manifest, or removes it when nothing is installed. */
export function writeManifest(dataFolder: string, manifest: Manifest): void {
  const path = `${dataFolder}/installed.json`;
  if (manifest.size === 0) {
    removePartials(dataFolder);
    return removeFile(path, [`${dataFolder}/backups`]);
  }
  const rows = [...manifest.values()].sort((a, b) => a.path < b.path ? -1 : 1);
  writeFile(path, `${JSON.stringify(rows, null, 2)}\n`, 0o600);
}

/** Keeps a text as it was before the first edit; answers its name. */
export function keepBackup(dataFolder: string, path: string, text: string): string {
  const name = `${digestOf(`${path}\0${text}`).slice(0, 16)}.txt`;
  writeFile(`${dataFolder}/backups/${name}`, text, 0o600);
  Deno.chmodSync(`${dataFolder}/backups`, 0o700);
  return name;
}

/** A kept text; undefined when it is gone. */
export function backupText(dataFolder: string, name: string): string | undefined {
  return readFile(`${dataFolder}/backups/${name}`);
}

/** Forgets a kept text. */
export function dropBackup(dataFolder: string, name: string): void {
  removeFile(`${dataFolder}/backups/${name}`, []);
}

/** SHA-256 of a text, hexadecimal. */
export function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
