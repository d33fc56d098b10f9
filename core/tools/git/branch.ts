import { joinLines, splitLines } from "../../text/lines.ts";
import type { Tool } from "../tool.ts";
import { GLOBAL_OPTIONS } from "./global_options.ts";

/** `git branch` that lists: drops padding and indent; marks, ids, upstreams and subjects stay. Seen with git 2.39. */
export const tool: Tool = {
  id: "git-branch",
  commands: ["git branch"],
  summary: "Branches with what was asked for about them",
  effect: "read",
  args: {
    globals: GLOBAL_OPTIONS,
    switches:
      "-v -vv --verbose -q --quiet -r --remotes -a --all -l --list -i --ignore-case --no-color --no-column " +
      "--no-abbrev",
    withArgument: "--sort --points-at",
    optionalArgument: "--abbrev --color",
    declines: {
      "exact-format": "--format --show-current --column --contains --no-contains --merged --no-merged",
      // They say a line or nothing.
      "no-gain":
        "-d --delete -D -m --move -M -c --copy -C -t --track --no-track -u --set-upstream-to --unset-upstream " +
        "-f --force --create-reflog",
      interactive: "--edit-description",
    },
    values: { "--color": { only: ["never", "auto"], otherwise: "exact-format" } },
    // A name makes a branch, which is no reading.
    operands: "none",
  },
  output: "whole",
  filter({ stdout, exit }) {
    if (exit !== 0) return undefined;
    return {
      stdout: joinLines(
        splitLines(stdout).map((line) => line.replace(ENTRY, "$1 $2").replace(/^ {2}(?=\S)/, "")),
      ),
    };
  },
  examples: {
    rewrites: ["git branch", "git branch -a", "git branch -avv --sort=-committerdate"],
    declines: [
      "git branch topic",
      "git branch -d topic",
      "git branch --format=%(refname)",
      "git branch --show-current",
    ],
  },
};

// "* main                c8b83a9 [origin/main] Merge"   "  (HEAD detached at v1) c8b83a9 text"
const ENTRY = /^([ *+] \S.*?) {2,}([0-9a-f]{4,64} .*)$/;
