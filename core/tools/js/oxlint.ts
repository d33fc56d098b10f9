import { type Diagnostic, formatDiagnostics } from "../../text/diagnostics.ts";
import { joinLines, splitLines } from "../../text/lines.ts";
import type { Run, Tool } from "../tool.ts";

/**
 * `oxlint`: drops frames. Equal messages stand once with all their places; help, rules and totals stay, errors first.
 * Seen with oxlint 1.94.
 */
export const tool: Tool = {
  id: "oxlint",
  commands: ["oxlint"],
  summary: "Lints: oxlint",
  effect: "build",
  writesWith: "--fix --fix-suggestions --fix-dangerously",
  args: {
    switches: "--disable-unicorn-plugin --disable-oxc-plugin --disable-typescript-plugin --import-plugin " +
      "--react-plugin --jsdoc-plugin --jest-plugin --vitest-plugin --jsx-a11y-plugin --nextjs-plugin " +
      "--react-perf-plugin --promise-plugin --node-plugin --vue-plugin --fix --fix-suggestions --fix-dangerously " +
      "--no-ignore --quiet --deny-warnings --no-error-on-unmatched-pattern --report-unused-disable-directives " +
      "--disable-nested-config --type-aware --type-check -h --help -V --version",
    withArgument: "-c --config --tsconfig -A --allow -W --warn -D --deny --ignore-path --ignore-pattern " +
      "--max-warnings --threads --report-unused-disable-directives-severity",
    declines: {
      "exact-format": "-f --format --print-config --rules --debug --init",
      "no-gain": "--silent",
      "interactive": "--lsp",
    },
    operands: "any",
  },
  pipeline: { first: "report" },
  output: "whole",
  filter(run: Run) {
    const { diagnostics, rest, totals } = parse(splitLines(run.stdout));
    if (diagnostics.length === 0) return undefined;
    if (run.exit === 0 && diagnostics.some(({ severity }) => severity === "error")) return undefined;
    return { stdout: joinLines([...formatDiagnostics(diagnostics), ...rest, ...totals]) };
  },
  examples: {
    rewrites: ["oxlint", "npx oxlint src --fix -D correctness"],
    declines: ["oxlint -f json", "oxlint --print-config", "oxlint --silent"],
  },
};

interface Report {
  readonly diagnostics: Diagnostic[];
  readonly rest: string[];
  readonly totals: string[];
}

// "  ! eslint(no-unused-vars): Variable 'total1' is declared but never used.", "  x Unexpected token"
const HEAD = /^ {2}([!x×⚠]) (?:([\w@/.-]+\([\w@/.-]+\)): )?(.*)$/;
// "   ,-[src/m1.js:1:5]", "   ╭─[src/m1.js:1:5]"
const PLACE = /^ *(?:,-|╭─)\[(.+):(\d+:\d+)\]$/;
// " 1 | var total1 = 0;", "   :     ^^^|^^", "   `----"
const FRAME = /^ *(?:\d+ )?(?:[|:│·]| *`-|╰─)|^ *`----$/;
const TOTAL = /^Found \d+ warnings? and \d+ errors?\.$/;

function parse(lines: readonly string[]): Report {
  const report: Report = { diagnostics: [], rest: [], totals: [] };
  for (let at = 0; at < lines.length;) {
    const line = lines[at]!;
    if (HEAD.test(line)) {
      let end = at + 1;
      while (end < lines.length && /^ {2,}\S|^ \d+ /.test(lines[end]!) && !HEAD.test(lines[end]!)) end++;
      report.diagnostics.push(diagnosticOf(lines.slice(at, end)));
      at = end;
      continue;
    }
    if (TOTAL.test(line)) report.totals.push(line);
    else if (line.trim() !== "") report.rest.push(line);
    at++;
  }
  return report;
}

function diagnosticOf([head = "", ...body]: readonly string[]): Diagnostic {
  const [, mark, rule = "", message = ""] = HEAD.exec(head) ?? [];
  const places = body.flatMap((line) => PLACE.exec(line)?.slice(1, 3).join(":") ?? []);
  const [path = "", at = ""] = PLACE.exec(body.find((line) => PLACE.test(line)) ?? "")?.slice(1, 3) ?? [];
  const told = body.filter((line) => !FRAME.test(line) && !PLACE.test(line)).map((line) => line.trim());
  const severity = mark === "x" || mark === "×" ? "error" : "warning";
  return { path, at, severity, message, rule, details: [...told, ...places.slice(1)] };
}
