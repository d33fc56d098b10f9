/** What `rtk init` puts into Oh My Pi's files, as data. */
import type { InstallScope } from "../../core/install/scope.ts";
import type { Installation } from "../installations.ts";
import { pluginFile } from "../plugin_text/compose.ts";
import extension from "../plugin_text/pi_extension.ts" with { type: "text" };
import { agentFolder } from "./folders.ts";

function folderOf({ kind, env, home, project }: InstallScope): string {
  return kind === "global" ? agentFolder(env, home) : `${project}/.omp`;
}

export const ompInstallation: Installation = {
  id: "omp",
  title: "Oh My Pi",
  traces: (scope) => [folderOf(scope)],
  edits: (scope) => [
    pluginFile(
      { id: "omp", title: "Oh My Pi", text: extension, path: `${folderOf(scope)}/extensions/rtk.ts` },
      scope,
    ),
  ],
  notes: ["Sessions that are open already need a restart."],
};
