import { formatDiagnostics } from "../../text/diagnostics.ts";
import { joinLines } from "../../text/lines.ts";
import { relativePaths } from "../../text/paths.ts";
import type { Run, Tool } from "../tool.ts";
import { parseStylish } from "./stylish.ts";

/**
 * `stylelint`: equal messages once with all their places, no column padding. Every place, severity, message, rule and
 * total stays, errors first. Seen with stylelint 17.
 */
export const tool: Tool = {
  id: "stylelint",
  commands: ["stylelint"],
  summary: "Lints: stylelint",
  effect: "build",
  writesWith: "--fix --suppress",
  args: {
    switches: "--ignore-disables --id --disable-default-ignores --di --cache --no-cache -q --quiet " +
      "--quiet-deprecation-warnings --color --no-color --validate --no-validate --report-needless-disables --rd " +
      "--report-invalid-scope-disables --risd --report-descriptionless-disables --rdd --report-unscoped-disables " +
      "--rud --allow-empty-input --aei -h --help -v --version",
    withArgument: "-c --config --config-basedir -i --ignore-path --ignore-pattern --ip --custom-syntax " +
      "--cache-location --cache-strategy --max-warnings --mw --suppress-location --globby-options --go",
    optionalArgument: "--fix --suppress",
    declines: {
      "exact-format":
        "-f --formatter --custom-formatter -o --output-file --print-config --compute-edit-info --cei",
      "stdin-file": "--stdin --stdin-filename",
      "follow-mode": "--watch",
    },
    operands: "any",
  },
  pipeline: { first: "report" },
  output: "whole",
  filter(run: Run) {
    const [out, err] = [run.stdout, run.stderr].map((text) => parseStylish(relativePaths(text, run.cwd)));
    const found = [...out?.diagnostics ?? [], ...err?.diagnostics ?? []];
    if (found.length === 0 || !out?.isWhole || !err?.isWhole) return undefined;
    if (run.exit === 0 && found.some(({ severity }) => severity === "error")) return undefined;
    const [stdout, stderr] = [out, err].map((report) => {
      if (!report) return "";
      return joinLines([...formatDiagnostics(report.diagnostics), ...report.rest, ...report.totals]);
    });
    return { stdout: stdout ?? "", stderr: stderr ?? "" };
  },
  examples: {
    rewrites: ["stylelint '**/*.css'", "npx stylelint --fix src/a.css"],
    declines: ["stylelint -f json a.css", "stylelint --stdin"],
  },
};
