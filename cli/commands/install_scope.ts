/** The scope of an installation as this machine and its configuration have it. */
import type { Installation } from "../../agents/installations.ts";
import { loadConfig } from "../../core/config/digest_load.ts";
import { isThere } from "../../core/config/files.ts";
import type { AwarenessLevel, InstallScope } from "../../core/install/scope.ts";
import { dataFolder, readEnv } from "../../core/state/paths.ts";
import { AWARENESS } from "../../installer/awareness.ts";
import { foundOnPath } from "./init_checks.ts";

/**
 * The scope; undefined where there is no home folder.
 * @param rtkPath where rtk is; looked for on PATH where it is not given.
 * @param project the project's folder, the working directory where it is not given.
 */
export function installScope(
  kind: InstallScope["kind"],
  { rtkPath = foundOnPath("rtk") ?? ownPath(), project = Deno.cwd() } = {},
): InstallScope | undefined {
  const home = homeFolder();
  if (home === undefined) return undefined;
  const { settings } = loadConfig({ env: readEnv, cwd: Deno.cwd(), dataFolder: undefined });
  return {
    kind,
    home,
    project,
    env: readEnv,
    rtkPath,
    awareness: AWARENESS,
    level: settings.get("awareness.level")?.value as AwarenessLevel,
  };
}

/** The home folder without the slashes that its variable may end in. */
function homeFolder(): string | undefined {
  const home = readEnv("HOME") ?? readEnv("USERPROFILE");
  return home ? home.replace(/(?<=.)\/+$/, "") : undefined;
}

/** What is wrong with the folders that the environment names, with the way out; undefined where nothing is. */
export function foldersFault(): { readonly text: string; readonly cure: string } | undefined {
  const home = homeFolder();
  if (home === undefined) return { text: "Cannot find your home folder: set HOME", cure: "set HOME" };
  const name = readEnv("HOME") === undefined ? "USERPROFILE" : "HOME";
  if (!isAbsolute(home)) return relative(name, home);
  const data = dataFolder(readEnv);
  return data !== undefined && !isAbsolute(data) ? relative("RTK_DATA_DIR", data) : undefined;
}

/**
 * A host's variable that moves its folder to a relative path, which would be another folder wherever the host is started.
 * @returns undefined where all that is installed has a place of its own.
 */
export function placeFault(
  agent: Installation,
  scope: InstallScope,
): { readonly text: string; readonly cure: string } | undefined {
  const asked = new Set<string>();
  const env = (name: string): string | undefined => {
    asked.add(name);
    return scope.env(name);
  };
  const path = agent.edits({ ...scope, env }).find((edit) => !isAbsolute(edit.path))?.path;
  if (path === undefined) return undefined;
  const name = [...asked].find((one) => path.startsWith(scope.env(one) || "\0"));
  return name === undefined
    ? { text: `Cannot use ${path}: it is a relative path`, cure: "name an absolute one" }
    : relative(name, scope.env(name) ?? "");
}

function relative(name: string, value: string): { text: string; cure: string } {
  const cure = `set ${name} to an absolute path`;
  return { text: `Cannot use ${name}=${value}: it is a relative path; ${cure}`, cure };
}

function isAbsolute(path: string): boolean {
  return path.startsWith("/") || Deno.build.os === "windows" && /^(?:[A-Za-z]:)?[\\/]/.test(path);
}

/** Global and project; in the home folder a project's files are the user's own, so there is only the one. */
export function bothScopes(rtkPath: string): InstallScope[] {
  const scopes = (["global", "project"] as const).map((kind) => installScope(kind, { rtkPath }));
  return scopes.filter((scope) => scope !== undefined).filter((scope) =>
    scope.kind === "global" || !isHome(scope)
  );
}

/**
 * The scopes of the projects in which the working directory lies: up to the root of the checkout, and further where something is
 * installed, but never the user's home. The nearest first.
 * @param owners of the manifest: `claude:/home/u/project`.
 */
export function outerScopes(rtkPath: string, owners: ReadonlySet<string>): InstallScope[] {
  const found: InstallScope[] = [];
  const own = installScope("project", { rtkPath });
  if (!own || isHome(own)) return [];
  const known = new Set([...owners].map((owner) => owner.slice(owner.indexOf(":") + 1)));
  let isInside = checkoutOf(own) !== undefined && !isThere(`${own.project}/.git`);
  for (let project = parentOf(own.project); project !== ""; project = parentOf(project)) {
    const scope = { ...own, project };
    if (isHome(scope)) break;
    if (isInside || known.has(project)) found.push(scope);
    if (isThere(`${project}/.git`)) isInside = false;
  }
  return found;
}

/** The root of the checkout in which a project lies; undefined where it lies in none below the home folder. */
function checkoutOf(scope: InstallScope): string | undefined {
  for (let project = scope.project; project !== ""; project = parentOf(project)) {
    if (isHome({ ...scope, project })) return undefined;
    if (isThere(`${project}/.git`)) return project;
  }
  return undefined;
}

function parentOf(folder: string): string {
  return folder.slice(0, folder.lastIndexOf("/"));
}

/** Whether the project's folder is the user's home, by whatever path. */
export function isHome({ project, home }: InstallScope): boolean {
  return project === home || realPath(project) === realPath(home);
}

function realPath(path: string): string {
  try {
    return Deno.realPathSync(path);
  } catch {
    return path;
  }
}

/** The executable that runs now, where PATH has none. */
export function ownPath(): string {
  const main = decodeURIComponent(new URL(Deno.mainModule).pathname);
  return main.endsWith("/rtk") ? main : Deno.execPath();
}
