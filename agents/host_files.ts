/** How the rule readers look at a host's files. */
import { isDevice } from "../core/config/files.ts";

type Env = (name: string) => string | undefined;

/** A file's text; undefined where it cannot be read. */
export function readText(path: string): string | undefined {
  if (isDevice(path)) return undefined;
  try {
    return Deno.readTextFileSync(path).replace(/^\uFEFF/, "");
  } catch {
    return undefined;
  }
}

/** Paths of the files with an ending in a folder, by name; none where the folder cannot be read. */
export function filesIn(folder: string, ending: string): string[] {
  try {
    const names = [...Deno.readDirSync(folder)].map(({ name }) => name);
    return names.filter((name) => name.endsWith(ending)).sort().map((name) => `${folder}/${name}`);
  } catch {
    return [];
  }
}

/** The home folder; empty where there is none. */
export function homeFolder(env: Env): string {
  return env("HOME") ?? env("USERPROFILE") ?? "";
}

/** A folder and all that it lies in, `/` last: a session may have been started in any of them. */
export function withParents(folder: string): string[] {
  const parts = folder.split("/").filter((part) => part !== "");
  return [...parts.map((_, last) => `/${parts.slice(0, last + 1).join("/")}`).reverse(), "/"];
}
