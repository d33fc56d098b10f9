import type { DeferReason } from "../syntax/nodes.ts";

export type { DeferReason };

/** Why an understood simple command gets no insertion. */
export type PassReason =
  | "no-tool"
  | "unknown-option"
  | "exact-format"
  | "follow-mode"
  | "interactive"
  | "no-gain"
  | "excluded"
  | "disabled"
  | "already-rtk"
  | "pipeline-middle"
  | "pipeline-last"
  | "pipeline-first"
  | "stdout-elsewhere"
  | "stdin-file"
  | "privileged"
  | "background"
  | "background-payload"
  | "environment"
  | "not-on-path"
  | "shadowed"
  | "permission-deny"
  | "permission-ask"
  | "approval-lost"
  | "effect";

export type Reason = PassReason | DeferReason;

const DEFER_REASONS: Readonly<Record<DeferReason, true>> = {
  "syntax-error": true,
  "tree-mismatch": true,
  "too-long": true,
  "too-deep": true,
  "here-document": true,
  "substitution": true,
  "compound-command": true,
  "stderr-pipeline": true,
  "nested-shell": true,
  "dynamic-name": true,
  "redirection": true,
  "foreign-shell": true,
};

/** Whether the reason means that the shape was not decomposed, rather than understood and left alone. */
export function isDeferReason(reason: Reason): reason is DeferReason {
  return Object.hasOwn(DEFER_REASONS, reason);
}
