/** `rtk init --uninstall`: takes rtk out of where the notes say that it is, and of where it would be put today. */
import { hasScope, type Installation, installationOf, INSTALLATIONS } from "../../agents/installations.ts";
import { isFolder } from "../../core/config/files.ts";
import { type InstallScope, shellQuoted } from "../../core/install/scope.ts";
import type { Kept } from "../../installer/books.ts";
import { diffText } from "../../installer/diff.ts";
import { isKnown, memoryOf, readManifest } from "../../installer/manifest.ts";
import { type FileChange, PlanError, planRemove } from "../../installer/plan.ts";
import { applyRemove, removeStray } from "../../installer/remove.ts";
import { say } from "../print.ts";
import { ownerOf } from "./agent_check.ts";
import type { InitOptions } from "./init_options.ts";
import { type Place, placesOf, projectsWith } from "./installed_places.ts";

/** What is taken out, and of where. */
export interface Uninstalling {
  readonly options: Pick<InitOptions, "agents" | "dryRun">;
  readonly scope: InstallScope;
  readonly dataFolder: string;
}

/** Takes the agents out that are named, or else all that are installed in the scope; tells what else is still there. */
export function uninstall(session: Uninstalling): number {
  const { options: { agents: named, dryRun }, scope } = session;
  const agents = (named.length > 0 ? named.map(installationOf) : INSTALLATIONS)
    .filter((agent) => agent !== undefined).filter((agent) => hasScope(agent, scope.kind));
  // All plans are made before the first change: one file that cannot be edited stops everything.
  const plans = agents.map((agent) => ({ agent, changes: changesOf(agent, session) }));
  const found = plans.filter(({ agent, changes }) => changes.length > 0 || isNoted(agent, session));
  for (const { agent, changes } of named.length > 0 ? plans : found) {
    if (dryRun) {
      say(changes.length === 0 ? `${agent.id}: nothing to change` : `${agent.id}:\n${diffText(changes)}`);
    } else takeOut(agent, session);
  }
  if (found.length === 0 && named.length === 0) {
    say(scope.kind === "global" ? "Nothing is installed for you" : "Nothing is installed in this folder");
  }
  if (scope.kind === "global") tellProjects(agents, session);
  return 0;
}

function changesOf(agent: Installation, session: Uninstalling): FileChange[] {
  try {
    return places(agent, session).flatMap((place) => removalOf(place, session));
  } catch (error) {
    // A file that does not parse, of an agent that nobody named and that has nothing of rtk's, is none of its business.
    if (!(error instanceof PlanError) || session.options.agents.length > 0 || isNoted(agent, session)) {
      throw error;
    }
    return [];
  }
}

function removalOf({ agent, scope }: Place, { dataFolder }: Uninstalling): FileChange[] {
  return planRemove(agent.edits(scope), memoryOf(dataFolder, ownerOf(agent, scope)));
}

function places(agent: Installation, { scope, dataFolder }: Uninstalling): Place[] {
  return placesOf(agent, scope, readManifest(dataFolder));
}

function isNoted(agent: Installation, { scope, dataFolder }: Uninstalling): boolean {
  return isKnown(memoryOf(dataFolder, ownerOf(agent, scope)));
}

function takeOut(agent: Installation, session: Uninstalling): void {
  const wasNoted = isNoted(agent, session);
  const found = places(agent, session);
  let count = 0;
  for (const place of found) {
    const changes = removalOf(place, session);
    count += changes.length;
    tellKept(takeOutOf(place, changes, session.dataFolder));
  }
  const paths = found.flatMap(({ scope }) => agent.edits(scope).map(({ path }) => path));
  const left = removeStray(session.dataFolder, ownerOf(agent, session.scope), paths);
  for (const path of left) {
    say(`${path} may hold something of rtk's still: it has changed since; take that out by hand`);
  }
  const gone = wasNoted ? "its files were gone already" : "was not installed";
  say(`${agent.title}: ${count > 0 ? "removed" : gone}`);
}

/** Carries out a removal. */
export function takeOutOf(
  { agent, scope }: Place,
  changes: readonly FileChange[],
  dataFolder: string,
): Kept[] {
  const paths = agent.edits(scope).map(({ path }) => path);
  return applyRemove(dataFolder, ownerOf(agent, scope), changes, paths);
}

/** Tells where texts are that were modified by hand. */
export function tellKept(kept: readonly Kept[]): void {
  for (const { path, keptAt } of kept) say(`${path} was modified by hand; that text is kept in ${keptAt}`);
}

/** Rules of projects tell agents to type rtk also where it is gone. */
function tellProjects(
  agents: readonly Installation[],
  { options: { agents: named }, dataFolder }: Uninstalling,
): void {
  const projects = [...projectsWith(readManifest(dataFolder), agents.map(({ id }) => id))]
    .filter(([folder]) => isFolder(folder));
  if (projects.length === 0) return;
  say("Still installed in projects; to take it out there as well:");
  for (const [folder, ids] of projects) {
    const more = named.length > 0 ? ` --agent ${ids.join(",")}` : "";
    say(`  (cd ${shellQuoted(folder)} && rtk init --uninstall${more})`);
  }
}
