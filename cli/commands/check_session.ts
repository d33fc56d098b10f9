/** What is the same for all agents that are looked at in one run. */
import { dataFolder, readEnv } from "../../core/state/paths.ts";
import { type Manifest, readManifest } from "../../installer/manifest.ts";
import { ourOnPath } from "./init_checks.ts";
import { ownPath } from "./install_scope.ts";
import { insertedPath, type ShellAnswer } from "./tool_shell.ts";

export interface CheckSession {
  readonly manifest: Manifest;
  /** The path of this rtk, as found on PATH where it is there. */
  readonly rtkPath: string;
  /** `hooks.rtk_path`. */
  readonly insertedPath: string | undefined;
  /** Answers of shells, by their argv. */
  readonly shells: Map<string, Promise<ShellAnswer>>;
}

/** Whose edits are remembered: `claude:global`, `claude:/home/u/project`. */
export function ownersIn(manifest: Manifest): Set<string> {
  return new Set([...manifest.values()].flatMap(({ owners }) => owners));
}

/** Looks for rtk, for what it installed and for what is configured. */
export async function checkSession(): Promise<CheckSession> {
  const folder = dataFolder(readEnv);
  return {
    manifest: folder === undefined ? new Map() : readManifest(folder),
    rtkPath: await ourOnPath() ?? ownPath(),
    insertedPath: insertedPath(),
    shells: new Map(),
  };
}
