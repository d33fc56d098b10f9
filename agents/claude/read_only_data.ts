/**
 * What Claude Code runs unasked because it only reads, as measured with 2.1.332: each option below was run by itself, in
 * each spelling, through the real client. Its own lists are closed, so an option that is not here is asked about.
 */
import { type WordList, wordList } from "../../core/text/word_list.ts";

export interface ReadOnlyRule {
  /** `any`: options make no difference. */
  readonly options: "any" | OptionList;
  /**
   * `files`: operands must lie in the working folders. `leading-files`: those before the first option. `after-first`: the
   * first one is a pattern.
   */
  readonly operands: "none" | "any" | "files" | "leading-files" | "after-first";
  /** A word that this matches is not known to be safe. */
  readonly unless?: RegExp;
  /** How the first operand must look, and an option that must be there. */
  readonly first?: RegExp;
  readonly needs?: RegExp;
}

export interface OptionList {
  /** Without a value; short ones cluster. */
  readonly switches: string;
  /** `--name value`, `--name=value`, `-n value`. */
  readonly valued?: string;
  /** `--name=value` only. */
  readonly equals?: string;
  /** Short ones whose value may be attached: `-A3`. */
  readonly attached?: string;
  /** Of those with a value: it must be a number. */
  readonly numbers?: string;
  /** `-20`. */
  readonly numeric?: true;
  /** Not all that Claude approves is listed: it cannot be told whether it asks about the rest. */
  readonly isPartial?: true;
  /** Words that are globs count as operands; elsewhere Claude asks about them. */
  readonly globs?: true;
}

/** Rules of several commands. */
const SHARED: readonly (readonly [WordList, ReadOnlyRule])[] = [
  [
    wordList(
      "ls diff cat head tail wc nl tac rev cut column base64 stat file md5sum sha256sum strings od hexdump",
    ),
    { options: "any", operands: "files" },
  ],
  [
    wordList("du df echo true false sleep basename dirname which whoami uname uptime nproc arch groups tr"),
    { options: "any", operands: "any" },
  ],
  [wordList("pwd id hostname"), { options: { switches: "" }, operands: "none" }],
  [wordList("grep egrep fgrep"), {
    options: {
      switches:
        "-E -F -G -P -i -w -x -z -s -v -b -n -H -h -o -q -a -I -r -R -L -l -c -T -Z -U --extended-regexp " +
        "--fixed-strings --basic-regexp --perl-regexp --ignore-case --no-ignore-case --word-regexp --line-regexp " +
        "--null-data --no-messages --invert-match --byte-offset --line-number --line-buffered --with-filename " +
        "--no-filename --only-matching --quiet --silent --text --recursive --dereference-recursive " +
        "--files-without-match --files-with-matches --count --initial-tab --null --color --colour --binary",
      valued:
        "-e -m -A -B -C --regexp --max-count --label --binary-files -d --directories -D --devices --include --exclude " +
        "--exclude-dir --after-context --before-context --context",
      equals: "--color --colour",
      attached: "-m -A -B -C",
      numbers: "-m -A -B -C --max-count --after-context --before-context --context",
      globs: true,
    },
    operands: "after-first",
    unless: /^(?:-\w*f|--file)/,
  }],
];

/** Rules of one, by the command words. */
const SINGLE: Readonly<Record<string, ReadOnlyRule>> = {
  printf: { options: { switches: "" }, operands: "any" },
  seq: { options: { switches: "" }, operands: "any" },
  date: { options: { isPartial: true, switches: "-u" }, operands: "any", unless: /^[^+-]/ },
  test: { options: "any", operands: "files" },
  "[": { options: "any", operands: "files" },
  find: {
    options: "any",
    operands: "leading-files",
    unless: /^-(?:exec|execdir|ok|okdir|delete|fprint0?|fprintf|fls|files0-from)$/,
  },
  fd: { options: "any", operands: "any", unless: /^(?:-[a-zA-Z]*[xXl]|--exec|--list-details)/ },
  fdfind: { options: "any", operands: "any", unless: /^(?:-[a-zA-Z]*[xXl]|--exec|--list-details)/ },
  sed: {
    options: { switches: "-n -E -r --quiet --silent" },
    operands: "after-first",
    // Only printed ranges of line numbers.
    first: /^\d+(?:,\d+)?p(?:; ?\d+(?:,\d+)?p)*$/,
    needs: /^(?:-n|-nE|-nr|--quiet|--silent)$/,
  },
  jq: {
    options: {
      isPartial: true,
      switches:
        "-c -n -e -s -r -R -C -M -S --tab --compact-output --raw-output --slurp --null-input --sort-keys",
    },
    operands: "after-first",
    unless: /env|ENV|include|import|input_|load|\$__|debug|stderr|halt/,
  },
  sort: {
    options: { isPartial: true, switches: "-b -d -f -g -i -M -h -n -R -r -V -m -s -u -z", valued: "-k -t" },
    operands: "files",
  },
  uniq: { options: { isPartial: true, switches: "-c -d -u -i" }, operands: "none" },
  tree: {
    options: {
      isPartial: true,
      switches:
        "-a -d -l -f -x --gitignore --matchdirs --prune --noreport -q -N -Q -p -u -g -s -h --si --du -D -F " +
        "--inodes -v -t -c -U -r --dirsfirst --filesfirst -i -A -S -n -C -X -J",
      valued: "-L -P -I --filelimit --charset --sort --timefmt",
      numbers: "-L --filelimit",
    },
    operands: "any",
  },
  ps: {
    options: {
      switches: "-A -e -a -d -N -F -f -H -j -l -y -L -m -T -c -w --headers --no-headers",
      valued: "-p -u -U -C -t -s -g -G -q --pid --user",
    },
    operands: "any",
    unless: /^(?!-).*e|[%=]/,
  },
  rg: {
    options: {
      switches:
        "--color --column -c --count --only-matching -l --files-with-matches --files-without-match -F --fixed-strings " +
        "-L --follow -h --heading --hidden -i --ignore-case -v --invert-match --json -n --line-number --no-heading " +
        "--no-ignore -o -q --quiet -S --smart-case --stats -a --text -u -H -w --word-regexp",
      valued:
        "-A -B -C -e -g -m -t -T --after-context --before-context --context --glob --max-count --max-depth " +
        "--regexp --type --type-not",
      equals: "--color",
      attached: "-A -B -C -m",
      numbers: "-A -B -C -m --after-context --before-context --context --max-count --max-depth",
    },
    operands: "after-first",
  },
  "git status": {
    options: {
      switches:
        "-v --verbose -s --short -b --branch --ahead-behind --porcelain --long --ignored --column --no-renames",
      valued: "-u --untracked-files --ignore-submodules",
    },
    operands: "any",
  },
  "git log": {
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
  },
  "git diff": {
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
  },
  "git show": {
    options: {
      switches:
        "--quiet --decorate --no-decorate -p --patch -s --no-patch --raw --stat --numstat --shortstat --name-only " +
        "--name-status --color --no-color --word-diff --color-words --no-ext-diff -m --first-parent --abbrev-commit " +
        "--oneline --relative-date --graph",
      equals: "--pretty --format --date --diff-filter",
      numeric: true,
    },
    operands: "any",
  },
  "git blame": {
    options: {
      isPartial: true,
      switches:
        "--root --show-stats -f --show-name -n --show-number -p --porcelain --line-porcelain -t -l -s -e " +
        "--show-email -w -C -M",
      valued: "-L --ignore-rev",
    },
    operands: "any",
  },
  "git branch": {
    options: {
      switches:
        "-v --verbose --color -r --remotes -a --all -l --list --show-current --merged --no-merged --column -i " +
        "--ignore-case",
      valued: "--contains --points-at",
      equals: "--sort",
    },
    operands: "none",
  },
  "git remote": { options: { switches: "-v --verbose" }, operands: "none", unless: /^-vv/ },
  "git stash list": {
    options: {
      switches:
        "--decorate --no-decorate --all --branches --tags --remotes --oneline --relative-date --graph",
      equals: "--max-count --date",
      numeric: true,
    },
    operands: "none",
  },
  "git stash show": {
    options: {
      switches:
        "-p --patch -s --no-patch --stat --numstat --shortstat --name-only --name-status --color --no-color " +
        "--word-diff --no-ext-diff",
      equals: "--abbrev --diff-filter",
    },
    operands: "any",
  },
  "git worktree list": {
    options: { isPartial: true, switches: "--porcelain -v --verbose" },
    operands: "none",
  },
  "git reflog": {
    options: {
      isPartial: true,
      switches: "--decorate --no-decorate --all --oneline --relative-date --graph",
      numeric: true,
    },
    operands: "none",
  },
  "git rev-parse": {
    options: { isPartial: true, switches: "--show-toplevel --abbrev-ref --short" },
    operands: "any",
  },
  "git ls-files": {
    options: {
      isPartial: true,
      switches: "-z -t -v -f -c --cached -d --deleted -m --modified -o --others -i --ignored -s --stage",
    },
    operands: "any",
  },
  "git tag": { options: { isPartial: true, switches: "-l --list", equals: "--sort" }, operands: "none" },
  "git describe": {
    options: { isPartial: true, switches: "--contains --tags --long --exact-match --always --dirty" },
    operands: "any",
  },
  "git shortlog": {
    options: { isPartial: true, switches: "-c -n --numbered -s --summary -e --email --no-merges --all" },
    operands: "any",
  },
  "docker ps": {
    options: {
      isPartial: true,
      switches: "-a --all -l --latest --no-trunc -q --quiet -s --size",
      valued: "-f --filter --format -n --last",
      numbers: "-n --last",
    },
    operands: "any",
  },
  "docker images": {
    options: {
      isPartial: true,
      switches: "-a --all --digests --no-trunc -q --quiet --tree",
      valued: "-f --filter --format",
    },
    operands: "any",
  },
  "docker logs": {
    options: {
      isPartial: true,
      switches: "--details -f --follow -t --timestamps",
      valued: "--since --until -n --tail",
    },
    operands: "any",
  },
  "docker inspect": {
    options: { isPartial: true, switches: "-s --size", valued: "-f --format --type" },
    operands: "any",
  },
};

/** The rule of a command; undefined where there is none. */
export function readOnlyRule(words: string): ReadOnlyRule | undefined {
  if (Object.hasOwn(SINGLE, words)) return SINGLE[words];
  return SHARED.find(([names]) => names.has(words))?.[1];
}

/**
 * Programs that only read in some of their forms and are not described above: Claude may run them unasked. Any other
 * program is asked about unless a rule names it.
 */
export const PERHAPS_READ_ONLY: WordList = wordList(
  "cd pushd popd dirs alias type hash command builtin man help history info apropos free lsof netstat ss ip ifconfig " +
    "locale cal pgrep pstree tput stty tty logname who w last lscpu lsblk lsusb lspci dmesg vmstat iostat mpstat sar numfmt " +
    "realpath readlink paste join comm expr fold fmt expand unexpand pr shuf split csplit cmp sum cksum b2sum sha1sum " +
    "sha224sum sha384sum sha512sum xxd less more awk gawk mawk xargs tee env printenv " +
    "set declare typeset export read wait jobs ulimit umask times let local return exit break continue shift trap exec eval " +
    "source . : [[ factor look tsort ptx iconv dircolors getconf getent nslookup dig host ping zcat zgrep bzcat xzcat " +
    "pyright rustc",
);

/** The same for subcommands of `git`. */
export const PERHAPS_READ_ONLY_GIT: WordList = wordList(
  "cat-file merge-base rev-list for-each-ref ls-remote config grep tag reflog branch remote worktree describe " +
    "shortlog rev-parse ls-files bisect notes",
);

/** Variables in front of a command that change nothing for Claude. */
export const HARMLESS_VARIABLES: WordList = wordList(
  "NODE_ENV RUST_BACKTRACE RUST_LOG GOOS GOARCH CGO_ENABLED GO111MODULE GOEXPERIMENT CI FORCE_COLOR NO_COLOR CLICOLOR TERM " +
    "COLORTERM TZ LC_TIME LANGUAGE CHARSET PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE PYTEST_DEBUG " +
    "PYTEST_DISABLE_PLUGIN_AUTOLOAD GIT_TERMINAL_PROMPT LS_COLORS GREP_COLOR GREP_COLORS GCC_COLORS COLUMNS LINES " +
    "ANTHROPIC_API_KEY BLOCK_SIZE BLOCKSIZE TIME_STYLE DEBIAN_FRONTEND",
);
