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

/** Variables that tell where an installation goes, null where one is not set. */
export type Variables = Readonly<Record<string, string | null>>;

/** What is made of a scope, and the variables that were asked for on the way. */
export function withVariables<T>(scope: InstallScope, make: (scope: InstallScope) => T): [T, Variables] {
  const asked: Record<string, string | null> = {};
  const env = (name: string): string | undefined => {
    const value = scope.env(name);
    asked[name] = value ?? null;
    return value;
  };
  return [make({ ...scope, env }), asked];
}

/** The scope as it was under these variables. */
export function scopeUnder(scope: InstallScope, variables: Variables): InstallScope {
  const env = (name: string): string | undefined =>
    Object.hasOwn(variables, name) ? variables[name] ?? undefined : scope.env(name);
  return { ...scope, env };
}

/** A path as a word of POSIX sh. */
export function shellQuoted(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
