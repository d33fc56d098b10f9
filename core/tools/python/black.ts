import { joinLines, splitLines } from "../../text/lines.ts";
import { relativePaths } from "../../text/paths.ts";
import type { Tool } from "../tool.ts";

/**
 * `black`: drops cheers and the names of files that were fine; files it changed or would change, syntax errors and the
 * totals stay. Seen with black 23.1 and 26.10.
 */
export const tool: Tool = {
  id: "black",
  commands: ["black"],
  summary: "Formats Python: black",
  effect: "write",
  args: {
    switches:
      "--pyi --ipynb -x --skip-source-first-line -S --skip-string-normalization -C --skip-magic-trailing-comma " +
      "--preview --unstable --check --no-color --fast --safe -v --verbose --no-cache",
    withArgument: "-l --line-length -t --target-version --python-cell-magics --enable-unstable-feature " +
      "--line-ranges --required-version --exclude --extend-exclude --force-exclude --include -W --workers " +
      "--config --cache-dir",
    declines: {
      "exact-format": "--diff --color -q --quiet -c --code --version -h --help",
      "stdin-file": "--stdin-filename",
    },
    operands: "any",
    operandRules: [{ pattern: "^-$", when: "match", reason: "stdin-file" }],
  },
  pipeline: { first: "report" },
  output: "whole",
  filter({ stdout, stderr, merged, cwd }) {
    const text = compact(relativePaths(merged ? stdout : stderr, cwd));
    if (text === undefined) return undefined;
    return merged ? { stdout: text } : { stdout, stderr: text };
  },
  examples: {
    rewrites: ["black .", "black --check src tests", "python -m black -l 100 a.py"],
    declines: ["black --diff .", "black -", "black -q .", "black -c 'x=1'"],
  },
};

const NOISE =
  /^(?:All done! |Oh no! |Identified `.*` as project root|Found input source directory: |Using configuration (?:from|in) )|(?: already well formatted, good job\.|wasn't modified on disk since last run\.)$|^\s*$/;
// "7 files reformatted, 1 file left unchanged.", "1 file would be reformatted, 1 file would fail to reformat."
const TOTAL = /^\d+ files? (?:would (?:be|fail)|reformatted|left|failed)/;

/** Errors first, then the files, then the totals; undefined without totals. */
function compact(text: string): string | undefined {
  const lines = splitLines(text).filter((line) => !NOISE.test(line));
  const totals = lines.filter((line) => TOTAL.test(line));
  if (totals.length !== 1) return undefined;
  const isFile = (line: string): boolean => /^(?:would reformat|reformatted) /.test(line);
  const files = lines.filter(isFile);
  const others = lines.filter((line) => !isFile(line) && !TOTAL.test(line));
  return joinLines([...others, ...files, ...totals]);
}
