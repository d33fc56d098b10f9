/** What `rtk init` puts into Antigravity's files, as data. */
import type { Edit } from "../../core/install/edit.ts";
import type { InstallScope } from "../../core/install/scope.ts";
import { commandOf, hookCommand, isOurCommand, isRivalCommand } from "../hook_command.ts";
import type { HostFault, Installation } from "../installations.ts";
import { readJsonc } from "../jsonc.ts";
import { memberOf } from "../members.ts";

/** Every member of the file is a named set of hooks; this one is rtk's. */
const NAME = "rtk";

function hooksFile({ kind, home, project }: InstallScope): string {
  return kind === "global" ? `${home}/.gemini/config/hooks.json` : `${project}/.agents/hooks.json`;
}

function edits(scope: InstallScope): Edit[] {
  const command = hookCommand("antigravity", scope, '{"decision":"allow"}');
  return [{
    kind: "json-entry",
    path: hooksFile(scope),
    at: [NAME, "PreToolUse"],
    // A fraction in `timeout`, a comment or a trailing comma, and the host drops all hooks of the file.
    entry: { matcher: "run_command", hooks: [{ type: "command", command, timeout: 10 }] },
    within: "hooks",
    dialect: "json",
    owns: (handler) => isOurCommand("antigravity", commandOf(handler)),
    rivals: (handler) => isRivalCommand("antigravity", commandOf(handler)),
  }];
}

function switchedOff(scope: InstallScope): HostFault | undefined {
  const file = readJsonc(hooksFile(scope));
  if (file.kind !== "object" || memberOf(file.value, NAME, "enabled") !== false) return undefined;
  return {
    text: `${NAME}.enabled is false in ${file.path}`,
    cure: `set ${NAME}.enabled to true in ${file.path}`,
  };
}

export const antigravityInstallation: Installation = {
  id: "antigravity",
  title: "Google Antigravity",
  traces: ({ kind, home, project }) =>
    kind === "global"
      ? ["antigravity", "antigravity-cli", "antigravity-ide", "config"].map((name) =>
        `${home}/.gemini/${name}`
      )
      // Others keep their skills in `.agents` as well.
      : ["hooks.json", "plugins", "rules"].map((name) => `${project}/.agents/${name}`),
  edits,
  switchedOff,
  // Up to 1.1.0 it asked about the original and then ran neither text; seen to work with 1.1.27.
  version: { argv: ["agy", "--version"], least: "1.1.27" },
  smokePayload: JSON.stringify({
    toolCall: { name: "run_command", args: { CommandLine: "git status" } },
  }),
  notes: [
    "Hooks of a project run in trusted folders only.",
    "Commands that a permission list allows stay raw, until one allows their rtk form: command(rtk git status).",
  ],
};
