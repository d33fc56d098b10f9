/**
 * Trae: `PreToolUse` on `RunCommand`. Its lists of commands stand in no file, and it keeps asking by them, so the reply says
 * nothing about permission. Written against its documentation of 2026.
 */
import { type HookAgent, isRecord } from "../agent.ts";
import { ruleSet } from "../line_rules.ts";
import { firstOf, requestOf, undecidedReply } from "../payload.ts";

export const agent: HookAgent = {
  id: "trae",
  title: "Trae",
  kind: "hook",
  decode(payload) {
    if (!isRecord(payload) || payload.tool_name !== "RunCommand") return undefined;
    const input = payload.tool_input;
    const folder = isRecord(input) ? input.cwd : undefined;
    return requestOf({ input, folders: [folder, payload.cwd, firstOf(payload.workspace_roots)] });
  },
  encode: undecidedReply,
  rules: () => ({ rules: ruleSet({}), defaultRewrite: "build" }),
};
