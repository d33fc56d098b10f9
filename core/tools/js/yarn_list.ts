import { joinLines, splitLines } from "../../text/lines.ts";
import { indentTree } from "../../text/tree_rows.ts";
import type { Run, Tool } from "../tool.ts";
import { yarnOptions } from "./yarn_options.ts";
import { cleanYarn } from "./yarn_text.ts";

/**
 * `yarn list`, `why`, `outdated`: drops the banner, the drawn branches, column padding, the colour legend and the
 * duration. Every package and version stays. Seen with yarn 1.22.
 */
export const tool: Tool = {
  id: "yarn-list",
  commands: ["yarn list", "yarn why", "yarn outdated"],
  summary: "Installed packages: yarn list, why, outdated",
  effect: "read",
  args: { ...yarnOptions, globals: yarnOptions, operands: "any" },
  output: "whole",
  filter(run: Run) {
    const lines = indentTree(cleanYarn(splitLines(run.stdout))).filter((line) => !LEGEND.test(line));
    const isTable = lines.some((line) => HEADER.test(line));
    const stdout = isTable ? lines.map((line) => line.replaceAll(/ {2,}/g, " ").trimEnd()) : lines;
    return { stdout: joinLines(stdout), stderr: joinLines(cleanYarn(splitLines(run.stderr))) };
  },
  examples: {
    rewrites: ["yarn list --depth=0", "yarn why lodash", "yarn outdated"],
    declines: ["yarn list --json", "yarn why lodash --json"],
  },
};

// "info Color legend : ", ' "<red>"    : Major Update backward-incompatible updates '
const LEGEND = /^info Color legend : *$|^ "<(?:red|yellow|green)>" *: /;
const HEADER = /^Package +Current +Wanted +Latest/;
