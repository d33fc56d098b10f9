/** `rtk doctor`: one screen that answers "is it on, and if not, why", with the cure. */
import { hasScope, type Installation, INSTALLATIONS } from "../../agents/installations.ts";
import type { InstallScope } from "../../core/install/scope.ts";
import { dataFolder as dataFolderOf, readEnv } from "../../core/state/paths.ts";
import type { CliContext } from "../context.ts";
import { fail, say } from "../print.ts";
import { type AgentReport, checkAgent, initLine, isDetected } from "./agent_check.ts";
import { type CheckSession, checkSession } from "./check_session.ts";
import { byHand, command, type Cure, dataOf, type Finding, lineOf } from "./finding.ts";
import { bothScopes } from "./install_scope.ts";
import {
  configFindings,
  executableFinding,
  leftoverFindings,
  shadowFindings,
  storeFindings,
} from "./machine_check.ts";

/** Runs `rtk doctor [--agent ID] [--json]`; exit 1 when something needs a hand. */
export async function doctorCommand(words: readonly string[], context: CliContext): Promise<number> {
  const wanted = agentOf(words);
  const agents = INSTALLATIONS.filter(({ id }) => wanted === undefined || id === wanted);
  if (typeof wanted === "symbol" || agents.length === 0) {
    return fail(
      `Cannot use these words: rtk doctor [--agent ${INSTALLATIONS.map(({ id }) => id).join("|")}] [--json]`,
    );
  }
  const session = await checkSession();
  const reports: AgentReport[] = [];
  for (const scope of bothScopes(session.rtkPath)) {
    for (const agent of agents) {
      if (hasScope(agent, scope.kind)) reports.push(await checkAgent(agent, scope, session));
    }
  }
  const dataFolder = dataFolderOf(readEnv);
  // In the order in which cures help: without rtk on PATH the others cannot be typed.
  const findings = [
    await executableFinding(session.rtkPath),
    ...await configFindings({ env: readEnv, cwd: Deno.cwd(), dataFolder }, session.rtkPath),
    ...agentFindings(agents, reports, session),
    // Who names a folder wants it to be used, also before rtk is installed for an agent.
    ...storeFindings(dataFolder, reports.some(isUsed) || Boolean(readEnv("RTK_DATA_DIR"))),
    ...leftoverFindings(dataFolder, session.manifest),
    ...await shadowFindings(context.table.names),
  ];
  const head = headline(reports, findings);
  if (words.includes("--json")) say(JSON.stringify([head, ...findings].map(dataOf), null, 2));
  else for (const finding of [head, ...findings]) say(lineOf(finding));
  return [head, ...findings].some(({ state }) => state === "fault") ? 1 : 0;
}

const WRONG = Symbol("wrong words");

function agentOf(words: readonly string[]): string | undefined | typeof WRONG {
  const left = words.filter((word) => word !== "--json");
  if (left.length === 0) return undefined;
  const [option = "", id] = left[0]?.includes("=") ? left[0].split("=", 2) : left;
  const isWhole = left.length === (left[0]?.includes("=") ? 1 : 2);
  return option === "--agent" && id !== undefined && isWhole ? id : WRONG;
}

function isUsed({ state }: AgentReport): boolean {
  return state !== "not-installed";
}

/** The answer in one line. */
function headline(reports: readonly AgentReport[], findings: readonly Finding[]): Finding {
  const about = "rtk";
  const on = reports.filter(({ state }) => state === "installed").map(nameOf);
  const faults = findings.filter(({ state }) => state === "fault").length;
  if (!reports.some(isUsed)) {
    const offered = findings.flatMap(({ cure }) => cure?.text.startsWith("rtk init ") ? [cure] : []);
    const cure = (isForUser(offered) ? command("rtk init -g") : offered[0]) ??
      byHand("rtk init -g --agent ID, with one of the agents below");
    return { about, state: "fault", text: "off: not installed for any agent", cure };
  }
  const old = reports.filter(isOldOnly).map(nameOf);
  const isOff = on.length + old.length === 0 || findings.some(({ stops }) => stops);
  const states = [
    ...(on.length > 0 ? [`on for ${on.join(", ")}`] : []),
    ...(old.length > 0 ? [`outdated for ${old.join(", ")}`] : []),
  ];
  const what = isOff ? "off" : states.join(", ");
  const hand = faults === 0 ? "" : `; ${faults} thing${faults === 1 ? " needs" : "s need"} a hand`;
  return { about, state: isOff || on.length === 0 ? "fault" : "ok", text: what + hand };
}

/** Another version's text that calls an rtk which is there: it may well work. */
function isOldOnly({ faults, parts }: AgentReport): boolean {
  return faults.length > 0 && faults.every(({ state }) => state === "outdated") &&
    parts.every(({ calls }) => calls === undefined);
}

function isForUser(cures: readonly Cure[]): boolean {
  return cures.length > 1 && cures.every(({ text }) => text.startsWith("rtk init -g "));
}

function nameOf({ agent, scope }: Pick<AgentReport, "agent" | "scope">): string {
  return `${agent.title} (${scope})`;
}

/** Installed agents one by one; of the others those that are in use here with the way in, the rest by name. */
function agentFindings(
  agents: readonly Installation[],
  reports: readonly AgentReport[],
  { rtkPath }: CheckSession,
): Finding[] {
  const findings: Finding[] = reports.filter(isUsed).flatMap(findingsOf);
  const unused = agents.filter((agent) => !reports.some((one) => one.agent === agent && isUsed(one)));
  const scopes = bothScopes(rtkPath);
  const near = unused.filter((agent) => agents.length === 1 || traceOf(agent, scopes) !== undefined);
  for (const agent of near) {
    const where = traceOf(agent, scopes) ?? { kind: "global" as const };
    findings.push({
      about: agent.title,
      state: "off",
      text: "not installed",
      cure: command(initLine(agent, where)),
    });
  }
  const far = unused.filter((agent) => !near.includes(agent)).map(({ title }) => title);
  if (far.length > 0) findings.push({ about: "not in use here", state: "off", text: far.join(", ") });
  return findings;
}

function findingsOf(report: AgentReport): Finding[] {
  const about = nameOf(report);
  if (report.faults.length === 0) return [{ about, state: "ok", text: `on${report.remark}` }];
  return report.faults.map(({ text, cure }) => ({ about, state: "fault", text, cure }));
}

/** The scope in which an agent has left a trace. */
function traceOf(agent: Installation, scopes: readonly InstallScope[]): InstallScope | undefined {
  return scopes.find((scope) => isDetected(agent, scope));
}
