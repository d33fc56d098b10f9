/** What the commands that show files do not take over among their operands. */
import type { OperandRule } from "../argv/grammar.ts";

/** Standard input is no file. */
export const STDIN: OperandRule = { pattern: "^-$", when: "match", reason: "stdin-file" };

/** Devices may never end, and what the kernel tells is short. */
export const DEVICES: OperandRule = { pattern: "^/(?:dev|proc|sys)/", when: "match", reason: "follow-mode" };

/** For commands that print headers above the texts of several files: one that is named in full. */
export const ONE_FILE: readonly OperandRule[] = [
  // A pattern of the shell may give several files.
  { pattern: "^", when: "mismatch", reason: "unknown-option" },
  { pattern: "^(?:-.*)?$", when: "match", reason: "stdin-file" },
  DEVICES,
];
