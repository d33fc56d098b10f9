/** `rtk doctor`: one screen that answers "is it on, and if not, why", with the cure. */
import { hasScope, type Installation, INSTALLATIONS } from "../../agents/installations.ts";
import { dataFolder as dataFolderOf, readEnv } from "../../core/state/paths.ts";
import type { CliContext } from "../context.ts";
import { fail, say } from "../print.ts";
import { type AgentReport, checkAgent, isDetected, nameOf } from "./agent_check.ts";
import { type CheckSession, checkSession, ownersIn } from "./check_session.ts";
import { byHand, command, type Cure, dataOf, type Finding, lineOf } from "./finding.ts";
import { agentFault } from "./init_options.ts";
import { bothScopes, foldersFault, outerScopes } from "./install_scope.ts";
import { cureOf } from "./part_text.ts";
import {
  configFindings,
  executableFinding,
  leftoverFindings,
  shadowFindings,
  storeFindings,
} from "./machine_check.ts";

/** Runs `rtk doctor [--agent ID] [--json]`; exit 1 when something needs a hand. */
export async function doctorCommand(words: readonly string[], context: CliContext): Promise<number> {
  const options = parse(words);
  if (typeof options === "string") return fail(options);
  const agents = INSTALLATIONS.filter(({ id }) => options.agent === undefined || id === options.agent);
  const session = await checkSession();
  const reports = await reportsOf(agents, session);
  const dataFolder = dataFolderOf(readEnv);
  const misnamed = foldersFault();
  // In the order in which cures help: without rtk on PATH the others cannot be typed.
  const findings = [
    await executableFinding(session.rtkPath),
    ...await configFindings({ env: readEnv, cwd: Deno.cwd(), dataFolder }, session.rtkPath),
    ...(misnamed ? [] : agentFindings(agents, reports)),
    // Who names a folder wants it to be used, also before rtk is installed for an agent.
    ...storeFindings(
      dataFolder,
      reports.some(({ isInstalled }) => isInstalled) || Boolean(readEnv("RTK_DATA_DIR")),
    ),
    ...leftoverFindings(dataFolder, session.manifest),
    ...await shadowFindings(context.table.names),
  ];
  const head: Finding = misnamed
    ? { about: "rtk", state: "fault", text: `off: ${misnamed.text}`, cure: byHand(misnamed.cure) }
    : headline(reports, findings);
  if (options.json) say(JSON.stringify([head, ...findings].map(dataOf), null, 2));
  else for (const finding of [head, ...findings]) say(lineOf(finding));
  return [head, ...findings].some(({ state }) => state === "fault") ? 1 : 0;
}

/** For the user, for the project here, and what is installed for the projects around it. */
async function reportsOf(agents: readonly Installation[], session: CheckSession): Promise<AgentReport[]> {
  const reports: AgentReport[] = [];
  const { rtkPath, manifest } = session;
  if (foldersFault()) return [];
  for (const scope of bothScopes(rtkPath)) {
    for (const agent of agents) {
      if (hasScope(agent, scope.kind)) reports.push(await checkAgent(agent, scope, session));
    }
  }
  for (const scope of outerScopes(rtkPath, ownersIn(manifest))) {
    for (const agent of agents.filter((one) => hasScope(one, "project"))) {
      const report = await checkAgent(agent, scope, session);
      if (isUsed(report)) reports.push(report);
    }
  }
  return reports;
}

interface DoctorOptions {
  readonly agent: string | undefined;
  readonly json: boolean;
}

function parse(words: readonly string[]): DoctorOptions | string {
  let agent: string | undefined;
  let json = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (word === "--json") json = true;
    else if (word === "--agent") agent = words[++at] ?? "";
    else if (word.startsWith("--agent=")) agent = word.slice("--agent=".length);
    else return `Cannot use "${word}": rtk doctor [--agent ID] [--json]`;
  }
  return agentFault(agent === undefined ? [] : [agent]) ?? { agent, json };
}

function isUsed({ state }: AgentReport): boolean {
  return state !== "not-installed";
}

/** The answer in one line. */
function headline(reports: readonly AgentReport[], findings: readonly Finding[]): Finding {
  const about = "rtk";
  const faults = findings.filter(({ state }) => state === "fault").length;
  const hand = faults === 0 ? "" : `; ${faults} thing${faults === 1 ? " needs" : "s need"} a hand`;
  if (!reports.some(({ isInstalled }) => isInstalled)) {
    const offered = findings.flatMap(({ cure }) => cure?.text.startsWith("rtk init ") ? [cure] : []);
    const cure = (isForUser(offered) ? command("rtk init -g") : offered[0]) ??
      byHand("rtk init -g --agent ID, with one of the agents below");
    return { about, state: "fault", text: "off: not installed for any agent", cure };
  }
  const groups = new Map<string, string[]>();
  for (const report of reports) {
    const group = groupOf(report);
    if (group !== undefined) groups.set(group, [...groups.get(group) ?? [], nameOf(report)]);
  }
  const stops = findings.some((finding) => finding.stops);
  const states = GROUPS.flatMap((group) =>
    groups.has(group) ? [`${group} for ${groups.get(group)?.join(", ")}`] : []
  );
  const isOff = stops || states.length === 0;
  const isOn = !isOff && (groups.has("on") || groups.has("on, with faults,"));
  return { about, state: isOn ? "ok" : "fault", text: (isOff ? "off" : states.join(", ")) + hand };
}

const GROUPS = ["on", "on, with faults,", "outdated", "modified"] as const;

/** What may be said of an installation in the headline; undefined where it is off. */
function groupOf(
  { state, faults, isOn, isInstalled, parts }: AgentReport,
): typeof GROUPS[number] | undefined {
  if (!isInstalled || isOn === "no") return undefined;
  if (state === "installed") return "on";
  // Another version's text may well work, where it calls an rtk that is there.
  const isOld = faults.every((fault) => fault.state === "outdated");
  if (isOld && (isOn === "yes" || parts.every(({ calls }) => calls === undefined))) return "outdated";
  return isOn === "yes" ? "on, with faults," : "modified";
}

function isForUser(cures: readonly Cure[]): boolean {
  return cures.length > 1 && cures.every(({ text }) => text.startsWith("rtk init -g "));
}

/** Installed agents one by one; of the others those that are in use here with the way in, the rest by name. */
function agentFindings(agents: readonly Installation[], reports: readonly AgentReport[]): Finding[] {
  const findings: Finding[] = reports.filter(isUsed).flatMap(findingsOf);
  const unused = agents.filter((agent) => !reports.some((one) => one.agent === agent && isUsed(one)));
  const far: string[] = [];
  for (const agent of unused) {
    const own = reports.filter((one) => one.agent === agent);
    const traced = own.find(({ scope }) => isDetected(agent, scope));
    const shown = traced ?? (agents.length === 1 ? own[0] : undefined);
    if (shown) findings.push(wayIn(shown));
    else far.push(agent.title);
  }
  if (far.length > 0) findings.push({ about: "not in use here", state: "off", text: far.join(", ") });
  return findings;
}

/** How to install for an agent, past what stands in the way. */
function wayIn({ agent, scope, parts }: AgentReport): Finding {
  const taken = parts.filter(({ isTaken }) => isTaken).map(({ edit }) => edit.path);
  const text = taken.length === 0
    ? "not installed"
    : `not installed; in its way: ${taken.join(", ")}, of another origin`;
  return { about: agent.title, state: "off", text, cure: cureOf(agent, scope, parts) };
}

function findingsOf(report: AgentReport): Finding[] {
  const about = nameOf(report);
  if (report.faults.length === 0) return [{ about, state: "ok", text: `on${report.remark}` }];
  return report.faults.map(({ text, cure }) => ({ about, state: "fault", text, cure }));
}
