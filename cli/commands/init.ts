/** `rtk init`: puts rtk into coding agents and takes it out again; all readings of the same data. */
import { hasScope, type Installation, installationOf, INSTALLATIONS } from "../../agents/installations.ts";
import { dataFolder as dataFolderOf, readEnv } from "../../core/state/paths.ts";
import { loadConfig, loadDigested } from "../../core/config/digest_load.ts";
import { isFolder } from "../../core/config/files.ts";
import { problemText } from "../../core/config/load.ts";
import { type InstallScope, shellQuoted, withVariables } from "../../core/install/scope.ts";
import { applyInstall } from "../../installer/apply.ts";
import { diffText } from "../../installer/diff.ts";
import { withLock } from "../../installer/lock.ts";
import { type Memory, memoryOf, readManifest } from "../../installer/manifest.ts";
import { type FileChange, planInstall, planRemove, rivalEntries } from "../../installer/plan.ts";
import type { CliContext } from "../context.ts";
import { fail, say } from "../print.ts";
import { type InitOptions, parseInitOptions } from "./init_options.ts";
import { isDetected, ownerOf } from "./agent_check.ts";
import { ownersIn } from "./check_session.ts";
import { canAsk, chooseAgents, type Consent, consentTo, rivalLines } from "./consent.ts";
import { smoke, smokeText } from "./hook_state.ts";
import { foundOnPath, isOurRtk, pathCure } from "./init_checks.ts";
import { reportInit } from "./init_report.ts";
import { dataFolderFault } from "./machine_check.ts";
import { foldersFault, installScope, isHome, outerScopes, placeFault } from "./install_scope.ts";
import { takeOutOf, tellKept, uninstall } from "./uninstall.ts";
import { rememberShadowed, shadowing } from "./shadowed_names.ts";
import { askShell, insertedPath, rememberPath, toolShellOf } from "./tool_shell.ts";

/** Runs `rtk init`; exit 1 with one line on stderr when something is refused. */
export async function initCommand(words: readonly string[], context: CliContext): Promise<number> {
  const options = parseInitOptions(words);
  if (typeof options === "string") return fail(options);
  const dataFolder = dataFolderOf(readEnv);
  const scope = installScope(options.scope);
  const misnamed = foldersFault();
  if (!scope || !dataFolder || misnamed) {
    return fail(misnamed?.text ?? "Cannot find your home folder: set HOME");
  }
  if (options.action === "show" || options.action === "check") return await reportInit(options);
  if (scope.kind === "project" && isHome(scope)) {
    const line = options.action === "uninstall" ? "rtk init -g --uninstall" : "rtk init -g";
    return fail(
      `Cannot ${options.action} for a project in your home folder: ${line} ${options.action}s for you`,
    );
  }
  const misplaced = options.agents.map(installationOf).find((one) => one && !hasScope(one, scope.kind));
  if (misplaced) {
    return fail(`Cannot install ${misplaced.title} for a project: rtk init -g --agent ${misplaced.id}`);
  }
  if (options.action === "uninstall") {
    return await told(() => {
      const session = { options, scope, dataFolder };
      return options.dryRun || !isFolder(dataFolder)
        ? uninstall(session)
        : withLock(dataFolder, () => uninstall(session));
    });
  }
  const agents = await chosen(options, scope);
  if (agents === undefined) return fail("Cannot install: no agent was chosen; nothing is changed");
  if (agents.length === 0) return fail(noAgentText(scope, dataFolder));
  for (const agent of agents) {
    const fault = placeFault(agent, scope);
    if (fault) return fail(fault.text);
  }
  const session = { options, scope, dataFolder, context };
  return await told(() => {
    if (options.dryRun) return dryRun(agents, session);
    const unusable = dataFolderFault(dataFolder) ?? configFault(scope);
    return unusable === undefined ? withLock(dataFolder, () => carryOut(agents, session)) : fail(unusable);
  });
}

/** What is refused is told in one line. */
async function told(work: () => number | Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && error.message.startsWith("Cannot ")) return fail(error.message);
    throw error;
  }
}

interface Session {
  readonly options: InitOptions;
  readonly scope: InstallScope;
  readonly dataFolder: string;
  readonly context: CliContext;
}

/** A configuration of which nothing counts: what init has to note there could not be noted after all else was written. */
function configFault({ env }: InstallScope): string | undefined {
  const { problems } = loadConfig({ env, cwd: "/", dataFolder: undefined });
  const problem = problems.find(({ whole }) => whole);
  return problem && `Cannot use ${problemText(problem)}; mend it, then run rtk init again`;
}

/** Those that are named, or else detected; where somebody can be asked, what that one leaves of them, if any. */
async function chosen(options: InitOptions, scope: InstallScope): Promise<Installation[] | undefined> {
  if (options.agents.length > 0) return options.agents.map(installationOf).filter((one) => one !== undefined);
  const found = INSTALLATIONS.filter((agent) => isDetected(agent, scope));
  const isAsked = options.patch === "ask" && !options.dryRun && canAsk();
  if (!isAsked || found.length === 0) return found;
  const left = await chooseAgents(found);
  return left?.length === 0 ? undefined : left;
}

/** Whoever stands in a folder of a project means the project: where agents are in use around it is told. */
function noAgentText(scope: InstallScope, dataFolder: string): string {
  const named = `name one with --agent ${INSTALLATIONS.map(({ id }) => id).join("|")}`;
  if (scope.kind === "global") return `Cannot find an agent on this machine: ${named}`;
  for (const outer of outerScopes(scope.rtkPath, ownersIn(readManifest(dataFolder)))) {
    const found = INSTALLATIONS.filter((agent) => isDetected(agent, outer)).map(({ title }) => title);
    if (found.length === 0) continue;
    const there = `(cd ${shellQuoted(outer.project)} && rtk init)`;
    return `Cannot find an agent in this folder; ${outer.project} has ${
      found.join(", ")
    }: ${there}, or ${named}`;
  }
  return `Cannot find an agent in this folder: ${named}`;
}

function changesOf(agent: Installation, session: Session): FileChange[] {
  return planInstall(agent.edits(session.scope), memoryFor(agent, session));
}

function memoryFor(agent: Installation, { scope, dataFolder }: Session): Memory {
  return memoryOf(dataFolder, ownerOf(agent, scope));
}

function dryRun(agents: readonly Installation[], session: Session): number {
  for (const agent of agents) {
    const text = diffText(changesOf(agent, session));
    say(text === "" ? `${agent.id}: nothing to change` : `${agent.id}:\n${text}`);
    const rivals = rivalEntries(agent.edits(session.scope));
    for (const line of rivalLines(agent, rivals)) say(line);
    if (rivals.length > 0 && session.options.patch !== "auto") say("  This needs consent, or --auto-patch.");
  }
  return 0;
}

async function carryOut(agents: readonly Installation[], session: Session): Promise<number> {
  const { scope, dataFolder } = session;
  const onPath = foundOnPath("rtk");
  if (onPath !== undefined && !await isOurRtk(onPath)) {
    return fail(
      `Cannot install: ${onPath} is another program of that name; put this rtk's folder before it on PATH`,
    );
  }
  // All plans are made before the first change: one file that cannot be edited stops everything. Each is made again when
  // its turn comes, as agents may share a file.
  for (const agent of agents) changesOf(agent, session);
  const installed: Installation[] = [];
  let status = 0;
  for (const agent of agents) {
    const outcome = await install(agent, session);
    if (outcome === "failed") return 1;
    if (outcome === "given") installed.push(agent);
    if (outcome === "refused") status = 1;
  }
  if (installed.length === 0) return status;
  if (scope.kind === "project" && onPath === undefined) {
    const { text } = pathCure(scope.rtkPath);
    say(
      `rtk is not on PATH, where a project's installation looks for it: until it is, nothing runs through rtk; ${text}`,
    );
  } else await keepReachable(installed, session);
  await keepShadowed(session);
  loadDigested({ env: scope.env, cwd: scope.project, dataFolder }, { write: true });
  return status;
}

/** Asks where that is due, writes, and takes everything back where the hook fails then. */
async function install(agent: Installation, session: Session): Promise<Consent | "failed"> {
  const { scope, dataFolder } = session;
  const changes = changesOf(agent, session);
  const consent = await consentTo(changes, agent, session);
  if (consent !== "given") {
    say(`${agent.title}: nothing changed. To add by hand:\n${diffText(changes)}`);
    return consent;
  }
  const [edits, variables] = withVariables(scope, agent.edits);
  tellKept(applyInstall(dataFolder, ownerOf(agent, scope), changes, { edits, variables }));
  const answer = await smoke(agent, scope);
  if (answer.kind === "fault") {
    const removal = planRemove(edits, memoryFor(agent, session));
    takeOutOf({ agent, scope, variables: {} }, removal, dataFolder);
    const why = `its hook does not answer (${answer.text}); the changes were taken back`;
    fail(`Cannot install for ${agent.title}: ${why}`);
    return "failed";
  }
  const done = changes.length === 0 ? "already installed" : "installed";
  say(`${agent.title}: ${done}${smokeText(answer, agent)}`);
  for (const { path } of changes) say(`  ${path}`);
  for (const note of agent.notes ?? []) say(`  ${note}`);
  return consent;
}

/** Where a host's shell finds another rtk or none, rewritten commands name this one by its path. */
async function keepReachable(agents: readonly Installation[], { scope }: Session): Promise<void> {
  if (insertedPath() !== undefined) return;
  const shells = new Map(agents.map(toolShellOf).map((shell) => [shell.join(" "), shell]));
  for (const shell of shells.values()) {
    if ((await askShell(shell)).kind === "ours" || !scope.rtkPath.endsWith("/rtk")) continue;
    rememberPath(scope.rtkPath);
    say(`${shell.join(" ")} does not find this rtk: rewritten commands name ${scope.rtkPath}`);
    return;
  }
}

/** Agents run lines with a snapshot of the user's aliases and functions: names among them stay raw. */
async function keepShadowed({ context }: Session): Promise<void> {
  const answer = await shadowing(context.table.names);
  if (typeof answer === "string") {
    if (!answer.endsWith("was not asked")) {
      say(`${answer}: which tools are its aliases or functions is not known`);
    }
    return;
  }
  if (answer.missing.length === 0) return;
  rememberShadowed(answer.missing);
  say(`Aliases or functions of your shell, so they stay raw: ${answer.missing.join(", ")}`);
}
