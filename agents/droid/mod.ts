/**
 * Factory Droid: `PreToolUse` on `Execute`. It judges the rewritten text, and without the risk that its model stated, so only
 * what runs unasked either way is rewritten. Seen with 0.215.0.
 */
import { type HookAgent, isRecord } from "../agent.ts";
import { ancestorsLook } from "../ancestors.ts";
import { requestOf, undecidedReply } from "../payload.ts";
import { droidRules } from "./rules.ts";

export const agent: HookAgent = {
  id: "droid",
  title: "Factory Droid",
  kind: "hook",
  decode(payload) {
    if (!isRecord(payload) || !SHELL_TOOLS.has(payload.tool_name)) return undefined;
    const { hook_event_name: event = "PreToolUse", tool_input: input, cwd, permission_mode: mode } = payload;
    const request = event === "PreToolUse" ? requestOf({ input, folders: [cwd], mode }) : undefined;
    return request &&
      { ...request, isBackground: request.isBackground || request.input.fireAndForget === true };
  },
  // `permissionDecision: "allow"` would outweigh its deny list; a reason without a decision means nothing.
  encode: undecidedReply,
  look: (_env, parent) => ancestorsLook(parent),
  rules: droidRules,
};

/** Claude Code's name may come with hooks that were taken over from there. */
const SHELL_TOOLS: ReadonlySet<unknown> = new Set(["Execute", "Bash"]);
