/** Keeps `hooks.shadowed` of the user's configuration in step with the aliases and functions of the user's shell. */
import { loadConfig } from "../../core/config/digest_load.ts";
import { tomlValue } from "../../core/config/toml_text.ts";
import { readEnv } from "../../core/state/paths.ts";
import { shadowedNames } from "../../installer/shadowed.ts";
import { setUserKey } from "./user_config.ts";

/** What the shell answered, and which of it the configuration does not know yet. */
export interface Shadowing {
  readonly found: readonly string[];
  readonly missing: readonly string[];
  /** `rtk` is one itself: no configuration mends that. */
  readonly hidesRtk: boolean;
}

/** Asks the user's shell; answers why not, in words, where it could not be asked. */
export async function shadowing(names: readonly string[]): Promise<Shadowing | string> {
  const all = await shadowedNames(readEnv("SHELL"), new Set([...names, "rtk"]));
  if (typeof all === "string") return all;
  const known = knownShadowed();
  const found = all.filter((name) => name !== "rtk");
  const missing = found.filter((name) => !known.includes(name));
  return { found, missing, hidesRtk: all.includes("rtk") };
}

/** The value of `hooks.shadowed` that holds the known and the new names. */
export function shadowedValue(found: readonly string[]): string {
  return tomlValue([...new Set([...knownShadowed(), ...found])].sort());
}

/** Adds names to `hooks.shadowed`. @throws Error where the file cannot be edited. */
export function rememberShadowed(found: readonly string[]): void {
  if (found.length > 0) setUserKey("hooks.shadowed", shadowedValue(found));
}

function knownShadowed(): readonly string[] {
  const { settings } = loadConfig({ env: readEnv, cwd: "/", dataFolder: undefined });
  return settings.get("hooks.shadowed")?.value as readonly string[];
}
