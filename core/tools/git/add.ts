import type { Tool } from "../tool.ts";
import { compactAction } from "./action_text.ts";
import { GLOBAL_OPTIONS } from "./global_options.ts";

/** `git add`: errors and the paths that are ignored stay; advice goes. Seen with git 2.39. */
export const tool: Tool = {
  id: "git-add",
  commands: ["git add"],
  summary: "Errors and ignored paths of staging",
  effect: "write",
  args: {
    globals: GLOBAL_OPTIONS,
    switches:
      "-n --dry-run -v --verbose -f --force -u --update --renormalize -N --intent-to-add -A --all --no-all " +
      "--ignore-removal --no-ignore-removal --refresh --ignore-errors --ignore-missing --sparse --pathspec-file-nul",
    withArgument: "--chmod --pathspec-from-file",
    declines: { interactive: "-i --interactive -p --patch -e --edit" },
    operands: "any",
  },
  output: "whole",
  filter: (run) => compactAction(run),
  examples: {
    rewrites: ["git add -A", "git add .", "git -C sub add a.ts b.ts"],
    declines: ["git add -p", "git add -e a.ts"],
  },
};
