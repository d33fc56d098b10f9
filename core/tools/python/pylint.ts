import { type Diagnostic, formatDiagnostics, parseDiagnosticLine } from "../../text/diagnostics.ts";
import { joinLines, splitLines } from "../../text/lines.ts";
import { relativePaths } from "../../text/paths.ts";
import type { Tool } from "../tool.ts";

/**
 * `pylint`: equal messages once with all their places, errors first; drops the module titles. Every place, code,
 * message, symbol and the rating stays. Seen with pylint 2.16 and 4.1.
 */
export const tool: Tool = {
  id: "pylint",
  commands: ["pylint"],
  summary: "Lints: pylint",
  effect: "build",
  args: {
    switches: "-E --errors-only -v --verbose --enable-all-extensions --exit-zero --init-import",
    withArgument:
      "--rcfile --init-hook --ignore --ignore-patterns --ignore-paths --persistent --load-plugins " +
      "--fail-under --fail-on -j --jobs --limit-inference-results --extension-pkg-allow-list --source-roots " +
      "--recursive --py-version --ignored-modules --clear-cache-post-run --prefer-stubs -f --output-format -s --score " +
      "--confidence -e --enable -d --disable --max-nested-blocks --ignored-classes --generated-members --notes " +
      "--notes-rgx --max-args --max-positional-arguments --max-locals --max-returns --max-branches " +
      "--max-statements --max-parents --max-attributes --min-public-methods --max-public-methods " +
      "--max-bool-expr --max-line-length --max-module-lines --good-names --bad-names --dummy-variables-rgx " +
      "--additional-builtins --ignored-argument-names --min-similarity-lines --ignore-comments --ignore-imports " +
      "--max-complexity --variable-rgx --argument-rgx --function-rgx --method-rgx --class-rgx --module-rgx --const-rgx",
    declines: {
      "exact-format":
        "--output --msg-template -r --reports --help-msg --list-msgs --list-msgs-enabled --list-groups " +
        "--list-conf-levels --list-extensions --full-documentation --generate-rcfile --generate-toml-config " +
        "--long-help -h --help --version",
      "stdin-file": "--from-stdin",
    },
    values: {
      "-f": { only: ["text"], otherwise: "exact-format" },
      "--output-format": { only: ["text"], otherwise: "exact-format" },
    },
    operands: "any",
  },
  pipeline: { first: "report" },
  output: "whole",
  filter({ stdout, stderr, exit, cwd }) {
    // The status is a set of bits: 1 fatal, 2 error, 4 warning, 8 refactor, 16 convention, 32 usage.
    if (exit >= 32) return undefined;
    const diagnostics: Diagnostic[] = [];
    const rest: string[] = [];
    for (const line of splitLines(relativePaths(stdout, cwd))) {
      const one = parseDiagnosticLine(line);
      if (one && MESSAGE.test(one.message)) diagnostics.push(one);
      else if (line !== "" && !NOISE.test(line)) rest.push(line);
    }
    if (diagnostics.length === 0) return exit === 0 ? { stdout: joinLines(rest), stderr } : undefined;
    const lines = formatDiagnostics(diagnostics, "bare", ({ message }) => /^[EF]/.test(message));
    return { stdout: joinLines([...lines, ...rest]), stderr };
  },
  examples: {
    rewrites: [
      "pylint src",
      "python -m pylint --disable=C0114 app.py",
      "pylint -E pkg",
      "pylint -f text a.py",
    ],
    declines: [
      "pylint -f json a.py",
      "pylint --list-msgs",
      "pylint -r y a.py",
      "pylint --msg-template='{path}' a.py",
    ],
  },
};

// "C0114: Missing module docstring (missing-module-docstring)"
const MESSAGE = /^[CRWEFI]\d{4}: /;
// "************* Module app", and the line above the rating
const NOISE = /^\*{5,} Module |^-{10,}$/;
