import type { Tool } from "../tool.ts";
import { bunOptions } from "./bun_options.ts";
import { installFilter, type InstallText } from "./install_text.ts";

const TEXT: InstallText = {
  noise: [
    /^bun [\w-]+ v\d+\.\d+\.\d+\S*(?: \(\w+\))?$/,
    /^Resolving dependencies$/,
    /^Resolved, downloaded and extracted \[\d+\]$/,
    /^Saved lockfile$/,
  ],
  verdict: /^\d+ packages? (?:installed|removed)|^Checked \d+ installs? across |^error: /,
  // "126 packages installed [254.00ms]"
  line: (text) => text.replace(/ \[\d+(?:\.\d+)?m?s\]$/, ""),
};

/**
 * `bun install`, `add`, `remove`, `update`: drops the banner, progress and the duration. Packages with their versions,
 * counts and errors stay. Seen with bun 1.4.
 */
export const tool: Tool = {
  id: "bun-install",
  commands: ["install", "i", "add", "a", "remove", "rm", "update", "ci"].map((verb) => `bun ${verb}`),
  summary: "Installs: bun install, add, remove, update",
  effect: "write",
  args: { ...bunOptions, operands: "any" },
  pipeline: { first: "report" },
  output: "whole",
  filter: (run) => installFilter(run, TEXT),
  examples: {
    rewrites: ["bun install", "bun add -d vitest", "bun install --frozen-lockfile"],
    declines: ["bun install --silent", "bun update --interactive"],
  },
};
