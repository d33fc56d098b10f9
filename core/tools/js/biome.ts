import { type Diagnostic, formatDiagnostics } from "../../text/diagnostics.ts";
import { joinLines, splitLines } from "../../text/lines.ts";
import type { Run, Tool } from "../tool.ts";

/**
 * `biome check`, `lint`, `format`, `ci`: drops frames, previews of fixes and notes but for a safe fix. Equal messages
 * stand once with all their places; rules, fixable marks and all totals stay, also the number that biome itself does
 * not show. Seen with biome 2.6.
 */
export const tool: Tool = {
  id: "biome",
  commands: ["biome check", "biome lint", "biome format", "biome ci"],
  summary: "Lints and formats: biome check, lint, format, ci",
  effect: "build",
  writesWith: "--write --fix --apply --apply-unsafe --suppress",
  args: {
    switches:
      "--write --fix --unsafe --apply --apply-unsafe --suppress --staged --changed --no-errors-on-unmatched " +
      "--error-on-warnings --skip-parse-errors --use-server",
    withArgument:
      "--config-path --max-diagnostics --diagnostic-level --log-level --log-kind --log-file --since " +
      "--only --skip --reason --vcs-root --vcs-default-branch --vcs-client-kind --files-max-size --indent-style " +
      "--indent-width --line-ending --line-width --attribute-position --expand --quote-style --jsx-quote-style " +
      "--quote-properties --trailing-commas --semicolons --arrow-parentheses",
    optionalArgument:
      "--formatter-enabled --linter-enabled --assist-enabled --enforce-assist --vcs-enabled " +
      "--vcs-use-ignore-file --files-ignore-unknown --format-with-errors --bracket-same-line --bracket-spacing " +
      "--organize-imports-enabled --use-editorconfig --colors",
    declines: {
      "exact-format":
        "--reporter --reporter-file --verbose --profile-rules --profile-type-inference -h --help",
      "stdin-file": "--stdin-file-path",
      "follow-mode": "--watch",
    },
    operands: "any",
  },
  pipeline: { first: "report" },
  output: "whole",
  filter(run: Run) {
    const [out, err] = [parse(splitLines(run.stdout)), parse(splitLines(run.stderr))];
    const known = out.totals.length + err.totals.length > 0;
    const failed = [...out.diagnostics, ...err.diagnostics].some(({ severity }) => severity === "error");
    if (!known || (run.exit === 0 && failed)) return undefined;
    const write = ({ diagnostics, rest, totals }: Report): string =>
      joinLines([
        ...formatDiagnostics(diagnostics),
        ...rest,
        ...joinFound(totals).map((line) => run.exit === 0 ? line : line.replace(CHECKED, "$1.")),
      ]);
    return { stdout: write(out), stderr: write(err) };
  },
  examples: {
    rewrites: ["biome check src", "npx @biomejs/biome lint --write src", "biome ci --max-diagnostics=100 ."],
    declines: ["biome check --reporter=json .", "biome format --stdin-file-path a.ts", "biome lint --watch"],
  },
};

interface Report {
  readonly diagnostics: Diagnostic[];
  readonly rest: string[];
  readonly totals: string[];
}

// "src/mod1.js:1:5 lint/correctness/noUnusedVariables  FIXABLE  ━━━━", "src/a.js format ━━━━", "check ━━━━"
const HEADER = /^(?:(\S.*?)(?::(\d+:\d+))? )?(\S+)( {2}FIXABLE)? +━{3,}$/;
// "  × Formatter would have printed the following content:", "  ! This variable x is unused.", "  i Safe fix: …"
const MARKED = /^ {2}([×!i]) (.*)$/;
const FRAME = /│/;
const TOTAL =
  /^Found \d+ \w+\.$|^Checked \d+ files? in \S+?\. |^(?:Formatted|Fixed) \d+ files? in |^Diagnostics not shown: \d+\.$/;
// "Checked 10 files in 19ms. No fixes applied.", which is the verdict where nothing was found
const CHECKED = /^(Checked \d+ files?) in \S+?\.(?: No fixes applied\.)?$/;
// "Diagnostics not shown: 43." below it says so.
const NOT_SHOWN = /^Diagnostics not shown: \d+\.$/;
const LIMIT = /^The number of diagnostics exceeds the limit allowed\. /;
const ERRORS_EMITTED = /^× Some errors were emitted while /;
const SEVERITIES: Readonly<Record<string, string>> = { "×": "error", "!": "warning", "i": "info" };

function parse(lines: readonly string[]): Report {
  const report: Report = { diagnostics: [], rest: [], totals: [] };
  for (let at = 0; at < lines.length;) {
    const line = lines[at]!;
    const header = HEADER.exec(line);
    if (header) {
      let end = at + 1;
      while (end < lines.length && /^(?: {2}|\s*$)/.test(lines[end]!)) end++;
      readDiagnostic(header, lines.slice(at + 1, end), report);
      at = end;
      continue;
    }
    const next = lines[at + 1] ?? "";
    if (LIMIT.test(line) && NOT_SHOWN.test(next)) {
      report.totals.push(`${next} ${line.replace(LIMIT, "")}`);
      at++;
    } else if (TOTAL.test(line)) report.totals.push(line);
    else if (line.trim() !== "") report.rest.push(line);
    at++;
  }
  return report;
}

function readDiagnostic(header: RegExpExecArray, body: readonly string[], report: Report): void {
  const [, path = "", at = "", category = "", fixable] = header;
  const told = withoutNotes(body.filter((line) => line.trim() !== "" && !FRAME.test(line)));
  const [first = "", ...details] = told.map((line) => MARKED.exec(line)?.[2] ?? line.slice(2));
  const mark = told.map((line) => MARKED.exec(line)?.[1]).find((one) => one !== undefined) ?? "";
  // "check ━━━", "× Some errors were emitted while running checks."
  if (path === "") {
    return void report.rest.push(
      ...told.map((line) => line.trim()).filter((line) => !ERRORS_EMITTED.test(line)),
    );
  }
  const rule = fixable === undefined ? category : `${category} FIXABLE`;
  // "Formatter would have printed the following content:", which is a preview.
  const message = first.replace(/:$/, "");
  report.diagnostics.push({ path, at, severity: SEVERITIES[mark] ?? "", message, rule, details });
}

/** Notes explain the rule, in one line or several; a safe fix is worth its line. */
function withoutNotes(lines: readonly string[]): string[] {
  let isNote = false;
  return lines.filter((line, at) => {
    if (MARKED.test(line)) isNote = at > 0 && line.startsWith("  i ") && !line.startsWith("  i Safe fix: ");
    return !isNote;
  });
}

const FOUND = /^Found (\d+ \w+)\.$/;

/** `Found 26 errors.`, `Found 36 warnings.` -> `Found 36 warnings, 26 errors.` behind the other totals. */
function joinFound(totals: readonly string[]): string[] {
  const found = totals.flatMap((line) => FOUND.exec(line)?.[1] ?? []);
  const others = totals.filter((line) => !FOUND.test(line));
  if (found.length === 0) return others;
  const isError = (count: string): boolean => / errors?$/.test(count);
  const told = [...found.filter((count) => !isError(count)), ...found.filter(isError)];
  return [...others, `Found ${told.join(", ")}.`];
}
