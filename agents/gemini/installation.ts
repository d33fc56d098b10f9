/** What `rtk init` puts into Gemini CLI's files, as data. */
import type { Edit } from "../../core/install/edit.ts";
import type { InstallScope } from "../../core/install/scope.ts";
import { commandOf, hookCommand, isOurCommand, isRivalCommand } from "../hook_command.ts";
import type { HostFault, Installation } from "../installations.ts";
import { readJsonc } from "../jsonc.ts";
import { memberOf, textsOf } from "../members.ts";

/** GEMINI_CLI_HOME moves the folder that holds `.gemini` (seen with 0.61.0). */
function folderOf({ kind, env, home, project }: InstallScope): string {
  return `${kind === "global" ? env("GEMINI_CLI_HOME") || home : project}/.gemini`;
}

function edits(scope: InstallScope): Edit[] {
  const folder = folderOf(scope);
  const command = hookCommand("gemini", scope, '{"decision":"allow"}');
  return [
    {
      kind: "markdown-block",
      path: scope.kind === "global" ? `${folder}/GEMINI.md` : `${scope.project}/GEMINI.md`,
      text: scope.awareness[scope.level],
    },
    {
      kind: "json-entry",
      path: `${folder}/settings.json`,
      at: ["hooks", "BeforeTool"],
      entry: {
        matcher: "^run_shell_command$",
        hooks: [{ type: "command", name: "rtk", command, timeout: 10_000 }],
      },
      within: "hooks",
      // Comments are allowed there, trailing commas are not.
      dialect: "jsonc",
      owns: (handler) => isOurCommand("gemini", commandOf(handler)),
      rivals: (handler) => isRivalCommand("gemini", commandOf(handler)),
    },
  ];
}

const SYSTEM_SETTINGS: Readonly<Record<string, string>> = {
  linux: "/etc/gemini-cli/settings.json",
  darwin: "/Library/Application Support/GeminiCli/settings.json",
  windows: "C:/ProgramData/gemini-cli/settings.json",
};

/** `hooksConfig`: system before workspace before user settings; a list of names switches single hooks off. */
function switchedOff(scope: InstallScope): HostFault | undefined {
  const { env, project } = scope;
  const system = env("GEMINI_CLI_SYSTEM_SETTINGS_PATH") || SYSTEM_SETTINGS[Deno.build.os];
  const user = `${folderOf({ ...scope, kind: "global" })}/settings.json`;
  const paths = [system, `${project}/.gemini/settings.json`, user].filter((path) => path !== undefined);
  const said = paths.flatMap((path) => {
    const file = readJsonc(path);
    return file.kind === "object" ? [{ path, config: memberOf(file.value, "hooksConfig") }] : [];
  });
  const switched = said.find(({ config }) => typeof memberOf(config, "enabled") === "boolean");
  if (memberOf(switched?.config, "enabled") === false) {
    return {
      text: `hooksConfig.enabled is false in ${switched?.path}`,
      cure: `set hooksConfig.enabled to true in ${switched?.path}`,
    };
  }
  const listed = said.find(({ config }) => textsOf(memberOf(config, "disabled")).includes("rtk"));
  return listed && {
    text: `hooksConfig.disabled names rtk in ${listed.path}`,
    cure: `take rtk out of hooksConfig.disabled in ${listed.path}`,
  };
}

export const geminiInstallation: Installation = {
  id: "gemini",
  title: "Gemini CLI",
  traces: (scope) => [folderOf(scope)],
  edits,
  switchedOff,
  smokePayload: JSON.stringify({
    hook_event_name: "BeforeTool",
    tool_name: "run_shell_command",
    tool_input: { command: "git status" },
  }),
  notes: [
    "Hooks run in trusted folders only; the first time Gemini CLI warns about the hook of a project.",
    'Commands that it runs unasked stay raw, until a policy in ~/.gemini/policies allows their rtk form: commandPrefix = "rtk git status".',
  ],
};
