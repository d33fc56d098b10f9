/**
 * `rtk hook AGENT [--contract N]`: answers one call of a host's shell tool. Whatever goes wrong is silence and status 0, as
 * the host then runs the line as it is. Part of the hot module.
 */
import type { HookAgent, HookReply, HookRequest } from "../../agents/agent.ts";
import { agentOfPayload, hookAgentOf } from "../../agents/registry.ts";
import { findingText } from "../../core/permission/judge.ts";
import type { CliContext } from "../context.ts";
import { type GatedLine, gateLine, lookAround } from "../gate.ts";
import { readJsonValue } from "../json_input.ts";
import { write } from "../print.ts";

/** The contract between rtk and the scripts that call it; a script that needs a later one gets silence. */
const CONTRACT = 1;

/** Where the payload comes from and the reply goes; tests put something else in its place. */
export interface HookStreams {
  /** The next bytes; null at the end. */
  read(): Promise<Uint8Array | null>;
  write(text: string): void;
}

/** Runs `rtk hook`. */
export async function hookCommand(
  words: readonly string[],
  context: CliContext,
  streams: HookStreams = STANDARD,
): Promise<number> {
  try {
    const [id = "", ...options] = words;
    const agent = isSupported(options) ? await hookAgentOf(id, context.loadAgent) : undefined;
    // The look starts first: it is the last program that rtk may start, and the rights go before the input is read.
    const seen = agent && lookAround(agent);
    context.giveUpPower();
    if (agent) streams.write(await answer(agent, { context, streams, seen }));
  } catch {
    // The host runs the line as it is.
  }
  return 0;
}

function isSupported(options: readonly string[]): boolean {
  const at = options.indexOf("--contract");
  return at < 0 || Number(options[at + 1]) <= CONTRACT;
}

interface Call {
  readonly context: CliContext;
  readonly streams: HookStreams;
  readonly seen: Promise<string | undefined> | undefined;
}

/** The bytes for stdout. */
async function answer(named: HookAgent, call: Call): Promise<string> {
  let agent = named;
  let request: HookRequest | undefined;
  let reply: HookReply = { kind: "silent" };
  try {
    const payload = await readJsonValue(call.streams.read);
    agent = await agentOfPayload(payload, named, call.context.loadAgent) ?? named;
    request = agent.decode(payload);
    if (request) reply = await replyTo(agent, request, call);
  } catch {
    reply = { kind: "silent" };
  }
  return agent.encode(reply, request);
}

async function replyTo(agent: HookAgent, request: HookRequest, { context, seen }: Call): Promise<HookReply> {
  const cwd = request.cwd ?? Deno.cwd();
  return replyOf(
    await gateLine({ source: request.command, agent, cwd, request, seen: await seen }, context),
  );
}

/** What the host is told about a line; undefined: nothing in it concerns rtk. */
export function replyOf(line: GatedLine | undefined): HookReply {
  if (!line) return { kind: "silent" };
  const { rewrite, ruling } = line;
  if (ruling.walksPast) return { kind: "refuse", reason: findingText(ruling.walksPast) };
  if (rewrite.kind !== "rewrite" || ruling.outcome.kind === "raw") return { kind: "silent" };
  return { kind: "rewrite", command: rewrite.command, isApproved: ruling.outcome.kind === "approve" };
}

const CHUNK_BYTES = 64 * 1024;

const STANDARD: HookStreams = {
  read: async () => {
    const chunk = new Uint8Array(CHUNK_BYTES);
    const count = await Deno.stdin.read(chunk);
    return count === null ? null : chunk.subarray(0, count);
  },
  write: (text) => write(Deno.stdout, text),
};
