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
 * Takes the output of a script runner apart. The runner's banner goes. Where several commands wrote something, each
 * stands below its command line. The runner's own warnings and errors come before what the last command's unit made,
 * or, where that is the text as it was, behind it.
 */
export function scriptParts(run: Run, runner: Runner): Inner[] | undefined {
  const out = divide(splitLines(run.stdout), runner);
  const err = divide(splitLines(run.stderr), runner);
  const onStdout = splitAtBanners(out.others);
  const parts = onStdout ?? splitAtBanners(err.others);
  if (!parts && runner.command === undefined) return undefined;
  const own = { stdout: joinLines(runner.clean(out.own)), stderr: joinLines(runner.clean(err.own)) };
  const banners = parts ?? [whole(out.others, runner)];
  const onStderr = parts !== undefined && onStdout === undefined;
  const rest = textOf(onStderr ? out.others : err.others);
  // The status is that of the last command, also where it wrote nothing.
  const shown = banners.filter((part, at) => at === banners.length - 1 || textOf(part.lines) !== "");
  const isSilent = textOf(banners.at(-1)?.lines ?? []) === "";
  if (shown.length === 1 && isSilent && own.stdout + own.stderr + rest === "" && run.exit !== 0) {
    return undefined;
  }
  const isTitled = shown.length > (isSilent && run.exit === 0 ? 2 : 1);
  return shown.map((part, at): Inner => {
    const isLast = at === shown.length - 1;
    const text = textOf(part.lines);
    const hasTitle = isTitled && part.banner !== "" && (text !== "" || run.exit !== 0);
    const title = hasTitle ? `${part.banner}\n` : "";
    const [here, there] = [text, isLast ? rest : ""];
    const body = onStderr ? { stdout: there, stderr: here } : { stdout: here, stderr: there };
    return {
      command: isLast || runsInOrder(banners) ? part.command : "",
      body: { ...body, exit: isLast ? run.exit : 0 },
      wrap: (compact) => {
        const titled = onStderr ? withTitle(compact, "stderr", title) : withTitle(compact, "stdout", title);
        return isLast
          ? withOwn(titled, own, compact.stdout === body.stdout && compact.stderr === body.stderr)
          : titled;
      },
    };
  });
}

function withTitle(
  compact: Required<Compact>,
  stream: "stdout" | "stderr",
  title: string,
): Required<Compact> {
  return { ...compact, [stream]: title + compact[stream] };
}

function withOwn(text: Required<Compact>, own: Required<Compact>, isRaw: boolean): Required<Compact> {
  const join = (a: string, b: string): string => isRaw ? joinTexts(a, b) : joinTexts(b, a);
  return { stdout: join(text.stdout, own.stdout), stderr: join(text.stderr, own.stderr) };
}

function joinTexts(first: string, second: string): string {
  return first === "" || second === "" || first.endsWith("\n") ? first + second : `${first}\n${second}`;
}

function whole(lines: readonly string[], { command = "" }: Runner): Part {
  return { command, banner: "", lines: [...lines] };
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
