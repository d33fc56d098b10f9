/** The version of a host, by what its program prints. */
import { ask } from "../../core/run/ask.ts";

/** The first version number that a program prints; undefined where it prints none. */
export async function versionOf(argv: readonly [string, ...string[]]): Promise<string | undefined> {
  return /\d+(?:\.\d+)+/.exec((await ask(argv))?.stdout ?? "")?.[0];
}

/** Whether a version number is below another one: `2.18.4` is below `3`. */
export function isOlder(version: string, least: string): boolean {
  const [ours, theirs] = [version, least].map((text) => text.split(".").map(Number));
  for (const [index, number] of (theirs ?? []).entries()) {
    const part = ours?.[index] ?? 0;
    if (part !== number) return part < number;
  }
  return false;
}
