import type { Tool } from "../tool.ts";
import { compactAction } from "./action_text.ts";
import { GLOBAL_OPTIONS } from "./global_options.ts";

/** `git mv`: says nothing when it works; errors stay. Seen with git 2.39. */
export const tool: Tool = {
  id: "git-mv",
  commands: ["git mv"],
  summary: "Errors of renaming",
  effect: "write",
  args: {
    globals: GLOBAL_OPTIONS,
    switches: "-v --verbose -n --dry-run -f --force -k --sparse",
    operands: "any",
  },
  output: "whole",
  filter: (run) => compactAction(run),
  examples: {
    rewrites: ["git mv a.ts b.ts"],
    declines: ["git mv --no-such-option a.ts b.ts"],
  },
};
