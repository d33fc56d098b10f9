/** The scope of an installation as this machine and its configuration have it. */
import { loadConfig } from "../../core/config/digest_load.ts";
import type { AwarenessLevel, InstallScope } from "../../core/install/scope.ts";
import { readEnv } from "../../core/state/paths.ts";
import { AWARENESS } from "../../installer/awareness.ts";
import { foundOnPath } from "./init_checks.ts";

/**
 * The scope; undefined where there is no home folder.
 * @param rtkPath where rtk is; looked for on PATH where it is not given.
 * @param project the project's folder, the working directory where it is not given.
 */
export function installScope(
  kind: InstallScope["kind"],
  { rtkPath = foundOnPath("rtk") ?? ownPath(), project = Deno.cwd() } = {},
): InstallScope | undefined {
  const home = readEnv("HOME") ?? readEnv("USERPROFILE");
  if (!home) return undefined;
  const { settings } = loadConfig({ env: readEnv, cwd: Deno.cwd(), dataFolder: undefined });
  return {
    kind,
    home,
    project,
    env: readEnv,
    rtkPath,
    awareness: AWARENESS,
    level: settings.get("awareness.level")?.value as AwarenessLevel,
  };
}

/** Global and project; in the home folder a project's files are the user's own, so there is only the one. */
export function bothScopes(rtkPath: string): InstallScope[] {
  const scopes = (["global", "project"] as const).map((kind) => installScope(kind, { rtkPath }));
  return scopes.filter((scope) => scope !== undefined)
    .filter(({ kind, project, home }) => kind === "global" || project !== home);
}

/** The executable that runs now, where PATH has none. */
export function ownPath(): string {
  const main = decodeURIComponent(new URL(Deno.mainModule).pathname);
  return main.endsWith("/rtk") ? main : Deno.execPath();
}
