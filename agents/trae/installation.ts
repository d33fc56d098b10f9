/** What `rtk init` puts into Trae's files, as data. */
import { isFolder } from "../../core/config/files.ts";
import type { Edit } from "../../core/install/edit.ts";
import type { InstallScope } from "../../core/install/scope.ts";
import { commandOf, hookCommand, isOurCommand, isRivalCommand } from "../hook_command.ts";
import type { Installation } from "../installations.ts";

/** The folder of the Chinese edition is there only where that is installed. */
function foldersOf({ kind, home, project }: InstallScope): string[] {
  if (kind === "project") return [`${project}/.trae`];
  return isFolder(`${home}/.trae-cn`) ? [`${home}/.trae`, `${home}/.trae-cn`] : [`${home}/.trae`];
}

function edits(scope: InstallScope): Edit[] {
  const command = hookCommand("trae", scope);
  return foldersOf(scope).map((folder) => ({
    kind: "json-entry",
    path: `${folder}/hooks.json`,
    at: ["hooks", "PreToolUse"],
    entry: { matcher: "^RunCommand$", hooks: [{ type: "command", command, timeout: 10 }] },
    within: "hooks",
    dialect: "json",
    defaults: { version: 1 },
    owns: (handler) => isOurCommand("trae", commandOf(handler)),
    rivals: (handler) => isRivalCommand("trae", commandOf(handler)),
  }));
}

export const traeInstallation: Installation = {
  id: "trae",
  title: "Trae",
  traces: (scope) =>
    scope.kind === "global" ? [`${scope.home}/.trae`, `${scope.home}/.trae-cn`] : foldersOf(scope),
  edits,
  smokePayload: JSON.stringify({
    hook_event_name: "PreToolUse",
    tool_name: "RunCommand",
    tool_input: { command: "git status" },
  }),
  notes: [
    "Hooks must be switched on in Settings > Hooks (Trae 3.3.66 or later).",
    "Trae's own list of denied commands sees `rtk git push` for git push: add the rtk form to it.",
  ],
};
