import { joinLines, splitLines } from "../../text/lines.ts";
import type { Run, Tool } from "../tool.ts";
import { npmOptions } from "./npm_options.ts";
import { cleanNpm, isNpmLine } from "./npm_text.ts";

/** `npm outdated`: drops the column padding; every package, version and place stays. Seen with npm 11.19. */
export const tool: Tool = {
  id: "npm-outdated",
  commands: ["npm outdated"],
  summary: "Outdated packages: npm outdated",
  effect: "read",
  args: { ...npmOptions, switches: `${npmOptions.switches} -a --all`, operands: "any" },
  output: "whole",
  filter(run: Run) {
    const table = cleanNpm(splitLines(run.stdout)).map((line) =>
      isNpmLine(line) ? line : line.replaceAll(/ {2,}/g, "  ")
    );
    return { stdout: joinLines(table), stderr: joinLines(cleanNpm(splitLines(run.stderr))) };
  },
  examples: { rewrites: ["npm outdated", "npm outdated -g"], declines: ["npm outdated --json"] },
};
