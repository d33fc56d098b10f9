/** What `rtk init` puts into Cursor's files, as data. */
import type { Edit } from "../../core/install/edit.ts";
import type { InstallScope } from "../../core/install/scope.ts";
import { commandOf, hookCommand, isOurCommand, isRivalCommand } from "../hook_command.ts";
import type { Installation } from "../installations.ts";

function folderOf({ kind, home, project }: InstallScope): string {
  return `${kind === "global" ? home : project}/.cursor`;
}

function edits(scope: InstallScope): Edit[] {
  return [{
    kind: "json-entry",
    path: `${folderOf(scope)}/hooks.json`,
    at: ["hooks", "preToolUse"],
    entry: { command: hookCommand("cursor", scope, "{}"), matcher: "Shell", timeout: 10 },
    dialect: "json",
    defaults: { version: 1 },
    owns: (handler) => isOurCommand("cursor", commandOf(handler)),
    rivals: (handler) => isRivalCommand("cursor", commandOf(handler)),
  }];
}

export const cursorInstallation: Installation = {
  id: "cursor",
  title: "Cursor",
  traces: (scope) => [folderOf(scope)],
  edits,
  smokePayload: JSON.stringify({
    hook_event_name: "preToolUse",
    tool_name: "Shell",
    tool_input: { command: "git status" },
  }),
  notes: [
    "Where Cursor asks before it runs `rtk …`, add it to terminalAllowlist in ~/.cursor/permissions.json.",
    "The hook of a project runs in trusted workspaces only.",
  ],
};
