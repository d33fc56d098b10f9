/** How each agent is installed: one row per agent, sorted by id. Cold code, apart from what answers hook calls. */
import type { Edit } from "../core/install/edit.ts";
import type { InstallScope } from "../core/install/scope.ts";
import { antigravityInstallation } from "./antigravity/installation.ts";
import { claudeFolder, claudeInstallation } from "./claude/installation.ts";
import { claudeSwitchedOff } from "./claude/switched_off.ts";
import { clineInstallation } from "./cline/installation.ts";
import { codexInstallation } from "./codex/installation.ts";
import { copilotInstallation } from "./copilot/installation.ts";
import { cursorInstallation } from "./cursor/installation.ts";
import { droidInstallation } from "./droid/installation.ts";
import { geminiInstallation } from "./gemini/installation.ts";
import { hermesInstallation } from "./hermes/installation.ts";
import { ompInstallation } from "./omp/installation.ts";
import { opencodeInstallation } from "./opencode/installation.ts";
import { piInstallation } from "./pi/installation.ts";
import { rooInstallation } from "./roo/installation.ts";
import { traeInstallation } from "./trae/installation.ts";
import { vibeInstallation } from "./vibe/installation.ts";
import { windsurfInstallation } from "./windsurf/installation.ts";

/** What of a host's own settings keeps rtk from running, and what the user does about it, as a clause. */
export interface HostFault {
  readonly text: string;
  readonly cure: string;
}

export interface Installation {
  readonly id: string;
  readonly title: string;
  /** The scopes that the host has a place for; absent: both. */
  readonly scopes?: readonly InstallScope["kind"][];
  /** Folders whose presence tells that the agent is in use, for a global or a project installation. */
  traces(scope: InstallScope): readonly string[];
  edits(scope: InstallScope): readonly Edit[];
  /** The line that the host runs, where it stands in no `command` of a JSON entry; undefined where the scope has no hook. */
  hookCommand?(scope: InstallScope): string | undefined;
  /** A hook payload that init sends through the installed command at its end; undefined where there is no hook. */
  readonly smokePayload?: string;
  /** Tells how the host itself keeps an installed hook from running, and the cure; undefined when it does not. */
  switchedOff?(scope: InstallScope): HostFault | undefined;
  /** Tells that the host runs the installed hook only once the user trusts it; undefined when it does, or cannot be told. */
  untrusted?(scope: InstallScope): Promise<HostFault | undefined>;
  /** The shell in which the host runs commands; the command's text follows. Absent: the user's own with `-c`. */
  readonly toolShell?: readonly [string, ...string[]];
  /** How the host tells its version, and the first one that runs what is installed. */
  readonly version?: { readonly argv: readonly [string, ...string[]]; readonly least: string };
  /** One line each: what the user has to do or know after an installation. */
  readonly notes?: readonly string[];
}

export const INSTALLATIONS: readonly Installation[] = [
  antigravityInstallation,
  {
    id: "claude",
    title: "Claude Code",
    traces: (scope) => [scope.kind === "global" ? claudeFolder(scope) : `${scope.project}/.claude`],
    edits: claudeInstallation,
    switchedOff: claudeSwitchedOff,
    smokePayload: JSON.stringify({
      hook_event_name: "PreToolUse",
      tool_name: "Bash",
      permission_mode: "default",
      tool_input: { command: "git status" },
    }),
    notes: ["Sessions that are open already may need /hooks or a restart."],
  },
  clineInstallation,
  codexInstallation,
  copilotInstallation,
  cursorInstallation,
  droidInstallation,
  geminiInstallation,
  hermesInstallation,
  ompInstallation,
  opencodeInstallation,
  piInstallation,
  rooInstallation,
  traeInstallation,
  vibeInstallation,
  windsurfInstallation,
];

/** Whether an agent's host has a place for a scope. */
export function hasScope({ scopes }: Installation, kind: InstallScope["kind"]): boolean {
  return scopes === undefined || scopes.includes(kind);
}

/** The row of an agent; undefined for an id that is none. */
export function installationOf(id: string): Installation | undefined {
  return INSTALLATIONS.find((one) => one.id === id);
}
