import { type Diagnostic, formatDiagnostics } from "../../text/diagnostics.ts";
import { joinLines, splitLines } from "../../text/lines.ts";
import { relativePaths } from "../../text/paths.ts";
import type { Run, Tool } from "../tool.ts";
import { denoOptions } from "./deno_options.ts";

/**
 * `deno lint`: equal messages once with all their places; drops frames and links to the rules. Rules, hints and totals
 * stay. Seen with deno 2.9.
 */
export const tool: Tool = {
  id: "deno-lint",
  commands: ["deno lint"],
  summary: "Lints: deno lint",
  effect: "build",
  writesWith: "--fix",
  args: {
    ...denoOptions,
    switches: `${denoOptions.switches} --fix`,
    optionalArgument: `${denoOptions.optionalArgument} --rules-tags --rules-include --rules-exclude`,
    declines: { ...denoOptions.declines, "exact-format": "--json --compact --rules -h --help" },
    operandRules: [{ pattern: "^-$", when: "match", reason: "stdin-file" }],
    operands: "any",
  },
  pipeline: { first: "report" },
  output: "whole",
  filter(run: Run) {
    const [stdout, stderr] = [run.stdout, run.stderr].map((text) => compact(splitLines(text), run.cwd));
    const found = (stdout?.found ?? 0) + (stderr?.found ?? 0);
    if (found === 0 || run.exit === 0) return undefined;
    return { stdout: joinLines(stdout?.lines ?? []), stderr: joinLines(stderr?.lines ?? []) };
  },
  examples: {
    rewrites: ["deno lint", "deno lint src --fix"],
    declines: ["deno lint --json", "deno lint --watch", "deno lint -"],
  },
};

// "error[no-unused-vars]: `unused` is never used"
const HEAD = /^(error|warning)\[([\w/-]+)\]: (.*)$/;
// " --> /home/u/p/bad.ts:2:5"
const PLACE = /^ *--> (\S.*):(\d+:\d+)$/;
const HINT = /^ *= ((?:hint|note): .*)$/;
const FRAME = /^ *(?:\d+ )?\|/;
const DOCS = /^ *docs: https?:\S+$/;
// "Found 4 problems", "Checked 1 file"
const TOTAL = /^Found \d+ problems?(?: \(.*\))?$/;

function compact(lines: readonly string[], cwd: string): { lines: string[]; found: number } {
  const found: { one: Omit<Diagnostic, "details">; details: string[] }[] = [];
  const rest: string[] = [];
  const totals: string[] = [];
  for (const line of lines) {
    const [, severity, rule = "", message = ""] = HEAD.exec(line) ?? [];
    const [, path, at = ""] = PLACE.exec(line) ?? [];
    const open = found.at(-1);
    const hint = HINT.exec(line)?.[1];
    if (severity !== undefined) {
      found.push({ one: { path: "", at: "", severity, rule, message }, details: [] });
    } else if (open && path !== undefined) open.one = { ...open.one, path: relativePaths(path, cwd), at };
    else if (open && hint !== undefined) open.details.push(hint);
    else if (TOTAL.test(line)) totals.push(line);
    else if (line.trim() !== "" && !DOCS.test(line) && !(open && FRAME.test(line))) rest.push(line);
  }
  const diagnostics = found.map(({ one, details }) => ({ ...one, details }));
  return { lines: [...formatDiagnostics(diagnostics), ...rest, ...totals], found: found.length };
}
