/**
 * Claude Code runs lines in a shell that first reads a snapshot file: the user's functions and aliases, and functions of its
 * own that put its built-in search tools in the place of `grep`, `find` and `rg` (native builds, seen with 2.1.332). What is
 * defined there would not run behind `rtk`.
 */
import type { Surroundings } from "../agent.ts";
import type { Machine } from "./rules.ts";
import { configFolder } from "./settings.ts";

/** Names that the newest snapshot defines. Sessions write one each; all of a user's define nearly the same. */
export function claudeShadows(
  { env }: Surroundings,
  machine: Pick<Machine, "listFolder" | "readText" | "realPath">,
): string[] {
  const folder = `${configFolder({ env })}/shell-snapshots`;
  if (machine.realPath(folder) === undefined) return [];
  const newest = machine.listFolder(folder).filter((name) => name.startsWith("snapshot-")).sort(byTime).at(
    -1,
  );
  const text = newest === undefined ? undefined : machine.readText(`${folder}/${newest}`);
  return text === undefined ? [] : definedNames(text);
}

/** `snapshot-bash-1796052449993-rlvt4t.sh`: milliseconds since the epoch. */
function byTime(one: string, other: string): number {
  const time = (name: string): number => Number(/-(\d{10,})-/.exec(name)?.[1] ?? 0);
  return time(one) - time(other);
}

// The user's own are `eval $'name () …'` (bash) or `name () {` (zsh). What is indented stands in a condition: the one on `rg`
// holds only where it is not on PATH, and then it is left alone anyway.
const FUNCTION = /^(?:function[ \t]+([\w.+-]+)|(?:eval \$?['"])?([\w.+-]+)[ \t]*\(\))/gm;
const ALIAS = /^[ \t]*alias (?:-- )?([\w.+-]+)=(.*)$/gm;

/** Functions, and aliases that change more than colour, which is off in a pipe anyway. */
export function definedNames(snapshot: string): string[] {
  const functions = [...snapshot.matchAll(FUNCTION)].map(([, one, other]) => one ?? other ?? "");
  const aliases = [...snapshot.matchAll(ALIAS)].flatMap(([, name = "", value = ""]) => {
    const plain = value.replaceAll(/^(['"])(.*)\1$/g, "$2").trim();
    return new RegExp(`^${name.replaceAll(/[.+]/g, "\\$&")}(?: --colou?r(?:=auto)?)?$`).test(plain)
      ? []
      : [name];
  });
  return [...new Set([...functions, ...aliases])];
}
