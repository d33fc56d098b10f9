import type { Tool } from "../tool.ts";
import { vitestArgs } from "./vitest_args.ts";
import { vitestFilter } from "./vitest_filter.ts";

/** `vitest --run`, `vitest --watch=false`, `vitest related --run`: else vitest watches. The filter is that of `vitest run`. */
export const tool: Tool = {
  id: "vitest-once",
  commands: ["vitest", "vitest related"],
  summary: "Tests: vitest --run",
  effect: "build",
  writesWith: "-u --update",
  args: {
    ...vitestArgs,
    requires: { options: "--run --no-watch --watch", reason: "follow-mode" },
    operandRules: [
      { at: 0, pattern: "^(?:bench|list|init|complete)$", when: "match", reason: "exact-format" },
      { at: 0, pattern: "^(?:dev|watch)$", when: "match", reason: "follow-mode" },
    ],
  },
  pipeline: { first: "report" },
  output: "whole",
  filter: vitestFilter,
  examples: {
    rewrites: ["vitest --run", "vitest related --run src/a.ts"],
    declines: ["vitest", "vitest src/a.test.ts", "vitest bench --run"],
  },
};
