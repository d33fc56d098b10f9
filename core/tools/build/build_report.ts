/** The compact form of a whole build: what its compilers say without what the build tool echoes and counts. */
import { joinLines, splitLines } from "../../text/lines.ts";
import { relativePaths } from "../../text/paths.ts";
import type { Compact, Run } from "../tool.ts";
import { reportCompiler } from "./compiler_report.ts";
import { withoutEchoes } from "./make_text.ts";

export interface BuildRules {
  /** Whether a line says that the build failed. */
  readonly isFailure: (line: string) => boolean;
  /** Lines that are noise of this tool. */
  readonly isNoise?: (line: string) => boolean;
  /** What stands for a build that said nothing else; undefined: nothing does. */
  readonly ok: string | undefined;
}

/** Compacts both streams; undefined where status and text do not agree. */
export function compactBuild(run: Run, rules: BuildRules): Compact | undefined {
  const failed = [run.stdout, run.stderr].some((text) => splitLines(text).some(rules.isFailure));
  if (failed !== (run.exit !== 0)) return undefined;
  if (run.merged) return { stdout: compactStream(run, { ...rules, text: run.stdout }) };
  // make names directories on stdout, compilers name files on stderr.
  const elsewhere = splitLines(run.stderr).some((line) => /^[^/:\s][^:]*:\d/.test(line));
  return {
    stdout: compactStream(run, { ...rules, text: run.stdout, elsewhere }),
    stderr: compactStream(run, { ...rules, text: run.stderr, ok: undefined }),
  };
}

interface Stream extends BuildRules {
  readonly text: string;
  readonly elsewhere?: boolean;
}

function compactStream({ exit, cwd, cut }: Run, stream: Stream): string {
  const { text, isFailure, isNoise, ok, elsewhere = false } = stream;
  const raw = splitLines(relativePaths(text, cwd));
  const kept = withoutEchoes(isNoise ? raw.filter((line) => !isNoise(line)) : raw, { elsewhere });
  const { lines } = reportCompiler(kept.filter((line) => !isFinal(line, isFailure)), cut);
  const said = exit === 0 && ok !== undefined && kept.length < raw.length ? [ok] : [];
  return joinLines([...singleBlanks(lines), ...kept.filter((line) => isFinal(line, isFailure)), ...said]);
}

/** Lines about failed targets are the verdict; those that begin a block of text stay where they are. */
function isFinal(line: string, isFailure: (line: string) => boolean): boolean {
  return isFailure(line) && /^(?:\S*make(?:\[\d+\])?: \*\*\* |ninja: |-- Configuring incomplete)/.test(line);
}

/** Blank lines separate blocks: one does, and none at the ends. */
function singleBlanks(lines: readonly string[]): string[] {
  const kept = lines.filter((line, at) => line !== "" || (at > 0 && lines[at - 1] !== ""));
  return kept.at(-1) === "" ? kept.slice(0, -1) : kept;
}
