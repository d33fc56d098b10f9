import type { Tool } from "../tool.ts";
import { vitestArgs } from "./vitest_args.ts";
import { vitestFilter } from "./vitest_filter.ts";

/**
 * `vitest run`: drops passing files, code frames, separators and times. Failing tests with message, diff and frames in
 * user code, unhandled errors, console output and all counts stay.
 */
export const tool: Tool = {
  id: "vitest",
  commands: ["vitest run"],
  summary: "Tests: vitest run",
  effect: "build",
  writesWith: "-u --update",
  args: vitestArgs,
  pipeline: { first: "report" },
  output: "whole",
  filter: vitestFilter,
  examples: {
    rewrites: ["vitest run", "vitest run src/a.test.ts -t 'adds two'", "vitest run --coverage"],
    declines: ["vitest run --reporter=json", "vitest run --watch", "vitest run --ui"],
  },
};
