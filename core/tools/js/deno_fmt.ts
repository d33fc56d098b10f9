import { joinLines, splitLines } from "../../text/lines.ts";
import { relativePaths } from "../../text/paths.ts";
import type { Run, Tool } from "../tool.ts";
import { denoOptions } from "./deno_options.ts";

/**
 * `deno fmt`, `deno fmt --check`: the files that are not formatted or were changed, without the previews. Errors and
 * counts stay. Seen with deno 2.9.
 */
export const tool: Tool = {
  id: "deno-fmt",
  commands: ["deno fmt"],
  summary: "Formats: deno fmt, deno fmt --check",
  effect: "write",
  args: {
    ...denoOptions,
    switches: `${denoOptions.switches} --check --no-semicolons --single-quote --use-tabs`,
    withArgument: `${denoOptions.withArgument} --indent-width --line-width --prose-wrap`,
    operandRules: [{ pattern: "^-$", when: "match", reason: "stdin-file" }],
    operands: "any",
  },
  pipeline: { first: "report" },
  output: "whole",
  filter(run: Run) {
    const write = (text: string): string => joinLines(compact(splitLines(text), run.cwd));
    return { stdout: write(run.stdout), stderr: write(run.stderr) };
  },
  examples: {
    rewrites: ["deno fmt --check", "deno fmt src"],
    declines: ["deno fmt -", "deno fmt --watch"],
  },
};

// "from /home/u/p/bad.ts:", then the preview: " 1 | -const  a=1", " 1 | +const a = 1;"
const FROM = /^from (\S.*):$/;
const PREVIEW = /^ *\d* *\| (?:[-+ ]|\.\.\.$)/;
const NOISE = /^\s*$|^Stack backtrace:$|^ +\d+: <unknown>$/;

function compact(lines: readonly string[], cwd: string): string[] {
  let isPreview = false;
  return lines.flatMap((line) => {
    const file = FROM.exec(line)?.[1];
    if (file !== undefined) {
      isPreview = true;
      return [relativePaths(file, cwd)];
    }
    if (NOISE.test(line) || (isPreview && PREVIEW.test(line))) return [];
    isPreview = false;
    return [relativePaths(line, cwd)];
  });
}
