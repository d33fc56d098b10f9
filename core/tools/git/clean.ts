import type { Tool } from "../tool.ts";
import { compactAction } from "./action_text.ts";
import { GLOBAL_OPTIONS } from "./global_options.ts";

/** `git clean`: every path that was removed, many of one directory on one line. Seen with git 2.39. */
export const tool: Tool = {
  id: "git-clean",
  commands: ["git clean"],
  summary: "Removed untracked files",
  effect: "write",
  args: {
    globals: GLOBAL_OPTIONS,
    switches: "-d -f --force -n --dry-run -q --quiet -x -X",
    withArgument: "-e --exclude",
    declines: { interactive: "-i --interactive" },
    operands: "any",
  },
  output: "whole",
  filter: (run) => compactAction(run),
  examples: { rewrites: ["git clean -fd", "git clean -ndx build"], declines: ["git clean -i"] },
};
