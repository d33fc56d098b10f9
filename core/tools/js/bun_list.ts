import { joinLines, splitLines } from "../../text/lines.ts";
import type { Run, Tool } from "../tool.ts";
import { plainTable } from "./boxed_table.ts";
import { bunOptions } from "./bun_options.ts";

/** `bun outdated`, `bun pm ls`: drops the banner, boxes and branches; every package stays. Seen with bun 1.4. */
export const tool: Tool = {
  id: "bun-list",
  commands: ["bun outdated", "bun pm ls", "bun list", "bun why"],
  summary: "Installed packages: bun outdated, bun pm ls",
  effect: "read",
  args: { ...bunOptions, operands: "any" },
  output: "whole",
  filter(run: Run) {
    const lines = splitLines(run.stdout).filter((line) => !/^bun [\w-]+ v\d|^\s*$/.test(line));
    return { stdout: joinLines(plainTable(lines)), stderr: run.stderr };
  },
  examples: { rewrites: ["bun outdated", "bun pm ls --all"], declines: ["bun outdated --silent"] },
};
