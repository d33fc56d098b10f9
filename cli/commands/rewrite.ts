/** `rtk rewrite [--agent ID] [--] <command>`: prints the rewritten command and nothing else. Part of the hot module. */
import { readEnv } from "../../core/state/paths.ts";
import type { CliContext } from "../context.ts";
import { machineFacts } from "../facts.ts";
import { gateLine, loadGate } from "../gate.ts";
import { type Judge, type Judgement, judgeWithoutRules } from "../judge.ts";

/** Exit statuses that plugins rely on: 0 and 3 come with a text. */
const STATUS: Readonly<Record<Judgement["outcome"], number>> = { approve: 0, raw: 1, deny: 2, rewrite: 3 };

/** Runs `rtk rewrite`; anything that goes wrong is "no rewrite". */
export async function rewriteCommand(
  words: readonly string[],
  context: CliContext,
  judge: Judge = judgeWithoutRules,
): Promise<number> {
  try {
    return await rewriteLine(words, context, judge);
  } catch {
    return STATUS.raw;
  }
}

async function rewriteLine(words: readonly string[], context: CliContext, judge: Judge): Promise<number> {
  const { agent, source } = readWords(words);
  const cwd = Deno.cwd();
  const config = await loadGate(cwd, "all", context);
  const facts = machineFacts({ env: readEnv, path: config.path, cwd });
  const { rewrite } = await gateLine(source, { context, config, facts });
  const { outcome } = await judge({ agent, cwd, source, rewrite });
  if (outcome !== "approve" && outcome !== "rewrite") return STATUS[outcome];
  const bytes = new TextEncoder().encode(rewrite.command);
  for (let at = 0; at < bytes.length;) at += Deno.stdout.writeSync(bytes.subarray(at));
  return STATUS[outcome];
}

/** Several words are one line, as if typed; `--agent ID` counts only in front. */
function readWords(words: readonly string[]): { agent: string; source: string } {
  const rest = [...words];
  let agent = readEnv("RTK_AGENT") || "claude";
  for (;;) {
    if (rest[0] === "--agent" && rest.length > 1) agent = rest.splice(0, 2)[1] ?? agent;
    else if (rest[0]?.startsWith("--agent=")) agent = rest.shift()?.slice("--agent=".length) ?? agent;
    else break;
  }
  if (rest[0] === "--") rest.shift();
  return { agent, source: rest.join(" ") };
}
