import { joinLines, splitLines } from "../../text/lines.ts";
import { indentTree } from "../../text/tree_rows.ts";
import type { Run, Tool } from "../tool.ts";
import { npmOptions } from "./npm_options.ts";
import { cleanNpm } from "./npm_text.ts";

/**
 * `npm ls`: one blank per level in place of the drawn branches. Every package, version and mark (UNMET, invalid,
 * extraneous, deduped) stays. Seen with npm 11.19.
 */
export const tool: Tool = {
  id: "npm-list",
  commands: ["npm ls", "npm list", "npm explain", "npm why"],
  summary: "Installed packages: npm ls, npm explain",
  effect: "read",
  args: {
    ...npmOptions,
    switches: `${npmOptions.switches} -a --all --link --no-unicode`,
    withArgument: `${npmOptions.withArgument} --depth`,
    operands: "any",
  },
  output: "whole",
  filter(run: Run) {
    const stdout = indentTree(splitLines(run.stdout)).filter((line) => line.trim() !== "");
    return { stdout: joinLines(stdout), stderr: joinLines(cleanNpm(splitLines(run.stderr))) };
  },
  examples: {
    rewrites: ["npm ls", "npm ls --depth=0", "npm list react --all"],
    declines: ["npm ls --json", "npm ls --parseable", "npm ls --long"],
  },
};
