import type { Tool } from "../tool.ts";
import { compactAction } from "./action_text.ts";
import { GLOBAL_OPTIONS } from "./global_options.ts";

/** `git clone`: where it goes and what the remote says; counters go. Seen with git 2.39. */
export const tool: Tool = {
  id: "git-clone",
  commands: ["git clone"],
  summary: "Target folder, words of the remote",
  effect: "write",
  args: {
    globals: GLOBAL_OPTIONS,
    switches:
      "-v --verbose -q --quiet --no-progress --reject-shallow --no-reject-shallow -n --no-checkout --checkout " +
      "--bare --mirror -l --local --no-local --no-hardlinks --hardlinks -s --shared --dissociate --single-branch " +
      "--no-single-branch --no-tags --tags --shallow-submodules --no-shallow-submodules --remote-submodules " +
      "--no-remote-submodules --sparse --also-filter-submodules -4 --ipv4 -6 --ipv6",
    withArgument:
      "-j --jobs --template --reference --reference-if-able -o --origin -b --branch -u --upload-pack " +
      "--depth --shallow-since --shallow-exclude --separate-git-dir -c --config --server-option --filter --bundle-uri",
    optionalArgument: "--recurse-submodules --recursive",
    declines: { "follow-mode": "--progress" },
    operands: { min: 1, max: 2 },
  },
  output: "whole",
  filter: (run) => compactAction(run),
  examples: {
    rewrites: ["git clone https://example.org/a.git", "git clone --depth 1 -b main ../a.git b"],
    declines: ["git clone --progress ../a.git"],
  },
};
