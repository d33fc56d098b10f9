import type { Tool } from "../tool.ts";
import { installFilter, type InstallText } from "./install_text.ts";
import { pnpmOptions } from "./pnpm_options.ts";

const VERBS =
  "install i add ci update up upgrade remove rm uninstall un dedupe prune rebuild rb audit import fetch";

const TEXT: InstallText = {
  noise: [
    /^Progress: resolved \d+/,
    /^[+-]+$/,
    /^Packages are (?:hard linked|copied|cloned) from the content-addressable store to the virtual store\.$/,
    /^ +Content-addressable store is at: /,
    /^ +Virtual store is at: /,
    // pnpm 12: "Done in 5.8s using pnpm v12.21.0"; pnpm 8: "Done in 5.8s"
    /^Done in [\d.]+m?s(?: using pnpm v\S+)?$/,
  ],
  verdict: /^Packages: |^Already up to date$|^\d+ vulnerabilities found$|^Lockfile is up to date, /,
};

/**
 * `pnpm install`, `add`, `remove`, `update`: drops progress, store paths and the duration. Packages with their versions,
 * counts, warnings, ignored build scripts and errors stay. Seen with pnpm 12.21 and 9.15.
 */
export const tool: Tool = {
  id: "pnpm-install",
  commands: VERBS.split(" ").map((verb) => `pnpm ${verb}`),
  summary: "Installs: pnpm install, add, remove, update",
  effect: "write",
  args: { ...pnpmOptions, globals: pnpmOptions, operands: "any" },
  pipeline: { first: "report" },
  output: "whole",
  filter: (run) => installFilter(run, TEXT),
  examples: {
    rewrites: ["pnpm install --frozen-lockfile", "pnpm --filter web add -D vitest", "pnpm -r update lodash"],
    declines: ["pnpm install --reporter=ndjson", "pnpm audit --json", "pnpm install --silent"],
  },
};
