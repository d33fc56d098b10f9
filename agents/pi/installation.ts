/** What `rtk init` puts into Pi's files, as data. */
import type { InstallScope } from "../../core/install/scope.ts";
import type { Installation } from "../installations.ts";
import { pluginFile } from "../plugin_text/compose.ts";
import extension from "../plugin_text/pi_extension.ts" with { type: "text" };

/** PI_CODING_AGENT_DIR moves the user's folder. */
function folderOf({ kind, env, home, project }: InstallScope): string {
  if (kind === "project") return `${project}/.pi`;
  return env("PI_CODING_AGENT_DIR")?.replace(/^~(?=\/|$)/, home) || `${home}/.pi/agent`;
}

export const piInstallation: Installation = {
  id: "pi",
  title: "Pi",
  traces: (scope) => [folderOf(scope)],
  edits: (scope) => [
    pluginFile(
      { id: "pi", title: "Pi", text: extension, path: `${folderOf(scope)}/extensions/rtk.ts` },
      scope,
    ),
  ],
  notes: [
    "Sessions that are open already need /reload.",
    "The extension of a project is loaded where the project is trusted.",
  ],
};
