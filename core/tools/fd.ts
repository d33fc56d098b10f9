import { foldFoundPaths } from "../text/group.ts";
import { joinLines, splitLines } from "../text/lines.ts";
import type { Tool } from "./tool.ts";

/**
 * `fd` (Debian: `fdfind`): paths of one directory share lines behind its name, in the order found. What lies below
 * `node_modules` and `.git` is cut where it is much and was not asked for. Seen with fd 8.6.
 */
export const tool: Tool = {
  id: "fd",
  commands: ["fd", "fdfind"],
  summary: "Paths found, by directory",
  effect: "read",
  args: {
    switches:
      "-H --hidden --no-hidden -I --no-ignore --ignore --no-ignore-vcs --ignore-vcs --no-ignore-parent " +
      "--no-require-git --require-git -u --unrestricted --no-global-ignore-file -s --case-sensitive -i " +
      "--ignore-case -g --glob --regex -F --fixed-strings -a --absolute-path --relative-path -L --follow " +
      "--no-follow -p --full-path --prune --strip-cwd-prefix -1 --show-errors --one-file-system --mount --xdev",
    withArgument:
      "-d --max-depth --maxdepth --min-depth --exact-depth -E --exclude -t --type -e --extension -S " +
      "--size --changed-within --change-newer-than --newer --changed-after --changed-before --change-older-than " +
      "--older -o --owner --ignore-file -j --threads --max-results -C --base-directory --search-path --and -c --color",
    declines: {
      "effect": "-x --exec -X --exec-batch --batch-size",
      "exact-format":
        "-0 --print0 -l --list-details --format --path-separator -q --quiet --has-results --hyperlink",
    },
    values: {
      "--color": { only: ["auto", "never"], otherwise: "exact-format" },
      "-c": { only: ["auto", "never"], otherwise: "exact-format" },
    },
    operands: "any",
  },
  output: "whole",
  verbatim: true,
  filter({ stdout, args, cut }) {
    const lines = splitLines(stdout);
    if (lines.length === 0) return undefined;
    const words = [...args.operands, ...args.options.map((option) => option.value ?? "")];
    return { stdout: joinLines(foldFoundPaths(lines, words, cut)) };
  },
  examples: {
    rewrites: ["fd -e ts", "fdfind -t f -E node_modules main src", "fd --hidden --glob '*.md' ."],
    declines: ["fd -e ts -x rm", "fd -0 main", "fd -l", "fd --format '{/}'"],
  },
};
