/** Settings of Claude Code that keep every hook from running. */
import type { InstallScope } from "../../core/install/scope.ts";
import type { HostFault } from "../installations.ts";
import { MACHINE } from "./machine.ts";
import { readSettings } from "./settings.ts";

/**
 * `disableAllHooks`: the first settings that say it count, managed before local before project before user ones (seen with
 * 2.1.197: a project's `false` outweighs the user's `true`). `allowManagedHooksOnly` counts in managed settings alone.
 */
export function claudeSwitchedOff({ env, project }: InstallScope): HostFault | undefined {
  const settings = readSettings({ env, cwd: project, project, ...MACHINE });
  const managed = settings.find(({ scope, value }) =>
    scope === "managed" && value.allowManagedHooksOnly === true
  );
  if (managed) {
    return {
      text: `allowManagedHooksOnly is true in ${managed.source}: only your organisation's hooks run`,
      cure: `ask whoever manages ${managed.source} to allow rtk's hook`,
    };
  }
  const said = settings.find(({ value }) => typeof value.disableAllHooks === "boolean");
  if (said?.value.disableAllHooks !== true) return undefined;
  return {
    text: `disableAllHooks is true in ${said.source}`,
    cure: `take disableAllHooks out of ${said.source}`,
  };
}
