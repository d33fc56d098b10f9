import type { Tool } from "../tool.ts";
import { compactAction } from "./action_text.ts";
import { GLOBAL_OPTIONS } from "./global_options.ts";

/** `git switch`: as `git checkout` of a branch. Seen with git 2.39. */
export const tool: Tool = {
  id: "git-switch",
  commands: ["git switch"],
  summary: "Branch that is now checked out",
  effect: "write",
  args: {
    globals: GLOBAL_OPTIONS,
    switches: "-q --quiet --no-progress --guess --no-guess -f --force -m --merge -d --detach --no-track " +
      "--overwrite-ignore --no-overwrite-ignore --ignore-other-worktrees --no-recurse-submodules --discard-changes",
    withArgument: "-c --create -C --force-create --orphan --conflict",
    optionalArgument: "--recurse-submodules -t --track",
    declines: { "follow-mode": "--progress" },
    operands: "any",
  },
  output: "whole",
  filter: (run) => compactAction(run),
  examples: {
    rewrites: ["git switch main", "git switch -c topic", "git switch -"],
    declines: ["git switch --progress main"],
  },
};
