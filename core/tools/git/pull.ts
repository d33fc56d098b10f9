import type { Tool } from "../tool.ts";
import { compactAction } from "./action_text.ts";
import { GLOBAL_OPTIONS } from "./global_options.ts";

/** `git pull`: updated refs, fast-forward or merge, diffstat, conflicts; counters and advice go. Seen with git 2.39. */
export const tool: Tool = {
  id: "git-pull",
  commands: ["git pull"],
  summary: "Updated refs, diffstat and conflicts",
  effect: "write",
  args: {
    globals: GLOBAL_OPTIONS,
    switches:
      "-v --verbose -q --quiet -n --stat --no-stat --summary --no-summary --no-log --squash --no-squash " +
      "--commit --no-commit --no-edit --ff --no-ff --ff-only --verify --no-verify --verify-signatures " +
      "--no-verify-signatures --autostash --no-autostash --no-rebase --allow-unrelated-histories --no-gpg-sign " +
      "--signoff --no-signoff -a --append --atomic -f --force -t --tags --no-tags -p --prune -k --keep --unshallow --update-shallow " +
      "--dry-run --show-forced-updates --no-show-forced-updates -4 --ipv4 -6 --ipv6 --set-upstream --no-progress " +
      "--all --no-recurse-submodules",
    withArgument:
      "--upload-pack --depth --shallow-since --shallow-exclude --deepen --refmap -o --server-option " +
      "--negotiation-tip --cleanup -s --strategy -X --strategy-option",
    optionalArgument: "-r --rebase --recurse-submodules --log -j --jobs",
    declines: {
      interactive: "-e --edit -S --gpg-sign",
      "exact-format": "--porcelain",
      "follow-mode": "--progress",
    },
    values: {
      "-r": { only: ["true", "false", "merges"], otherwise: "interactive" },
      "--rebase": { only: ["true", "false", "merges"], otherwise: "interactive" },
    },
    operands: "any",
  },
  output: "whole",
  filter: (run) => compactAction(run),
  examples: {
    rewrites: ["git pull", "git pull --rebase origin main", "git pull --ff-only"],
    declines: ["git pull --rebase=interactive", "git pull --edit"],
  },
};
