/**
 * Cline: the `PreToolUse` file of its command line program, which may replace the input of `run_commands`. The extension of
 * VS Code reads no replacement. Checked against 3.0.65.
 */
import { type HookAgent, type HookRequest, isRecord, textOr } from "../agent.ts";
import { firstOf, runsInBackground } from "../payload.ts";
import { clineRules } from "./rules.ts";

export const agent: HookAgent = {
  id: "cline",
  title: "Cline",
  kind: "hook",
  decode(payload) {
    const call = isRecord(payload) ? payload.tool_call : undefined;
    if (!isRecord(payload) || !isRecord(call) || call.name !== "run_commands") return undefined;
    const { input } = call;
    if (!isRecord(input) || commandsOf(input).length === 0) return undefined;
    return {
      // One after the other, as if in one line; a rewrite adds no line, so they come apart again.
      command: commandsOf(input).join("\n"),
      input,
      cwd: textOr(firstOf(payload.workspaceRoots)),
      mode: undefined,
      isBackground: runsInBackground(input),
    };
  },
  encode(reply, request) {
    if (reply.kind === "silent" || !request) return "";
    // The host has no milder word for it.
    if (reply.kind === "refuse") return JSON.stringify({ cancel: true, errorMessage: reply.reason });
    return JSON.stringify({
      overrideInput: { ...request.input, commands: replaced(request, reply.command) },
    });
  },
  rules: clineRules,
};

/** Commands that are shell text; others are words for a program that no shell reads. */
function commandsOf({ commands }: Readonly<Record<string, unknown>>): string[] {
  return Array.isArray(commands) ? commands.filter((command) => typeof command === "string") : [];
}

function replaced({ input }: HookRequest, text: string): unknown[] {
  const lines = text.split("\n");
  return (input.commands as unknown[]).map((command) =>
    typeof command === "string" ? lines.splice(0, command.split("\n").length).join("\n") : command
  );
}
