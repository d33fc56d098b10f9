/** `rtk init --show` and `--check`: how each agent's installation stands, per scope. */
import { hasScope, installationOf, INSTALLATIONS } from "../../agents/installations.ts";
import { say } from "../print.ts";
import { type AgentReport, type AgentState, checkAgent, isDetected, placeOf } from "./agent_check.ts";
import { checkSession, ownersIn } from "./check_session.ts";
import type { InitOptions } from "./init_options.ts";
import { bothScopes, outerScopes } from "./install_scope.ts";
import { initLine, partText } from "./part_text.ts";

/**
 * Prints the states of the agents that are named, or else of those that are in use or installed; without `-g` in both scopes.
 * @returns for `--check` 1 when something needs a hand: a fault, a named agent that is not installed, none installed at all.
 */
export async function reportInit(
  { action, agents: named, scope: wanted, json }: InitOptions,
): Promise<number> {
  const session = await checkSession();
  const scopes = bothScopes(session.rtkPath).filter(({ kind }) => wanted === "project" || kind === "global");
  const agents = named.length === 0
    ? INSTALLATIONS
    : named.map(installationOf).filter((one) => one !== undefined);
  const reports: AgentReport[] = [];
  for (const agent of agents) {
    for (const scope of scopes) {
      if (!hasScope(agent, scope.kind)) continue;
      const report = await checkAgent(agent, scope, session);
      const isShown = named.length > 0 || report.state !== "not-installed" || isDetected(agent, scope);
      if (isShown) reports.push(report);
    }
    if (wanted === "global") continue;
    for (const scope of outerScopes(session.rtkPath, ownersIn(session.manifest))) {
      if (!hasScope(agent, "project")) continue;
      const report = await checkAgent(agent, scope, session);
      if (report.state !== "not-installed") reports.push(report);
    }
  }
  if (json) say(JSON.stringify(reports.map(dataOf), null, 2));
  else if (reports.length === 0) say("No agent is in use here: rtk init -g --agent ID installs for one");
  else for (const report of reports) for (const line of linesOf(report, action === "show")) say(line);
  return action === "check" && needsHand(reports, named) ? 1 : 0;
}

function needsHand(reports: readonly AgentReport[], named: readonly string[]): boolean {
  if (reports.some(({ faults }) => faults.length > 0)) return true;
  const installed = reports.filter(({ state }) => state === "installed").map(({ agent }) => agent.id);
  return installed.length === 0 || named.some((id) => !installed.includes(id));
}

const STATE_TEXT: Readonly<Record<AgentState, string>> = {
  "not-installed": "not installed",
  "misplaced": "not to be found",
  "installed": "installed",
  "unreadable": "a file of the host cannot be read",
  "rival": "another rtk is installed",
  "removed-by-hand": "taken out by hand",
  "incomplete": "incomplete",
  "modified": "modified by hand",
  "modified-or-outdated": "outdated or modified by hand",
  "outdated": "outdated",
  "not-executable": "installed, but cannot be executed",
  "switched-off": "installed, but switched off",
  "not-trusted": "installed, but not trusted",
  "host-too-old": "installed, but the host is too old",
  "not-on-tool-path": "installed, but the host's shell does not find rtk",
  "no-answer": "installed, but its hook does not answer",
};

function linesOf(report: AgentReport, withFiles: boolean): string[] {
  const { agent, scope, state, faults, parts } = report;
  const lines = [
    `${agent.id} (${placeOf(scope)}): ${STATE_TEXT[state]}${faults.length === 0 ? report.remark : ""}`,
  ];
  for (const { text, cure } of faults) lines.push(`  ${text}`, `    cure: ${cure.text}`);
  if (state === "not-installed") lines.push(`  ${initLine(agent, scope)}`);
  if (!withFiles) return lines;
  for (const { edit, state: part } of parts) lines.push(`  ${edit.kind} ${edit.path}: ${part}`);
  if (state !== "not-installed") lines.push(...(agent.notes ?? []).map((note) => `  ${note}`));
  return lines;
}

function dataOf({ agent, scope, state, faults, parts }: AgentReport): Record<string, unknown> {
  return {
    agent: agent.id,
    scope: scope.kind,
    ...(scope.kind === "project" && { project: scope.project }),
    state,
    faults: faults.map(({ state: kind, text, cure }) => {
      return { state: kind, text, cure: cure.text, isCommand: cure.isCommand };
    }),
    files: parts.map((part) => {
      return { kind: part.edit.kind, path: part.edit.path, state: part.state, text: partText(part) };
    }),
  };
}
