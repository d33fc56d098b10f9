/** `rtk explain`: what would happen to each simple command of a line, and why. Cold. */
import type { Agent } from "../../agents/agent.ts";
import { AGENT_IDS, agentOf } from "../../agents/registry.ts";
import { tokensOf } from "../../core/rewrite/tokens.ts";
import type { Part } from "../../core/rewrite/rewrite.ts";
import { mayHaveLostBytes } from "../../core/run/byte_arguments.ts";
import { readEnv } from "../../core/state/paths.ts";
import type { CliContext } from "../context.ts";
import { type GatedLine, lookAround, openGate, passGate } from "../gate.ts";
import { fail, say } from "../print.ts";
import { explanationText, rulesText } from "./explain_text.ts";

/** A line with everything that is known about it. */
export interface Explained extends GatedLine {
  readonly source: string;
  readonly agent: Agent;
}

interface Options {
  readonly agentId: string;
  readonly form: "text" | "json" | "ndjson";
  readonly here: boolean;
  readonly source: string;
}

const USAGE = 'rtk explain [--agent ID] [--here] [--json] "COMMAND", or rtk explain --ndjson < LINES';

/** Runs `rtk explain`. */
export async function explainCommand(words: readonly string[], context: CliContext): Promise<number> {
  const options = readOptions(words);
  if (typeof options === "string") return fail(options);
  // Deno shows U+FFFD for what it cannot read; the gate leaves such a line as it is.
  if (mayHaveLostBytes(words)) return fail("Cannot explain a command that is no UTF-8, or holds U+FFFD");
  const agent = await agentOf(options.agentId, context.loadAgent);
  if (!agent) return fail(`Cannot find the agent "${options.agentId}": it is none of ${agentIds()}`);
  const explain = await explainer(agent, options, context);
  if (options.form === "ndjson") return await explainLines(explain);
  const explained = await explain(options.source);
  say(options.form === "json" ? JSON.stringify(withTokens(explained), null, 2) : explanationText(explained));
  return 0;
}

function agentIds(): string {
  return AGENT_IDS.join(", ");
}

function readOptions(words: readonly string[]): Options | string {
  let agentId = readEnv("RTK_AGENT") || "claude";
  let form: Options["form"] = "text";
  let here = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (word === "--agent" && at + 1 < words.length) agentId = words[++at] ?? agentId;
    else if (word.startsWith("--agent=")) agentId = word.slice("--agent=".length);
    else if (word === "--json") form = "json";
    else if (word === "--ndjson") form = "ndjson";
    else if (word === "--here") here = true;
    else {
      const rest = words.slice(word === "--" ? at + 1 : at);
      if (word !== "--" && word.startsWith("--")) return `Cannot use "${word}": ${USAGE}`;
      return { agentId, form, here, source: rest.join(" ") };
    }
  }
  return form === "ndjson"
    ? { agentId, form, here, source: "" }
    : `Cannot explain without a command: ${USAGE}`;
}

type Explainer = (source: string) => Promise<Explained>;

async function explainer(agent: Agent, { here }: Options, context: CliContext): Promise<Explainer> {
  const seen = await lookAround(agent);
  const gate = await openGate({ agent, cwd: Deno.cwd(), seen }, context, here ? "machine" : "assumed");
  return async (source) => ({ ...await passGate(source, gate, context), source, agent });
}

/** One JSON string per line in, one object per line out; a line that is none gets an object with `error`. */
async function explainLines(explain: Explainer): Promise<number> {
  let status = 0;
  for await (const line of lines(Deno.stdin.readable)) {
    if (line.trim() === "") continue;
    const source = sourceOf(line);
    if (source === undefined) {
      say(JSON.stringify({ error: "Cannot read this line: expected a JSON string" }));
      status = 1;
      continue;
    }
    say(JSON.stringify(asRecord(await explain(source))));
  }
  return status;
}

/** A JSON string, or an object that holds it as `cmd` as the answers do. */
function sourceOf(line: string): string | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === "string") return value;
    const cmd = typeof value === "object" && value !== null && "cmd" in value ? value.cmd : undefined;
    return typeof cmd === "string" ? cmd : undefined;
  } catch {
    return undefined;
  }
}

async function* lines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = "";
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    const parts = (rest + text).split("\n");
    rest = parts.pop() ?? "";
    yield* parts;
  }
  yield rest;
}

/** What becomes of the line after the host's rules had their say. */
export function outcomeOf({ rewrite, ruling }: Explained): { kind: Part["kind"]; parts: readonly Part[] } {
  const { kind, reason } = ruling.outcome;
  if (rewrite.kind !== "rewrite" || kind !== "raw" || !reason) return rewrite;
  const parts = rewrite.parts.map((part): Part => {
    const { insertAt: _, ...rest } = part;
    return part.kind === "rewrite" ? { ...rest, kind: "pass", reason } : part;
  });
  return { kind: parts.some((part) => part.kind === "defer") ? "defer" : "pass", parts };
}

/** The verdict in the four words of the format; where it cannot be told whether the line runs unasked, no rule is known. */
function verdictOf({ ruling }: Explained): "allow" | "ask" | "deny" | "none" {
  return ruling.verdict === "unsure" ? "none" : ruling.verdict;
}

function asRecord(explained: Explained): Record<string, unknown> {
  const { kind, parts } = outcomeOf(explained);
  return {
    cmd: explained.source,
    kind,
    command: kind === "rewrite" ? explained.rewrite.command : null,
    verdict: verdictOf(explained),
    parts: parts.map(partRecord),
  };
}

function partRecord({ span, name, kind, reason }: Part): Record<string, unknown> {
  return { span: [span.start, span.end], name, kind, reason: reason ?? null };
}

function withTokens(explained: Explained): Record<string, unknown> {
  const { parts } = outcomeOf(explained);
  return {
    ...asRecord(explained),
    agent: explained.agent.id,
    rules: rulesText(explained),
    parts: parts.map((part) => ({
      ...partRecord(part),
      tool: part.toolId ?? null,
      effect: part.effect ?? null,
      tokens: tokensOf(explained.source, part),
    })),
  };
}
