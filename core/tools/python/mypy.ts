import { type Diagnostic, formatDiagnostics, parseDiagnosticLine } from "../../text/diagnostics.ts";
import { joinLines, splitLines } from "../../text/lines.ts";
import { relativePaths } from "../../text/paths.ts";
import type { Tool } from "../tool.ts";

/**
 * `mypy`: equal messages once with all their places; notes stay with their error, links to the manual go. Every place,
 * message, code and total stays. Seen with mypy 1.0 and 2.4.
 */
export const tool: Tool = {
  id: "mypy",
  commands: ["mypy"],
  summary: "Type errors: mypy",
  effect: "build",
  args: {
    switches: "-v --verbose --warn-unused-configs --no-namespace-packages --namespace-packages " +
      "--ignore-missing-imports --follow-untyped-imports --no-site-packages --no-silence-site-packages " +
      "--disallow-any-unimported --disallow-any-expr --disallow-any-decorated --disallow-any-explicit " +
      "--disallow-any-generics --allow-any-generics --disallow-subclassing-any --disallow-untyped-calls " +
      "--disallow-untyped-defs --disallow-incomplete-defs --check-untyped-defs --disallow-untyped-decorators " +
      "--implicit-optional --no-implicit-optional --no-strict-optional --strict-optional --warn-redundant-casts " +
      "--warn-unused-ignores --no-warn-unused-ignores --no-warn-no-return --warn-return-any --warn-unreachable " +
      "--report-deprecated-as-note --allow-untyped-globals --allow-redefinition --allow-redefinition-old " +
      "--allow-redefinition-new --no-implicit-reexport --implicit-reexport --strict-equality " +
      "--strict-equality-for-none --strict-bytes --no-strict-bytes --extra-checks --strict --show-error-context " +
      "--hide-error-context --show-column-numbers --hide-column-numbers --show-error-end --hide-error-codes " +
      "--show-error-codes --show-error-code-links --hide-error-code-links --no-pretty --no-color-output " +
      "--color-output --no-error-summary --error-summary --show-absolute-path --no-incremental --incremental " +
      "--sqlite-cache --no-sqlite-cache --cache-fine-grained --fixed-format-cache --no-fixed-format-cache " +
      "--skip-version-check --skip-cache-mtime-checks --show-traceback --tb --raise-exceptions " +
      "--warn-incomplete-stub --scripts-are-modules --non-interactive --explicit-package-bases " +
      "--fast-module-lookup --exclude-gitignore --native-parser --no-native-parser --local-partial-types",
    withArgument:
      "--config-file --follow-imports --python-executable --python-version --platform --always-true " +
      "--always-false --untyped-calls-exclude --deprecated-calls-exclude --disable-error-code " +
      "--enable-error-code --cache-dir --custom-typing-module --custom-typeshed-dir --shadow-file --exclude -m " +
      "--module -p --package -c --command --junit-xml --junit-format --enable-incomplete-feature -n --num-workers",
    declines: {
      // Frames that were asked for, reports, data.
      "exact-format":
        "--pretty -O --output -h --help -V --version --any-exprs-report --cobertura-xml-report " +
        "--html-report --linecount-report --linecoverage-report --lineprecision-report --txt-report --xml-report " +
        "--xslt-html-report --xslt-txt-report --find-occurrences --stats --inferstats --dump-type-stats",
      // It asks before it installs.
      "interactive": "--pdb --interactive --install-types",
    },
    operands: "any",
  },
  pipeline: { first: "report" },
  output: "whole",
  filter({ stdout, stderr, exit, cwd }) {
    // A crash of mypy itself: its traceback is the fact.
    if (exit !== 1 && exit !== 2 || /INTERNAL ERROR|^Traceback /m.test(stdout + stderr)) return undefined;
    const { diagnostics, rest } = parse(splitLines(relativePaths(stdout, cwd)));
    // `pretty = true` in the project's settings: wrapped messages, source lines.
    if (diagnostics.length === 0 || rest.some((line) => /^\s+\^[~^]*$/.test(line))) return undefined;
    return { stdout: joinLines([...formatDiagnostics(diagnostics, "quoted"), ...rest]), stderr };
  },
  examples: {
    rewrites: [
      "mypy .",
      "mypy --strict src",
      "python -m mypy -p app",
    ],
    declines: [
      "mypy --install-types .",
      "mypy -O json .",
      "mypy --html-report out .",
      "mypy --version",
      "mypy --pretty .",
    ],
  },
};

// "Incompatible types in assignment  [assignment]"
const CODE = /^(.*?) {2}(\[[\w-]+\])$/;
// "nope.py: error: Cannot read file"
const WITHOUT_LINE = /^(\S[^:]*): (error|note): (.*)$/;

// `mod.py: note: In function "f1":` stands above what it is about (--show-error-context)
const SCOPE = /^(?:In (?:function|member|class)|At top level)\b/;

function parse(lines: readonly string[]): { diagnostics: readonly Diagnostic[]; rest: readonly string[] } {
  const diagnostics: Diagnostic[] = [];
  const rest: string[] = [];
  let details: string[] = [];
  let scope: { readonly path: string; readonly scope: string } | undefined;
  for (const line of lines) {
    const one = parseDiagnosticLine(line) ?? placeless(line);
    if (!one) {
      if (line !== "") rest.push(line);
    } else if (one.severity !== "note") {
      const [, message = one.message, rule = ""] = CODE.exec(one.message) ?? [];
      details = [];
      const within = scope?.path === one.path ? { scope: scope.scope } : {};
      diagnostics.push({ ...one, ...within, message, rule, details });
    } else if (one.at === "" && SCOPE.test(one.message)) {
      scope = { path: one.path, scope: one.message.replace(/:$/, "") };
    } else if (!addNote(one, line, { last: diagnostics.at(-1), details })) diagnostics.push(one);
  }
  return { diagnostics, rest };
}

/** Adds a note to the error above it, where it is about that; a link to the manual goes. */
function addNote(
  { path, at, message }: Diagnostic,
  line: string,
  { last, details }: { last: Diagnostic | undefined; details: string[] },
): boolean {
  if (last?.severity !== "error") return false;
  const isSame = last.path === path && last.at === at;
  if (isSame && !/^See https:\/\//.test(message)) details.push(`note: ${message.trim()}`);
  else if (!isSame && message.endsWith(" defined here")) details.push(line);
  else return isSame;
  return true;
}

function placeless(line: string): Diagnostic | undefined {
  const [, path, severity = "", message = ""] = WITHOUT_LINE.exec(line) ?? [];
  return path === undefined ? undefined : { path, at: "", severity, message, rule: "", details: [] };
}
