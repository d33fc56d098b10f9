import { joinLines, splitLines } from "../../text/lines.ts";
import { indentTree } from "../../text/tree_rows.ts";
import type { Tool } from "../tool.ts";
import { installFilter } from "./install_text.ts";
import { yarnOptions } from "./yarn_options.ts";
import { yarnInstallText } from "./yarn_text.ts";

/**
 * `yarn install`, `add`, `remove`, `upgrade`: drops the banner, steps and the duration. Packages, warnings and errors
 * stay. Seen with yarn 1.22.
 */
export const tool: Tool = {
  id: "yarn-install",
  commands: ["install", "add", "remove", "upgrade", "up", "dedupe", "audit", "check"].map((verb) =>
    `yarn ${verb}`
  ),
  summary: "Installs: yarn install, add, remove, upgrade",
  effect: "write",
  args: { ...yarnOptions, globals: yarnOptions, operands: "any" },
  pipeline: { first: "report" },
  output: "whole",
  filter(run) {
    const stdout = joinLines(indentTree(splitLines(run.stdout)));
    return installFilter({ ...run, stdout }, yarnInstallText);
  },
  examples: {
    rewrites: ["yarn install --frozen-lockfile", "yarn add -D vitest", "yarn --cwd web install"],
    declines: ["yarn install --json", "yarn add --silent lodash"],
  },
};
