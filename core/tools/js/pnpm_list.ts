import { joinLines, splitLines } from "../../text/lines.ts";
import type { Run, Tool } from "../tool.ts";
import { plainTable } from "./boxed_table.ts";
import { pnpmOptions } from "./pnpm_options.ts";

/**
 * `pnpm list`, `why`, `outdated`: drops the drawn branches and boxes and the legend. Every package, version and group
 * stays. Seen with pnpm 12.21.
 */
export const tool: Tool = {
  id: "pnpm-list",
  commands: ["pnpm list", "pnpm ls", "pnpm why", "pnpm outdated"],
  summary: "Installed packages: pnpm list, why, outdated",
  effect: "read",
  args: {
    ...pnpmOptions,
    globals: pnpmOptions,
    switches: `${pnpmOptions.switches} --only-projects --no-optional --compatible --no-table`,
    operands: "any",
  },
  output: "whole",
  filter(run: Run) {
    const lines = splitLines(run.stdout).filter((line) => !NOISE.test(line)).map((line) =>
      line.replace(GROUP, "$1")
    );
    return { stdout: joinLines(plainTable(lines)), stderr: run.stderr };
  },
  examples: {
    rewrites: ["pnpm list --depth 0", "pnpm -r ls", "pnpm why react", "pnpm outdated"],
    declines: ["pnpm list --json", "pnpm ls --parseable", "pnpm outdated --format json"],
  },
};

// "│   devDependencies:" between the branches
const GROUP = /^│ +(\w+:)$/;
const NOISE = /^Legend: |^│?\s*$/;
