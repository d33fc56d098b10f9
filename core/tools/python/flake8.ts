import { hasOption } from "../../argv/parse_args.ts";
import { type Diagnostic, formatDiagnostics, parseDiagnosticLine } from "../../text/diagnostics.ts";
import { joinLines, splitLines } from "../../text/lines.ts";
import { relativePaths } from "../../text/paths.ts";
import type { Tool } from "../tool.ts";

/**
 * `flake8`: equal messages once with all their places, syntax errors first. Every place, code and message stays. Seen
 * with flake8 5.0 and 7.5.
 */
export const tool: Tool = {
  id: "flake8",
  commands: ["flake8"],
  summary: "Lints: flake8",
  effect: "build",
  args: {
    switches:
      "-v --verbose --isolated --count --hang-closing --disable-noqa --no-show-source --exit-zero --doctests",
    withArgument: "--append-config --config --enable-extensions --require-plugins --color --exclude " +
      "--extend-exclude --filename --ignore --extend-ignore --per-file-ignores --max-line-length " +
      "--max-doc-length --indent-size --select --extend-select -j --jobs --max-complexity --builtins " +
      "--include-in-doctest --exclude-from-doctest --docstring-convention --import-order-style " +
      "--application-import-names",
    declines: {
      "exact-format":
        "--output-file --tee --format -q --quiet --show-source --statistics --benchmark --bug-report " +
        "--version -h --help",
      "stdin-file": "--stdin-display-name",
    },
    values: { "--color": { only: ["auto", "never"], otherwise: "exact-format" } },
    operands: "any",
    operandRules: [{ pattern: "^-$", when: "match", reason: "stdin-file" }],
  },
  pipeline: { first: "report" },
  output: "whole",
  filter({ stdout, stderr, exit, args, cwd }) {
    if (exit > 1 || exit === 0 && !hasOption(args, "--exit-zero")) return undefined;
    const diagnostics: Diagnostic[] = [];
    const rest: string[] = [];
    for (const line of splitLines(relativePaths(stdout, cwd))) {
      const one = parseDiagnosticLine(line);
      if (one) diagnostics.push(one);
      else if (line !== "") rest.push(line);
    }
    if (diagnostics.length === 0) return undefined;
    // E9: the file cannot be parsed; F82: a name that is not there.
    const isBroken = ({ message }: Diagnostic): boolean => /^(?:E9|F82)\d/.test(message);
    const lines = formatDiagnostics(diagnostics, "bare", isBroken);
    return { stdout: joinLines([...lines, ...rest]), stderr };
  },
  examples: {
    rewrites: ["flake8", "flake8 src --max-line-length=100", "python -m flake8 --count ."],
    declines: ["flake8 --format=json", "flake8 -q", "flake8 --statistics", "flake8 -"],
  },
};
