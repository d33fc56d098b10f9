/** What a package manager's script runner printed, as parts for the units of the commands that it ran. */
import { joinLines, splitLines } from "../../text/lines.ts";
import type { Inner, Run } from "../tool.ts";
import { isOfPackages, type Part, splitAtBanners } from "./script_banner.ts";
import { statusesOf } from "./script_status.ts";

export interface Runner {
  /** Whether the runner itself wrote the line, and no script. */
  isOwn(line: string): boolean;
  /** The runner's own lines without what is noise. */
  clean(lines: readonly string[]): string[];
  /** The status of each package whose script failed, as far as the runner's own lines tell it. */
  failed?(lines: readonly string[]): ReadonlyMap<string, number>;
  /** What the arguments name as the command, where the runner prints no banner. */
  readonly command?: string;
}

interface Piece {
  readonly part: Part;
  readonly status: number | undefined;
  /** What the command wrote, without the blank lines around it. */
  readonly text: string;
  /** What the runner wrote behind it. */
  readonly own: string;
}

/** The stream without banners: nothing tells which command wrote what, so the last one has all of it. */
type Rest = Pick<Piece, "text" | "own">;

/**
 * Takes the output of a script runner apart. The runner's banner goes. Where several commands wrote something, each
 * stands below its command line, or, where they are of several packages, below the line that names package and script.
 * The runner's own warnings and errors stay with the part that they follow: before what its unit made, or, where that
 * is the text as it was or one of several packages, behind it.
 */
export function scriptParts(run: Run, runner: Runner): Inner[] | undefined {
  const [out, err] = [splitLines(run.stdout), splitLines(run.stderr)];
  const [onStdout, onStderr] = [out, err].map((lines) => splitAtBanners(others(lines, runner)));
  const parts = onStdout ?? onStderr;
  if (!parts && runner.command === undefined) return undefined;
  const bannersOn = onStdout || !onStderr ? "stdout" : "stderr";
  const [here, there] = bannersOn === "stdout" ? [out, err] : [err, out];
  const failed = runner.failed?.([...here, ...there]) ?? new Map<string, number>();
  const banners = parts ?? [whole(others(out, runner), runner)];
  const isPackaged = isOfPackages(banners);
  const statuses = statusesOf(banners, { exit: run.exit, failed });
  const owns = ownByPart(here, banners, runner);
  const pieces = banners.map((part, at): Piece => ({
    part,
    status: statuses[at],
    text: textOf(part.lines),
    own: joinLines(runner.clean(owns[at] ?? [])),
  }));
  const rest = restOf(there, { runner, isPackaged });
  // The names are all that tells which packages wrote what stands on the other stream, and in which order.
  const isListed = isPackaged && rest.text !== "";
  const shown = pieces.filter(({ part, text, own }, at) =>
    (isListed && part.banner !== "") || at === pieces.length - 1 || text + own !== ""
  );
  // The last one is always shown: the status is that of its command, also where it wrote nothing.
  const last = pieces.at(-1);
  const isWordless = [last?.text, last?.own, rest.text, rest.own].every((one) => one === "");
  if (shown.length === 1 && isWordless && run.exit !== 0) return undefined;
  const isTitled = isPackaged || shown.length > (last?.text === "" && run.exit === 0 ? 2 : 1);
  return shown.map((piece, at) => {
    const mine = at === shown.length - 1 ? rest : { text: "", own: "" };
    return innerOf(piece, { bannersOn, isPackaged, isTitled, isListed, rest: mine });
  });
}

interface Layout {
  readonly bannersOn: "stdout" | "stderr";
  readonly isPackaged: boolean;
  readonly isTitled: boolean;
  /** All names stand there, those of silent parts too. */
  readonly isListed: boolean;
  readonly rest: Rest;
}

function innerOf(
  { part, status, text, own }: Piece,
  { bannersOn, isPackaged, isTitled, isListed, rest }: Layout,
): Inner {
  const line = isPackaged ? part.name : part.banner;
  const hasTitle = isTitled && line !== "" && (isListed || text + own + rest.text !== "" || status !== 0);
  const title = hasTitle ? `${line}\n` : "";
  // A unit would take the text of all packages for that of its own.
  const foreign = isPackaged ? rest.text : "";
  const there = isPackaged ? "" : rest.text;
  const body = bannersOn === "stdout" ? { stdout: text, stderr: there } : { stdout: there, stderr: text };
  return {
    command: status === undefined ? "" : part.command,
    body: { ...body, exit: status ?? 0 },
    wrap: (compact) => {
      const isRaw = compact.stdout === body.stdout && compact.stderr === body.stderr;
      const join = (first: string, second: string): string =>
        isRaw || isPackaged ? joinTexts(first, second) : joinTexts(second, first);
      const titled = (stream: "stdout" | "stderr"): string =>
        stream === bannersOn
          ? title + join(compact[stream], own)
          : join(joinTexts(foreign, compact[stream]), rest.own);
      return { stdout: titled("stdout"), stderr: titled("stderr") };
    },
  };
}

function joinTexts(first: string, second: string): string {
  return first === "" || second === "" || first.endsWith("\n") ? first + second : `${first}\n${second}`;
}

function whole(lines: readonly string[], { command = "" }: Runner): Part {
  return { command, banner: "", name: "", owner: "", start: -1, lines: [...lines] };
}

/** Without the blank lines around it. */
function textOf(lines: readonly string[]): string {
  const start = lines.findIndex((line) => line.trim() !== "");
  const end = lines.findLastIndex((line) => line.trim() !== "");
  return joinLines(lines.slice(start, end + 1));
}

function others(lines: readonly string[], runner: Runner): string[] {
  return lines.filter((line) => !runner.isOwn(line));
}

/** The runner's own lines behind each banner; what stands before the first one goes to the last part. */
function ownByPart(lines: readonly string[], parts: readonly Part[], runner: Runner): string[][] {
  const owns = parts.map((): string[] => []);
  let before = 0;
  for (const line of lines) {
    if (!runner.isOwn(line)) {
      before++;
      continue;
    }
    const at = parts.findLastIndex(({ start }) => start < before);
    owns[parts[at]?.banner === "" ? parts.length - 1 : at]?.push(line);
  }
  return owns;
}

/** Where the text is of several packages, the runner's errors stay in it: they name the package that they follow. */
function restOf(
  lines: readonly string[],
  { runner, isPackaged }: { runner: Runner; isPackaged: boolean },
): Rest {
  const own = lines.filter((line) => runner.isOwn(line));
  if (!isPackaged) return { text: textOf(others(lines, runner)), own: joinLines(runner.clean(own)) };
  const groups: { isOwn: boolean; lines: string[] }[] = [];
  for (const line of lines) {
    const isOwn = runner.isOwn(line);
    if (groups.at(-1)?.isOwn !== isOwn) groups.push({ isOwn, lines: [] });
    groups.at(-1)?.lines.push(line);
  }
  return {
    text: textOf(groups.flatMap((group) => group.isOwn ? runner.clean(group.lines) : group.lines)),
    own: "",
  };
}
