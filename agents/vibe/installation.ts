/** What `rtk init` puts into Mistral Vibe's files, as data. */
import type { InstallScope } from "../../core/install/scope.ts";
import { hookCommand, isOurCommand, isRivalCommand } from "../hook_command.ts";
import type { Installation } from "../installations.ts";

/** VIBE_HOME moves the user's folder. */
function folderOf({ kind, env, home, project }: InstallScope): string {
  return kind === "global" ? env("VIBE_HOME") || `${home}/.vibe` : `${project}/.vibe`;
}

export const vibeInstallation: Installation = {
  id: "vibe",
  title: "Mistral Vibe",
  traces: (scope) => [folderOf(scope)],
  edits: (scope) => [{
    kind: "toml-table",
    path: `${folderOf(scope)}/hooks.toml`,
    name: "hooks",
    values: {
      name: "rtk",
      type: "pre_tool",
      match: "bash",
      command: hookCommand("vibe", scope),
      timeout: 10,
    },
    owns: ({ command }) => isOurCommand("vibe", command),
    rivals: ({ command }) => isRivalCommand("vibe", command),
  }],
  hookCommand: (scope) => hookCommand("vibe", scope),
  smokePayload: JSON.stringify({
    hook_event_name: "pre_tool",
    tool_name: "bash",
    tool_input: { command: "git status" },
  }),
  // Older ones reject pre_tool (source of 2.18.4).
  version: { argv: ["vibe", "--version"], least: "3" },
  notes: [
    'Commands that Vibe runs unasked stay raw, until tools.bash.allowlist in config.toml names their rtk form: "rtk git status".',
  ],
};
