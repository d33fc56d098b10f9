/** Looks a program up as a shell does, so that a failure reads as the shell's own. */

export type Program =
  | { readonly kind: "found"; readonly path: string }
  /** `exit` and `message` are those of a shell (POSIX XCU 2.8.2). */
  | { readonly kind: "failed"; readonly exit: 126 | 127; readonly message: string };

/** Where most programs lie. */
const USUAL_FOLDERS = ["/usr/bin", "/bin", "/usr/local/bin"];

/**
 * Whether a command name surely stands for a program. Which one is env(1)'s to find: it takes the first on PATH, so that
 * looking into the usual folders first, which is quicker than failing in all others, tells as much.
 */
export function isUsualProgram(name: string, path: string | undefined): boolean {
  if (path === undefined || name === "" || name.includes("/")) return false;
  const folders = path.split(":");
  return USUAL_FOLDERS.some((folder) =>
    folders.includes(folder) && kindOf(`${folder}/${name}`) === "program"
  );
}

/** Finds what a command name stands for. */
export function findProgram(name: string, path: string | undefined): Program {
  if (Deno.build.os === "windows") return { kind: "found", path: name };
  if (name.includes("/")) return programAt(name);
  if (name === "") return missing(name);
  // Without PATH the system's default list holds; env(1) knows it.
  if (path === undefined) return { kind: "found", path: name };
  let unusable: string | undefined;
  for (const folder of new Set(path.split(":"))) {
    const candidate = `${folder === "" ? "." : folder}/${name}`;
    const kind = kindOf(candidate);
    if (kind === "program") return { kind: "found", path: candidate };
    if (kind === "plain") unusable ??= candidate;
  }
  return unusable === undefined ? missing(name) : denied(name);
}

function programAt(name: string): Program {
  switch (kindOf(name)) {
    case "program":
      return { kind: "found", path: name };
    case "plain":
      return denied(name);
    case "folder":
      return { kind: "failed", exit: 126, message: `${name}: Is a directory` };
    case "none":
      return { kind: "failed", exit: 127, message: `${name}: No such file or directory` };
  }
}

function kindOf(path: string): "program" | "plain" | "folder" | "none" {
  try {
    const { isDirectory, mode } = Deno.statSync(path);
    if (isDirectory) return "folder";
    return ((mode ?? 0) & 0o111) === 0 ? "plain" : "program";
  } catch {
    return "none";
  }
}

function missing(name: string): Program {
  return { kind: "failed", exit: 127, message: `${name}: command not found` };
}

function denied(name: string): Program {
  return { kind: "failed", exit: 126, message: `${name}: Permission denied` };
}
