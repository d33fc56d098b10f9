import { optionValue, type ParsedArgs } from "../../argv/parse_args.ts";
import { joinLines, splitLines } from "../../text/lines.ts";
import type { Tool } from "../tool.ts";
import { compactLines } from "./action_text.ts";
import { GLOBAL_OPTIONS } from "./global_options.ts";
import { compactStatus } from "./status_text.ts";

/**
 * `git commit`: branch, short id, counts and every created, deleted or renamed file; a subject that is not the one
 * given. What hooks print and the status of an empty commit stay. Seen with git 2.39.
 */
export const tool: Tool = {
  id: "git-commit",
  commands: ["git commit"],
  summary: "New commit with its counts, or why there is none",
  effect: "write",
  args: {
    globals: GLOBAL_OPTIONS,
    switches:
      "-q --quiet --reset-author -s --signoff --no-signoff --status --no-status --no-gpg-sign -a --all -i " +
      "--include -o --only -n --no-verify --verify --amend --no-edit --no-post-rewrite --allow-empty " +
      "--allow-empty-message --pathspec-file-nul",
    withArgument: "-F --file --author --date -m --message -C --reuse-message --trailer --cleanup " +
      "--pathspec-from-file",
    optionalArgument: "-u --untracked-files",
    declines: {
      // A signature may ask for its passphrase.
      interactive:
        "-c --reedit-message --fixup --squash -t --template -e --edit -S --gpg-sign --interactive -p --patch",
      "exact-format": "-v --verbose --dry-run --short --branch --ahead-behind --porcelain --long -z --null",
    },
    operands: "any",
    // Without a message the editor opens.
    requires: { options: "-m --message -F --file -C --reuse-message --no-edit", reason: "interactive" },
  },
  output: "whole",
  // What is on stderr is mostly from hooks, and stays.
  filter({ stdout, stderr, exit, args }) {
    const lines = splitLines(stdout);
    if (exit !== 0) {
      const status = compactStatus(lines, { keepVerdict: true });
      return status && { stdout: joinLines(status), stderr };
    }
    // Hooks speak before it, and may use the same form.
    const at = lines.findLastIndex((line) => SUMMARY.test(line));
    if (at < 0) return undefined;
    return { stdout: joinLines([...lines.slice(0, at), ...summary(lines.slice(at), args)]), stderr };
  },
  examples: {
    rewrites: [
      "git commit -m text",
      "git commit -am 'fix: a && b'",
      "git commit --amend --no-edit",
      "git commit -F msg",
    ],
    declines: ["git commit", "git commit --amend", "git commit -p -m text", "git commit -m text --dry-run"],
  },
};

// "[main 3467755] cart: tidy totals"   "[main (root-commit) b335d31] init"   "[detached HEAD b335d31] init"
const SUMMARY = /^(\[\S.* [0-9a-f]{4,64}\]) (.*)$/;
// " 8 files changed, 8 insertions(+), 10 deletions(-)"
const COUNTS = /^ (\d+ files?) changed(?:, (\d+) insertions?\(\+\))?(?:, (\d+) deletions?\(-\))?$/;

function summary(lines: readonly string[], args: ParsedArgs): string[] {
  const [, place = "", subject = ""] = SUMMARY.exec(lines[0] ?? "") ?? [];
  const parts = [place];
  const rest: string[] = [];
  for (const line of compactLines(lines.slice(1))) {
    const counts = COUNTS.exec(line);
    if (!counts) rest.push(line);
    else parts.push(counts[1] ?? "", counts[2] ? `+${counts[2]}` : "", counts[3] ? `-${counts[3]}` : "");
  }
  if (!isGiven(subject, args)) parts.push(subject);
  return [parts.filter((part) => part !== "").join(" "), ...rest];
}

/** A hook may have changed the subject, and `--no-edit` or a file do not show it. */
function isGiven(subject: string, args: ParsedArgs): boolean {
  const first = args.options.find(({ name }) => name === "-m" || name === "--message")?.value;
  // The subject is the first paragraph on one line.
  const given = first?.trim().split(/\n\s*\n/)[0]?.split("\n").map((line) => line.trim()).join(" ");
  return given === subject && optionValue(args, "-F", "--file") === undefined;
}
