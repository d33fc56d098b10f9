import { joinLines, splitLines } from "../../text/lines.ts";
import type { Run, Tool } from "../tool.ts";
import { npmOptions } from "./npm_options.ts";
import { cleanNpm } from "./npm_text.ts";

const VERBS =
  ("install i in ins inst insta instal isnt isnta isntal isntall add ci clean-install ic install-clean " +
    "isntall-clean update up upgrade udpate uninstall un unlink remove rm r dedupe ddp find-dupes prune rebuild rb " +
    "audit").split(" ");

/**
 * `npm install`, `npm ci` and their like: drops notices, funding, the path of the log, usage texts and the repeated
 * prefix of npm's lines. Counts, vulnerabilities with their fix, warnings and errors stay. Seen with npm 11.19.
 */
export const tool: Tool = {
  id: "npm-install",
  commands: VERBS.map((verb) => `npm ${verb}`),
  summary: "Installs: npm install, ci, update, uninstall, audit",
  effect: "write",
  args: { ...npmOptions, operands: "any" },
  pipeline: { first: "report" },
  output: "whole",
  filter(run: Run) {
    const [stdout = "", stderr = ""] = [run.stdout, run.stderr].map((text) =>
      joinLines(cleanNpm(splitLines(text)))
    );
    return { stdout, stderr };
  },
  examples: {
    rewrites: ["npm ci", "npm install -D vitest@4", "npm audit fix --force", "npm uninstall lodash -w web"],
    declines: ["npm install --json", "npm audit --json", "npm ci --silent"],
  },
};
