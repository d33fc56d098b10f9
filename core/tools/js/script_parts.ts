/** What a package manager's script runner printed, as parts for the units of the commands that it ran. */
import { joinLines, splitLines } from "../../text/lines.ts";
import type { Compact, Inner, Run } from "../tool.ts";
import { type Part, runsInOrder, splitAtBanners } from "./script_banner.ts";

export interface Runner {
  /** Whether the runner itself wrote the line, and no script. */
  isOwn(line: string): boolean;
  /** The runner's own lines without what is noise. */
  clean(lines: readonly string[]): string[];
  /** What the arguments name as the command, where the runner prints no banner. */
  readonly command?: string;
}

/**
 * Takes the output of a script runner apart. The runner's banner goes; its own warnings and errors come first, then
 * what each command wrote. Where several commands wrote something, each stands below its command line.
 */
export function scriptParts(run: Run, runner: Runner): Inner[] | undefined {
  const out = divide(splitLines(run.stdout), runner);
  const err = divide(splitLines(run.stderr), runner);
  const parts = splitAtBanners(out.others) ?? splitAtBanners(err.others);
  const onStderr = parts !== undefined && splitAtBanners(out.others) === undefined;
  if (!parts && runner.command === undefined) return undefined;
  const own = { stdout: joinLines(runner.clean(out.own)), stderr: joinLines(runner.clean(err.own)) };
  const spoken = (parts ?? [whole(out.others, runner)]).filter((part) =>
    part.lines.some((line) => line.trim() !== "")
  );
  const rest = onStderr ? out.others : err.others;
  if (spoken.length === 0 && own.stdout + own.stderr === "" && rest.length === 0 && run.exit !== 0) {
    return undefined;
  }
  const inOrder = runsInOrder(parts ?? []);
  const last = spoken.at(-1) ?? lastOf(parts) ?? whole([], runner);
  const shown = spoken.length === 0 ? [last] : spoken;
  const texts = shown.map((part): Inner => {
    const isLast = part === last;
    const [stdout, stderr] = onStderr
      ? [isLast ? joinLines(rest) : "", textOf(part.lines)]
      : [textOf(part.lines), isLast ? joinLines(rest) : ""];
    const command = isLast || inOrder ? part.command : "";
    const title = shown.length > 1 && part.banner !== "" ? `${part.banner}\n` : "";
    return {
      command,
      body: { stdout, stderr, exit: isLast ? run.exit : 0 },
      wrap: (compact) =>
        titled(compact, onStderr ? { stdout: "", stderr: title } : { stdout: title, stderr: "" }),
    };
  });
  const first: Inner = { command: "", body: { ...own, exit: 0 }, wrap: (compact) => compact };
  return [first, ...texts];
}

function lastOf(parts: readonly Part[] | undefined): Part | undefined {
  return parts?.findLast(({ command }) => command !== "");
}

function whole(lines: readonly string[], { command = "" }: Runner): Part {
  return { command, banner: "", lines: [...lines] };
}

function titled(compact: Required<Compact>, title: Required<Compact>): Compact {
  return { stdout: title.stdout + compact.stdout, stderr: title.stderr + compact.stderr };
}

/** Without the blank lines around it. */
function textOf(lines: readonly string[]): string {
  const start = lines.findIndex((line) => line.trim() !== "");
  const end = lines.findLastIndex((line) => line.trim() !== "");
  return joinLines(lines.slice(start, end + 1));
}

function divide(lines: readonly string[], runner: Runner): { own: string[]; others: string[] } {
  const own = lines.filter((line) => runner.isOwn(line));
  return { own, others: lines.filter((line) => !runner.isOwn(line)) };
}
