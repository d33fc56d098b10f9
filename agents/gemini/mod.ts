/**
 * Gemini CLI: `BeforeTool` on `run_shell_command`. Its policy runs after the hook on the rewritten text, whatever the reply
 * says. Checked against 0.61.0.
 */
import { type HookAgent, isRecord } from "../agent.ts";
import { ancestorsLook } from "../ancestors.ts";
import { absoluteFolder, requestOf } from "../payload.ts";
import { geminiRules } from "./rules.ts";

export const agent: HookAgent = {
  id: "gemini",
  title: "Gemini CLI",
  kind: "hook",
  decode(payload) {
    if (!isRecord(payload) || payload.tool_name !== "run_shell_command") return undefined;
    const input = payload.tool_input;
    const folder = isRecord(input) ? input.dir_path ?? input.directory : undefined;
    return requestOf({ input, folders: [absoluteFolder(folder, payload.cwd), payload.cwd] });
  },
  encode(reply, request) {
    if (reply.kind === "silent") return JSON.stringify({ decision: "allow" });
    if (reply.kind === "refuse") return JSON.stringify({ decision: "deny", reason: reply.reason });
    // The arguments are replaced, not merged: without `dir_path` the command would run somewhere else.
    const tool_input = { ...request?.input, command: reply.command };
    return JSON.stringify({ decision: "allow", hookSpecificOutput: { tool_input } });
  },
  look: (_env, parent) => ancestorsLook(parent),
  rules: geminiRules,
};
