/** The name under which a command is known, whatever path it was called by. */

/** The last part of a path, without the suffix that Windows programs carry: `/usr/bin/git`, `git.exe` -> `git`. */
export function commandBaseName(name: string): string {
  const base = name.slice(name.lastIndexOf("/") + 1);
  return base.includes(".") ? base.replace(/\.(?:exe|cmd|bat)$/i, "") : base;
}
