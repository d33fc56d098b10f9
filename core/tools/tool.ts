/** The interface of a tool unit: one exported value per file, data plus pure functions. */
import type { ArgGrammar } from "../argv/grammar.ts";
import type { ParsedArgs } from "../argv/parse_args.ts";

export type { ArgGrammar, ParsedArgs };

/**
 * What running the tool may change. `build`: only its own caches, build folders and reports (tests, compilers, linters
 * without a fix option); package scripts and make are `write`.
 */
export type Effect = "read" | "build" | "write";

/**
 * Leaves `lines` lines out: answers the marker line that stands for them and tells how to get all of the text back.
 * The runner supplies it; it is absent where nothing may be cut (`filters.level = "lossless"`, or no store).
 */
export type Cut = (lines: number) => string;

/** One finished run, as its unit's filter sees it. In lines that are no UTF-8 a lone U+DC80-U+DCFF is one byte. */
export interface Run {
  /** What went to stdout; when `merged`, both streams in the order of writing. */
  readonly stdout: string;
  /** What went to stderr; empty when `merged`. */
  readonly stderr: string;
  /** True where fd 1 and fd 2 of rtk are the same file, so that both were captured as one. */
  readonly merged: boolean;
  /** The status as a shell would see it in `$?` (128 + n for a death by signal n). */
  readonly exit: number;
  readonly args: ParsedArgs;
  /** Absolute working directory, without a final slash; its prefix may be cut from absolute paths. */
  readonly cwd: string;
  /** Absent: nothing may be cut, only dropped as noise or folded. */
  readonly cut: Cut | undefined;
}

/** The compact form; an absent stream stays raw. Text lies on the stream its facts came from. */
export interface Compact {
  readonly stdout?: string;
  readonly stderr?: string;
}

/**
 * The command that a task runner says it runs (npm's banner, make's echo). The engine finds that command's unit, lets
 * it filter `body`, and hands its compact form to `wrap`; without a unit, or when it keeps raw text, `wrap` gets
 * `body`'s own text.
 */
export interface Inner {
  /** The shell line as the runner shows it: `vitest run --coverage`. */
  readonly command: string;
  /** The part of the output that the inner command wrote. */
  readonly body: Pick<Run, "stdout" | "stderr" | "exit">;
  wrap(compact: Required<Compact>): Compact;
}

/** A filter that prints as it goes, with bounded state. */
export interface LineFilter {
  /**
   * Takes one line without its newline (nor a final `\r`).
   * @returns the line or lines to print on the same stream (no final newline), or undefined for nothing.
   */
  push(line: string, fd: 1 | 2): string | undefined;
  /** Takes the status; returns what is still to be printed on stdout (no final newline), or undefined. */
  end(exit: number): string | undefined;
  /** The same for stderr. */
  endStderr?(exit: number): string | undefined;
}

/** Arguments that a `read` unit may add, and how the tool's refusal of them looks. */
export interface Plan {
  readonly add: readonly string[];
  readonly refused: { readonly exit: readonly number[]; readonly stderr: RegExp };
}

export interface Tool {
  /** `git-status`; its path, its fixtures folder and its row in TOOLS.md follow from it. */
  readonly id: string;
  /** Command words joined by one blank: `git status`; the longest match wins. Names are base names. */
  readonly commands: readonly string[];
  /** One line for help and TOOLS.md. */
  readonly summary: string;
  readonly effect: Effect;
  /** Options with which its effect is `write` instead: `--fix --add-noqa`. */
  readonly writesWith?: string;
  readonly args: ArgGrammar;
  /**
   * `last`: in a pipeline it may be the last stage, as it prints exactly what the tool selects.
   * `first: "report"`: before display-only consumers it may be the first; failures come first, the verdict is last.
   */
  readonly pipeline?: { readonly last?: true; readonly first?: "report" };
  /**
   * `small-files`: nothing is gained where all operands are literal names of text files under 16 KiB;
   * `small-files-after-first`: the first operand is a script, no file.
   */
  readonly noGain?: "small-files" | "small-files-after-first";
  /** `whole`: needs the end. `line`: prints as it goes. `exact`: bytes pass; only huge or binary ones are outlined. */
  readonly output: "whole" | "line" | "exact";
  /**
   * The filter gets the text as it is. Without it the runner first takes out ANSI codes, `\r` before `\n` and
   * overwritten `\r` progress. For units whose lines are user data byte for byte (diff, grep, cat).
   */
  readonly verbatim?: true;
  readonly plan?: (args: ParsedArgs) => Plan | undefined;
  /** whole, exact: pure; undefined = keep the raw output. */
  readonly filter?: (run: Run) => Compact | undefined;
  /**
   * whole: for task runners and package scripts; asked before `filter`. Several parts are printed one after the other:
   * a script that calls further scripts.
   */
  readonly inner?: (run: Run) => Inner | readonly Inner[] | undefined;
  /** line: makes the filter of one run. */
  readonly lines?: (args: ParsedArgs, cut: Cut | undefined) => LineFilter;
  readonly examples: { readonly rewrites: readonly string[]; readonly declines: readonly string[] };
}
