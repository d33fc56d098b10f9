import { hasOption, type ParsedArgs } from "../../argv/parse_args.ts";
import { splitLines } from "../../text/lines.ts";
import type { Tool } from "../tool.ts";
import { askedForm, printCommits } from "./commit_lines.ts";
import { parseCommits } from "./commits.ts";
import { DIFF_OPTIONS } from "./diff_options.ts";
import { chooseDepth } from "../../text/diff_depth.ts";
import { GLOBAL_OPTIONS } from "./global_options.ts";

// A few commits were asked for one by one: their messages stay whole.
const FEW_COMMITS = 3;
const BODY_LINES = 3;
const LIMIT = 50;
const NARROWED_LIMIT = 200;

/**
 * `git log`: one line per commit with short id, refs, parents of a merge, day, author and subject, then what the body
 * says. Drops blank lines, e-mail addresses, time of day and sign-offs. Seen with git 2.39.
 */
export const tool: Tool = {
  id: "git-log",
  commands: ["git log"],
  summary: "One line per commit, with the body lines that matter",
  effect: "read",
  args: {
    globals: GLOBAL_OPTIONS,
    numeric: true,
    switches: `${DIFF_OPTIONS.switches} --follow --no-decorate --clear-decorations --mailmap --no-mailmap ` +
      "--use-mailmap --no-use-mailmap --full-diff --all-match --invert-grep -i --regexp-ignore-case --basic-regexp " +
      "-E --extended-regexp -F --fixed-strings -P --perl-regexp --remove-empty --merges --no-merges " +
      "--no-min-parents --no-max-parents --first-parent --exclude-first-parent-only --not --all --reflog " +
      "--alternate-refs --single-worktree --ignore-missing --bisect --cherry-pick --left-only --right-only --merge " +
      "--simplify-by-decoration --show-pulls --full-history --dense --sparse --simplify-merges --date-order " +
      "--author-date-order --topo-order --reverse --do-walk --abbrev-commit --no-abbrev-commit --no-expand-tabs " +
      "--no-notes --standard-notes --no-standard-notes --relative-date --no-diff-merges --no-show-signature",
    withArgument:
      `${DIFF_OPTIONS.withArgument} -n --max-count --skip --since --after --since-as-filter --until ` +
      "--before --author --committer --grep --min-parents --max-parents --glob --exclude --exclude-hidden " +
      "--decorate-refs --decorate-refs-exclude --encoding --date",
    optionalArgument:
      `${DIFF_OPTIONS.optionalArgument} --decorate --branches --tags --remotes --ancestry-path ` +
      "--no-walk --expand-tabs --notes --show-notes --stat",
    declines: {
      ...DIFF_OPTIONS.declines,
      // The second row marks commits or puts more on their line.
      "exact-format": `${DIFF_OPTIONS.exact} --oneline --pretty --format --graph -L -g --walk-reflogs ` +
        "--show-signature --source --log-size --parents --children --left-right --cherry-mark --cherry --boundary " +
        "--show-linear-break",
      "stdin-file": "--stdin",
    },
    values: DIFF_OPTIONS.values,
    operands: "any",
  },
  output: "whole",
  filter({ stdout, exit, args, cut }) {
    if (exit !== 0) return undefined;
    const text = parseCommits(splitLines(stdout));
    if (!text) return undefined;
    const bodyLines = text.commits.length <= FEW_COMMITS ? Infinity : BODY_LINES;
    const style = { bodyLines, limit: limitOf(args), asked: askedForm(args) };
    return { stdout: chooseDepth((depth) => printCommits(text, { ...style, depth }), cut) };
  },
  verbatim: true,
  examples: {
    rewrites: [
      "git log",
      "git log -5 --stat",
      "git log --since=2.weeks main..HEAD -- src",
      "git --no-pager log -p -1",
    ],
    declines: ["git log --oneline", "git log --format=%h", "git log --graph", "git log -L1,5:a.c"],
  },
};

const NARROWING =
  "--since --after --since-as-filter --until --before --author --committer --grep -S -G --find-object " +
  "--merges --diff-filter --ancestry-path";

/** A number of commits that was asked for is never cut. */
function limitOf(args: ParsedArgs): number {
  if (hasOption(args, "-n", "--max-count", "-NUM")) return Infinity;
  const narrowed = hasOption(args, ...NARROWING.split(" ")) || args.afterTerminator.length > 0 ||
    args.operands.some((operand) => operand.includes("..") || operand.startsWith("^"));
  return narrowed ? NARROWED_LIMIT : LIMIT;
}
