/**
 * GitHub Copilot: VS Code Chat and the command line program read the same hook files and send three forms of payloads. Its
 * `allow` overrides the user's deny rules, so it never gets one. Checked against the program 1.0.102.
 */
import { type HookAgent, type HookReply, type HookRequest, isRecord } from "../agent.ts";
import { ancestorsLook } from "../ancestors.ts";
import { requestOf } from "../payload.ts";
import { copilotRules } from "./rules.ts";

/** Names of the shell tool: VS Code's, those of older versions and of other editors. */
const EDITOR_TOOLS = new Set(["run_in_terminal", "runTerminalCommand", "runInTerminal"]);

export const agent: HookAgent = {
  id: "copilot",
  title: "GitHub Copilot",
  kind: "hook",
  decode(payload) {
    if (!isRecord(payload)) return undefined;
    return payload.toolName === undefined ? decodeSnakeCase(payload) : decodeCamelCase(payload);
  },
  encode: (reply, request) => reply.kind === "silent" ? "" : JSON.stringify(answerTo(reply, request)),
  // The program's rules are flags.
  look: (_env, parent) => ancestorsLook(parent),
  rules: copilotRules,
};

function decodeSnakeCase({ tool_name: tool, tool_input: input, cwd }: Record<string, unknown>) {
  if (typeof tool !== "string") return undefined;
  if (EDITOR_TOOLS.has(tool)) return requestOf({ input, folders: [cwd], form: "editor" });
  return tool === "Bash" ? requestOf({ input, folders: [cwd], form: "snake" }) : undefined;
}

/** Older versions send the arguments as a text, and cannot take them back changed. */
function decodeCamelCase({ toolName: tool, toolArgs: args, cwd }: Record<string, unknown>) {
  if (typeof tool !== "string" || (tool !== "bash" && !EDITOR_TOOLS.has(tool))) return undefined;
  if (typeof args !== "string") return requestOf({ input: args, folders: [cwd], form: "camel" });
  try {
    return requestOf({ input: JSON.parse(args), folders: [cwd], form: "text" });
  } catch {
    return undefined;
  }
}

function answerTo(reply: Exclude<HookReply, { kind: "silent" }>, request: HookRequest | undefined): unknown {
  const form = request?.form;
  const isCamelCase = form === "camel" || form === "text";
  if (reply.kind === "refuse") return denial(reply.reason, isCamelCase);
  if (form === "text") return denial(`Token savings: use \`${reply.command}\` instead`, true);
  const input = { ...request?.input, command: reply.command };
  if (isCamelCase) return { modifiedArgs: input };
  return { hookSpecificOutput: { hookEventName: "PreToolUse", updatedInput: input } };
}

function denial(reason: string, isCamelCase: boolean): unknown {
  const decision = { permissionDecision: "deny", permissionDecisionReason: reason };
  return isCamelCase ? decision : { hookSpecificOutput: { hookEventName: "PreToolUse", ...decision } };
}
