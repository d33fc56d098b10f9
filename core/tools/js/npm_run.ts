import { joinLines, splitLines } from "../../text/lines.ts";
import type { Run, Tool } from "../tool.ts";
import { npmOptions } from "./npm_options.ts";
import { cleanNpm, failedWorkspaces, isNpmLine } from "./npm_text.ts";
import { scriptParts } from "./script_parts.ts";
import { followScripts } from "./script_names.ts";

/**
 * `npm run`, `npm test`: drops the banner and npm's notices and log path; what the script's command writes is filtered
 * by that command's unit, and stays as it is where there is none. npm's errors stay. Seen with npm 11.19.
 */
export const tool: Tool = {
  id: "npm-run",
  commands: [
    "npm run",
    "npm run-script",
    "npm rum",
    "npm urn",
    "npm test",
    "npm t",
    "npm tst",
  ],
  summary: "Package scripts: npm run, npm test",
  effect: "write",
  args: {
    ...npmOptions,
    operands: "any",
    operandRules: followScripts,
  },
  pipeline: { first: "report" },
  output: "whole",
  inner(run: Run) {
    return scriptParts(run, { isOwn: isNpmLine, clean: cleanNpm, failed: failedWorkspaces });
  },
  filter(run: Run) {
    // No banner: npm itself failed (a missing script), or listed the scripts.
    const [stdout, stderr] = [run.stdout, run.stderr].map((text) => joinLines(cleanNpm(splitLines(text))));
    return run.exit === 0 ? undefined : { stdout: stdout ?? "", stderr: stderr ?? "" };
  },
  examples: {
    rewrites: ["npm test", "npm run build -w web", "npm run test -- --coverage"],
    declines: ["npm run dev", "npm run test:watch", "npm run -s build", "npm test -- --watch"],
  },
};
