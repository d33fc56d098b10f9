/** How one agent's installation stands in one scope: what `rtk init --show`, `--check` and `rtk doctor` tell of it. */
import { hasScope, type Installation } from "../../agents/installations.ts";
import { type InstallScope, shellQuoted } from "../../core/install/scope.ts";
import { isReadOnly } from "../../installer/files.ts";
import { inspectEdits, type PartReport, type PartState } from "../../installer/inspect.ts";
import { PlanError, rivalEntries } from "../../installer/plan.ts";
import type { CheckSession } from "./check_session.ts";
import { byHand, command, type Cure } from "./finding.ts";
import { isOlder, versionOf } from "./host_version.ts";
import { foundOnPath, smoke, smokeText } from "./init_checks.ts";
import { askShell, toolShellOf } from "./tool_shell.ts";

/** How an installation stands; that of its gravest fault where it has several. */
export type AgentState =
  | "not-installed"
  | "installed"
  | "unreadable"
  | "rival"
  | "removed-by-hand"
  | "incomplete"
  | "modified"
  | "modified-or-outdated"
  | "outdated"
  | "not-executable"
  | "switched-off"
  | "not-trusted"
  | "host-too-old"
  | "not-on-tool-path"
  | "no-answer";

export interface AgentFault {
  readonly state: AgentState;
  readonly text: string;
  readonly cure: Cure;
}

export interface AgentReport {
  readonly agent: Installation;
  readonly scope: InstallScope["kind"];
  readonly state: AgentState;
  readonly parts: readonly PartReport[];
  /** The gravest first. */
  readonly faults: readonly AgentFault[];
  /** What may be said of an installation without a fault. */
  readonly remark: string;
}

/** The name of an agent's installation in the manifest. */
export function ownerOf(agent: Installation, scope: InstallScope): string {
  return `${agent.id}:${scope.kind === "global" ? "global" : scope.project}`;
}

/** Whether an agent has left a trace where a scope lies. */
export function isDetected(agent: Installation, scope: InstallScope): boolean {
  return hasScope(agent, scope.kind) && agent.traces(scope).some((path) => {
    try {
      Deno.statSync(path);
      return true;
    } catch {
      return false;
    }
  });
}

/** The command that installs an agent, or mends what is installed. */
export function initLine(agent: Installation, { kind }: Pick<InstallScope, "kind">, more = ""): string {
  return `rtk init ${kind === "global" ? "-g " : ""}--agent ${agent.id}${more}`;
}

/** Looks at all that can keep an agent's installation from working. Changes nothing. */
export async function checkAgent(
  agent: Installation,
  scope: InstallScope,
  session: CheckSession,
): Promise<AgentReport> {
  const edits = agent.edits(scope);
  const memory = { manifest: session.manifest, owner: ownerOf(agent, scope) };
  const parts = await inspectEdits(edits, memory);
  const about = { agent, scope: scope.kind, parts };
  const faults = [...partFaults(agent, scope, parts), ...rivalFaults(agent, scope, edits)];
  if (parts.every(({ state }) => state === "absent") && faults.length === 0) {
    return { ...about, state: "not-installed", faults, remark: "" };
  }
  const off = agent.switchedOff?.(scope);
  if (off) faults.push({ state: "switched-off", text: off.text, cure: byHand(off.cure) });
  let remark = "";
  if (faults.length === 0) {
    faults.push(...await hostFaults(agent, scope), ...await shellFaults(agent, session));
    const answer = await smoke(agent, scope);
    remark = smokeText(answer, agent);
    if (answer.kind === "fault") {
      const text = `the hook does not answer: ${answer.text}`;
      faults.push({ state: "no-answer", text, cure: command(initLine(agent, scope)) });
    }
  }
  return { ...about, state: faults[0]?.state ?? "installed", faults, remark };
}

/** States of parts from the gravest on, and what an installation with such a part is called. */
const GRAVITY: readonly (readonly [PartState, AgentState])[] = [
  ["unreadable", "unreadable"],
  ["gone", "incomplete"],
  ["absent", "incomplete"],
  ["modified", "modified"],
  ["unlike", "modified-or-outdated"],
  ["outdated", "outdated"],
  ["not-executable", "not-executable"],
];

/** One fault for all parts of a state. */
function partFaults(agent: Installation, scope: InstallScope, parts: readonly PartReport[]): AgentFault[] {
  const isAway = ({ state }: PartReport): boolean => state === "absent" || state === "gone";
  if (parts.every(({ state }) => state === "absent")) return [];
  const faults: AgentFault[] = [];
  for (const [state, name] of GRAVITY) {
    const found = parts.filter((part) => part.state === state);
    const [first] = found;
    if (!first) continue;
    const others = found.length === 1 ? "" : ` (and ${found.length - 1} more)`;
    const locked = found.some(({ edit }) => isReadOnly(edit.path)) ? "; the file is read-only" : "";
    faults.push({
      state: name === "incomplete" && parts.every(isAway) ? "removed-by-hand" : name,
      text: `${partText(first)}${others}${locked}`,
      cure: first.state === "unreadable" ? mendFile(first) : cureOf(agent, scope, parts),
    });
  }
  return faults;
}

/** What is the matter with a part, in words. */
export function partText({ edit, state, detail, calls, line, isTaken }: PartReport): string {
  const what = edit.kind === "whole-file" ? edit.path : `${PART_NAMES[edit.kind]} in ${edit.path}`;
  const why = calls === undefined ? detail : `it calls ${calls}, which is gone`;
  switch (state) {
    case "unreadable":
      return `${edit.path}${line === undefined ? "" : `:${line}`}: ${detail}`;
    case "absent":
    case "gone":
      return isTaken ? `${edit.path} holds another text than rtk's` : `${what} is gone`;
    case "modified":
      return `${what} was modified by hand (${why})`;
    case "unlike":
      return `${what} is outdated or was modified by hand (${why})`;
    case "outdated":
      return `${what} is outdated${calls === undefined ? "" : ` (${why})`}`;
    case "not-executable":
      return `${edit.path} cannot be executed`;
    case "installed":
      return `${what} is as installed`;
  }
}

const PART_NAMES = {
  "json-entry": "rtk's entry",
  "toml-table": "rtk's table",
  "yaml-list": "rtk's item",
  "markdown-block": "rtk's block",
} as const;

function mendFile({ edit, line }: PartReport): Cure {
  const place = line === undefined ? edit.path : `line ${line} of ${edit.path}`;
  return byHand(`mend ${place}, then rtk doctor again`);
}

/** `rtk init` mends everything but what it leaves alone: foreign files in its place, and read-only ones. */
export function cureOf(agent: Installation, scope: InstallScope, parts: readonly PartReport[]): Cure {
  const steps: string[] = [];
  for (const { edit: { path }, state, isTaken } of parts) {
    if (isTaken) steps.push(`mv ${shellQuoted(path)} ${shellQuoted(`${path}.other`)}`);
    else if (state !== "installed" && isReadOnly(path)) steps.push(`chmod u+w ${shellQuoted(path)}`);
  }
  return command([...new Set(steps), initLine(agent, scope)].join(" && "));
}

function rivalFaults(
  agent: Installation,
  scope: InstallScope,
  edits: Parameters<typeof rivalEntries>[0],
): AgentFault[] {
  let rivals: string[] = [];
  try {
    rivals = rivalEntries(edits);
  } catch (error) {
    // A file that does not parse is told with its line already.
    if (!(error instanceof PlanError)) throw error;
  }
  const others = rivals.length > 1 ? ` (and ${rivals.length - 1} more)` : "";
  return rivals.slice(0, 1).map((rival) => ({
    state: "rival",
    text: `another rtk's entry in ${rival}${others}`,
    cure: command(initLine(agent, scope, " --auto-patch")),
  }));
}

async function hostFaults(agent: Installation, scope: InstallScope): Promise<AgentFault[]> {
  const faults: AgentFault[] = [];
  const untrusted = await agent.untrusted?.(scope);
  if (untrusted) faults.push({ state: "not-trusted", text: untrusted.text, cure: byHand(untrusted.cure) });
  const { version } = agent;
  if (version && foundOnPath(version.argv[0]) !== undefined) {
    const found = await versionOf(version.argv);
    if (found !== undefined && isOlder(found, version.least)) {
      const text = `${agent.title} ${found} does not run this hook`;
      faults.push({ state: "host-too-old", text, cure: byHand(`update ${agent.title} to ${version.least}`) });
    }
  }
  return faults;
}

/** A rewritten command fails where the host's shell does not find rtk. */
async function shellFaults(agent: Installation, session: CheckSession): Promise<AgentFault[]> {
  if (session.insertedPath !== undefined) return [];
  const shell = toolShellOf(agent);
  const name = shell.join(" ");
  const answer = session.shells.get(name) ?? askShell(shell);
  session.shells.set(name, answer);
  const { kind, ...more } = await answer;
  if (kind === "ours") return [];
  const text = kind === "missing"
    ? `its shell (${name}) does not find rtk, so rewritten commands fail`
    : `its shell (${name}) takes ${"what" in more ? more.what : "another program"} for rtk`;
  const cure = command(`rtk config set hooks.rtk_path ${shellQuoted(session.rtkPath)}`);
  return [{ state: "not-on-tool-path", text, cure }];
}
