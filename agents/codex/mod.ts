/**
 * Codex: `PreToolUse` on `Bash`. Its `allow` is only what makes a rewrite valid; approval and sandbox come after it. Checked
 * against 0.171.0.
 */
import { type HookAgent, isRecord } from "../agent.ts";
import { requestOf } from "../payload.ts";
import { codexRules } from "./rules.ts";

export const agent: HookAgent = {
  id: "codex",
  title: "Codex",
  kind: "hook",
  decode(payload) {
    if (!isRecord(payload) || payload.tool_name !== "Bash") return undefined;
    const { permission_mode: mode } = payload;
    // A mode that is not known may mean anything.
    if (typeof mode !== "string" || !MODES.has(mode)) return undefined;
    return requestOf({ input: payload.tool_input, folders: [payload.cwd], mode });
  },
  encode(reply, request) {
    if (reply.kind === "silent") return "";
    const decision = reply.kind === "refuse"
      ? { permissionDecision: "deny", permissionDecisionReason: reply.reason }
      : {
        permissionDecision: "allow",
        permissionDecisionReason: "RTK auto-rewrite",
        updatedInput: { ...request?.input, command: reply.command },
      };
    return JSON.stringify({ hookSpecificOutput: { hookEventName: "PreToolUse", ...decision } });
  },
  rules: codexRules,
};

const MODES = new Set(["default", "acceptEdits", "plan", "dontAsk", "bypassPermissions"]);
