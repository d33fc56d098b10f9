/** What becomes of a line with insertions, given what the host says about it before and after. */
import type { Approval } from "./rule_set.ts";

/** The host's verdict on a text. `unsure`: no deny or ask rule, and it cannot be told whether it runs unasked. */
export type Verdict = "deny" | "ask" | Approval;

export interface Standing {
  readonly original: Verdict;
  readonly rewritten: Verdict;
  /** The host honours an approval in the reply, in its present mode. */
  readonly canApprove: boolean;
  /** Every unit that writes is named by an allow rule of the host. */
  readonly writesAreNamed: boolean;
}

/** `approve`: rewritten with an approval. `rewrite`: rewritten without a word about permission. `raw`: left as it is. */
export interface Outcome {
  readonly kind: "approve" | "rewrite" | "raw";
  readonly reason?: "permission-deny" | "permission-ask" | "approval-lost";
}

/**
 * The rule: what runs is never judged more mildly than what was asked for, and no prompt or refusal comes that would
 * not have come without rtk. "ask" is never sent: hosts refuse it where nobody can be asked.
 */
export function decide({ original, rewritten, canApprove, writesAreNamed }: Standing): Outcome {
  if (original === "deny") return { kind: "raw", reason: "permission-deny" };
  if (original === "ask") return { kind: "raw", reason: "permission-ask" };
  if (original === "unsure") return { kind: "raw", reason: "approval-lost" };
  if (original === rewritten) return { kind: "rewrite" };
  // Rules for `rtk …` would let run what the host asks about.
  if (original === "none") return { kind: "raw", reason: "permission-ask" };
  const lost = rewritten === "deny" || rewritten === "ask" || !canApprove || !writesAreNamed;
  return lost ? { kind: "raw", reason: "approval-lost" } : { kind: "approve" };
}
