/** Finds and reads the settings files of Claude Code. Places and merging: its documentation of 2026; live with 2.1.332. */
import { isRecord } from "../agent.ts";

/** Settings of one scope; those of all scopes hold together, lists are joined. */
export interface Settings {
  /** The file, flag or folder they come from, for people. */
  readonly source: string;
  readonly scope: "managed" | "flag" | "local" | "project" | "user";
  /** The folder that a path rule like `/src/**` starts from. */
  readonly root: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** What the reader looks at. */
export interface SettingsPlaces {
  env(name: string): string | undefined;
  /** Where the command runs; a `cd` of an earlier call moves it. */
  readonly cwd: string;
  /** Where the session was started. */
  readonly project: string;
  /** `--setting-sources`: scopes of files that count besides managed ones and flags; undefined for all. */
  readonly sources?: ReadonlySet<string> | undefined;
  /** Values of `--settings`: a file or JSON. */
  readonly extra?: readonly string[];
  readText(path: string): string | undefined;
  /** The path without symbolic links; undefined when nothing is there. Most folders are not, and one look saves two. */
  realPath(path: string): string | undefined;
  listFolder(path: string): readonly string[];
}

/** Reads all settings that are in effect, or that might be: see `isCertain`. */
export function readSettings(places: SettingsPlaces): Settings[] {
  const counts = (scope: string): boolean => places.sources === undefined || places.sources.has(scope);
  const home = homeOf(places);
  const projects = projectFolders(places).filter((root) => isThere(places, `${root}/.claude`));
  return [
    ...managedFiles(places).flatMap((path) => fileOf(places, path, { scope: "managed", root: home })),
    ...(places.extra ?? []).flatMap((value) => extraOf(places, value)),
    ...(counts("local") ? projects : []).flatMap((root) =>
      fileOf(places, `${root}/.claude/settings.local.json`, { scope: "local", root })
    ),
    ...(counts("project") ? projects : []).flatMap((root) =>
      fileOf(places, `${root}/.claude/settings.json`, { scope: "project", root })
    ),
    ...(counts("user") && isThere(places, configFolder(places))
      ? fileOf(places, `${configFolder(places)}/settings.json`, { scope: "user", root: home })
      : []),
  ];
}

function isThere({ realPath }: SettingsPlaces, folder: string): boolean {
  return realPath(folder) !== undefined;
}

/** CLAUDE_CONFIG_DIR moves `~/.claude`. */
export function configFolder(places: Pick<SettingsPlaces, "env">): string {
  return places.env("CLAUDE_CONFIG_DIR") || `${homeOf(places)}/.claude`;
}

/** The home folder; empty where there is none. */
export function homeOf({ env }: Pick<SettingsPlaces, "env">): string {
  return env("HOME") ?? env("USERPROFILE") ?? "";
}

/**
 * The folder in which the session was started, which hooks are told, and the folder of the call with all that it lies in: a
 * session may have been started in one of those, and their deny rules cost nothing.
 */
function projectFolders({ cwd, project }: SettingsPlaces): string[] {
  const folders = new Set([project]);
  for (let folder = withoutLastSlash(cwd); folder !== ""; folder = folder.slice(0, folder.lastIndexOf("/"))) {
    folders.add(folder);
    if (!folder.includes("/")) break;
  }
  return [...folders];
}

/** A folder's path as it is compared. */
export function withoutLastSlash(path: string): string {
  let end = path.length;
  while (end > 1 && (path[end - 1] === "/" || path[end - 1] === "\\")) end--;
  return path.slice(0, end);
}

/** What a project's own settings allow counts only once its folder is trusted; what they deny counts always. */
export function isTrusted(places: SettingsPlaces, project: string): boolean {
  const folder = places.env("CLAUDE_CONFIG_DIR") || homeOf(places);
  const text = places.readText(`${folder}/.claude.json`);
  const state = text === undefined ? undefined : parse(text);
  const projects = isRecord(state?.projects) ? state.projects : {};
  const known = Object.hasOwn(projects, project) ? projects[project] : undefined;
  return isRecord(known) && known.hasTrustDialogAccepted === true;
}

const MANAGED: Readonly<Record<string, string>> = {
  linux: "/etc/claude-code",
  darwin: "/Library/Application Support/ClaudeCode",
  windows: "C:/Program Files/ClaudeCode",
};

function managedFiles(places: SettingsPlaces): string[] {
  const folder = MANAGED[Deno.build.os] ?? "/etc/claude-code";
  if (!isThere(places, folder)) return [];
  const dropIns = `${folder}/managed-settings.d`;
  return [
    `${folder}/managed-settings.json`,
    ...places.listFolder(dropIns).filter((name) => name.endsWith(".json")).sort().map((name) =>
      `${dropIns}/${name}`
    ),
  ];
}

function extraOf(places: SettingsPlaces, value: string): Settings[] {
  const about = { scope: "flag", root: places.project } as const;
  const path = extraPath(places, value);
  if (path !== undefined) return fileOf(places, path, about);
  const settings = parse(value);
  return settings ? [{ source: "--settings", value: settings, ...about }] : [];
}

/** What a flag names counts from where the session was started, wherever a `cd` has led since (seen with 2.1.332). */
function extraPath({ project }: SettingsPlaces, value: string): string | undefined {
  if (value.trimStart().startsWith("{")) return undefined;
  return value.startsWith("/") ? value : `${project}/${value}`;
}

/** Files of `--settings` that cannot be read: they were there when the session started, which does not start without. */
export function unreadExtras(places: SettingsPlaces): string[] {
  const paths = (places.extra ?? []).map((value) => extraPath(places, value));
  return paths.filter((path) => path !== undefined).filter((path) => places.readText(path) === undefined);
}

function fileOf(places: SettingsPlaces, path: string, about: Pick<Settings, "scope" | "root">): Settings[] {
  const text = places.readText(path);
  const value = text === undefined ? undefined : parse(text);
  return value ? [{ source: path, value, ...about }] : [];
}

/** Strict JSON: one comment or trailing comma, and Claude takes nothing of the file. */
function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
