import { joinLines, splitLines } from "../../text/lines.ts";
import type { Run, Tool } from "../tool.ts";

/**
 * `prettier --check`, `prettier --write`: drops the heading, durations, unchanged files and code frames. Files that are
 * not formatted or were changed, errors with their place, and the count stay. Seen with prettier 3.10 and 2.8.
 */
export const tool: Tool = {
  id: "prettier",
  commands: ["prettier"],
  summary: "Formats: prettier --check, --write",
  effect: "build",
  writesWith: "-w --write",
  args: {
    switches: "-c --check -w --write --bracket-same-line --no-bracket-spacing --no-experimental-ternaries " +
      "--experimental-ternaries --jsx-single-quote --no-semi --single-attribute-per-line --single-quote " +
      "--use-tabs --vue-indent-script-and-style --no-config --no-editorconfig --with-node-modules --cache " +
      "--check-ignore-pragma --no-color --color --no-error-on-unmatched-pattern -u --ignore-unknown " +
      "--insert-pragma --require-pragma --no-plugin-search --jsx-bracket-same-line",
    withArgument:
      "--arrow-parens --embedded-language-formatting --end-of-line --experimental-operator-position " +
      "--html-whitespace-sensitivity --object-wrap --parser --print-width --prose-wrap --quote-props " +
      "--tab-width --trailing-comma --config --config-precedence --ignore-path --plugin --plugin-search-dir " +
      "--cache-location --cache-strategy --log-level --loglevel",
    declines: {
      "exact-format": "-l --list-different --find-config-path --file-info --support-info --cursor-offset " +
        "--range-start --range-end -h --help -v --version",
      "stdin-file": "--stdin-filepath",
      "follow-mode": "--watch",
    },
    // Without one of these it prints the formatted text.
    requires: { options: "-c --check -w --write", reason: "exact-format" },
    operands: "any",
  },
  pipeline: { first: "report" },
  output: "whole",
  filter(run: Run) {
    const [stdout, stderr] = [run.stdout, run.stderr].map((text) => compact(splitLines(text)));
    const lines = [...stdout ?? [], ...stderr ?? []];
    const isClean = lines.every((line) => line === CLEAN) && /\S/.test(run.stdout);
    // Nothing but the heading, or files that all were unchanged.
    if (run.exit === 0 && isClean) return { stdout: "prettier: ok\n", stderr: "" };
    if (run.exit !== 0 && lines.length === 0) return undefined;
    return { stdout: joinLines(stdout ?? []), stderr: joinLines(stderr ?? []) };
  },
  examples: {
    rewrites: [
      "prettier --check .",
      "npx prettier -c 'src/**/*.ts'",
      "prettier --write src/a.ts --log-level warn",
    ],
    declines: ["prettier src/a.ts", "prettier -l .", "prettier --stdin-filepath a.ts --check"],
  },
};

const HEADING = "Checking formatting...";
const CLEAN = "All matched files use Prettier code style!";
// "src/mod1.js 33ms", "src/fine.js 54ms (unchanged)"; with the cache "(unchanged) (cached)"
const WRITTEN = /^(\S.*) \d+(?:\.\d+)?ms( \(unchanged\))?( \(cached\))?$/;
// "[error] > 1 | const x = {;", "[error]     |            ^"
const FRAME = /^\[error\] (?:>? +)?\d+ \||^\[error\] +\| *\^/;
const VERDICT = /^\[(?:warn|error)\] Code style issues |^Error occurred when checking code style in /;

/** Errors first, what they come to last; that other files are in order comes before all. */
function compact(lines: readonly string[]): string[] {
  const kept = lines.flatMap((line) => {
    if (line.trim() === "" || line === HEADING || FRAME.test(line)) return [];
    const [, file, unchanged] = WRITTEN.exec(line) ?? [];
    if (file === undefined) return [line];
    return unchanged === undefined ? [file] : [];
  });
  return kept.toSorted((a, b) => rankOf(a) - rankOf(b));
}

function rankOf(line: string): number {
  if (line === CLEAN) return 0;
  if (VERDICT.test(line)) return 3;
  return line.startsWith("[error] ") ? 1 : 2;
}
