import { type Diagnostic, formatDiagnostics } from "../../text/diagnostics.ts";
import { joinLines, splitLines } from "../../text/lines.ts";
import { relativePaths } from "../../text/paths.ts";
import type { Run, Tool } from "../tool.ts";
import { denoOptions } from "./deno_options.ts";

/**
 * `deno check`: equal messages once with all their places; drops code lines and progress. Every code, message, chain
 * line and place stays. Seen with deno 2.9.
 */
export const tool: Tool = {
  id: "deno-check",
  commands: ["deno check"],
  summary: "Type checks: deno check",
  effect: "build",
  args: { ...denoOptions, switches: `${denoOptions.switches} --doc --doc-only`, operands: "any" },
  pipeline: { first: "report" },
  output: "whole",
  filter(run: Run) {
    const [stdout, stderr] = [run.stdout, run.stderr].map((text) => compact(text, run.cwd));
    const found = (stdout?.found ?? 0) + (stderr?.found ?? 0);
    if ((run.exit === 0) !== (found === 0)) return undefined;
    return { stdout: joinLines(stdout?.lines ?? []), stderr: joinLines(stderr?.lines ?? []) };
  },
  examples: {
    rewrites: ["deno check", "deno check --all src/main.ts"],
    declines: ["deno check --json", "deno check --watch src/main.ts"],
  },
};

// "TS2322 [ERROR]: Type 'number' is not assignable to type 'string'."
const HEAD = /^(TS\d+ \[\w+\]): (.*)$/;
// "    at file:///home/u/p/bad.ts:1:14"
const PLACE = /^ +at (\S+?):(\d+:\d+)$/;
const CARET = /^ *[~^]+ *$/;
const NOISE = /^Check \S+$|^Download \S+$|^Stack backtrace:$|^ +\d+: <unknown>$|^\s*$/;
// "Found 2 errors.", "error: Type checking failed."
const VERDICT = /^Found \d+ errors?\.$|^error: Type checking failed\.$/;

interface Open {
  readonly severity: string;
  readonly message: string;
  readonly details: string[];
  path: string;
  at: string;
}

function compact(text: string, cwd: string): { lines: string[]; found: number } {
  const lines = splitLines(text);
  const found: Open[] = [];
  const rest: string[] = [];
  for (const [at, line] of lines.entries()) {
    const [, severity, message = ""] = HEAD.exec(line) ?? [];
    const open = found.at(-1);
    if (severity !== undefined) found.push({ severity, message, details: [], path: "", at: "" });
    else if (NOISE.test(line) || CARET.test(line) || CARET.test(lines[at + 1] ?? "")) continue;
    else if (open && (open.path === "" || /^\s/.test(line))) readDetail(open, line, cwd);
    else rest.push(line);
  }
  const diagnostics = found.map((one): Diagnostic => ({ ...one, rule: "" }));
  const verdict = rest.filter((line) => VERDICT.test(line)).slice(0, 1);
  const others = rest.filter((line) => !VERDICT.test(line));
  return { lines: [...formatDiagnostics(diagnostics, "quoted"), ...others, ...verdict], found: found.length };
}

/** Chain lines, the place, and related places with what they say. */
function readDetail(open: Open, line: string, cwd: string): void {
  const [, file = "", at = ""] = PLACE.exec(line) ?? [];
  const path = relativePaths(file.replace(`file://${cwd}/`, ""), cwd);
  if (file === "") open.details.push(line.trim() === line ? line : line.replace(/^ {2}/, ""));
  else if (open.path === "") [open.path, open.at] = [path, at];
  else open.details.push(`  at ${path}:${at}`);
}
