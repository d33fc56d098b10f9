import { formatDiagnostics } from "../../text/diagnostics.ts";
import { joinLines, splitLines } from "../../text/lines.ts";
import { relativePaths } from "../../text/paths.ts";
import type { Run, Tool } from "../tool.ts";
import { parseStylish } from "./stylish.ts";

/**
 * `eslint`: equal messages once with all their places, paths without the working directory, no column padding. Every
 * place, severity, message, rule and total stays, errors first. Seen with eslint 10.15 and 8.57 (stylish).
 */
export const tool: Tool = {
  id: "eslint",
  commands: ["eslint", "eslint_d"],
  summary: "Lints: eslint",
  effect: "build",
  writesWith: "--fix --suppress-all --suppress-rule --prune-suppressions",
  args: {
    switches:
      "--no-config-lookup --no-eslintrc --fix --no-ignore --quiet --color --no-color --no-inline-config " +
      "--report-unused-disable-directives --cache --no-cache --suppress-all --prune-suppressions " +
      "--pass-on-unpruned-suppressions --no-error-on-unmatched-pattern --exit-on-fatal-error " +
      "--no-warn-ignored --pass-on-no-patterns -h --help -v --version",
    withArgument: "-c --config --ext --global --parser --parser-options --plugin --rule --fix-type " +
      "--ignore-pattern --ignore-path --max-warnings --report-unused-disable-directives-severity " +
      "--report-unused-inline-configs --cache-file --cache-location --cache-strategy --suppress-rule " +
      "--suppressions-location --flag --concurrency --env --resolve-plugins-relative-to --rulesdir",
    declines: {
      "exact-format": "-f --format -o --output-file --print-config --inspect-config --stats --fix-dry-run " +
        "--env-info --debug",
      "interactive": "--init --mcp",
      "stdin-file": "--stdin --stdin-filename",
    },
    operands: "any",
  },
  pipeline: { first: "report" },
  output: "whole",
  filter(run: Run) {
    const report = parseStylish(relativePaths(run.stdout, run.cwd));
    const stderr = withoutAdvice(run.stderr);
    if (report.diagnostics.length === 0) {
      return run.exit !== 0 && stderr !== undefined ? { stderr: joinLines(stderr) } : undefined;
    }
    if (!report.isWhole) return undefined;
    // Errors make the status 1; so do warnings above --max-warnings, which then says so.
    if (run.exit === 0 && report.diagnostics.some(({ severity }) => severity === "error")) return undefined;
    const { diagnostics, rest, totals } = report;
    return {
      stdout: joinLines([...formatDiagnostics(diagnostics), ...rest, ...totals]),
      stderr: stderr === undefined ? run.stderr : joinLines(stderr),
    };
  },
  examples: {
    rewrites: ["eslint .", "npx eslint src/a.ts --max-warnings 0", "eslint --fix --ext .ts,.tsx src"],
    declines: ["eslint -f json .", "eslint --stdin", "eslint --print-config a.js"],
  },
};

const OOPS = "Oops! Something went wrong! :(";
// What eslint says to whoever has no config file or a wrong pattern; the reason stands before it.
const ADVICE = [
  /^From ESLint v9\.0\.0, the default configuration file is now eslint\.config\.\*\.$/,
  /^If you are using a \.eslintrc\.\* file, please follow the migration guide$/,
  /^to update your configuration file to the new format:$/,
  /^If you still have problems after following the migration guide, please stop by$/,
  /^https:\/\/eslint\.org\/(?:docs\/latest\/use\/configure\/migration-guide|chat\/help)/,
  /^Please check for typing mistakes in the pattern\.$/,
];

/** A crash report without its advice, the reason last; undefined when this is none. */
function withoutAdvice(stderr: string): string[] | undefined {
  const lines = splitLines(stderr).filter((line) => line.trim() !== "");
  if (!lines.includes(OOPS)) return undefined;
  return lines.filter((line) => line !== OOPS && !ADVICE.some((advice) => advice.test(line)));
}
