import type { Tool } from "../tool.ts";
import { compactAction } from "./action_text.ts";
import { GLOBAL_OPTIONS } from "./global_options.ts";

/** `git checkout`: branch, detached or previous position, place against the upstream, local changes; the lesson on detached
 * heads goes. Seen with git 2.39. */
export const tool: Tool = {
  id: "git-checkout",
  commands: ["git checkout"],
  summary: "Branch or commit that is now checked out",
  effect: "write",
  args: {
    globals: GLOBAL_OPTIONS,
    switches: "-q --quiet --no-progress --guess --no-guess -f --force -m --merge -d --detach --no-track " +
      "--overwrite-ignore --no-overwrite-ignore --ignore-other-worktrees --no-recurse-submodules -l " +
      "--overlay --no-overlay -2 --ours -3 --theirs --ignore-skip-worktree-bits --pathspec-file-nul",
    withArgument: "-b -B --orphan --conflict --pathspec-from-file",
    optionalArgument: "--recurse-submodules -t --track",
    declines: { interactive: "-p --patch", "follow-mode": "--progress" },
    operands: "any",
  },
  output: "whole",
  filter: (run) => compactAction(run),
  examples: {
    rewrites: ["git checkout main", "git checkout -b topic origin/main", "git checkout -- a.ts"],
    declines: ["git checkout -p"],
  },
};
