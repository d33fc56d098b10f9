/** What `rtk init` puts into OpenCode's files, as data. */
import type { InstallScope } from "../../core/install/scope.ts";
import type { Installation } from "../installations.ts";
import { pluginFile } from "../plugin_text/compose.ts";
import { configFolder } from "./config.ts";
import plugin from "./rtk.ts" with { type: "text" };

/** OPENCODE_CONFIG_DIR names a further folder of the user's, which counts wherever OpenCode is started with it. */
function folderOf({ kind, env, home, project }: InstallScope): string {
  if (kind === "project") return `${project}/.opencode`;
  return env("OPENCODE_CONFIG_DIR") || configFolder(env, home);
}

export const opencodeInstallation: Installation = {
  id: "opencode",
  title: "OpenCode",
  traces: (scope) =>
    scope.kind === "global"
      ? [folderOf(scope)]
      : [folderOf(scope), `${scope.project}/opencode.json`, `${scope.project}/opencode.jsonc`],
  edits: (scope) => [
    pluginFile(
      { id: "opencode", title: "OpenCode", text: plugin, path: `${folderOf(scope)}/plugins/rtk.ts` },
      scope,
    ),
  ],
  notes: [
    "OpenCode reads plugins when it starts.",
    'Commands that a rule of opencode.json allows stay raw, until a rule allows their rtk form: "rtk git status*".',
  ],
};
