/**
 * Cursor: `preToolUse` on `Shell`. Its reply may approve; where it has no word for a case it gets `{}`, as it takes JSON for
 * every answer. Written against its documentation of August 2026.
 */
import { type HookAgent, type HookReply, type HookRequest, isRecord } from "../agent.ts";
import { textsOf } from "../members.ts";
import { requestOf } from "../payload.ts";
import { cursorRules } from "./rules.ts";

export const agent: HookAgent = {
  id: "cursor",
  title: "Cursor",
  kind: "hook",
  decode(payload) {
    // Claude Code's name for the tool comes with hooks that Cursor takes over from there.
    if (!isRecord(payload) || (payload.tool_name !== "Shell" && payload.tool_name !== "Bash")) {
      return undefined;
    }
    const input = payload.tool_input;
    const folder = isRecord(input) ? input.working_directory : undefined;
    return requestOf({ input, folders: [folder, payload.cwd, ...textsOf(payload.workspace_roots)] });
  },
  encode: (reply, request) => JSON.stringify(answerTo(reply, request)),
  rules: cursorRules,
};

function answerTo(reply: HookReply, request: HookRequest | undefined): unknown {
  if (reply.kind === "silent") return {};
  if (reply.kind === "refuse") {
    return { permission: "deny", user_message: reply.reason, agent_message: reply.reason };
  }
  const updated = { ...request?.input, command: reply.command };
  return { ...(reply.isApproved && { permission: "allow" }), updated_input: updated };
}
