/**
 * Claude Code: `PreToolUse` on `Bash`. Its reply may approve, so lines that its own rules or its table of reading commands
 * would run unasked stay unasked. Checked against 2.1.332.
 */
import { type HookAgent, type HookReply, type HookRequest, isRecord, textOr } from "../agent.ts";
import { MACHINE } from "./machine.ts";
import { claudeRules } from "./rules.ts";
import { sessionLook } from "./session.ts";
import { claudeShadows } from "./snapshot.ts";

export const agent: HookAgent = {
  id: "claude",
  title: "Claude Code",
  kind: "hook",
  decode: (payload) => {
    if (!isRecord(payload) || payload.tool_name !== "Bash") return undefined;
    const input = payload.tool_input;
    if (!isRecord(input) || typeof input.command !== "string") return undefined;
    return {
      command: input.command,
      input,
      cwd: textOr(payload.cwd),
      mode: textOr(payload.permission_mode),
      isBackground: input.run_in_background === true,
    };
  },
  encode: (reply, request) => {
    if (reply.kind === "silent") return "";
    return JSON.stringify({
      hookSpecificOutput: { hookEventName: "PreToolUse", ...decisionOf(reply, request) },
    });
  },
  look: sessionLook,
  rules: (surroundings) => claudeRules(surroundings, MACHINE),
  shadowed: (surroundings) => claudeShadows(surroundings, MACHINE),
};

function decisionOf(reply: Exclude<HookReply, { kind: "silent" }>, request: HookRequest | undefined) {
  if (reply.kind === "refuse") return { permissionDecision: "deny", permissionDecisionReason: reply.reason };
  const approval = { permissionDecision: "allow", permissionDecisionReason: "RTK auto-rewrite" };
  // The input is replaced, not merged: what is not sent back is lost (timeout, run_in_background).
  const updatedInput = { ...request?.input, command: reply.command };
  return { ...(reply.isApproved && approval), updatedInput };
}
