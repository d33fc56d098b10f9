import { hasOption } from "../../argv/parse_args.ts";
import { formatDiagnostics } from "../../text/diagnostics.ts";
import { joinLines, splitLines } from "../../text/lines.ts";
import { relativePaths } from "../../text/paths.ts";
import type { Tool } from "../tool.ts";
import { RUFF_ARGUMENTS, RUFF_GLOBALS, RUFF_SWITCHES } from "./ruff_options.ts";
import { isBroken, parseRuff } from "./ruff_text.ts";

/**
 * `ruff check`: drops source frames and the diffs of fixes; equal messages once with all their places. Every place,
 * code, message, fix title and total stays. Seen with ruff 0.4 and 0.17.
 */
export const tool: Tool = {
  id: "ruff-check",
  commands: ["ruff check"],
  summary: "Lints: ruff",
  effect: "build",
  writesWith: "--fix --fix-only --add-noqa --add-ignore",
  args: {
    globals: RUFF_GLOBALS,
    switches: `${RUFF_SWITCHES} --fix --no-fix --unsafe-fixes --no-unsafe-fixes --fix-only --no-fix-only ` +
      "--ignore-noqa -e --exit-zero --exit-non-zero-on-fix --show-fixes --no-show-fixes --no-show-source",
    withArgument: `${RUFF_ARGUMENTS} --output-format --select --ignore --extend-select --extend-ignore ` +
      "--per-file-ignores --extend-per-file-ignores --fixable --unfixable --extend-fixable --line-length " +
      "--dummy-variable-rgx",
    optionalArgument: "--add-noqa --add-ignore",
    declines: {
      "exact-format":
        "--diff -o --output-file --statistics --show-files --show-settings -s --silent -h --help " +
        "--show-source --format",
      "follow-mode": "-w --watch",
      "stdin-file": "--stdin-filename",
    },
    values: {
      ...RUFF_GLOBALS.values,
      "--output-format": { only: ["full", "concise"], otherwise: "exact-format" },
    },
    operands: "any",
    operandRules: [{ pattern: "^-$", when: "match", reason: "stdin-file" }],
  },
  pipeline: { first: "report" },
  output: "whole",
  filter({ stdout, stderr, exit, args, cwd }) {
    const { diagnostics, rest } = parseRuff(splitLines(relativePaths(stdout, cwd)));
    const mayBeZero = hasOption(args, "-e", "--exit-zero");
    if (diagnostics.length === 0 || exit > 1 || exit === 0 && !mayBeZero) return undefined;
    // "[*] 14 fixable with `--fix`" stands below "Found 23 errors."
    const isTotal = (line: string): boolean => /^Found \d+ errors?/.test(line);
    const totals = rest.filter(isTotal);
    const others = rest.filter((line) => !isTotal(line));
    const lines = formatDiagnostics(diagnostics, "bare", isBroken);
    return { stdout: joinLines([...lines, ...others, ...totals]), stderr };
  },
  examples: {
    rewrites: [
      "ruff check",
      "ruff check . --select E,F",
      "ruff check --fix src",
      "uv run ruff check",
      "ruff -q check a",
    ],
    declines: [
      "ruff check --output-format json",
      "ruff check --watch",
      "ruff check -",
      "ruff check --statistics",
    ],
  },
};
