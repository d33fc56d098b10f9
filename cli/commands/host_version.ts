/** The version of a host, by what its program prints. */

/** Milliseconds that a host may take to tell its version. */
const VERSION_LIMIT = 5000;

/** The first version number that a program prints; undefined where it prints none. */
export async function versionOf([program, ...args]: readonly [string, ...string[]]): Promise<
  string | undefined
> {
  try {
    const { stdout } = await new Deno.Command(program, {
      args,
      stdin: "null",
      stderr: "null",
      signal: AbortSignal.timeout(VERSION_LIMIT),
    }).output();
    return /\d+(?:\.\d+)+/.exec(new TextDecoder().decode(stdout))?.[0];
  } catch {
    return undefined;
  }
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
