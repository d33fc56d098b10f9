/** What the gate cannot know from the text: PATH, small files, the environment. Each look is one call. */
import { isThere } from "../core/config/files.ts";
import type { Facts } from "../core/rewrite/rewrite.ts";

/** Files from this size on may gain by an outline. */
const SMALL_FILE_BYTES = 16 * 1024;

export interface Machine {
  env(name: string): string | undefined;
  /** `hooks.path`: PATH of the tool's shell, where it is not rtk's own. */
  readonly path: string | undefined;
  /** Where the tool's shell stands. */
  readonly cwd: string;
}

/** Facts of the machine. */
export function machineFacts({ env, path, cwd }: Machine): Facts {
  const found = new Map<string, boolean>();
  const isWindows = Deno.build.os === "windows";
  const folders = usualFirst((path ?? env("PATH") ?? "").split(isWindows ? ";" : ":"));
  const suffixes = isWindows ? (env("PATHEXT") ?? ".EXE;.CMD;.BAT").split(";") : [""];
  return {
    isDisabled: isSwitchedOff(env("RTK_DISABLED")),
    isSmallTextFile: (file) => {
      const info = statOf(file.startsWith("/") ? file : `${cwd}/${file}`);
      return info !== undefined && info.isFile && info.size < SMALL_FILE_BYTES;
    },
    resolvesOnPath: (name) => {
      const known = found.get(name);
      if (known !== undefined) return known;
      // `~/.cargo/bin`, `/usr/local/go/bin`: a folder that bears the name most likely holds it.
      const likely = folders.filter((folder) => folder.includes(name));
      // That it is a program is not looked at: where it is none, rtk's answer is the shell's.
      const resolves = [...likely, ...folders].some((folder) =>
        suffixes.some((suffix) => isThere(`${folder === "" ? "." : folder}/${name}${suffix}`))
      );
      found.set(name, resolves);
      return resolves;
    },
  };
}

/** Every name installed, no file looked at: for those who audit a history made elsewhere. */
export function assumedFacts(env: (name: string) => string | undefined): Facts {
  return {
    isDisabled: isSwitchedOff(env("RTK_DISABLED")),
    isSmallTextFile: () => false,
    resolvesOnPath: () => true,
  };
}

/** Only whether a name is found counts, so the folders that hold most programs are looked into first. */
function usualFirst(folders: readonly string[]): string[] {
  const usual = ["/usr/bin", "/usr/local/bin", "/bin"].filter((folder) => folders.includes(folder));
  return [...usual, ...folders.filter((folder) => !usual.includes(folder))];
}

function isSwitchedOff(value: string | undefined): boolean {
  return value !== undefined && value !== "" && value !== "0";
}

function statOf(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.statSync(path);
  } catch {
    return undefined;
  }
}
