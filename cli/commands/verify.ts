/** `rtk verify`: whether everything that `rtk init` wrote, for any agent and in any project, is as it was installed. */
import { hasScope, INSTALLATIONS } from "../../agents/installations.ts";
import { isFolder } from "../../core/config/files.ts";
import { inspectEdits, type PartReport } from "../../installer/inspect.ts";
import type { Manifest } from "../../installer/manifest.ts";
import { fail, say } from "../print.ts";
import { ownerOf } from "./agent_check.ts";
import { checkSession, ownersIn } from "./check_session.ts";
import { dataOf, type Finding, lineOf } from "./finding.ts";
import { lineUnder, type Place, placesOf, splitOwner } from "./installed_places.ts";
import { bothScopes, foldersFault, installScope } from "./install_scope.ts";
import { cureOf, mendFile, partText } from "./part_text.ts";

/** Runs `rtk verify [--json]`; exit 1 when a file, entry or block is not as it was installed. */
export async function verifyCommand(words: readonly string[]): Promise<number> {
  const other = words.find((word) => word !== "--json");
  if (other !== undefined) return fail(`Cannot use "${other}": rtk verify [--json]`);
  const misnamed = foldersFault();
  if (misnamed) return fail(misnamed.text);
  const { manifest, rtkPath } = await checkSession();
  const findings: Finding[] = [];
  for (const place of installations(manifest, rtkPath)) findings.push(...verified(place, manifest));
  if (words.includes("--json")) say(JSON.stringify(findings.map(dataOf), null, 2));
  else if (findings.length === 0) say("Nothing is installed: rtk init -g installs for the agents it finds");
  else for (const finding of findings) say(lineOf(finding));
  return findings.some(({ state }) => state === "fault") ? 1 : 0;
}

/** Every installation that the manifest remembers, and those of this folder and this user that it does not. */
function installations(manifest: Manifest, rtkPath: string): Place[] {
  const places = new Map<string, Place[]>();
  const scopes = bothScopes(rtkPath);
  for (const project of projectsOf(ownersIn(manifest))) {
    const scope = installScope("project", { rtkPath, project });
    if (scope) scopes.push(scope);
  }
  for (const scope of scopes) {
    for (const agent of INSTALLATIONS) {
      if (hasScope(agent, scope.kind)) places.set(ownerOf(agent, scope), placesOf(agent, scope, manifest));
    }
  }
  return [...places.values()].flat();
}

/** The projects' folders among owners. */
function projectsOf(owners: ReadonlySet<string>): string[] {
  const folders = [...owners].map((owner) => splitOwner(owner)[1]);
  return [...new Set(folders.filter((folder) => folder !== "global"))].sort();
}

function verified(place: Place, manifest: Manifest): Finding[] {
  const { agent, scope } = place;
  const owner = ownerOf(agent, scope);
  const about = `${agent.title} (${scope.kind === "global" ? "global" : scope.project})`;
  const isKnown = [...manifest.values()].some(({ owners }) => owners.includes(owner));
  // A project that was deleted, or is not mounted, took its files along.
  if (isKnown && scope.kind === "project" && !isFolder(scope.project)) {
    return [{ about, state: "off", text: "the folder is not there" }];
  }
  const parts = inspectEdits(agent.edits(scope), { manifest, owner });
  if (parts.every(({ state }) => state === "absent")) return [];
  const faults = parts.filter(({ state }) => state !== "installed" && state !== "outdated");
  if (faults.length > 0) return faults.map((part) => faultOf(part, place, about));
  const isOld = parts.some(({ state }) => state === "outdated");
  const text = `${parts.length} parts as installed`;
  return [{ about, state: "ok", text: isOld ? `${text}, by another version or configuration of rtk` : text }];
}

function faultOf(part: PartReport, { agent, scope, variables }: Place, about: string): Finding {
  const text = partText(part);
  if (part.state === "unreadable") {
    return { about, state: "fault", text, cure: mendFile(part) };
  }
  const cure = cureOf(agent, scope, [part]);
  return { about, state: "fault", text, cure: { ...cure, text: lineUnder(variables, cure.text) } };
}
