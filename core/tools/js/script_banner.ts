/** The lines by which npm, pnpm, yarn and bun tell which script they run, and the parts of the output between them. */

export interface Part {
  /** The script's text as the runner shows it; empty for what stands before the first banner. */
  readonly command: string;
  /** The line that shows it. */
  readonly banner: string;
  readonly lines: string[];
}

// "> pkg@1.0.0 test", "> @scope/pkg@1.0.0 test /home/u/p" (pnpm 8), "> test" where the package has no name
const NAME = /^> (?:(?:@[^\s/]+\/)?[^\s@]+@\S+ )?[^\s>]+(?: \/.*)?$/;
// "$ vitest run" (pnpm 10, yarn 1, bun)
const COMMAND = /^\$ (\S.*)$/;

/** Splits an output at its banners; undefined when there is none. */
export function splitAtBanners(lines: readonly string[]): Part[] | undefined {
  const parts: Part[] = [{ command: "", banner: "", lines: [] }];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    const long = longBanner(lines, at);
    const short = long === undefined ? COMMAND.exec(line)?.[1] : undefined;
    // A script may print "$ something" itself: only the first line, or one that another banner's script comes to.
    if (long !== undefined) {
      parts.push({ command: long, banner: `> ${long}`, lines: [] });
      at++;
    } else if (short !== undefined && mayBegin(parts)) {
      parts.push({ command: short, banner: line, lines: [] });
    } else parts.at(-1)!.lines.push(line);
  }
  return parts.length > 1 ? parts : lastBanner(lines);
}

/** pnpm and bun write it to stderr: where one stream comes after the other it may stand last. */
function lastBanner(lines: readonly string[]): Part[] | undefined {
  const at = lines.findLastIndex((line) => line.trim() !== "");
  const command = COMMAND.exec(lines[at] ?? "")?.[1];
  return command === undefined ? undefined : [{ command, banner: lines[at]!, lines: lines.slice(0, at) }];
}

/** Nothing was written since the last banner, or one of the scripts calls further ones. */
function mayBegin(parts: readonly Part[]): boolean {
  return parts.some(({ command }) => /\b(?:npm|pnpm|yarn|bun)\b/.test(command)) ||
    parts.at(-1)!.lines.every((line) => line.trim() === "" || RUNNER.test(line));
}

// "yarn run v1.22.22"
const RUNNER = /^yarn (?:run|exec) v\d|^npm (?:warn|WARN) |^warning /;

/** The command of a banner of two lines that begins at `at`. */
function longBanner(lines: readonly string[], at: number): string | undefined {
  const alone = at === 0 || lines[at - 1]!.trim() === "";
  const command = /^> (\S.*)$/.exec(lines[at + 1] ?? "")?.[1];
  if (!alone || command === undefined || !NAME.test(lines[at]!)) return undefined;
  return (lines[at + 2] ?? "").trim() === "" ? command : undefined;
}

/** Calls that run several scripts in an order or with a status that the output does not tell. */
const UNORDERED = /\|\||;|(?<!&)&(?!&)|\||\b(?:npm-run-all2?|run-[sp]|concurrently|turbo|nx|lerna|wireit)\b/;

/** Whether all parts before the last one are known to have ended well: scripts joined by `&&`, `pre` and `post` scripts. */
export function runsInOrder(parts: readonly Part[]): boolean {
  return parts.every(({ command }) => !UNORDERED.test(command));
}
