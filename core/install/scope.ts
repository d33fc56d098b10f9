/** Where an installation goes, and what its texts need to know. */

/** How much the agent is told: `awareness.level`. */
export type AwarenessLevel = "default" | "high" | "full";

export interface InstallScope {
  readonly kind: "global" | "project";
  /** The user's home folder. */
  readonly home: string;
  /** The project's folder; for a global installation the working directory, which is then not used. */
  readonly project: string;
  env(name: string): string | undefined;
  /** rtk as found on PATH, never the resolved real path, which dangles after an upgrade. */
  readonly rtkPath: string;
  /** The awareness texts by level. */
  readonly awareness: Readonly<Record<AwarenessLevel, string>>;
  /** The level of agents that have a hook or a plugin. */
  readonly level: AwarenessLevel;
}

/** A path as a word of POSIX sh. */
export function shellQuoted(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
