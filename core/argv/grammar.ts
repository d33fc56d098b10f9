/**
 * The closed argument grammar of a tool. It is data only, so that the build can write it into the gate's table:
 * an option that is not listed makes the parse fail, and the command then runs raw.
 * Option lists are strings of names separated by blanks: `"-l --lines"`.
 */
import type { PassReason } from "../rewrite/reason.ts";

export interface OptionSet {
  /** Options without an option-argument: `-l`, `--all`. */
  readonly switches?: string;
  /** Options with a mandatory option-argument: `-n 5`, `-n5`, `--lines 5`, `--lines=5`. */
  readonly withArgument?: string;
  /** Options whose option-argument is optional and always attached: `--color`, `--color=auto`, `-U`, `-U3`. */
  readonly optionalArgument?: string;
  /** Options at which the unit steps aside, by reason. Whatever argument they take is not read. */
  readonly declines?: Readonly<Partial<Record<PassReason, string>>>;
  /** Option-arguments that are accepted; any other declines with `otherwise`. Keyed by option name. */
  readonly values?: Readonly<
    Record<string, {
      readonly only: readonly string[];
      readonly otherwise: PassReason;
      /** An absent argument declines as well: `--watch=false`, not `--watch`. */
      readonly needed?: true;
    }>
  >;
  /** `-20` is an option by itself (head, tail, git log); ParsedOption.name is then `-NUM`, its value the digits. */
  readonly numeric?: true;
  /** For `globals`: one first word with this prefix is skipped as well: `cargo +nightly test`. */
  readonly leading?: string;
}

/** A test on an operand's literal text; `pattern` is the source of an anchored or free regular expression. */
export interface OperandRule {
  /** Position among the operands, from 0; absent: each of them. */
  readonly at?: number;
  readonly pattern: string;
  /** Decline when the pattern matches, or when it does not (an operand that is no literal never matches). */
  readonly when: "match" | "mismatch";
  readonly reason: PassReason;
}

export interface ArgGrammar extends OptionSet {
  /** Options that may stand between the first command word and the subcommand: `git -C dir status`. */
  readonly globals?: OptionSet;
  /**
   * `gnu` (default): short options cluster (`-lw`, `-n5`), long ones take `=`.
   * `single-dash`: `-name value`, `-run=x`; a double dash means the same (find, go, terraform).
   */
  readonly style?: "gnu" | "single-dash";
  /** false: the first operand ends the options (POSIX guideline 9); default true, as GNU getopt permutes. */
  readonly permute?: false;
  /** How many operands are accepted. */
  readonly operands: "any" | "none" | { readonly min?: number; readonly max?: number };
  readonly operandRules?: readonly OperandRule[];
  /** After `--`: operands (default), anything (`"any"`, handed to another program), or options of this set. */
  readonly afterTerminator?: "operands" | "any" | OptionSet;
  /** One of these options must be present: `"-n --quiet"`; else the command passes with `reason`. */
  readonly requires?: { readonly options: string; readonly reason: PassReason };
}
