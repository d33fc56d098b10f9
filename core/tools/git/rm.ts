import type { Tool } from "../tool.ts";
import { compactAction } from "./action_text.ts";
import { GLOBAL_OPTIONS } from "./global_options.ts";

/** `git rm`: the names that were removed, many of one directory on one line. Seen with git 2.39. */
export const tool: Tool = {
  id: "git-rm",
  commands: ["git rm"],
  summary: "Removed names and errors",
  effect: "write",
  args: {
    globals: GLOBAL_OPTIONS,
    switches: "-n --dry-run -q --quiet --cached -f --force -r --ignore-unmatch --sparse --pathspec-file-nul",
    withArgument: "--pathspec-from-file",
    operands: "any",
  },
  output: "whole",
  filter: (run) => compactAction(run),
  examples: {
    rewrites: ["git rm -r --cached build", "git rm a.ts"],
    declines: ["git rm --no-such-option a.ts"],
  },
};
