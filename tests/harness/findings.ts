/** What `rtk doctor` and `rtk verify` tell, as tests ask for it. */
import type { Ran, RunOptions, ScratchHome } from "./home.ts";

export interface FindingRow {
  readonly about: string;
  readonly state: "ok" | "off" | "fault";
  readonly text: string;
  readonly cure?: string;
  readonly isCommand?: boolean;
}

/** The findings of a command with `--json`, and its exit status. */
export async function findingsOf(
  home: ScratchHome,
  words: readonly string[],
  options: RunOptions = {},
): Promise<{ readonly code: number; readonly rows: readonly FindingRow[] }> {
  const { code, stdout, stderr } = await home.run(["rtk", ...words, "--json"], options);
  if (stderr !== "") throw new Error(stderr);
  return { code, rows: JSON.parse(stdout) as FindingRow[] };
}

/** The lines that mend what was found, in the order in which they are told, each once. */
export function cureLines(rows: readonly FindingRow[]): string[] {
  return [
    ...new Set(
      rows.flatMap(({ state, cure, isCommand }) => state === "fault" && isCommand && cure ? [cure] : []),
    ),
  ];
}

/** Gives lines to a shell as a user would type them one after the other, then runs the command again in that shell. */
export async function afterCures(
  home: ScratchHome,
  lines: readonly string[],
  words: readonly string[],
  options: RunOptions = {},
): Promise<Ran> {
  const script = [...lines.map((line) => `${line} >&2`), `rtk ${words.join(" ")}`].join("\n");
  return await home.run(["/bin/sh", "-c", script], options);
}
