/** `rtk rewrite [--agent ID] [--] <command>`: prints the rewritten command and nothing else. Part of the hot module. */
import { agentOf } from "../../agents/registry.ts";
import { findingText } from "../../core/permission/judge.ts";
import { mayHaveLostBytes, withCarriageReturns } from "../../core/run/byte_arguments.ts";
import { readEnv } from "../../core/state/paths.ts";
import type { CliContext } from "../context.ts";
import { type GatedLine, gateLine, lookAround } from "../gate.ts";
import { write } from "../print.ts";

/** Exit statuses that plugins rely on; only `approved` and `rewritten` come with a text. */
const STATUS = { approved: 0, none: 1, denied: 2, rewritten: 3 } as const;

/** Runs `rtk rewrite`; anything that goes wrong is "no rewrite". */
export async function rewriteCommand(words: readonly string[], context: CliContext): Promise<number> {
  try {
    const { agentId, source } = readWords(words);
    // Asked first: the system answers while the line is looked at.
    const whole = isWhole(words);
    const agent = await agentOf(agentId, context.loadAgent);
    if (!agent) return STATUS.none;
    const seen = await lookAround(agent);
    context.giveUpPower();
    const line = await gateLine({ source, agent, cwd: Deno.cwd(), seen }, context);
    if (!line) return STATUS.none;
    const { status, stdout, stderr } = rewriteAnswer(line);
    if (stdout !== "" && !await whole) return STATUS.none;
    if (stdout !== "") write(Deno.stdout, stdout);
    if (stderr !== "") write(Deno.stderr, stderr);
    return status;
  } catch {
    return STATUS.none;
  }
}

/** Whether Deno shows the words as they were given: what it left out would be missing in the rewritten line. */
async function isWhole(words: readonly string[]): Promise<boolean> {
  return !mayHaveLostBytes(words) && await withCarriageReturns(words) === words;
}

/** What `rtk rewrite` ends with and prints. */
export interface RewriteAnswer {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The answer about a line. */
export function rewriteAnswer({ rewrite, ruling }: GatedLine): RewriteAnswer {
  const none = { stdout: "", stderr: "" };
  if (ruling.walksPast) {
    // The host's rule does not see the command behind a typed rtk: the plugin refuses the call with this.
    return { ...none, status: STATUS.denied, stderr: `rtk: ${findingText(ruling.walksPast)}\n` };
  }
  if (ruling.verdict === "deny") return { ...none, status: STATUS.denied };
  if (ruling.outcome.kind === "raw" || rewrite.kind !== "rewrite") return { ...none, status: STATUS.none };
  const status = ruling.outcome.kind === "approve" ? STATUS.approved : STATUS.rewritten;
  return { ...none, status, stdout: rewrite.command };
}

/** Several words are one line, as if typed; `--agent ID` counts only in front. */
function readWords(words: readonly string[]): { agentId: string; source: string } {
  const rest = [...words];
  let agentId = readEnv("RTK_AGENT") || "claude";
  for (;;) {
    if (rest[0] === "--agent" && rest.length > 1) agentId = rest.splice(0, 2)[1] ?? agentId;
    else if (rest[0]?.startsWith("--agent=")) agentId = rest.shift()?.slice("--agent=".length) ?? agentId;
    else break;
  }
  if (rest[0] === "--") rest.shift();
  return { agentId, source: rest.join(" ") };
}
