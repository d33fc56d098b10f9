/** Where rtk is, and what else bears its name. */
import { shellQuoted } from "../../core/install/scope.ts";
import { ask } from "../../core/run/ask.ts";
import { byHand, command, type Cure } from "./finding.ts";

/** The executable files of a name on PATH, in its order, their paths as found there. */
export function allOnPath(name: string): string[] {
  const paths = (Deno.env.get("PATH") ?? "").split(":").map((folder) => `${folder}/${name}`);
  return [...new Set(paths)].filter((path) => path.startsWith("/") && isExecutable(path));
}

/** The first executable file of that name on PATH; undefined where there is none. */
export function foundOnPath(name: string): string | undefined {
  return allOnPath(name)[0];
}

function isExecutable(path: string): boolean {
  try {
    const { isFile, mode } = Deno.statSync(path);
    return isFile && ((mode ?? 0) & 0o111) !== 0;
  } catch {
    return false;
  }
}

/** The first rtk on PATH that is this program; undefined where there are others only, or none. */
export async function ourOnPath(): Promise<string | undefined> {
  for (const path of allOnPath("rtk")) if (await isOurRtk(path)) return path;
  return undefined;
}

/** Whether an executable is this rtk and not another program of that name: what `--version` prints tells them apart. */
export async function isOurRtk(path: string): Promise<boolean> {
  const asked = known.get(path) ??
    ask([path, "--version"]).then((answer) => VERSION_LINE.test(answer?.stdout ?? ""));
  known.set(path, asked);
  return await asked;
}

/** Asked once each: another program may take its time. */
const known = new Map<string, Promise<boolean>>();

/** `rtk 0.1.0 (deno)`: the Rust tool prints `rtk 0.42.2`, Rust Type Kit a name of its own. */
const VERSION_LINE = /^rtk \S+ \(deno\)$/m;

/** What puts rtk on PATH in the shell that one has; to last, it belongs in the shell's profile. */
export function pathCure(rtkPath: string): Cure {
  const folder = rtkPath.slice(0, rtkPath.lastIndexOf("/")) || "/";
  return rtkPath.endsWith("/rtk")
    ? command(`export PATH=${shellQuoted(folder)}:"$PATH"`)
    : byHand("put the folder of rtk first on PATH in your shell's profile");
}
