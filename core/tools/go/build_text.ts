/** What go prints about packages that do not build: `# package` and `file:line:column: message` (seen with 1.26). */
import { type Diagnostic, formatDiagnostics, parseDiagnosticLine } from "../../text/diagnostics.ts";
import { joinLines, splitLines } from "../../text/lines.ts";
import { relativePaths } from "../../text/paths.ts";
import type { Compact, Run } from "../tool.ts";

// "# example.org/shop/calc [example.org/shop/calc.test]", "# [example.org/shop/calc]" (vet)
const PACKAGE = /^# \S/;
// A continued message: "\thave (int)", "\t\twant (string)"; import cycles follow their own first line.
const CONTINUED = /^\s+\S/;
const DOWNLOADING = /^go: downloading /;

/** The filter of commands that print nothing but what a build says, on stderr. */
export function formatBuildRun(run: Run): Compact {
  const text = run.merged ? run.stdout : run.stderr;
  const lines = joinLines(formatBuildText(splitLines(relativePaths(text, run.cwd))));
  return run.merged ? { stdout: lines } : { stderr: lines };
}

/** Folds the diagnostics; names packages only where no diagnostic names a file of theirs; keeps every other line. */
export function formatBuildText(lines: readonly string[]): string[] {
  const out: string[] = [];
  let pending: Diagnostic[] = [];
  let headers: string[] = [];
  const flush = (): void => {
    out.push(...formatDiagnostics(pending));
    pending = [];
  };
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (line === "" || DOWNLOADING.test(line)) continue;
    if (PACKAGE.test(line)) {
      headers.push(line);
      continue;
    }
    const diagnostic = parseLine(line);
    if (diagnostic) {
      const details: string[] = [];
      for (; CONTINUED.test(lines[at + 1] ?? ""); at++) details.push((lines[at + 1] ?? "").trim());
      pending.push({ ...diagnostic, details });
      headers = [];
      continue;
    }
    flush();
    out.push(...headers, line);
    headers = [];
  }
  flush();
  return [...out, ...headers];
}

/** `vet: calc/bad.go:5:26: cannot use 42`: what vet says about a package that does not compile. */
function parseLine(line: string): Diagnostic | undefined {
  if (!line.startsWith("vet: ")) return parseDiagnosticLine(line);
  const found = parseDiagnosticLine(line.slice(5));
  return found && { ...found, severity: "vet" };
}
