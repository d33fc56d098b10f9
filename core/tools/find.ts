import { foldFoundPaths } from "../text/group.ts";
import { joinLines, splitLines } from "../text/lines.ts";
import type { ParsedArgs, Tool } from "./tool.ts";

const TIMES = ["a", "B", "c", "m"].flatMap((x) => ["a", "B", "c", "m", "t"].map((y) => `-newer${x}${y}`));

/**
 * `find`: paths of one directory share lines behind its name, in the order found. What lies below `node_modules` and
 * `.git` is cut where it is much and was not asked for. Seen with findutils 4.9.
 */
export const tool: Tool = {
  id: "find",
  commands: ["find"],
  summary: "Paths found, by directory",
  effect: "read",
  args: {
    style: "single-dash",
    switches:
      "-H -L -P -O0 -O1 -O2 -O3 -depth -d -daystart -follow -ignore_readdir_race -noignore_readdir_race " +
      "-mount -noleaf -nowarn -warn -xdev -empty -executable -false -true -nogroup -nouser -readable -writable " +
      "-print -prune -not -a -and -o -or",
    withArgument:
      "-D -amin -anewer -atime -cmin -cnewer -context -ctime -fstype -gid -group -ilname -iname -inum " +
      "-ipath -iregex -iwholename -links -lname -maxdepth -mindepth -mmin -mtime -name -newer -path -perm -regex " +
      `-regextype -samefile -size -type -uid -used -user -wholename -xtype ${TIMES.join(" ")}`,
    declines: {
      "effect": "-delete -exec -execdir -fprint -fprint0 -fprintf -fls",
      "interactive": "-ok -okdir",
      "exact-format": "-print0 -printf -ls -quit",
    },
    operands: "any",
  },
  output: "whole",
  verbatim: true,
  filter({ stdout, args, cut }) {
    const lines = splitLines(stdout);
    // A name with a newline in it ends on a line that begins elsewhere.
    if (lines.length === 0 || !lines.every((line) => isFound(line, args.operands))) return undefined;
    return { stdout: joinLines(foldFoundPaths(lines, wordsOf(args), cut)) };
  },
  examples: {
    rewrites: [
      "find . -name '*.ts'",
      "find src tests -type f -not -path '*/dist/*'",
      "find . \\( -name '*.a' -o -name '*.b' \\) -maxdepth 3",
      "find -L . -newermt 2025-01-01",
    ],
    declines: [
      "find . -name '*.tmp' -delete",
      "find . -exec rm {} +",
      "find . -print0",
      "find . -printf '%p'",
    ],
  },
};

/** Whether a line begins with a place where the search did, or is a message of find's own. */
function isFound(line: string, operands: readonly string[]): boolean {
  return [".", ...operands].some((start) => {
    return line === start || line.startsWith(start.endsWith("/") ? start : `${start}/`);
  }) || line.startsWith("find: ");
}

/** The words in which a folder may have been named. */
function wordsOf({ operands, options }: ParsedArgs): string[] {
  return [...operands, ...options.map((option) => option.value ?? "")];
}
