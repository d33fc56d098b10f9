import type { Tool } from "../tool.ts";
import { compactAction } from "./action_text.ts";
import { GLOBAL_OPTIONS } from "./global_options.ts";

/** `git push`: every updated or refused ref with its reason, what the remote says, the upstream that was set; counters
 * and advice go. Seen with git 2.39. */
export const tool: Tool = {
  id: "git-push",
  commands: ["git push"],
  summary: "Updated and refused refs, words of the remote",
  effect: "write",
  args: {
    globals: GLOBAL_OPTIONS,
    switches:
      "-v --verbose -q --quiet --all --branches --mirror -d --delete --tags -n --dry-run -f --force " +
      "--no-force-with-lease --force-if-includes --no-force-if-includes --thin --no-thin -u --set-upstream --no-progress " +
      "--prune --no-verify --verify --follow-tags --no-follow-tags --no-signed --atomic --no-atomic " +
      "--no-recurse-submodules -4 --ipv4 -6 --ipv6",
    withArgument: "--repo --receive-pack --exec --recurse-submodules -o --push-option",
    optionalArgument: "--force-with-lease",
    declines: { "exact-format": "--porcelain", interactive: "--signed", "follow-mode": "--progress" },
    operands: "any",
  },
  output: "whole",
  // A pre-push hook may print advice of another tool.
  filter: (run) => compactAction(run, { adviceBehind: /^error: failed to push some refs/ }),
  examples: {
    rewrites: ["git push", "git push -u origin main --tags", "git push --force-with-lease"],
    declines: ["git push --porcelain", "git push --progress"],
  },
};
