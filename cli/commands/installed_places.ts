/** Where the notes say that an agent is installed: its folders may be elsewhere now than when it was. */
import type { Installation } from "../../agents/installations.ts";
import { type InstallScope, scopeUnder, shellQuoted, type Variables } from "../../core/install/scope.ts";
import type { Manifest } from "../../installer/manifest.ts";
import { ownerOf } from "./agent_check.ts";

/** An installation as it was made. */
export interface Place {
  readonly agent: Installation;
  readonly scope: InstallScope;
  /** Those that told where it goes, where they are others now. */
  readonly variables: Variables;
}

/** The places of an agent's installations in a scope; the one where it would go today where nothing is noted. */
export function placesOf(agent: Installation, scope: InstallScope, manifest: Manifest): Place[] {
  const owner = ownerOf(agent, scope);
  const rows = [...manifest.values()].filter(({ owners }) => owners.includes(owner));
  const sets = new Map(rows.map(({ variables }) => {
    const noted = othersNow(variables?.[owner] ?? {}, scope);
    return [JSON.stringify(Object.entries(noted).sort()), noted];
  }));
  if (sets.size === 0) sets.set("", {});
  return [...sets.values()].map((variables) => ({ agent, scope: scopeUnder(scope, variables), variables }));
}

function othersNow(variables: Variables, { env }: InstallScope): Variables {
  return Object.fromEntries(
    Object.entries(variables).filter(([name, value]) => (env(name) ?? null) !== value),
  );
}

/** A line that calls `rtk init`, as it works under the variables of a place. */
export function lineUnder(variables: Variables, line: string): string {
  const settings = Object.entries(variables).map(([name, value]) =>
    value === null ? `-u ${name}` : `${name}=${shellQuoted(value)}`
  );
  if (settings.length === 0) return line;
  const at = line.lastIndexOf("rtk init");
  return `${line.slice(0, at)}env ${settings.sort().join(" ")} ${line.slice(at)}`;
}

/** Projects in which agents are installed, with the ids of those agents; folders that are gone are left out. */
export function projectsWith(manifest: Manifest, ids: readonly string[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const owner of [...new Set([...manifest.values()].flatMap(({ owners }) => owners))].sort()) {
    const [id = "", folder = ""] = splitOwner(owner);
    if (folder === "global" || !ids.includes(id)) continue;
    found.set(folder, [...found.get(folder) ?? [], id]);
  }
  return found;
}

/** `claude:/home/u/project`: the agent's id, and the folder or `global`. */
export function splitOwner(owner: string): [id: string, where: string] {
  const at = owner.indexOf(":");
  return [owner.slice(0, at), owner.slice(at + 1)];
}
