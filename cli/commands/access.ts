/** Why a file or folder cannot be used, in words, and what mends that. */
import { shellQuoted } from "../../core/install/scope.ts";
import { byHand, command, type Cure } from "./finding.ts";

/** The system's words without the call and its path, which the sentence around them names. */
export function reasonOf(error: unknown): string {
  // Deno writes below /proc and /dev with all permissions only.
  if (error instanceof Deno.errors.NotCapable) return "no place for files";
  const [line = ""] = (error as Error).message.split("\n");
  return /^(.*?\(os error \d+\))/.exec(line)?.[1] ?? line;
}

/** What lets a file be read that is there, or seems to be: a folder in its place, a mode, another owner. */
export function accessCure(path: string): Cure {
  const shut = shutFolder(path);
  if (shut !== undefined) return ownFolder(shut);
  const quoted = shellQuoted(path);
  try {
    if (Deno.statSync(path).isDirectory) return command(`mv ${quoted} ${shellQuoted(`${path}.other`)}`);
    Deno.openSync(path).close();
  } catch (error) {
    if (error instanceof Deno.errors.PermissionDenied) {
      return command(`chmod u+rw ${quoted} 2>/dev/null || sudo chown "$(id -u)" ${quoted}`);
    }
  }
  return byHand(`see what keeps ${path} from being read`);
}

/** For a folder of one's own the first half does; one that a run as root left behind needs the second. */
export function ownFolder(folder: string): Cure {
  const quoted = shellQuoted(folder);
  return command(`chmod u+rwx ${quoted} 2>/dev/null || sudo chown -R "$(id -u)" ${quoted}`);
}

/** The outermost folder on the way to a path that nobody of this user's may look into. */
function shutFolder(path: string): string | undefined {
  for (let at = path.indexOf("/", 1); at > 0; at = path.indexOf("/", at + 1)) {
    const next = path.indexOf("/", at + 1);
    try {
      Deno.lstatSync(next < 0 ? path : path.slice(0, next));
    } catch (error) {
      return error instanceof Deno.errors.PermissionDenied ? path.slice(0, at) : undefined;
    }
  }
  return undefined;
}
