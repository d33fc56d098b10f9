/**
 * What Claude Code runs unasked because it only reads, as measured with 2.1.332: each option below was run by itself, in
 * each spelling, through the real client. Its own lists are closed, so an option that is not here is asked about.
 */
import { isWordOf } from "../../core/text/word_list.ts";
import { gitRule } from "./read_only_git.ts";

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
const SHARED: readonly (readonly [string, ReadOnlyRule])[] = [
  [
    "ls diff cat head tail wc nl tac rev cut column base64 stat file md5sum sha256sum strings od hexdump",
    { options: "any", operands: "files" },
  ],
  [
    "du df echo true false sleep basename dirname which whoami uname uptime nproc arch groups tr",
    { options: "any", operands: "any" },
  ],
  ["pwd id hostname", { options: { switches: "" }, operands: "none" }],
  ["grep egrep fgrep", {
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

/*
 * The rules of single commands stand in functions and not in a record: its rows would be made at every start, and a line
 * needs one of them.
 */

function dockerRule(words: string): ReadOnlyRule | undefined {
  switch (words) {
    case "docker ps":
      return {
        options: {
          isPartial: true,
          switches: "-a --all -l --latest --no-trunc -q --quiet -s --size",
          valued: "-f --filter --format -n --last",
          numbers: "-n --last",
        },
        operands: "any",
      };
    case "docker images":
      return {
        options: {
          isPartial: true,
          switches: "-a --all --digests --no-trunc -q --quiet --tree",
          valued: "-f --filter --format",
        },
        operands: "any",
      };
    case "docker logs":
      return {
        options: {
          isPartial: true,
          switches: "--details -f --follow -t --timestamps",
          valued: "--since --until -n --tail",
        },
        operands: "any",
      };
    case "docker inspect":
      return {
        options: { isPartial: true, switches: "-s --size", valued: "-f --format --type" },
        operands: "any",
      };

    default:
      return undefined;
  }
}

function searchRule(words: string): ReadOnlyRule | undefined {
  switch (words) {
    case "find":
      return {
        options: "any",
        operands: "leading-files",
        unless: /^-(?:exec|execdir|ok|okdir|delete|fprint0?|fprintf|fls|files0-from)$/,
      };
    case "fd":
      return { options: "any", operands: "any", unless: /^(?:-[a-zA-Z]*[xXl]|--exec|--list-details)/ };
    case "fdfind":
      return { options: "any", operands: "any", unless: /^(?:-[a-zA-Z]*[xXl]|--exec|--list-details)/ };
    case "rg":
      return {
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
      };
    default:
      return undefined;
  }
}

function textRule(words: string): ReadOnlyRule | undefined {
  switch (words) {
    case "sed":
      return {
        options: { switches: "-n -E -r --quiet --silent" },
        operands: "after-first",
        // Only printed ranges of line numbers.
        first: /^\d+(?:,\d+)?p(?:; ?\d+(?:,\d+)?p)*$/,
        needs: /^(?:-n|-nE|-nr|--quiet|--silent)$/,
      };
    case "jq":
      return {
        options: {
          isPartial: true,
          switches:
            "-c -n -e -s -r -R -C -M -S --tab --compact-output --raw-output --slurp --null-input --sort-keys",
        },
        operands: "after-first",
        unless: /env|ENV|include|import|input_|load|\$__|debug|stderr|halt/,
      };
    case "sort":
      return {
        options: {
          isPartial: true,
          switches: "-b -d -f -g -i -M -h -n -R -r -V -m -s -u -z",
          valued: "-k -t",
        },
        operands: "files",
      };
    case "uniq":
      return { options: { isPartial: true, switches: "-c -d -u -i" }, operands: "none" };
    case "printf":
      return { options: { switches: "" }, operands: "any" };
    case "seq":
      return { options: { switches: "" }, operands: "any" };
    case "date":
      return { options: { isPartial: true, switches: "-u" }, operands: "any", unless: /^[^+-]/ };
    case "test":
      return { options: "any", operands: "files" };
    case "[":
      return { options: "any", operands: "files" };
    default:
      return undefined;
  }
}

function listingRule(words: string): ReadOnlyRule | undefined {
  switch (words) {
    case "tree":
      return {
        options: {
          isPartial: true,
          switches:
            "-a -d -l -f -x --gitignore --matchdirs --prune --noreport -q -N -Q -p -u -g -s -h --si --du -D -F " +
            "--inodes -v -t -c -U -r --dirsfirst --filesfirst -i -A -S -n -C -X -J",
          valued: "-L -P -I --filelimit --charset --sort --timefmt",
          numbers: "-L --filelimit",
        },
        operands: "any",
      };
    case "ps":
      return {
        options: {
          switches: "-A -e -a -d -N -F -f -H -j -l -y -L -m -T -c -w --headers --no-headers",
          valued: "-p -u -U -C -t -s -g -G -q --pid --user",
        },
        operands: "any",
        unless: /^(?!-).*e|[%=]/,
      };
    default:
      return undefined;
  }
}

function singleRule(words: string): ReadOnlyRule | undefined {
  if (words.startsWith("git ")) return gitRule(words);
  return searchRule(words) ?? textRule(words) ?? listingRule(words) ?? dockerRule(words);
}

/** The rule of a command; undefined where there is none. */
export function readOnlyRule(words: string): ReadOnlyRule | undefined {
  return singleRule(words) ?? SHARED.find(([names]) => isWordOf(names, words))?.[1];
}

/**
 * Programs that only read in some of their forms and are not described above: Claude may run them unasked. Any other
 * program is asked about unless a rule names it.
 */
export const PERHAPS_READ_ONLY =
  "cd pushd popd dirs alias type hash command builtin man help history info apropos free lsof netstat ss ip ifconfig " +
  "locale cal pgrep pstree tput stty tty logname who w last lscpu lsblk lsusb lspci dmesg vmstat iostat mpstat sar numfmt " +
  "realpath readlink paste join comm expr fold fmt expand unexpand pr shuf split csplit cmp sum cksum b2sum sha1sum " +
  "sha224sum sha384sum sha512sum xxd less more awk gawk mawk xargs tee env printenv " +
  "set declare typeset export read wait jobs ulimit umask times let local return exit break continue shift trap exec eval " +
  "source . : [[ factor look tsort ptx iconv dircolors getconf getent nslookup dig host ping zcat zgrep bzcat xzcat " +
  "pyright rustc";

/** Variables in front of a command that change nothing for Claude. */
export const HARMLESS_VARIABLES =
  "NODE_ENV RUST_BACKTRACE RUST_LOG GOOS GOARCH CGO_ENABLED GO111MODULE GOEXPERIMENT CI FORCE_COLOR NO_COLOR CLICOLOR TERM " +
  "COLORTERM TZ LC_TIME LANGUAGE CHARSET PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE PYTEST_DEBUG " +
  "PYTEST_DISABLE_PLUGIN_AUTOLOAD GIT_TERMINAL_PROMPT LS_COLORS GREP_COLOR GREP_COLORS GCC_COLORS COLUMNS LINES " +
  "ANTHROPIC_API_KEY BLOCK_SIZE BLOCKSIZE TIME_STYLE DEBIAN_FRONTEND";
