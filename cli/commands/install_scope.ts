/** The scope of an installation as this machine and its configuration have it. */
import { loadConfig } from "../../core/config/digest_load.ts";
import type { AwarenessLevel, InstallScope } from "../../core/install/scope.ts";
import { readEnv } from "../../core/state/paths.ts";
import { AWARENESS } from "../../installer/awareness.ts";
import { foundOnPath } from "./init_checks.ts";

/** The scope; undefined where there is no home folder. */
export function installScope(kind: InstallScope["kind"]): InstallScope | undefined {
  const home = readEnv("HOME") ?? readEnv("USERPROFILE");
  if (!home) return undefined;
  const { settings } = loadConfig({ env: readEnv, cwd: Deno.cwd(), dataFolder: undefined });
  return {
    kind,
    home,
    project: Deno.cwd(),
    env: readEnv,
    rtkPath: foundOnPath("rtk") ?? ownPath(),
    awareness: AWARENESS,
    level: settings.get("awareness.level")?.value as AwarenessLevel,
  };
}

/** The executable that runs now, where PATH has none. */
function ownPath(): string {
  const main = decodeURIComponent(new URL(Deno.mainModule).pathname);
  return main.endsWith("/rtk") ? main : Deno.execPath();
}
