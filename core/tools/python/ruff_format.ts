import { formatDiagnostics } from "../../text/diagnostics.ts";
import { joinLines, splitLines } from "../../text/lines.ts";
import { relativePaths } from "../../text/paths.ts";
import type { Tool } from "../tool.ts";
import { RUFF_ARGUMENTS, RUFF_GLOBALS, RUFF_SWITCHES } from "./ruff_options.ts";
import { parseRuff } from "./ruff_text.ts";

/**
 * `ruff format`: drops the diffs of `--check` (from ruff 0.12 on); every file, syntax error and total stays. Seen with
 * ruff 0.4 and 0.17.
 */
export const tool: Tool = {
  id: "ruff-format",
  commands: ["ruff format"],
  summary: "Formats Python: ruff",
  effect: "write",
  args: {
    globals: RUFF_GLOBALS,
    switches: `${RUFF_SWITCHES} --check --exit-non-zero-on-format`,
    withArgument: `${RUFF_ARGUMENTS} --output-format --line-length --range`,
    declines: { "exact-format": "--diff -s --silent -h --help", "stdin-file": "--stdin-filename" },
    values: {
      ...RUFF_GLOBALS.values,
      "--output-format": { only: ["full", "concise"], otherwise: "exact-format" },
    },
    operands: "any",
    operandRules: [{ pattern: "^-$", when: "match", reason: "stdin-file" }],
  },
  pipeline: { first: "report" },
  output: "whole",
  filter({ stdout, stderr, cwd }) {
    const { diagnostics, rest } = parseRuff(splitLines(relativePaths(stdout, cwd)));
    const shorter = relativePaths(stderr, cwd);
    if (diagnostics.length === 0) return { stdout: joinLines(rest), stderr: shorter };
    return { stdout: joinLines([...formatDiagnostics(diagnostics), ...rest]), stderr: shorter };
  },
  examples: {
    rewrites: ["ruff format", "ruff format --check src", "ruff --isolated format ."],
    declines: ["ruff format --diff", "ruff format -", "ruff format --stdin-filename a.py"],
  },
};
