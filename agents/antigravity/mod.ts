/**
 * Google Antigravity, its program `agy` above all: `PreToolUse` on `run_command`. A reply without a decision is a refusal
 * there, and there is no word for "no opinion": `allow` stands for it, as the permission lists are asked all the same (read
 * in the engine of the Python package 0.1.22; seen by others with 1.1.2 and 1.2.7). They see the rewritten text.
 */
import { type HookAgent, isRecord } from "../agent.ts";
import { ancestorsLook } from "../ancestors.ts";
import { absoluteFolder, firstOf, requestOf } from "../payload.ts";
import { antigravityRules } from "./rules.ts";

export const agent: HookAgent = {
  id: "antigravity",
  title: "Google Antigravity",
  kind: "hook",
  decode(payload) {
    const call = isRecord(payload) ? payload.toolCall : undefined;
    if (!isRecord(payload) || !isRecord(call) || call.name !== "run_command" || !isRecord(call.args)) {
      return undefined;
    }
    const { args } = call;
    const workspace = firstOf(payload.workspacePaths);
    return requestOf({
      input: args,
      command: args.CommandLine,
      folders: [absoluteFolder(args.Cwd, workspace), workspace],
      form: surfaceOf(payload.transcriptPath),
    });
  },
  encode(reply) {
    if (reply.kind === "silent") return JSON.stringify({ decision: "allow" });
    if (reply.kind === "refuse") return JSON.stringify({ decision: "deny", reason: reply.reason });
    // Merged into the arguments, key by key: all others stay what they are.
    const overwrite = { CommandLine: reply.command };
    return JSON.stringify({
      decision: "allow",
      reason: "Rewritten by rtk for token optimization.",
      overwrite,
    });
  },
  look: (_env, parent) => ancestorsLook(parent),
  rules: antigravityRules,
};

/** Which of its programs asks: each keeps its transcripts in a folder of its own. */
function surfaceOf(transcript: unknown): "program" | "window" {
  return typeof transcript === "string" && transcript.includes("/antigravity-cli/") ? "program" : "window";
}
