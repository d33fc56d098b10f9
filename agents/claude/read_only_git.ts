/** What Claude Code runs of git unasked because it only reads; see `read_only_data.ts`. */
import type { ReadOnlyRule } from "./read_only_data.ts";

/** The rule of `git SUBCOMMAND`; undefined where there is none. */
export function gitRule(words: string): ReadOnlyRule | undefined {
  return workTreeRule(words) ?? historyRule(words) ?? refRule(words);
}

/** Commands of git that show commits. */
function historyRule(words: string): ReadOnlyRule | undefined {
  switch (words) {
    case "git log":
      return {
        options: {
          switches:
            "--source --decorate -p --patch -s --no-patch --stat --numstat --shortstat --name-only --name-status " +
            "--color --no-color --pickaxe-all --pickaxe-regex --no-ext-diff --follow --no-decorate --merges --no-merges " +
            "--first-parent --all --branches --tags --remotes --cherry-mark --cherry-pick --walk-reflogs --boundary " +
            "--full-history --dense --sparse --simplify-merges --ancestry-path --date-order --author-date-order --topo-order " +
            "--reverse --no-walk --abbrev-commit --oneline --relative-date --left-right --graph",
          valued:
            "-S -G -n --diff-filter --max-count --skip --since --after --until --before --author --committer --grep " +
            "--date",
          equals: "--pretty --format",
          numbers: "-n --max-count --skip",
          numeric: true,
        },
        operands: "any",
      };
    case "git show":
      return {
        options: {
          switches:
            "--quiet --decorate --no-decorate -p --patch -s --no-patch --raw --stat --numstat --shortstat --name-only " +
            "--name-status --color --no-color --word-diff --color-words --no-ext-diff -m --first-parent --abbrev-commit " +
            "--oneline --relative-date --graph",
          equals: "--pretty --format --date --diff-filter",
          numeric: true,
        },
        operands: "any",
      };
    case "git blame":
      return {
        options: {
          isPartial: true,
          switches:
            "--root --show-stats -f --show-name -n --show-number -p --porcelain --line-porcelain -t -l -s -e " +
            "--show-email -w -C -M",
          valued: "-L --ignore-rev",
        },
        operands: "any",
      };
    case "git shortlog":
      return {
        options: { isPartial: true, switches: "-c -n --numbered -s --summary -e --email --no-merges --all" },
        operands: "any",
      };
    case "git describe":
      return {
        options: { isPartial: true, switches: "--contains --tags --long --exact-match --always --dirty" },
        operands: "any",
      };
    default:
      return undefined;
  }
}

/** Commands of git that show the working tree. */
function workTreeRule(words: string): ReadOnlyRule | undefined {
  switch (words) {
    case "git status":
      return {
        options: {
          switches:
            "-v --verbose -s --short -b --branch --ahead-behind --porcelain --long --ignored --column --no-renames",
          valued: "-u --untracked-files --ignore-submodules",
        },
        operands: "any",
      };
    case "git diff":
      return {
        options: {
          switches:
            "-p -u --stat --numstat --patch-with-stat --name-only --name-status --full-index -R -B -M -C " +
            "--find-copies-harder --pickaxe-all -s --minimal --patience --histogram --shortstat --dirstat --summary --color " +
            "--no-color --word-diff --color-words --no-renames --check --binary -D --pickaxe-regex --ignore-space-at-eol " +
            "--ignore-space-change --ignore-all-space --ignore-blank-lines --function-context --exit-code --quiet " +
            "--no-ext-diff --cached --staged --no-index",
          valued: "--abbrev -S -G --diff-algorithm --diff-filter --relative --inter-hunk-context",
        },
        operands: "files",
      };
    case "git ls-files":
      return {
        options: {
          isPartial: true,
          switches: "-z -t -v -f -c --cached -d --deleted -m --modified -o --others -i --ignored -s --stage",
        },
        operands: "any",
      };
    case "git rev-parse":
      return {
        options: { isPartial: true, switches: "--show-toplevel --abbrev-ref --short" },
        operands: "any",
      };
    default:
      return undefined;
  }
}

/** Commands of git that list. */
function refRule(words: string): ReadOnlyRule | undefined {
  switch (words) {
    case "git branch":
      return {
        options: {
          switches:
            "-v --verbose --color -r --remotes -a --all -l --list --show-current --merged --no-merged --column -i " +
            "--ignore-case",
          valued: "--contains --points-at",
          equals: "--sort",
        },
        operands: "none",
      };
    case "git remote":
      return { options: { switches: "-v --verbose" }, operands: "none", unless: /^-vv/ };
    case "git stash list":
      return {
        options: {
          switches:
            "--decorate --no-decorate --all --branches --tags --remotes --oneline --relative-date --graph",
          equals: "--max-count --date",
          numeric: true,
        },
        operands: "none",
      };
    case "git stash show":
      return {
        options: {
          switches:
            "-p --patch -s --no-patch --stat --numstat --shortstat --name-only --name-status --color --no-color " +
            "--word-diff --no-ext-diff",
          equals: "--abbrev --diff-filter",
        },
        operands: "any",
      };
    case "git worktree list":
      return {
        options: { isPartial: true, switches: "--porcelain -v --verbose" },
        operands: "none",
      };
    case "git reflog":
      return {
        options: {
          isPartial: true,
          switches: "--decorate --no-decorate --all --oneline --relative-date --graph",
          numeric: true,
        },
        operands: "none",
      };
    case "git tag":
      return { options: { isPartial: true, switches: "-l --list", equals: "--sort" }, operands: "none" };
    default:
      return undefined;
  }
}

/** Subcommands that only read in some of their forms and are not described above: Claude may run them unasked. */
export const PERHAPS_READ_ONLY_GIT =
  "cat-file merge-base rev-list for-each-ref ls-remote config grep tag reflog branch remote worktree describe " +
  "shortlog rev-parse ls-files bisect notes";
