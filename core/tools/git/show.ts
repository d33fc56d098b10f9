import { SECTION } from "../../text/diff.ts";
import { splitLines } from "../../text/lines.ts";
import type { Tool } from "../tool.ts";
import { askedForm, printCommits } from "./commit_lines.ts";
import { type CommitText, parseCommits } from "./commits.ts";
import { DIFF_OPTIONS } from "./diff_options.ts";
import { chooseDepth } from "../../text/diff_depth.ts";
import { GLOBAL_OPTIONS } from "./global_options.ts";

/**
 * `git show` of commits and tags: the commit in one line, its message, its diff as `git diff` has it. Blobs and trees
 * stay as they are. Seen with git 2.39.
 */
export const tool: Tool = {
  id: "git-show",
  commands: ["git show"],
  summary: "A commit with its message and changed lines",
  effect: "read",
  args: {
    globals: GLOBAL_OPTIONS,
    switches:
      `${DIFF_OPTIONS.switches} --no-decorate --clear-decorations --mailmap --no-mailmap --use-mailmap ` +
      "--no-use-mailmap --abbrev-commit --no-abbrev-commit --no-expand-tabs --no-notes --relative-date " +
      "--no-diff-merges --first-parent --no-show-signature",
    withArgument: `${DIFF_OPTIONS.withArgument} --encoding --date --decorate-refs --decorate-refs-exclude`,
    optionalArgument:
      `${DIFF_OPTIONS.optionalArgument} --decorate --expand-tabs --notes --show-notes --no-walk`,
    declines: {
      ...DIFF_OPTIONS.declines,
      "exact-format":
        `${DIFF_OPTIONS.exact} --stat --oneline --pretty --format --graph -L --show-signature --source`,
    },
    values: DIFF_OPTIONS.values,
    operands: "any",
    // `REV:PATH` and `:PATH` print a file, whose bytes are its own.
    operandRules: [{ pattern: ":", when: "match", reason: "exact-format" }],
  },
  output: "whole",
  verbatim: true,
  filter({ stdout, exit, args, cut }) {
    if (exit !== 0) return undefined;
    const text = parseCommits(splitLines(stdout));
    if (!text || !isAboutCommits(text, args.operands)) return undefined;
    const style = { bodyLines: Infinity, limit: Infinity, asked: askedForm(args) };
    return { stdout: chooseDepth((depth) => printCommits(text, { ...style, depth }), cut) };
  },
  examples: {
    rewrites: ["git show", "git show HEAD~2", "git show --no-patch v1.0.0", "git show abc1234 -- src"],
    declines: ["git show HEAD:README.md", "git show --stat", "git show --format=%B -s"],
  },
};

/**
 * A blob may hold the text of a log. Its id alone does not tell: then the first commit is not the one that was named.
 */
function isAboutCommits({ preface, commits }: CommitText, operands: readonly string[]): boolean {
  if (preface.some((line) => SECTION.test(line))) return false;
  const [named] = operands;
  if (named === undefined || !/^[0-9a-f]{7,64}$/.test(named)) return true;
  const id = commits[0]?.id ?? "";
  return id.startsWith(named) || named.startsWith(id) || preface[0]?.startsWith("tag ") === true;
}
