/** What `rtk init` puts into Codex's files, as data. */
import type { Edit } from "../../core/install/edit.ts";
import type { InstallScope } from "../../core/install/scope.ts";
import {
  commandOf,
  hookCommand,
  isOurCommand,
  isRivalCommand,
  isRivalText,
  powerShellCommand,
  RIVAL_MARKDOWN,
} from "../hook_command.ts";
import type { Installation } from "../installations.ts";
import { codexFolder, codexSwitchedOff, codexUntrusted } from "./trust.ts";

function folderOf(scope: InstallScope): string {
  return scope.kind === "global" ? codexFolder(scope) : `${scope.project}/.codex`;
}

function edits(scope: InstallScope): Edit[] {
  const folder = folderOf(scope);
  return [...awareness(scope, folder), {
    kind: "json-entry",
    path: `${folder}/hooks.json`,
    at: ["hooks", "PreToolUse"],
    // Codex trusts hooks by their place in the list: those before this one keep theirs.
    place: "last",
    entry: {
      matcher: "^Bash$",
      hooks: [{
        type: "command",
        command: hookCommand("codex", scope),
        commandWindows: `powershell -NoProfile -Command "${powerShellCommand("codex")}"`,
        timeout: 10,
        statusMessage: "rtk",
      }],
    },
    within: "hooks",
    dialect: "json",
    owns: (handler) => isOurCommand("codex", commandOf(handler)),
    rivals: (handler) => isRivalCommand("codex", commandOf(handler)),
  }];
}

function awareness(scope: InstallScope, folder: string): Edit[] {
  const text = scope.awareness[scope.level];
  if (scope.kind === "project") {
    return [{ kind: "markdown-block", path: `${scope.project}/AGENTS.md`, text, rivals: RIVAL_MARKDOWN }];
  }
  return [
    {
      kind: "whole-file",
      path: `${folder}/RTK.md`,
      text,
      owns: (known) => known.startsWith("# rtk\n"),
      rivals: isRivalText,
    },
    // Codex follows no references, the model does.
    {
      kind: "markdown-block",
      path: `${folder}/AGENTS.md`,
      text: `About \`rtk\` in shell commands: @${folder}/RTK.md\n`,
      rivals: RIVAL_MARKDOWN,
    },
  ];
}

export const codexInstallation: Installation = {
  id: "codex",
  title: "Codex",
  traces: (scope) => [folderOf(scope)],
  edits,
  switchedOff: codexSwitchedOff,
  untrusted: codexUntrusted,
  // A login shell builds PATH anew from the profile.
  toolShell: ["bash", "-lc"],
  smokePayload: JSON.stringify({
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    permission_mode: "default",
    tool_input: { command: "git status" },
  }),
  notes: [
    "Codex runs a hook only once you trust it: start codex, type /hooks, and trust rtk's. codex exec skips it silently until then.",
  ],
};
