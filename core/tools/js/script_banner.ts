/** The lines by which npm, pnpm, yarn and bun tell which script they run, and the parts of the output between them. */

export interface Part {
  /** The script's text as the runner shows it; empty for what stands before the first banner. */
  readonly command: string;
  /** The line that shows it. */
  readonly banner: string;
  /** The line above it, which names package and script; empty where the runner writes none. */
  readonly name: string;
  /** The package as npm names it: `@scope/pkg@1.0.0`; empty where it has no name. */
  readonly owner: string;
  /** Where the banner stands among the lines. */
  readonly start: number;
  readonly lines: string[];
}

// "> pkg@1.0.0 test", "> @scope/pkg@1.0.0 test /home/u/p" (pnpm 8), "> test" where the package has no name
const NAME = /^> (?:((?:@[^\s/]+\/)?[^\s@]+@\S+) )?[^\s>]+(?: \/.*)?$/;
// "$ vitest run" (pnpm 10, yarn 1, bun)
const COMMAND = /^\$ (\S.*)$/;

const UNNAMED = { name: "", owner: "" };

/** Splits an output at its banners; undefined when there is none. */
export function splitAtBanners(lines: readonly string[]): Part[] | undefined {
  const parts: Part[] = [{ ...UNNAMED, command: "", banner: "", start: -1, lines: [] }];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    const long = longBanner(lines, at);
    const short = long === undefined ? COMMAND.exec(line)?.[1] : undefined;
    // A script may print "$ something" itself: only the first line, or one that another banner's script comes to.
    if (long !== undefined) {
      const owner = NAME.exec(line)?.[1] ?? "";
      parts.push({ command: long, banner: `> ${long}`, name: line, owner, start: at, lines: [] });
      at++;
    } else if (short !== undefined && mayBegin(parts)) {
      parts.push({ ...UNNAMED, command: short, banner: line, start: at, lines: [] });
    } else parts.at(-1)!.lines.push(line);
  }
  return parts.length > 1 ? parts : lastBanner(lines);
}

/** pnpm and bun write it to stderr: where one stream comes after the other it may stand last. */
function lastBanner(lines: readonly string[]): Part[] | undefined {
  const at = lines.findLastIndex((line) => line.trim() !== "");
  const command = COMMAND.exec(lines[at] ?? "")?.[1];
  if (command === undefined) return undefined;
  return [{ ...UNNAMED, command, banner: lines[at]!, start: -1, lines: lines.slice(0, at) }];
}

/** Nothing was written since the last banner, or one of the scripts calls further ones. */
function mayBegin(parts: readonly Part[]): boolean {
  return parts.some(({ command }) => CALL.test(command)) ||
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

// "npm run build && npm test": a script that only calls others
const CALL = /\b(?:npm|pnpm|yarn|bun)\b/;

/** Whether the parts are of several packages, so that a script's command does not tell which one wrote something. */
export function isOfPackages(parts: readonly Part[]): boolean {
  const written = parts.filter(({ banner, command, lines }) =>
    banner !== "" && (!CALL.test(command) || lines.some((line) => line.trim() !== ""))
  );
  return new Set(written.map(({ owner }) => owner)).size > 1;
}

/** Whether all parts before the last one are known to have ended well: scripts joined by `&&`, `pre` and `post` scripts. */
export function runsInOrder(parts: readonly Part[]): boolean {
  return parts.every(({ command }) => !UNORDERED.test(command));
}
