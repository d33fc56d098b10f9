/** OpenCode's configuration as far as it is about permissions. Places and order: the source of 1.18.33. */
import { parse, type ParseError } from "jsonc-parser";
import { isRecord } from "../agent.ts";
import { homeFolder, readText, withParents } from "../host_files.ts";
import { type AgentConfig, agentsIn } from "./agent_files.ts";
import { merged, type Permissions, permissionsOf, toolPermissions } from "./permission.ts";

type Env = (name: string) => string | undefined;

/** Everything that says what may run. */
export interface Configuration {
  readonly permissions: Permissions;
  /** What single agents may besides, by their names. */
  readonly agents: ReadonlyMap<string, Permissions>;
  /** Files that could not be read, or hold what this reader does not know. */
  readonly broken: readonly string[];
  /** A part comes from a server. */
  readonly isPartial: boolean;
}

/** The user's folder. */
export function configFolder(env: Env, home: string): string {
  return `${env("XDG_CONFIG_HOME") || `${home}/.config`}/opencode`;
}

/**
 * Reads all files that count where OpenCode was started.
 * @param folder where that was.
 * @param wanted the agent that asks; undefined reads those of all.
 */
export function readConfiguration(env: Env, folder: string, wanted: string | undefined): Configuration {
  const home = homeFolder(env);
  // Relative paths in variables: where its process runs, which need not be the project.
  const start = env("RTK_HOST_START") || folder;
  const parents = projectFolders(folder);
  const further = placed(env("OPENCODE_CONFIG_DIR"), start);
  const folders = [
    configFolder(env, home),
    ...(isOn(env("OPENCODE_DISABLE_PROJECT_CONFIG")) ? [] : parents.map((one) => `${one}/.opencode`)),
    `${home}/.opencode`,
    ...further,
  ];
  const reading = new Reading(env);
  const named = placed(env("OPENCODE_CONFIG"), start);
  for (const path of configPaths(env, home, { named, parents })) reading.file(path);
  for (const one of [...new Set(folders)]) {
    if (one !== folders[0] || further.includes(one)) {
      for (const name of ["opencode.json", "opencode.jsonc"]) reading.file(`${one}/${name}`);
    }
    reading.agentFiles(agentsIn(one, wanted));
  }
  reading.text("OPENCODE_CONFIG_CONTENT", env("OPENCODE_CONFIG_CONTENT"));
  for (const name of ["opencode.json", "opencode.jsonc"]) reading.file(`${managedFolder(env)}/${name}`);
  reading.permissionText("OPENCODE_PERMISSION", env("OPENCODE_PERMISSION"));
  return { ...reading.result(), isPartial: isFromServer(env, home) };
}

interface Places {
  readonly named: readonly string[];
  readonly parents: readonly string[];
}

function configPaths(env: Env, home: string, { named, parents }: Places): string[] {
  const user = configFolder(env, home);
  const project = isOn(env("OPENCODE_DISABLE_PROJECT_CONFIG")) ? [] : parents.toReversed();
  return [
    ...["config.json", "opencode.json", "opencode.jsonc"].map((name) => `${user}/${name}`),
    ...named,
    ...project.flatMap((one) => [`${one}/opencode.json`, `${one}/opencode.jsonc`]),
  ];
}

/** The folder and those around it, up to that of the repository. */
function projectFolders(folder: string): string[] {
  const parents = withParents(folder);
  const root = repositoryOf(folder);
  return root === undefined ? parents : parents.slice(0, parents.indexOf(root) + 1);
}

/** The folder of the repository that a folder lies in; undefined outside of any. */
export function repositoryOf(folder: string): string | undefined {
  return withParents(folder).find((one) => exists(`${one}/.git`));
}

function exists(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

function managedFolder(env: Env): string {
  const moved = env("OPENCODE_TEST_MANAGED_CONFIG_DIR");
  if (moved) return moved;
  if (Deno.build.os === "darwin") return "/Library/Application Support/opencode";
  if (Deno.build.os === "windows") return `${env("ProgramData") || "C:/ProgramData"}/opencode`;
  return "/etc/opencode";
}

/**
 * Whoever signed in with a server of an organisation gets its configuration too. Of an account with one OpenCode sets the
 * token in its own environment.
 */
function isFromServer(env: Env, home: string): boolean {
  const data = `${env("XDG_DATA_HOME") || `${home}/.local/share`}/opencode`;
  const texts = [env("OPENCODE_AUTH_CONTENT"), readText(`${data}/auth.json`)];
  return Boolean(env("OPENCODE_CONSOLE_TOKEN")) ||
    texts.some((text) => /"type"\s*:\s*"wellknown"/.test(text ?? ""));
}

function isOn(value: string | undefined): boolean {
  return value?.toLowerCase() === "true" || value === "1";
}

function placed(path: string | undefined, start: string): string[] {
  if (!path) return [];
  return [/^(?:[A-Za-z]:)?[\\/]/.test(path) ? path : `${start}/${path.replace(/^(?:\.\/+)+/, "")}`];
}

/** Collects what one file after the other says. */
class Reading {
  private permissions: Permissions = {};
  private switches: Permissions = {};
  private readonly agents = new Map<string, Permissions>();
  private readonly modes = new Map<string, Permissions>();
  private readonly broken: string[] = [];

  constructor(private readonly env: Env) {}

  /** Of all files together `permission` outranks the older `tools`, and the older `mode` outranks `agent`. */
  result(): Omit<Configuration, "isPartial"> {
    const { permissions, switches, modes, broken } = this;
    const agents = new Map(this.agents);
    for (const [name, mode] of modes) agents.set(name, merged(agents.get(name) ?? {}, mode));
    return { permissions: merged(switches, permissions), agents, broken };
  }

  file(path: string): void {
    this.text(path, readText(path));
  }

  /** A configuration's text: JSON with comments, in which `{env:NAME}` stands for a variable. */
  text(path: string, text: string | undefined): void {
    if (!text) return;
    const errors: ParseError[] = [];
    const filled = text.replaceAll(/\{env:([^}]+)\}/g, (_, name: string) => this.env(name) ?? "");
    const config: unknown = parse(filled, errors, { allowTrailingComma: true, allowEmptyContent: true });
    if (errors.length === 0 && config === undefined) return;
    if (errors.length > 0 || !isRecord(config) || !this.config(config)) this.broken.push(path);
  }

  permissionText(name: string, text: string | undefined): void {
    if (!text) return;
    try {
      const permissions = permissionsOf({ permission: JSON.parse(text) });
      if (permissions) this.permissions = merged(this.permissions, permissions);
      else this.broken.push(name);
    } catch {
      // OpenCode leaves it out.
    }
  }

  agentFiles(found: readonly AgentConfig[]): void {
    for (const { path, name, config } of found) {
      if (!config || !this.agent(this.agents, name, config)) this.broken.push(path);
    }
  }

  private config(config: Readonly<Record<string, unknown>>): boolean {
    const { permission, tools, agents = {} } = config;
    // Version 2 has rules of another form, and its agents say nothing else about permissions.
    if ("permissions" in config || JSON.stringify(agents).includes('"permissions"')) return false;
    const permissions = holdsFile(permission) ? undefined : permissionsOf({ permission });
    if (!permissions) return false;
    this.permissions = merged(this.permissions, permissions);
    this.switches = merged(this.switches, toolPermissions(tools));
    return this.all(this.agents, config.agent) && this.all(this.modes, config.mode);
  }

  private all(into: Map<string, Permissions>, found: unknown = {}): boolean {
    return isRecord(found) &&
      Object.entries(found).every(([name, one]) => isRecord(one) && this.agent(into, name, one));
  }

  private agent(
    into: Map<string, Permissions>,
    name: string,
    config: Readonly<Record<string, unknown>>,
  ): boolean {
    const permissions = "permissions" in config || holdsFile(config.permission)
      ? undefined
      : permissionsOf(config);
    if (permissions) into.set(name, merged(into.get(name) ?? {}, permissions));
    return permissions !== undefined;
  }
}

/** `{file:path}` stands for what that file holds. */
function holdsFile(value: unknown): boolean {
  return value !== undefined && JSON.stringify(value).includes("{file:");
}
