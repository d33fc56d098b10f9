/** The compact form of compiler text, shared by compilers and the tools that run them. */
import { type Diagnostic, formatDiagnostics } from "../../text/diagnostics.ts";
import type { Cut } from "../tool.ts";
import { type CompilerItem, readCompiler } from "./compiler_text.ts";

export interface CompilerReport {
  readonly lines: readonly string[];
  /** How many diagnostics there were of each severity, in the order of first appearance. */
  readonly counts: ReadonlyMap<string, number>;
}

/** Folds the diagnostics between two lines that must stay in their place. */
export function reportCompiler(lines: readonly string[], cut: Cut | undefined): CompilerReport {
  const out: string[] = [];
  const counts = new Map<string, number>();
  let pending: Diagnostic[] = [];
  const flush = (): void => {
    out.push(...formatDiagnostics(pending));
    pending = [];
  };
  for (const item of readCompiler(lines)) {
    if (item.kind === "text") {
      flush();
      out.push(item.line);
      continue;
    }
    count(counts, item);
    pending.push({ ...item.diagnostic, details: shorten(item.diagnostic.details, cut) });
  }
  flush();
  return { lines: out, counts };
}

function count(counts: Map<string, number>, item: CompilerItem): void {
  if (item.kind === "diagnostic") {
    counts.set(item.diagnostic.severity, (counts.get(item.diagnostic.severity) ?? 0) + 1);
  }
}

/** Longer notes are candidates of overloads and instantiations inside of a library; the first ones say what is wrong. */
const MAX_DETAILS = 12;
const KEPT_DETAILS = 4;

function shorten(details: readonly string[], cut: Cut | undefined): readonly string[] {
  if (!cut || details.length <= MAX_DETAILS) return details;
  const kept: string[] = [];
  let gap = 0;
  for (const [at, line] of details.entries()) {
    // Lines about the project's own files stay.
    if (at >= KEPT_DETAILS && /^\S*\/(?:usr|opt|Library|Applications|nix)\//.test(line)) {
      gap++;
      continue;
    }
    if (gap > 0) kept.push(cut(gap));
    gap = 0;
    kept.push(line);
  }
  return gap > 0 ? [...kept, cut(gap)] : kept;
}
