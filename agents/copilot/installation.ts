/** What `rtk init` puts into the files of GitHub Copilot, as data. */
import type { Edit } from "../../core/install/edit.ts";
import type { InstallScope } from "../../core/install/scope.ts";
import { hookCommand, powerShellCommand } from "../hook_command.ts";
import type { Installation } from "../installations.ts";

/** COPILOT_HOME moves the user's folder (seen with 1.0.102). */
function folderOf({ kind, env, home, project }: InstallScope): string {
  return kind === "global" ? env("COPILOT_HOME") || `${home}/.copilot` : `${project}/.github`;
}

function edits(scope: InstallScope): Edit[] {
  const file: Edit = {
    kind: "whole-file",
    path: `${folderOf(scope)}/hooks/rtk.json`,
    text: `${JSON.stringify(hookFile(scope), null, 2)}\n`,
    owns: (text) => text.includes('\\"$r\\" hook copilot'),
    // Alone it is the hook of another rtk.
    rivals: (text) => text.includes("rtk hook copilot"),
  };
  if (scope.kind === "global") return [file];
  const text = scope.awareness[scope.level];
  return [file, { kind: "markdown-block", path: `${scope.project}/.github/copilot-instructions.md`, text }];
}

/** The program's form, which VS Code reads as well: there the matcher does not count, and the timeout has another name. */
function hookFile(scope: InstallScope): unknown {
  return {
    version: 1,
    hooks: {
      preToolUse: [{
        type: "command",
        matcher: "bash",
        bash: hookCommand("copilot", scope),
        powershell: powerShellCommand("copilot"),
        timeoutSec: 10,
        timeout: 10,
      }],
    },
  };
}

export const copilotInstallation: Installation = {
  id: "copilot",
  title: "GitHub Copilot",
  traces: (
    scope,
  ) => [scope.kind === "global" ? folderOf(scope) : `${scope.project}/.github/copilot-instructions.md`],
  edits,
  hookCommand: (scope) => hookCommand("copilot", scope),
  smokePayload: JSON.stringify({ toolName: "bash", toolArgs: { command: "git status" } }),
  notes: [
    "Reading commands that Copilot CLI runs unasked stay raw, until --allow-all-tools, --allow-tool 'shell(rtk:*)' or an approval kept for rtk lets their rtk form run.",
    "Commands that VS Code runs unasked stay raw, until chat.tools.terminal.autoApprove names their rtk form.",
    "The hook of a project runs in trusted folders only.",
  ],
};
