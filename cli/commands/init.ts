/** `rtk init`: puts rtk into coding agents and takes it out again; all readings of the same data. */
import { hasScope, type Installation, installationOf, INSTALLATIONS } from "../../agents/installations.ts";
import { dataFolder as dataFolderOf, readEnv } from "../../core/state/paths.ts";
import { loadDigested } from "../../core/config/digest_load.ts";
import { isFolder } from "../../core/config/files.ts";
import { type InstallScope, withVariables } from "../../core/install/scope.ts";
import { applyInstall } from "../../installer/apply.ts";
import { diffText } from "../../installer/diff.ts";
import { withLock } from "../../installer/lock.ts";
import { type Memory, memoryOf } from "../../installer/manifest.ts";
import { type FileChange, planInstall, planRemove, rivalEntries } from "../../installer/plan.ts";
import type { CliContext } from "../context.ts";
import { fail, say } from "../print.ts";
import { type InitOptions, parseInitOptions } from "./init_options.ts";
import { isDetected, ownerOf } from "./agent_check.ts";
import { foundOnPath, isOurRtk, smoke, smokeText } from "./init_checks.ts";
import { reportInit } from "./init_report.ts";
import { installScope } from "./install_scope.ts";
import { takeOutOf, tellKept, uninstall } from "./uninstall.ts";
import { rememberShadowed, shadowing } from "./shadowed_names.ts";
import { askShell, insertedPath, rememberPath, toolShellOf } from "./tool_shell.ts";

/** Runs `rtk init`; exit 1 with one line on stderr when something is refused. */
export async function initCommand(words: readonly string[], context: CliContext): Promise<number> {
  const options = parseInitOptions(words);
  if (typeof options === "string") return fail(options);
  const dataFolder = dataFolderOf(readEnv);
  const scope = installScope(options.scope);
  if (!scope || !dataFolder) return fail("Cannot find your home folder: set HOME");
  if (options.action === "show" || options.action === "check") return await reportInit(options);
  if (scope.kind === "project" && scope.project === scope.home) {
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
  const agents = chosen(options, scope);
  if (agents.length === 0) {
    const where = options.scope === "global" ? "on this machine" : "in this folder";
    return fail(
      `Cannot find an agent ${where}: name one with --agent ${INSTALLATIONS.map(({ id }) => id).join("|")}`,
    );
  }
  const session = { options, scope, dataFolder, context };
  return await told(() =>
    options.dryRun ? dryRun(agents, session) : withLock(dataFolder, () => carryOut(agents, session))
  );
}

/** What is refused is told in one line. */
async function told(work: () => number | Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error) return fail(error.message);
    throw error;
  }
}

interface Session {
  readonly options: InitOptions;
  readonly scope: InstallScope;
  readonly dataFolder: string;
  readonly context: CliContext;
}

function chosen(options: InitOptions, scope: InstallScope): Installation[] {
  if (options.agents.length > 0) return options.agents.map(installationOf).filter((one) => one !== undefined);
  return INSTALLATIONS.filter((agent) => isDetected(agent, scope));
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
  for (const agent of agents) {
    const changes = changesOf(agent, session);
    if (!await consented(agent, changes, session)) {
      say(`${agent.title}: nothing changed. To add by hand:\n${diffText(changes)}`);
      continue;
    }
    const [edits, variables] = withVariables(scope, agent.edits);
    tellKept(applyInstall(dataFolder, ownerOf(agent, scope), changes, { edits, variables }));
    const answer = await smoke(agent, scope);
    if (answer.kind === "fault") {
      const removal = planRemove(edits, memoryFor(agent, session));
      takeOutOf({ agent, scope, variables: {} }, removal, dataFolder);
      return fail(
        `Cannot install for ${agent.title}: its hook does not answer (${answer.text}); the changes were taken back`,
      );
    }
    say(
      `${agent.title}: ${changes.length === 0 ? "already installed" : "installed"}${
        smokeText(answer, agent)
      }`,
    );
    for (const { path } of changes) say(`  ${path}`);
    for (const note of agent.notes ?? []) say(`  ${note}`);
  }
  await keepReachable(agents, session);
  await keepShadowed(session);
  loadDigested({ env: scope.env, cwd: scope.project, dataFolder }, { write: true });
  return 0;
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
  if (!answer || answer.missing.length === 0) return;
  rememberShadowed(answer.missing);
  say(`Aliases or functions of your shell, so they stay raw: ${answer.missing.join(", ")}`);
}

/** Settings of other programs are patched after consent, with --auto-patch, or when --agent named the agent. */
async function consented(
  agent: Installation,
  changes: readonly FileChange[],
  session: Session,
): Promise<boolean> {
  const { options, scope } = session;
  if (options.patch === "none") return false;
  if (changes.length === 0 || options.patch === "auto") return true;
  const rivals = rivalEntries(agent.edits(scope));
  const named = options.agents.includes(agent.id);
  if (rivals.length === 0 && (named || !Deno.stdin.isTerminal())) return true;
  if (rivals.length > 0) {
    say(`${agent.title}: another rtk is installed; its entries would be replaced:`);
    for (const rival of rivals) say(`  ${rival}`);
    if (!Deno.stdin.isTerminal()) {
      say("  Not without consent: run again with --auto-patch.");
      return false;
    }
  }
  const { default: $ } = await import("dax");
  say(diffText(changes));
  return await $.confirm(`Change these files of ${agent.title}?`);
}
