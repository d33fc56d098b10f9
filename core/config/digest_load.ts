/** Loads the configuration the slow way and leaves a digest behind. Cold code. */
import { type Config, type ConfigFile, mergeConfig } from "./load.ts";
import {
  configPaths,
  type Digest,
  type DigestedConfig,
  digestPath,
  stampOf,
  type Surroundings,
} from "./digest.ts";

/** Reads and merges the configuration files that count for a working directory. */
export function loadConfig(surroundings: Surroundings): Config {
  const [user, project] = userAndProject(configPaths(surroundings));
  return mergeConfig(user, project);
}

function userAndProject(paths: readonly string[]): [ConfigFile | undefined, ConfigFile | undefined] {
  const files = paths.map((file): ConfigFile | undefined => {
    try {
      return { file, text: Deno.readTextFileSync(file) };
    } catch (error) {
      const isAbsent = error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory;
      return isAbsent ? undefined : { file, text: "", fault: reasonOf(error) };
    }
  });
  const isProject = (path: string | undefined): boolean => path?.endsWith("/.rtk/config.toml") ?? false;
  const user = isProject(paths[0]) ? undefined : files[0];
  return [user, isProject(paths.at(-1)) ? files.at(-1) : undefined];
}

function reasonOf(error: unknown): string {
  return (error as Error).message.split(/: \w+ '|\n/)[0] ?? "";
}

/** Whether every file was read: what stands in one that was not is unknown, and no digest may say otherwise. */
export function isComplete({ problems }: Config): boolean {
  return problems.every(({ line }) => line > 0);
}

/** What the gate and the runner need of a configuration. */
export function digestOf(config: Config): DigestedConfig {
  const value = <T>(name: string): T => config.settings.get(name)?.value as T;
  const text = (name: string): string | undefined => value<string>(name) || undefined;
  return {
    gate: {
      enabled: value("hooks.enabled"),
      rewrite: value("hooks.rewrite"),
      excludeCommands: value("hooks.exclude_commands"),
      transparentPrefixes: value("hooks.transparent_prefixes"),
      shadowed: value("hooks.shadowed"),
      rtkPath: text("hooks.rtk_path"),
      path: text("hooks.path"),
      filters: [],
    },
    run: {
      level: value("filters.level"),
      levels: value("filters.levels"),
      tracking: value("tracking.enabled"),
      recall: {
        days: value("recall.days"),
        megabytes: value<boolean>("recall.enabled") ? value("recall.megabytes") : 0,
      },
    },
  };
}

/** Loads the configuration; where `write` is given and a data folder exists, the digest is written anew. */
export function loadDigested(
  surroundings: Surroundings,
  options: { readonly write: boolean },
): DigestedConfig {
  const config = loadConfig(surroundings);
  const digested = digestOf(config);
  if (options.write && isComplete(config)) writeDigest(surroundings, digested);
  return digested;
}

/** Writes the digest where the data folder exists; failures never show. */
export function writeDigest(surroundings: Surroundings, config: DigestedConfig): void {
  const { dataFolder } = surroundings;
  if (dataFolder === undefined) return;
  const files = configPaths(surroundings).map(stampOf);
  const digest: Digest = { format: 1, files, config };
  const path = digestPath(dataFolder, files);
  try {
    Deno.statSync(dataFolder);
    Deno.writeTextFileSync(`${path}.partial`, JSON.stringify(digest), { mode: 0o600 });
    Deno.renameSync(`${path}.partial`, path);
  } catch {
    // No folder, no space, no right: the slow way stays right.
  }
}
