/**
 * Mistral Vibe: `pre_tool` on `bash` (`before_tool` up to 2.x). It asks about the rewritten text, so only what runs unasked
 * either way, or is asked about either way, is rewritten. Checked against 3.0.2.
 */
import { type HookAgent, isRecord } from "../agent.ts";
import { ancestorsLook } from "../ancestors.ts";
import { requestOf } from "../payload.ts";
import { vibeRules } from "./rules.ts";

export const agent: HookAgent = {
  id: "vibe",
  title: "Mistral Vibe",
  kind: "hook",
  decode(payload) {
    if (!isRecord(payload) || !SHELL_TOOLS.has(payload.tool_name)) return undefined;
    const event = payload.hook_event_name;
    if (event !== undefined && event !== "pre_tool" && event !== "before_tool") return undefined;
    return requestOf({ input: payload.tool_input, folders: [payload.cwd] });
  },
  encode(reply, request) {
    if (reply.kind === "silent") return "";
    if (reply.kind === "refuse") return JSON.stringify({ decision: "deny", reason: reply.reason });
    return JSON.stringify({
      hook_specific_output: { tool_input: { ...request?.input, command: reply.command } },
      system_message: `rtk: rewrote to \`${reply.command}\``,
    });
  },
  // The agent that a session starts with is a flag.
  look: (_env, parent) => ancestorsLook(parent),
  rules: vibeRules,
};

/** 3.x puts the group in front; a hook is matched by the short name all the same. */
const SHELL_TOOLS: ReadonlySet<unknown> = new Set(["bash", "file_system.bash"]);
