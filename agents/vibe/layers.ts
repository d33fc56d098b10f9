/**
 * Where Vibe's configuration stands: files, agents' profiles, what an organisation enforces, variables and flags. Read in
 * vibe/core/config and vibe/core/agents of 3.0.2, and seen with it.
 */
import { type Surroundings, textOr } from "../agent.ts";
import { hostWords } from "../ancestors.ts";
import { filesIn, homeFolder, withParents } from "../host_files.ts";
import { readJsonc } from "../jsonc.ts";
import { memberOf, textsOf } from "../members.ts";
import { parseToml, readToml, type TomlFile } from "../toml.ts";

/** Settings that may hold together; later ones outrank earlier ones. */
export interface Layers {
  /** Files that Vibe brings up to date at its start. */
  readonly files: readonly TomlFile[];
  /** What lies above them: an agent's profile, the organisation's word. */
  readonly above: readonly TomlFile[];
  /** False for the profile of an agent that only a user could have switched to. */
  readonly isChosen: boolean;
}

/** All that may hold in a session, and what could not be read. */
export interface Configurations {
  readonly layers: readonly Layers[];
  readonly unread: readonly string[];
}

type Env = Surroundings["env"];

/** Reads them; never throws. */
export function configurationsOf(surroundings: Surroundings): Configurations {
  const { env, envNames, cwd, seen } = surroundings;
  const words = hostWords(seen, /(?:^|\/)vibe(?:-rs)?$/) ?? [];
  const folder = env("VIBE_HOME") || `${homeFolder(env)}/.vibe`;
  const projects = withParents(cwd).map((one) => `${one}/.vibe`).filter((one) => one !== folder);
  const own = readToml(`${folder}/config.toml`);
  const others = projects.map((one) => readToml(`${one}/config.toml`));
  const enforced = enforcedIn(folder);
  const values = variables(surroundings);
  const named = [own, ...others, ...enforced].flatMap((file) => textsOf(valueOf(file, "agent_paths")));
  const profiles = profilesIn([
    ...[...named, ...jsonTexts(values.get("vibe_agent_paths"))].flatMap((path) => placesOf(path, cwd)),
    ...projects.map((one) => `${one}/agents`),
    ...valuesOf(words, "--add-dir").flatMap((path) => placesOf(path, cwd)).map((one) =>
      `${one}/.vibe/agents`
    ),
    `${folder}/agents`,
  ]);
  const defaultOf = (file: TomlFile): unknown => valueOf(file, "default_agent");
  // A flag's, else the organisation's, a variable's, the project's, the user's.
  const chosen = textOr([
    ...[own, ...others].map(defaultOf),
    values.get("vibe_default_agent"),
    ...enforced.map(defaultOf),
    ...valuesOf(words, "--agent"),
  ].findLast((name) => name !== undefined && name !== ""));
  // That of a project counts where its folder is trusted, which flags may say as well: nobody can tell.
  const stacks = [[own], ...others.filter(hasRules).map((project) => [own, project])];
  return {
    layers: stacks.flatMap((files) => layersOver(files, profiles, enforced.filter(hasRules), chosen)),
    unread: [
      ...[own, ...others, ...profiles, ...enforced].filter(({ kind }) => kind === "broken").map(({ path }) =>
        path
      ),
      ...envNames().filter((name) => env(name) && /^vibe_tools(?:__bash(?:__.*)?)?$/i.test(name)),
    ],
  };
}

/** `[tools.bash]` of a file. */
export function bashOf(file: TomlFile): unknown {
  return valueOf(file, "tools", "bash");
}

function hasRules(file: TomlFile): boolean {
  return bashOf(file) !== undefined;
}

function valueOf(file: TomlFile, ...keys: readonly string[]): unknown {
  return file.kind === "object" ? memberOf(file.value, ...keys) : undefined;
}

/** A session may leave its agent for any other, so each profile counts; the one that it was started with most of all. */
function layersOver(
  files: readonly TomlFile[],
  profiles: readonly TomlFile[],
  enforced: readonly TomlFile[],
  chosen: string | undefined,
): Layers[] {
  const isChosen = ({ path }: TomlFile): boolean => nameOf(path) === chosen;
  const ruling = profiles.filter(hasRules);
  // Whose key the organisation's word was fetched with is not known, nor whether the session has it.
  const tops = [[], ...enforced.map((one) => [one])];
  return tops.flatMap((top): Layers[] => [
    { files, above: top, isChosen: !ruling.some(isChosen) },
    ...ruling.map((one) => ({ files, above: [one, ...top], isChosen: isChosen(one) })),
  ]);
}

/** `agents/careful.toml` is the profile of `careful`. */
function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1, -".toml".length);
}

function profilesIn(folders: readonly string[]): TomlFile[] {
  return [...new Set(folders)].flatMap((folder) => filesIn(folder, ".toml")).map(readToml);
}

/** Relative to where Vibe was started. */
function placesOf(path: string, cwd: string): string[] {
  return path.startsWith("/") ? [path] : withParents(cwd).map((folder) => `${folder}/${path}`);
}

/** What a server of an organisation said last: a text of TOML for each key that it was asked with. */
function enforcedIn(folder: string): TomlFile[] {
  const file = readJsonc(`${folder}/managed_config_cache.json`);
  const entries = file.kind === "object" ? Object.values(file.value) : [];
  return entries.map((entry) => memberOf(entry, "payload")).filter((one) => typeof one === "string").map((
    text,
  ) => parseToml(text, file.path));
}

/** The variables that Vibe knows, whatever capitals their names are written with. */
function variables({ env, envNames }: Surroundings): ReadonlyMap<string, string> {
  return new Map(
    envNames().filter((name) => /^vibe_/i.test(name)).map((name) => [name.toLowerCase(), env(name) ?? ""]),
  );
}

function jsonTexts(text: string | undefined): string[] {
  try {
    return textsOf(JSON.parse(text || "[]"));
  } catch {
    return [];
  }
}

/** `--agent NAME` and `--agent=NAME`. */
function valuesOf(words: readonly string[], flag: string): string[] {
  return words.flatMap((word, at) => {
    if (word.startsWith(`${flag}=`)) return [word.slice(flag.length + 1)];
    return word === flag ? words.slice(at + 1, at + 2) : [];
  });
}
