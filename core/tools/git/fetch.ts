import type { Tool } from "../tool.ts";
import { compactAction } from "./action_text.ts";
import { GLOBAL_OPTIONS } from "./global_options.ts";

/** `git fetch`: every updated ref; counters and the line with the source go. Seen with git 2.39. */
export const tool: Tool = {
  id: "git-fetch",
  commands: ["git fetch"],
  summary: "Updated refs",
  effect: "write",
  args: {
    globals: GLOBAL_OPTIONS,
    switches:
      "-v --verbose -q --quiet -a --append --atomic -f --force -t --tags --no-tags -p --prune -k --keep --unshallow --update-shallow " +
      "--dry-run --show-forced-updates --no-show-forced-updates -4 --ipv4 -6 --ipv6 --set-upstream --no-progress " +
      "--all --no-recurse-submodules -m --multiple --no-multiple -n -P --prune-tags --no-prune " +
      "-u --update-head-ok --refetch --prefetch --write-fetch-head --no-write-fetch-head --auto-maintenance " +
      "--no-auto-maintenance --auto-gc --no-auto-gc --write-commit-graph --no-write-commit-graph",
    withArgument:
      "--upload-pack --depth --shallow-since --shallow-exclude --deepen --refmap -o --server-option " +
      "--negotiation-tip -j --jobs --filter",
    optionalArgument: "--recurse-submodules",
    declines: {
      "exact-format": "--porcelain --negotiate-only",
      "stdin-file": "--stdin",
      "follow-mode": "--progress",
    },
    operands: "any",
  },
  output: "whole",
  filter: (run) => compactAction(run),
  examples: {
    rewrites: ["git fetch", "git fetch --all --prune", "git fetch origin main"],
    declines: ["git fetch --porcelain", "git fetch --progress"],
  },
};
