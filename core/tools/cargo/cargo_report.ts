/** The compact form of what cargo and rustc print on stderr, shared by the units of the family. */
import { type Diagnostic, formatDiagnostics, isFailure } from "../../text/diagnostics.ts";
import { skeletonOf } from "../../text/skeleton.ts";
import { hasOption, type ParsedArgs } from "../../argv/parse_args.ts";
import { joinLines, splitLines } from "../../text/lines.ts";
import { relativePaths } from "../../text/paths.ts";
import type { Compact, Run } from "../tool.ts";
import { type CargoItem, isProgress, readCargo, warningCounts } from "./cargo_text.ts";

export interface CargoReport {
  /** Diagnostics, failures first, and lines that are no noise. */
  readonly lines: readonly string[];
  /** What cargo says last about failed targets; empty when it says nothing. */
  readonly summary: readonly string[];
  /** `` `app` (lib) generated 3 warnings `` */
  readonly warnings: readonly string[];
  readonly errors: boolean;
}

// "As a reminder, you're using offline mode (--offline) which can sometimes cause surprising resolution failures, …"
const REMINDER = /^(As a reminder, you're using offline mode \(--\w+\)) which can sometimes .*$/;

/** The lines of cargo's text. The reminder of an option is noise where that was typed, and not set elsewhere. */
export function cargoLines(text: string, { cwd, args }: Pick<Run, "cwd" | "args">): string[] {
  const typed = hasOption(args, "--offline", "--frozen");
  return splitLines(relativePaths(text, cwd)).flatMap((line) =>
    REMINDER.test(line) ? typed ? [] : [line.replace(REMINDER, "$1")] : [line]
  );
}

/** Folds the diagnostics between two lines that must stay in their place. */
export function reportCargo(items: readonly CargoItem[]): CargoReport {
  const lines: string[] = [];
  let pending: Diagnostic[] = [];
  const flush = (): void => {
    lines.push(...formatDiagnostics(spreadRules(pending)));
    pending = [];
  };
  for (const item of items) {
    if (item.kind === "diagnostic") pending.push(item.diagnostic);
    const kept = keptLine(item);
    if (kept === undefined) continue;
    flush();
    lines.push(kept);
  }
  flush();
  const summary = foldSummaries(items.flatMap((item) => item.kind === "summary" ? item.lines : []));
  const errors = summary.some((line) => line.startsWith("error")) ||
    items.some((item) => item.kind === "diagnostic" && isFailure(item.diagnostic));
  return { lines, summary, warnings: warningCounts(items), errors };
}

function keptLine(item: CargoItem): string | undefined {
  if (item.kind === "text") return item.line;
  return item.kind === "status" && !isProgress(item) ? item.line.trim() : undefined;
}

// "error: test failed, to rerun pass `--lib`"
const RERUN = /^(error: (?:doc)?test failed), to rerun pass (`([^`]+)`)$/;

/** The last lines of cargo without the advice to pass what was passed. */
export function withoutTypedTarget(summary: readonly string[], args: ParsedArgs): string[] {
  return summary.map((line) => {
    const [, failed, , target] = RERUN.exec(line) ?? [];
    return failed !== undefined && target !== undefined && hasOption(args, target) ? failed : line;
  });
}

/** The targets that `error: 3 targets failed:` lists, on its line, have had a line of their own before. */
function foldSummaries(lines: readonly string[]): string[] {
  const listed = new Set(lines.filter((line) => /^ {4}`/.test(line)).map((line) => line.trim()));
  const folded: string[] = [];
  for (const line of lines) {
    if (listed.has(line.trim())) folded.push(`${folded.pop() ?? ""} ${line.trim()}`);
    else if (!listed.has(RERUN.exec(line)?.[2] ?? "")) folded.push(line);
  }
  return folded;
}

/** rustc names a lint at its first diagnostic only; those that differ from it in names and places have the same. */
function spreadRules(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const kindOf = (one: Diagnostic): string => [one.severity, ...skeletonOf(one.message).parts].join("\0");
  const rules = new Map<string, string>();
  for (const one of diagnostics) if (one.rule !== "") rules.set(kindOf(one), one.rule);
  return diagnostics.map((one) => one.rule === "" ? { ...one, rule: rules.get(kindOf(one)) ?? "" } : one);
}

/** What stands for a run that succeeded. */
export interface SuccessForm {
  /** The verdict, before the numbers of warnings; undefined: cargo's own last lines do. */
  readonly ok: string | undefined;
}

/** The compact form of a command that prints on stderr only. */
export function compactCargo(run: Run, form: SuccessForm): Compact | undefined {
  const text = run.merged ? run.stdout : run.stderr;
  const items = readCargo(cargoLines(text, run));
  const report = reportCargo(items);
  // A killed compiler says nothing about errors, and a status of success beside errors is not understood.
  if (text === "" || report.errors !== (run.exit !== 0)) return undefined;
  const lines = run.exit === 0 ? successLines(report, form) : [...report.lines, ...failureLines(report)];
  return run.merged ? { stdout: joinLines(lines) } : { stderr: joinLines(lines) };
}

function successLines({ lines, summary, warnings }: CargoReport, { ok }: SuccessForm): string[] {
  if (ok !== undefined) return [...lines, ...summary, [ok, ...countsOf(warnings)].join("; ")];
  return [...warnings.map((one) => `warning: ${one}`), ...lines, ...summary];
}

/** Where one target alone has warnings, their places name it, and their own lines what `cargo fix` would do. */
function countsOf(warnings: readonly string[]): readonly string[] {
  const only = warnings.length === 1
    ? / generated (\d+ warnings?)(?: \(run `.*)?$/.exec(warnings[0] ?? "")?.[1]
    : undefined;
  return only === undefined ? warnings : [only];
}

function failureLines({ summary, warnings }: CargoReport): string[] {
  const verdict = summary.length > 0 ? summary : ["failed"];
  return [...warnings.map((one) => `warning: ${one}`), ...verdict];
}
