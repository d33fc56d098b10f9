/** What carrying out a plan needs: the notes of what is installed, and texts that are kept. */
import { digestOf, dropBackup, type Installed, keepBackup, readManifest } from "./manifest.ts";
import type { FileChange } from "./plan.ts";

/** Whose edits they are: `claude:global`, `claude:/home/u/project`. */
export type Owner = string;

/** A file in which rtk's part was modified by hand and is written anew or taken out: where its text is kept. */
export interface Kept {
  readonly path: string;
  readonly keptAt: string;
}

/** The notes, and for whom they are written. */
export interface Books {
  readonly dataFolder: string;
  readonly manifest: Map<string, Installed>;
  readonly owner: Owner;
}

/** Opens the notes for an owner. */
export function booksOf(dataFolder: string, owner: Owner): Books {
  return { dataFolder, owner, manifest: new Map(readManifest(dataFolder)) };
}

/** A part of rtk's that somebody edited is not thrown away: the file's text is kept as it was. */
export function keepModified(
  dataFolder: string,
  known: Installed | undefined,
  { path, before, found, expected }: FileChange,
): Kept[] {
  const left = Object.values(known?.parts ?? {}).flat();
  const isModified = found.some((part) => !expected.includes(part) && !left.includes(digestOf(part)));
  if (before === undefined || !isModified) return [];
  return [{ path, keptAt: `${dataFolder}/backups/${keepBackup(dataFolder, path, before)}` }];
}

/** Forgets a kept text, where there is one. */
export function drop(dataFolder: string, backup: string | undefined): void {
  if (backup !== undefined) dropBackup(dataFolder, backup);
}

/** What the system says, without the operation and the path. */
export function reasonOf(error: unknown): string {
  return (error as Error).message.split(/: |\n/)[0] ?? "";
}
