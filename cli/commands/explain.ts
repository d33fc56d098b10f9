/** `rtk explain`: what would happen to each simple command of a line, and why. Cold. */
import type { GateConfig } from "../../core/config/gate_config.ts";
import { tokensOf } from "../../core/rewrite/tokens.ts";
import type { Part } from "../../core/rewrite/rewrite.ts";
import { readEnv } from "../../core/state/paths.ts";
import type { CliContext } from "../context.ts";
import { assumedFacts, machineFacts } from "../facts.ts";
import { type GatedLine, loadGate, readLine } from "../gate.ts";
import { type Judge, type Judgement, judgeWithoutRules } from "../judge.ts";
import { fail, say } from "../print.ts";
import { explanationText } from "./explain_text.ts";

/** A line with everything that is known about it. */
export interface Explained extends GatedLine {
  readonly source: string;
  readonly agent: string;
  readonly judgement: Judgement;
}

interface Options {
  readonly agent: string;
  readonly form: "text" | "json" | "ndjson";
  readonly here: boolean;
  readonly source: string;
}

const USAGE = 'rtk explain [--agent ID] [--here] [--json] "COMMAND", or rtk explain --ndjson < LINES';

/** Runs `rtk explain`. */
export async function explainCommand(
  words: readonly string[],
  context: CliContext,
  judge: Judge = judgeWithoutRules,
): Promise<number> {
  const options = readOptions(words);
  if (typeof options === "string") return fail(options);
  const explain = await explainer(options, context, judge);
  if (options.form === "ndjson") return await explainLines(explain);
  const explained = await explain(options.source);
  say(options.form === "json" ? JSON.stringify(withTokens(explained), null, 2) : explanationText(explained));
  return 0;
}

function readOptions(words: readonly string[]): Options | string {
  let agent = readEnv("RTK_AGENT") || "claude";
  let form: Options["form"] = "text";
  let here = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (word === "--agent" && at + 1 < words.length) agent = words[++at] ?? agent;
    else if (word.startsWith("--agent=")) agent = word.slice("--agent=".length);
    else if (word === "--json") form = "json";
    else if (word === "--ndjson") form = "ndjson";
    else if (word === "--here") here = true;
    else {
      const rest = words.slice(word === "--" ? at + 1 : at);
      if (word !== "--" && word.startsWith("--")) return `Cannot use "${word}": ${USAGE}`;
      return { agent, form, here, source: rest.join(" ") };
    }
  }
  return form === "ndjson" ? { agent, form, here, source: "" } : `Cannot explain without a command: ${USAGE}`;
}

type Explainer = (source: string) => Promise<Explained>;

async function explainer(
  { agent, here }: Options,
  context: CliContext,
  judge: Judge,
): Promise<Explainer> {
  const cwd = Deno.cwd();
  const config: GateConfig = await loadGate(cwd, "all", context);
  const facts = here ? machineFacts({ env: readEnv, path: config.path, cwd }) : assumedFacts(readEnv);
  return async (source) => {
    const line = await readLine(source, { context, config, facts });
    const judgement = await judge({ agent, cwd, source, rewrite: line.rewrite });
    return { ...line, source, agent, judgement };
  };
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
export function outcomeOf({ rewrite, judgement }: Explained): { kind: Part["kind"]; parts: readonly Part[] } {
  const { reason, outcome } = judgement;
  if (rewrite.kind !== "rewrite" || outcome === "approve" || outcome === "rewrite" || !reason) return rewrite;
  const parts = rewrite.parts.map((part): Part => {
    const { insertAt: _, ...rest } = part;
    return part.kind === "rewrite" ? { ...rest, kind: "pass", reason } : part;
  });
  return { kind: parts.some(({ kind }) => kind === "defer") ? "defer" : "pass", parts };
}

function asRecord(explained: Explained): Record<string, unknown> {
  const { kind, parts } = outcomeOf(explained);
  return {
    cmd: explained.source,
    kind,
    command: kind === "rewrite" ? explained.rewrite.command : null,
    verdict: explained.judgement.verdict,
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
    agent: explained.agent,
    rules: explained.judgement.rules,
    parts: parts.map((part) => ({
      ...partRecord(part),
      tool: part.toolId ?? null,
      effect: part.effect ?? null,
      tokens: tokensOf(explained.source, part),
    })),
  };
}
