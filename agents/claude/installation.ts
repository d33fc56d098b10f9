/** What `rtk init` puts into Claude Code's files, as data. */
import type { Edit, JsonEntry } from "../../core/install/edit.ts";
import { type InstallScope, shellQuoted } from "../../core/install/scope.ts";
import { commandOf, isRivalCommand, isRivalText, RIVAL_MARKDOWN } from "../hook_command.ts";

/** First line of rtk's script after the shebang: how rtk knows it again. */
const SCRIPT_MARK = "# rtk hook for Claude Code";
const AWARENESS_MARK = "# rtk\n";

/** The folder of Claude Code's user settings: CLAUDE_CONFIG_DIR moves it (seen with 2.1.332). */
export function claudeFolder({ env, home }: Pick<InstallScope, "env" | "home">): string {
  return env("CLAUDE_CONFIG_DIR") || `${home}/.claude`;
}

/**
 * Global: script, RTK.md, the line that includes it, then the settings entry that calls the script. Project: the entry with
 * a command that others can share, and a block in CLAUDE.md.
 */
export function claudeInstallation(scope: InstallScope): Edit[] {
  return scope.kind === "global" ? globalEdits(scope) : projectEdits(scope);
}

function globalEdits(scope: InstallScope): Edit[] {
  const folder = claudeFolder(scope);
  const script = `${folder}/hooks/rtk-hook.sh`;
  return [
    {
      kind: "whole-file",
      path: script,
      text: scriptText(scope.rtkPath),
      mode: 0o755,
      owns: (text) => text.split("\n")[1]?.startsWith(SCRIPT_MARK) ?? false,
    },
    {
      kind: "whole-file",
      path: `${folder}/RTK.md`,
      text: scope.awareness[scope.level],
      owns: (text) => text.startsWith(AWARENESS_MARK),
      rivals: isRivalText,
    },
    { kind: "markdown-block", path: `${folder}/CLAUDE.md`, text: "@RTK.md\n", rivals: RIVAL_MARKDOWN },
    settingsEntry(`${folder}/settings.json`, shellQuoted(script)),
  ];
}

function projectEdits(scope: InstallScope): Edit[] {
  return [
    {
      kind: "markdown-block",
      path: `${scope.project}/CLAUDE.md`,
      text: scope.awareness[scope.level],
      rivals: RIVAL_MARKDOWN,
    },
    settingsEntry(`${scope.project}/.claude/settings.json`, PROJECT_COMMAND),
  ];
}

/** Found on PATH only, as colleagues have their rtk elsewhere or not at all. */
const PROJECT_COMMAND =
  'r=$(command -v rtk) && [ -x "$r" ] && { "$r" hook claude --contract 1; } 2>/dev/null || exit 0';

function settingsEntry(path: string, command: string): JsonEntry {
  return {
    kind: "json-entry",
    path,
    at: ["hooks", "PreToolUse"],
    entry: { matcher: "Bash", hooks: [{ type: "command", command, timeout: 10 }] },
    dialect: "json",
    within: "hooks",
    owns: (hook) => isOurs(commandOf(hook)),
    rivals: (hook) => !isOurs(commandOf(hook)) && isRivalCommand("claude", commandOf(hook)),
  };
}

/** Our script by its path, or our line with its contract number; a plain `rtk hook claude` is another program's form. */
function isOurs(command: unknown): boolean {
  if (typeof command !== "string") return false;
  return /(?:^|\/|')rtk-hook\.sh'?$/.test(command.trim()) || / hook claude --contract \d+\b/.test(command);
}

/** No jq, no bash: one line on stderr when rtk is gone, and never anything but exit 0. */
function scriptText(rtkPath: string): string {
  return `#!/bin/sh
${SCRIPT_MARK}, written by rtk init and removed by rtk init --uninstall.
r=$(command -v rtk || echo ${shellQuoted(rtkPath)})
if [ ! -x "$r" ]; then
  echo 'rtk: not found, commands run raw; install it again or run rtk init --uninstall' >&2
  exit 0
fi
{ "$r" hook claude --contract 1; } 2>/dev/null
exit 0
`;
}
