import type { Run, Tool } from "../tool.ts";
import { bunOptions } from "./bun_options.ts";
import { followScripts } from "./script_names.ts";
import { scriptParts } from "./script_parts.ts";

/**
 * `bun run NAME`: drops the banner; what the script's command writes is filtered by its own unit. Errors stay. A file
 * that bun runs itself has no banner and stays as it is. Seen with bun 1.4.
 */
export const tool: Tool = {
  id: "bun-run",
  commands: ["bun run"],
  summary: "Package scripts: bun run",
  effect: "write",
  args: { ...bunOptions, permute: false, operands: { min: 1 }, operandRules: followScripts },
  pipeline: { first: "report" },
  output: "whole",
  inner: (run: Run) => scriptParts(run, { isOwn, clean: (lines) => [...new Set(lines)] }),
  examples: {
    rewrites: ["bun run build", "bun run lint --max-warnings 0"],
    declines: ["bun run dev", "bun run --silent build", "bun run --watch src/main.ts", "bun run"],
  },
};

// 'error: script "fail" exited with code 3', 'error: Script not found "nope"'
const OWN =
  /^error: (?:script ".*" (?:exited with code \d+|was terminated by signal .+)|Script not found ".*")$/;

function isOwn(line: string): boolean {
  return OWN.test(line);
}
