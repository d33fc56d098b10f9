import { type Diagnostic, formatDiagnostics, parseDiagnosticLine } from "../../text/diagnostics.ts";
import { joinLines, splitLines } from "../../text/lines.ts";
import { relativePaths } from "../../text/paths.ts";
import type { Tool } from "../tool.ts";

/**
 * `golangci-lint run`: drops source lines and carets, folds equal messages; every issue stays with its place and linter,
 * those of the type checker first, and the numbers per linter. Seen with 2.15; 1.x prints no numbers.
 */
export const tool: Tool = {
  id: "golangci-lint",
  commands: ["golangci-lint run"],
  summary: "Go linters",
  effect: "build",
  writesWith: "--fix",
  args: {
    // cobra takes the options of `run` before it as well.
    globals: { switches: "--no-color", withArgument: "--color -c --config" },
    switches:
      "--no-config --fast-only --fast --tests --allow-parallel-runners --allow-serial-runners --uniq-by-line " +
      "-n --new --whole-files --fix --enable-all --disable-all --skip-dirs-use-default",
    withArgument:
      "-c --config --default -D --disable -E --enable --enable-only -j --concurrency -p --presets " +
      "--modules-download-mode --issues-exit-code --build-tags --timeout --path-prefix --path-mode --go -e --exclude " +
      "--max-issues-per-linter --max-same-issues --new-from-rev --new-from-patch --new-from-merge-base --color " +
      "--skip-dirs --skip-files",
    declines: {
      "exact-format": "--out-format --output.text.path --output.text.print-linter-name " +
        "--output.text.print-issued-lines --output.text.colors --output.json.path --output.tab.path " +
        "--output.tab.print-linter-name --output.tab.colors --output.html.path --output.checkstyle.path " +
        "--output.code-climate.path --output.junit-xml.path --output.junit-xml.extended --output.teamcity.path " +
        "--output.sarif.path --show-stats --print-linter-name --print-issued-lines --print-resources-usage -v " +
        "--verbose --version -h --help",
    },
    operands: "any",
  },
  pipeline: { first: "report" },
  output: "whole",
  filter(run) {
    const { issues, rest, sums } = readIssues(splitLines(relativePaths(run.stdout, run.cwd)));
    // Status 1 means issues; a failure of the linter itself has others, and may print `0 issues.` before it.
    if (issues.length === 0 || run.exit === 0) return undefined;
    // A message of the type checker has several lines, of which the last one names it.
    const isUncompiled = ({ rule }: Diagnostic): boolean => rule === "" || rule === "(typecheck)";
    const lines = formatDiagnostics(issues, "bare", isUncompiled);
    return { stdout: joinLines([...lines, ...rest, ...sums]), stderr: run.stderr };
  },
  examples: {
    rewrites: [
      "golangci-lint run",
      "golangci-lint run ./... --timeout 5m -E gosec",
      "golangci-lint run --fix",
    ],
    declines: [
      "golangci-lint run --out-format json",
      "golangci-lint run --output.json.path stdout",
      "golangci-lint linters",
      "golangci-lint run -v",
    ],
  },
};

// "Error return value of `os.Remove` is not checked (errcheck)"
const LINTER = / (\([a-z][\w-]*\))$/;
// "	         ^"
const CARET = /^\s*\^$/;
// "8 issues:", then "* errcheck: 3"
const SUMS = /^\d+ issues?:$/;

function readIssues(lines: readonly string[]) {
  const issues: Diagnostic[] = [];
  const rest: string[] = [];
  const sums: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const found = parseDiagnosticLine(line);
    if (found) {
      const linter = LINTER.exec(found.message)?.[1] ?? "";
      const message = linter === "" ? found.message : found.message.slice(0, -linter.length - 1);
      issues.push({ ...found, message, rule: linter });
      at += sourceLines(lines, at + 1);
    } else if (SUMS.test(line)) {
      const end = countEnd(lines, at + 1);
      sums.push([line, lines.slice(at + 1, end).map((one) => one.slice(2)).join(", ")].join(" "));
      at = end - 1;
    } else if (line !== "") rest.push(line);
  }
  return { issues, rest, sums };
}

/** How many lines of source follow an issue: one and its caret, or those of a place that spans lines. */
function sourceLines(lines: readonly string[], at: number): number {
  if (CARET.test(lines[at + 1] ?? "")) return 2;
  let count = 0;
  while ((lines[at + count] ?? "").startsWith("\t")) count++;
  return count;
}

function countEnd(lines: readonly string[], start: number): number {
  let end = start;
  while (/^\* \S+: \d+$/.test(lines[end] ?? "")) end++;
  return end;
}
