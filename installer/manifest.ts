/**
 * What rtk wrote where, kept in its data folder: enough to give files back byte for byte as they were before the first
 * edit, as long as nobody else changed them since. `installed.json` names, for each file, a backup beside it.
 */
import { createHash } from "node:crypto";
import type { Variables } from "../core/install/scope.ts";
import { readFile, removeFile, removePartials, targetOf, writeFile } from "./files.ts";

/** One file of another program's that holds edits of rtk's. */
export interface Installed {
  /** Links are followed: one file is one row, by whatever paths agents read it. */
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
  /** By owner: the variables under which the installation went there, so that it is found without them. */
  readonly variables?: Readonly<Record<string, Variables>>;
}

/** Rows by the files' own paths, links followed. */
export type Manifest = ReadonlyMap<string, Installed>;

/** What is remembered, and of whom. */
export interface Memory {
  readonly manifest: Manifest;
  readonly owner: string;
  /** Where the texts from before rtk are kept; absent where nobody asks for them. */
  readonly dataFolder?: string;
}

/** What is remembered of an installation. */
export function memoryOf(dataFolder: string, owner: string): Memory {
  return { manifest: readManifest(dataFolder), owner, dataFolder };
}

/** The row of a file, whatever path it is called by. */
export function rowAt(manifest: Manifest, path: string): Installed | undefined {
  return manifest.get(targetOf(path));
}

/** Whether anything at all is remembered of the installation. */
export function isKnown({ manifest, owner }: Memory): boolean {
  return [...manifest.values()].some(({ owners }) => owners.includes(owner));
}

/** The text of a file before rtk came; undefined where rtk made the file, or where nothing is remembered. */
export function textBefore({ manifest, dataFolder }: Memory, path: string): string | undefined {
  const backup = rowAt(manifest, path)?.backup;
  if (backup === undefined || dataFolder === undefined) return undefined;
  return backupText(dataFolder, backup) ?? "";
}

/** Reads the manifest; a broken one counts as empty, since text edits still work without it. */
export function readManifest(dataFolder: string): Manifest {
  const rows = new Map<string, Installed>();
  for (const row of rowsIn(dataFolder)) {
    // A file may have been moved behind a link since.
    const path = targetOf(row.path);
    rows.set(path, merged(rows.get(path), { ...row, path }));
  }
  return rows;
}

function rowsIn(dataFolder: string): Installed[] {
  try {
    const rows: unknown = JSON.parse(readFile(`${dataFolder}/installed.json`) ?? "[]");
    return Array.isArray(rows)
      ? rows.flatMap((row) => isRow(row) ? [{ ...row, parts: row.parts ?? {} }] : [])
      : [];
  } catch {
    return [];
  }
}

/** A row as some version of rtk wrote it; early ones had no parts. */
function isRow(row: unknown): row is Omit<Installed, "parts"> & Partial<Installed> {
  if (typeof row !== "object" || row === null) return false;
  const { path, owners, backup, folders, after, parts, variables } = row as Record<string, unknown>;
  return typeof path === "string" && path.startsWith("/") && areTexts(owners) && areTexts(folders) &&
    typeof after === "string" && (backup === undefined || typeof backup === "string") &&
    valuesOf(parts).every(areTexts) &&
    valuesOf(variables).every((one) => typeof one === "object" && one !== null);
}

function areTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

function valuesOf(record: unknown): unknown[] {
  if (record === undefined) return [];
  return typeof record === "object" && record !== null && !Array.isArray(record)
    ? Object.values(record)
    : [undefined];
}

/** Two rows of what has become one file. */
function merged(one: Installed | undefined, other: Installed): Installed {
  if (!one) return other;
  return {
    ...one,
    owners: [...new Set([...one.owners, ...other.owners])].sort(),
    folders: [...one.folders, ...other.folders],
    after: one.after === other.after ? one.after : "",
    parts: { ...one.parts, ...other.parts },
    variables: { ...one.variables, ...other.variables },
  };
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
