/** How Claude Code's files are looked at: whatever cannot be read is not there. */
import { isDevice } from "../../core/config/files.ts";
import type { Machine } from "./rules.ts";

export const MACHINE: Machine = {
  readText: (path) => isDevice(path) ? undefined : quietly(() => Deno.readTextFileSync(path)),
  listFolder: (path) => quietly(() => [...Deno.readDirSync(path)].map(({ name }) => name)) ?? [],
  realPath: (path) => quietly(() => Deno.realPathSync(path)),
};

function quietly<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
