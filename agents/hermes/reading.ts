/**
 * How Hermes reads a line before it holds it against `approvals.deny`: `_normalize_command_for_detection` in
 * tools/approval.py of 0.19.0.
 */
import type { Surroundings } from "../agent.ts";
import { homeFolder } from "../host_files.ts";
import { hermesFolder } from "./folders.ts";

/** A function that makes of a line what Hermes reads. */
export function lineReader(env: Surroundings["env"]): (line: string) => string {
  // The more particular folder first: it may lie in the other.
  const folds = [...foldsOf(hermesFolder(env), "~/.hermes"), ...foldsOf(homeFolder(env), "~")];
  return (line) => {
    let read = line.normalize("NFKC").replaceAll(/\\\r?\n/g, "");
    for (const { prefix, name } of folds) {
      read = read.replace(prefix, (_, tail: string) => `${name}${tail.replaceAll("\\", "/")}`);
    }
    return read.replaceAll(/\\([^\n])/g, "$1").replaceAll(/''|""/g, "").replaceAll(
      /\$\{IFS\b[^}]*\}|\$IFS\b/g,
      " ",
    );
  };
}

/** Control sequences, which it leaves out before anything else. */
export function holdsControls(line: string): boolean {
  return /[\x1b\x80-\x9f]/.test(line);
}

interface Fold {
  readonly prefix: RegExp;
  readonly name: string;
}

/** A folder's whole path at the beginning of a longer one, in whatever way its parts are separated. */
function foldsOf(folder: string, name: string): Fold[] {
  const paths = [...new Set([folder, realPath(folder)])].toSorted((a, b) => b.length - a.length);
  return paths.map((path) => path.split(/[/\\]+/).filter((part) => part !== "")).filter((parts) =>
    parts.length > 1
  ).map((parts) => ({
    prefix: new RegExp(
      `[/\\\\]*${
        parts.map((part) => RegExp.escape(part)).join("[/\\\\]+")
      }((?:[/\\\\][^/\\\\\\s'"\`;|&<>()]*)+)`,
      "g",
    ),
    name,
  }));
}

function realPath(path: string): string {
  try {
    return Deno.realPathSync(path);
  } catch {
    return path;
  }
}
