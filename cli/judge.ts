/** Where the gate meets the host's permission rules. */
import type { Rewrite } from "../core/rewrite/rewrite.ts";

/** What the host's rules say about a text. */
export type RuleVerdict = "allow" | "ask" | "deny" | "none";

/** A line as it was given and as it would be run. */
export interface JudgedLine {
  readonly agent: string;
  readonly cwd: string;
  readonly source: string;
  /** `command` is the rewritten text; where nothing is rewritten it is the source. */
  readonly rewrite: Rewrite;
}

export interface Judgement {
  /** The verdict on the original text. */
  readonly verdict: RuleVerdict;
  /**
   * What becomes of the line: rewritten and approved, rewritten without a word about permission, left as it is, or left
   * as it is because a deny rule is to match.
   */
  readonly outcome: "approve" | "rewrite" | "raw" | "deny";
  /** Why a line with insertions is left as it is. */
  readonly reason?: "permission-deny" | "permission-ask" | "approval-lost";
  /** The rules that decided, with their files, for people. */
  readonly rules: readonly string[];
}

export type Judge = (line: JudgedLine) => Judgement | Promise<Judgement>;

/** A host without rules that rtk could read. */
export function judgeWithoutRules({ rewrite }: JudgedLine): Judgement {
  return { verdict: "none", outcome: rewrite.kind === "rewrite" ? "rewrite" : "raw", rules: [] };
}
