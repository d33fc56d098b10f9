/** Where the configuration lies. Plain string work and one read per file, so that the hot path may use it. */

/** Where rtk's own configuration lies: `$XDG_CONFIG_HOME/rtk`, else `~/.config/rtk`; undefined without a home. */
export function configFolder(env: (name: string) => string | undefined): string | undefined {
  const base = env("XDG_CONFIG_HOME");
  // The XDG specification: a relative path is to be ignored.
  if (base?.startsWith("/")) return `${base}/rtk`;
  const home = env("HOME") ?? env("USERPROFILE");
  return home ? `${home}/.config/rtk` : undefined;
}

/** The file's text, or undefined where it cannot be read. */
export function readText(path: string): string | undefined {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return undefined;
  }
}

/**
 * Whether a path is a device's, or a descriptor's of the program that named it (`/dev/fd/63` of a process substitution):
 * another process finds something else there, or waits without end.
 */
export function isDevice(path: string): boolean {
  return /^\/(?:dev|proc)\//.test(path);
}

/** Whether a folder is there; links are followed. */
export function isFolder(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}

/** The nearest `.rtk/config.toml` from a folder upwards, the user's home folder excluded; undefined without one. */
export function projectConfigPath(cwd: string, home: string | undefined): string | undefined {
  for (let folder = cwd; folder !== ""; folder = folder.slice(0, folder.lastIndexOf("/"))) {
    if (folder === home) return undefined;
    const path = `${folder}/.rtk/config.toml`;
    if (isThere(path)) return path;
  }
  return undefined;
}

/** Whether something is there. Deno's `stat` of what is there costs ten times as much. */
export function isThere(path: string): boolean {
  try {
    return Deno.realPathSync(path) !== "";
  } catch {
    return false;
  }
}
