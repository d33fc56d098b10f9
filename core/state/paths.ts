/** Where rtk keeps what it remembers. The folder is made by `rtk init` alone; where it is absent nothing is kept. */

/**
 * rtk's data folder: `$RTK_DATA_DIR`, else `$XDG_DATA_HOME/rtk`, else `~/.local/share/rtk` (Windows:
 * `%LOCALAPPDATA%\rtk`); undefined without a home. It need not exist.
 */
export function dataFolder(env: (name: string) => string | undefined): string | undefined {
  const own = env("RTK_DATA_DIR");
  if (own) return own;
  const base = env("XDG_DATA_HOME");
  // The XDG specification: a relative path is to be ignored.
  if (base?.startsWith("/")) return `${base}/rtk`;
  const local = env("LOCALAPPDATA");
  if (Deno.build.os === "windows" && local) return `${local}\\rtk`;
  const home = env("HOME") ?? env("USERPROFILE");
  return home ? `${home}/.local/share/rtk` : undefined;
}

/** A variable of rtk's environment; undefined also where its value is no text. */
export function readEnv(name: string): string | undefined {
  try {
    return Deno.env.get(name);
  } catch {
    return undefined;
  }
}

/** The names of all variables of rtk's environment; none where they cannot be listed. */
export function envNames(): string[] {
  try {
    return Object.keys(Deno.env.toObject());
  } catch {
    return [];
  }
}

/** The append-only file to which runs add one line each. */
export function spoolPath(folder: string): string {
  return `${folder}/history.jsonl`;
}

/** The database into which commands that read the history fold the spool. */
export function databasePath(folder: string): string {
  return `${folder}/history.db`;
}

/** The folder of the kept outputs. */
export function recallFolder(folder: string): string {
  return `${folder}/recall`;
}
