import { type Diagnostic, formatDiagnostics } from "../../text/diagnostics.ts";
import { joinLines, splitLines } from "../../text/lines.ts";
import type { Run, Tool } from "../tool.ts";

/**
 * `markdownlint`, `markdownlint-cli2`: the file once above its rows, equal messages once with all their places; the
 * second names of rules go. Every place, rule, message and context stays. Seen with markdownlint-cli 0.48 and markdownlint-cli2 0.22.
 */
export const tool: Tool = {
  id: "markdownlint",
  commands: ["markdownlint", "markdownlint-cli2"],
  summary: "Lints: markdownlint",
  effect: "build",
  writesWith: "-f --fix",
  args: {
    switches: "-d --dot -f --fix -q --quiet --no-globs -h --help -V --version",
    withArgument: "-c --config --configPointer -i --ignore -p --ignore-path -r --rules --enable --disable",
    declines: { "exact-format": "-j --json -o --output --format", "stdin-file": "-s --stdin" },
    operands: "any",
  },
  pipeline: { first: "report" },
  output: "whole",
  filter(run: Run) {
    const [out, err] = [run.stdout, run.stderr].map((text) => parse(splitLines(text)));
    const found = (out?.diagnostics.length ?? 0) + (err?.diagnostics.length ?? 0);
    if (found === 0 || run.exit === 0) return undefined;
    const [stdout, stderr] = [out, err].map((report) => {
      if (!report) return "";
      return joinLines([...formatDiagnostics(report.diagnostics), ...report.rest, ...report.totals]);
    });
    return { stdout: stdout ?? "", stderr: stderr ?? "" };
  },
  examples: {
    rewrites: ["markdownlint README.md", "npx markdownlint-cli2 '**/*.md' --fix"],
    declines: ["markdownlint --json .", "markdownlint --stdin"],
  },
};

interface Report {
  readonly diagnostics: Diagnostic[];
  readonly rest: string[];
  readonly totals: string[];
}

// 'bad.md:1:1 error MD018/no-missing-space-atx No space after hash on atx style heading [Context: "#Title"]'
const ROW = /^(\S.*?):(\d+(?::\d+)?) (?:(error|warning) )?(MD\d{3})(?:\/[\w-]+)* (.*)$/;
// "Summary: 5 error(s)"
const TOTAL = /^Summary: \d+ error\(s\)$/;
// "markdownlint-cli2 v0.18.1 (markdownlint v0.38.0)"
const BANNER = /^markdownlint-cli2 v\d\S* \(markdownlint v\d\S*\)$/;

function parse(lines: readonly string[]): Report {
  const report: Report = { diagnostics: [], rest: [], totals: [] };
  for (const line of lines) {
    const [, path, at = "", severity = "error", rule = "", message = ""] = ROW.exec(line) ?? [];
    if (path !== undefined) report.diagnostics.push({ path, at, severity, message, rule, details: [] });
    else if (TOTAL.test(line)) report.totals.push(line);
    else if (line.trim() !== "" && !BANNER.test(line)) report.rest.push(line);
  }
  return report;
}
