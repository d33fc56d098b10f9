/**
 * What the gate and the runner need of the configuration, digested to JSON so that they parse no TOML. The digest lies in rtk's data
 * folder and is written by commands that read the configuration anyway; a file that changed since makes it stale.
 */
import { configFolder, isThere, projectConfigPath, readText } from "./files.ts";
import { DEFAULT_GATE_CONFIG, type GateConfig } from "./gate_config.ts";
import { shortHash } from "../text/short_hash.ts";
import { DEFAULT_RUN_CONFIG, type RunConfig } from "./run_config.ts";

/** Identifies a version of a file without reading it. */
export interface Stamp {
  readonly path: string;
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly modified: number;
}

/** The gate's configuration before the agent's default for `hooks.rewrite` is known. */
export type UnsettledGateConfig = Omit<GateConfig, "rewrite"> & {
  readonly rewrite: GateConfig["rewrite"] | "auto";
};

/** The configuration as the digest holds it. */
export interface DigestedConfig {
  readonly gate: UnsettledGateConfig;
  readonly run: RunConfig;
}

export interface Digest {
  readonly format: 1;
  /** The files it was made of; absent ones have size -1. */
  readonly files: readonly Stamp[];
  readonly config: DigestedConfig;
}

/** What the reader needs to know of its surroundings. */
export interface Surroundings {
  env(name: string): string | undefined;
  readonly cwd: string;
  /** rtk's data folder, where the digest lies; undefined where there is none. */
  readonly dataFolder: string | undefined;
}

/** The configuration files that count for a working directory, the user's first; absent ones too. */
export function configPaths({ env, cwd }: Surroundings): string[] {
  const folder = configFolder(env);
  const project = projectConfigPath(cwd, env("HOME"));
  return [
    ...(folder === undefined ? [] : [`${folder}/config.toml`]),
    ...(project === undefined ? [] : [project]),
  ];
}

/**
 * Reads the configuration without parsing TOML.
 * @returns undefined when a file is there of which no current digest exists: the caller then loads it the slow way.
 */
export function digestedConfig(surroundings: Surroundings): DigestedConfig | undefined {
  const stamps = configPaths(surroundings).map(stampOf);
  if (stamps.every(({ size }) => size < 0)) {
    return { gate: { ...DEFAULT_GATE_CONFIG, rewrite: "auto" }, run: DEFAULT_RUN_CONFIG };
  }
  if (surroundings.dataFolder === undefined) return undefined;
  const text = readText(digestPath(surroundings.dataFolder, stamps));
  if (text === undefined) return undefined;
  try {
    const digest = JSON.parse(text) as Digest;
    const current = digest.format === 1 && JSON.stringify(digest.files) === JSON.stringify(stamps);
    return current ? digest.config : undefined;
  } catch {
    return undefined;
  }
}

/** Fills in what the agent's default decides. */
export function gateConfigFor(config: UnsettledGateConfig, agentDefault: GateConfig["rewrite"]): GateConfig {
  return { ...config, rewrite: config.rewrite === "auto" ? agentDefault : config.rewrite };
}

/** Where the digest of a set of files lies: one for the user's alone, one for each project's. */
export function digestPath(dataFolder: string, stamps: readonly Stamp[]): string {
  const paths = stamps.map(({ path }) => path).join("\0");
  return `${dataFolder}/gate-${shortHash(paths).toString(16)}.json`;
}

/** The stamp of a file; size -1 where there is none. */
export function stampOf(path: string): Stamp {
  if (!isThere(path)) return { path, size: -1, modified: 0 };
  try {
    const { size, mtime } = Deno.statSync(path);
    return { path, size, modified: mtime?.getTime() ?? 0 };
  } catch {
    return { path, size: -1, modified: 0 };
  }
}
