/** How one agent's installation stands in one scope: what `rtk init --show`, `--check` and `rtk doctor` tell of it. */
import { hasScope, type Installation } from "../../agents/installations.ts";
import type { InstallScope } from "../../core/install/scope.ts";
import { isReadOnly } from "../../installer/files.ts";
import { inspectEdits, type PartReport, type PartState } from "../../installer/inspect.ts";
import { PlanError, rivalEntries } from "../../installer/plan.ts";
import { type CheckSession, ownersIn } from "./check_session.ts";
import { byHand, command, type Cure } from "./finding.ts";
import { type HookState, hookState, type SmokeAnswer, smokeText } from "./hook_state.ts";
import { hostFaults, shellFaults } from "./host_check.ts";
import { placeFault } from "./install_scope.ts";
import { cureOf, initLine, mendFile, partText } from "./part_text.ts";
import { pathCure } from "./init_checks.ts";

/** How an installation stands; that of its gravest fault where it has several. */
export type AgentState =
  | "not-installed"
  | "misplaced"
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
  readonly scope: InstallScope;
  readonly state: AgentState;
  readonly parts: readonly PartReport[];
  /** The gravest first. */
  readonly faults: readonly AgentFault[];
  /** Something of rtk's is there, or was once. */
  readonly isInstalled: boolean;
  /** Whether commands are rewritten, whatever else is at fault. */
  readonly isOn: HookState;
  /** What may be said of an installation without a fault. */
  readonly remark: string;
}

/** An agent's installation somewhere. */
export interface Place {
  readonly agent: Installation;
  readonly scope: InstallScope;
}

/** `Claude Code (global)`, `Claude Code (project)`, `Claude Code (project /home/u/p)`. */
export function nameOf({ agent, scope }: Place): string {
  return `${agent.title} (${placeOf(scope)})`;
}

/** `global`, `project`; the folder as well, where it is not the working directory. */
export function placeOf({ kind, project }: InstallScope): string {
  return kind === "global" || project === Deno.cwd() ? kind : `project ${project}`;
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

/** Looks at all that can keep an agent's installation from working. Changes nothing. */
export async function checkAgent(
  agent: Installation,
  scope: InstallScope,
  session: CheckSession,
): Promise<AgentReport> {
  const misplaced = placeFault(agent, scope);
  if (misplaced) {
    const fault: AgentFault = { state: "misplaced", text: misplaced.text, cure: byHand(misplaced.cure) };
    return { agent, scope, parts: [], isInstalled: false, ...outcome([fault]) };
  }
  const edits = agent.edits(scope);
  const owner = ownerOf(agent, scope);
  const parts = await inspectEdits(edits, { manifest: session.manifest, owner });
  const isInstalled = parts.some(({ state }) => state !== "absent" && state !== "unreadable") ||
    ownersIn(session.manifest).has(owner);
  const about = { agent, scope, parts, isInstalled };
  const faults = [...partFaults(agent, scope, parts), ...rivalFaults(agent, scope, edits)];
  if (!isInstalled && faults.length === 0) return { ...about, ...outcome([]), state: "not-installed" };
  const off = agent.switchedOff?.(scope);
  if (off) faults.push({ state: "switched-off", text: off.text, cure: byHand(off.cure) });
  if (off || !isInstalled) return { ...about, ...outcome(faults) };
  const { isOn, answer } = await hookState(agent, scope, parts);
  const stops = isOn === "no" && faults.length > 0
    ? []
    : await stopsOf({ agent, scope }, faults.length === 0 ? answer : undefined, session);
  return {
    ...about,
    ...outcome([...faults, ...stops]),
    isOn: stops.length > 0 ? "no" : isOn,
    remark: smokeText(answer, agent),
  };
}

function outcome(faults: readonly AgentFault[]): Pick<AgentReport, "state" | "faults" | "isOn" | "remark"> {
  return { state: faults[0]?.state ?? "installed", faults, isOn: "no", remark: "" };
}

/** What keeps an installation from working that stands as it should. */
async function stopsOf(
  { agent, scope }: Place,
  answer: SmokeAnswer | undefined,
  session: CheckSession,
): Promise<AgentFault[]> {
  const stops = [...await hostFaults(agent, scope), ...await shellFaults(agent, session)];
  const silent = answer && answerFault(answer, { agent, scope }, session);
  // A host's shell that takes another program for rtk is told already.
  return silent && (answer.kind === "fault" || stops.length === 0) ? [...stops, silent] : stops;
}

function answerFault(
  answer: SmokeAnswer,
  { agent, scope }: Place,
  { rtkPath }: CheckSession,
): AgentFault | undefined {
  if (answer.kind === "fault") {
    const text = `the hook does not answer: ${answer.text}`;
    return { state: "no-answer", text, cure: command(initLine(agent, scope)) };
  }
  if (answer.kind !== "unreachable") return undefined;
  return { state: "no-answer", text: `the hook ${answer.text}`, cure: pathCure(rtkPath) };
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
