/** One sentence per reason, and what would change it, for people. Cold: the gate itself needs only the ids. */
import type { Reason } from "./reason.ts";

export interface ReasonText {
  /** Continues "left as it is: …". */
  readonly why: string;
  /** What the user could do to have it rewritten; undefined where nothing should be done. */
  readonly change?: string;
}

const TEXTS: Readonly<Record<Reason, ReasonText>> = {
  "no-tool": { why: "rtk has no filter for this command" },
  "unknown-option": { why: "it holds an option that its filter was not checked against" },
  "exact-format": { why: "it asks for a format that is meant for programs, or for exact bytes" },
  "follow-mode": { why: "it follows or watches, so its output must come through at once" },
  "interactive": { why: "it may ask or open an editor, so it needs the terminal" },
  "no-gain": { why: "there is little to print, or nothing that could be left out" },
  "excluded": {
    why: "hooks.exclude_commands names it",
    change: "take its entry out of hooks.exclude_commands",
  },
  "disabled": { why: "RTK_DISABLED or hooks.enabled switches rtk off", change: "unset RTK_DISABLED" },
  "already-rtk": { why: "rtk is there already" },
  "pipeline-middle": { why: "the next stage reads its output, and the one before writes its input" },
  "pipeline-last": { why: "as the last stage only searches and counts are compacted" },
  "pipeline-first": {
    why: "another program reads its output",
    change: "run it without the pipe",
  },
  "stdout-elsewhere": { why: "its output does not go to the agent", change: "leave the redirection out" },
  "stdin-file": { why: "its input is redirected", change: "name the file as an operand" },
  "privileged": { why: "it runs with other rights, and rtk does not" },
  "background": { why: "it runs in the background, and $! must be its own" },
  "background-payload": { why: "the host runs the whole line in the background" },
  "environment": {
    why: "the line changes PATH, the loader or the limits, or may do so in text that is not seen",
  },
  "not-on-path": { why: "no program of that name is on the PATH", change: "install it, or fix PATH" },
  "shadowed": {
    why: "a function or an alias of that name stands in front of the program",
    change: "call it by its path, or with command in front",
  },
  "permission-deny": { why: "a deny rule of the host matches, and is left to match" },
  "permission-ask": { why: "an ask rule of the host matches, and is left to match" },
  "approval-lost": {
    why: "the host runs it unasked, or may do so, but would ask about the rewritten command",
    change: "allow the rewritten command in the host's rules",
  },
  "effect": {
    why: "it may write or run more than its filter, or hooks.rewrite for this agent, allows",
    change: "raise hooks.rewrite where it is not all",
  },
  "syntax-error": { why: "the line is no complete shell program" },
  "tree-mismatch": { why: "the parser's tree does not account for every character" },
  "too-long": { why: "the text is longer than 16 KiB" },
  "too-deep": { why: "the text nests too deeply" },
  "here-document": { why: "the line holds a here-document or a here-string" },
  "substitution": { why: "it holds a command or process substitution" },
  "compound-command": { why: "it is, or is piped with, a compound command or a function" },
  "stderr-pipeline": { why: "|& joins both streams of the pipeline" },
  "nested-shell": { why: "another shell or program takes the command apart again" },
  "dynamic-name": { why: "only the shell knows which command this is" },
  "redirection": { why: "its redirections use other descriptors, or a name only the shell knows" },
  "foreign-shell": { why: "the syntax is that of zsh or fish" },
};

/** The sentence of a reason. */
export function reasonText(reason: Reason): ReasonText {
  return TEXTS[reason];
}
