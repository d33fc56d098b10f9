/** What `rtk init` puts into Cline's files, as data. */
import { isFolder } from "../../core/config/files.ts";
import type { Edit } from "../../core/install/edit.ts";
import type { InstallScope } from "../../core/install/scope.ts";
import { hookCommand } from "../hook_command.ts";
import type { Installation } from "../installations.ts";

/** How rtk knows its hook file again. */
const SCRIPT_MARK = "# rtk hook for Cline";

function edits(scope: InstallScope): Edit[] {
  if (scope.kind === "project") return [projectRules(scope)];
  const [current, former] = globalRules(scope);
  return [
    hookFile(scope),
    rulesFile(`${current}/rtk.md`, scope),
    { ...rulesFile(`${former}/rtk.md`, scope), legacy: true },
  ];
}

/**
 * Cline runs every file of the folder whose name is that of the event, with any of the endings for scripts: another program's
 * file stays, and rtk's stands beside it.
 */
function hookFile(scope: InstallScope): Edit {
  const folder = `${scope.home}/.cline/hooks`;
  const names = ["PreToolUse.sh", "PreToolUse.bash", "PreToolUse.zsh"].map((name) => `${folder}/${name}`);
  const free = names.find((path) => isOurs(textAt(path) ?? SCRIPT_MARK)) ?? names[0];
  return {
    kind: "whole-file",
    path: names.find((path) => isOurs(textAt(path) ?? "")) ?? free ?? folder,
    text: `#!/bin/sh\n${SCRIPT_MARK}, written by rtk init and removed by rtk init --uninstall.\n${
      hookCommand("cline", scope)
    }\n`,
    mode: 0o755,
    owns: isOurs,
  };
}

function isOurs(text: string): boolean {
  return text.includes(SCRIPT_MARK);
}

/** Where Cline looks, and where it looked before or behind the coming of the folder for documents. */
function globalRules({ home }: InstallScope): readonly [string, string] {
  const [inDocuments, inHome] = [`${home}/Documents/Cline/Rules`, `${home}/Cline/Rules`];
  return isFolder(`${home}/Documents`) ? [inDocuments, inHome] : [inHome, inDocuments];
}

/** The program's hook does not reach the extension, so the rules tell the agent itself. */
function rulesFile(path: string, { awareness }: InstallScope): Edit {
  return { kind: "whole-file", path, text: awareness.full, owns: (text) => text.startsWith("# rtk\n") };
}

/** `.clinerules` is a folder of rules, or in older projects a file. */
function projectRules(scope: InstallScope): Edit {
  const path = `${scope.project}/.clinerules`;
  return textAt(path) === undefined
    ? rulesFile(`${path}/rtk.md`, scope)
    : { kind: "markdown-block", path, text: scope.awareness.full };
}

function textAt(path: string): string | undefined {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return undefined;
  }
}

export const clineInstallation: Installation = {
  id: "cline",
  title: "Cline",
  traces: (scope) =>
    scope.kind === "global"
      ? [`${scope.home}/.cline`, globalRules(scope)[0].replace(/\/Rules$/, "")]
      : [`${scope.project}/.clinerules`, `${scope.project}/.cline`],
  edits,
  hookCommand: (scope) => scope.kind === "global" ? hookCommand("cline", scope) : undefined,
  smokePayload: JSON.stringify({
    hookName: "tool_call",
    tool_call: { name: "run_commands", input: { commands: ["git status"] } },
  }),
  notes: ["Cline's extension for VS Code rewrites nothing: there the rules file tells the agent about rtk."],
};
