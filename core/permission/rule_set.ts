/** What a host's permission rules are to the gate, whatever files and forms they have. A host's reader makes them. */
import type { Parse } from "../syntax/nodes.ts";

/** A word after quote removal; an expansion stays as written. */
export interface FormWord {
  readonly value: string;
  /** False where the shell makes something else of it. */
  readonly isLiteral: boolean;
}

/** One way to write a command that runs, for a rule to be held against. */
export interface Form {
  /** Its spellings on one line, blanks folded: as written, quotes removed, without the path, with redirections. */
  readonly texts: readonly string[];
  readonly words: readonly FormWord[];
  /** Files of its redirections. */
  readonly targets: readonly FormWord[];
  /** `rtk` stands somewhere before it, so the host matches its rules on another text. */
  readonly behindRtk: boolean;
  /** The spellings of the command in which that `rtk` stands, which are all that the host sees. */
  readonly typed?: readonly string[] | undefined;
  /** False for what may be a command: a word behind an unknown option, text that could not be decomposed. */
  readonly certain: boolean;
}

/**
 * How a rule answers to a form. `covers`: the host itself would find that it matches a command so written. `near`: it
 * might be meant; enough to leave the line alone, not to refuse it.
 */
export type Match = "covers" | "near" | undefined;

export interface Rule {
  /** As it stands in the file: `Bash(git push:*)`. */
  readonly text: string;
  /** The file, flag or policy that holds it. */
  readonly source: string;
  /**
   * Holds the rule against a command.
   * @param line all commands of the line: an earlier `cd` changes what a path means.
   */
  match(form: Form, line: readonly Form[]): Match;
  /**
   * Whether the host holds the rule against a command of this text, though another one may have the last word; for rules
   * whose `match` tells the last word. Where it does, a typed `rtk` hides nothing from it.
   */
  names?(text: string): boolean;
}

/** A rule of which it is not sure that it counts: commands that it names stay as they are, and none is refused. */
export function perhaps(rule: Rule): Rule {
  return { ...rule, match: (form, line) => rule.match(form, line) && "near" };
}

/** A shell text with its decomposition, as a host would judge it. */
export interface JudgedText {
  readonly source: string;
  readonly parse: Parse;
}

/** Whether the host runs a text unasked, as far as that can be told from outside. */
export type Approval = "allow" | "none" | "unsure";

/** The rules of one host for one call. */
export interface RuleSet {
  readonly deny: readonly Rule[];
  readonly ask: readonly Rule[];
  /** Commands that the host treats by their own name in another way than by permission; they stay as they are. */
  readonly untouched: readonly Rule[];
  /** Allow rules, built-in tables and the mode together; deny and ask rules come before and are not looked at. */
  approval(text: JudgedText): Approval;
  /** False: no rule could let a line run unasked in which `rtk` stands before a command, so it need not be judged. */
  readonly mayApproveRtk?: boolean;
  /** The allow rule that names this simple command's words; for units that write. */
  allowRule(form: Form): Rule | undefined;
  /** The host honours an approval in the reply, in its present mode. */
  readonly canApprove: boolean;
}

/** A host without rules that could be read: it judges whatever text it gets. */
export const NO_RULES: RuleSet = {
  deny: [],
  ask: [],
  untouched: [],
  approval: () => "none",
  allowRule: () => undefined,
  canApprove: false,
};
