import type { Tool } from "../tool.ts";
import { compactAction } from "./action_text.ts";
import { GLOBAL_OPTIONS } from "./global_options.ts";

/** `git reset`: the new position and every path that is now unstaged. Seen with git 2.39. */
export const tool: Tool = {
  id: "git-reset",
  commands: ["git reset"],
  summary: "New HEAD and unstaged paths",
  effect: "write",
  args: {
    globals: GLOBAL_OPTIONS,
    switches: "-q --quiet --refresh --no-refresh --mixed --soft --hard --merge --keep -N --intent-to-add " +
      "--pathspec-file-nul --no-recurse-submodules",
    withArgument: "--pathspec-from-file",
    optionalArgument: "--recurse-submodules",
    declines: { interactive: "-p --patch" },
    operands: "any",
  },
  output: "whole",
  filter: (run) => compactAction(run),
  examples: {
    rewrites: ["git reset HEAD~1", "git reset --hard", "git reset -- a.ts"],
    declines: ["git reset -p"],
  },
};
