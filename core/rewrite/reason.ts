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
