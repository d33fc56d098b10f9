/** Asks an agent's hook about a payload, with files below a scratch folder and every command on PATH. */
import type { Agent, HookAgent, Surroundings } from "../../agents/agent.ts";
import { agentOf, agentOfPayload, hookAgentOf } from "../../agents/registry.ts";
import { replyOf } from "../../cli/commands/hook.ts";
import { type RewriteAnswer, rewriteAnswer } from "../../cli/commands/rewrite.ts";
import { type GatedLine, passGate } from "../../cli/gate.ts";
import { readJsonValue } from "../../cli/json_input.ts";
import { gateConfigFor } from "../../core/config/digest.ts";
import { DEFAULT_GATE_CONFIG } from "../../core/config/gate_config.ts";
import { fullTable } from "./all_names.ts";
import { testContext } from "./cli_context.ts";

const context = testContext({ table: fullTable([]) });

/** A home folder with a project in it. */
export class ScratchHost implements Disposable {
  readonly home = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "rtk-host-" }));
  readonly project = `${this.home}/project`;
  readonly variables: Record<string, string> = { HOME: this.home };
  /** What the agent's look prints. */
  seen: string | undefined;

  constructor(files: Readonly<Record<string, string>> = {}) {
    Deno.mkdirSync(this.project);
    for (const [name, text] of Object.entries(files)) this.write(name, text);
  }

  write(name: string, text: string): void {
    const path = name.startsWith("/") ? name : `${this.home}/${name}`;
    Deno.mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
    Deno.writeTextFileSync(path, text);
  }

  /** The hook's stdout for what stands on its stdin. */
  async ask(id: string, stdin: string): Promise<string> {
    const named = await loadedHook(id);
    const payload = await readJsonValue(oneChunk(stdin));
    const agent = await agentOfPayload(payload, named, context.loadAgent) ?? named;
    const request = agent.decode(payload);
    if (!request) return agent.encode({ kind: "silent" }, undefined);
    const line = await this.gated(agent, request.command, request);
    return agent.encode(replyOf(line), request);
  }

  /** What `rtk rewrite` answers a plugin about a line. */
  async rewrite(id: string, source: string): Promise<RewriteAnswer> {
    return rewriteAnswer(await this.gated(await loaded(id), source, undefined));
  }

  private async gated(agent: Agent, source: string, request: Surroundings["request"]): Promise<GatedLine> {
    const host = agent.rules(this.surroundings(request));
    const config = gateConfigFor({ ...DEFAULT_GATE_CONFIG, rewrite: "auto" }, host.defaultRewrite);
    const facts = {
      resolvesOnPath: () => true,
      isSmallTextFile: () => false,
      isDisabled: false,
      inBackground: request?.isBackground ?? false,
    };
    return await passGate(source, { host, config, facts }, context);
  }

  private surroundings(request: Surroundings["request"]): Surroundings {
    const { project, variables, seen } = this;
    return {
      env: (name) => variables[name],
      envNames: () => Object.keys(variables),
      cwd: request?.cwd ?? project,
      request,
      seen,
    };
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.home, { recursive: true });
  }
}

function oneChunk(text: string): () => Promise<Uint8Array | null> {
  const chunks = [new TextEncoder().encode(text)];
  return () => Promise.resolve(chunks.shift() ?? null);
}

/** Loads an agent as the hook does. */
export async function loaded(id: string): Promise<Agent> {
  const agent = await agentOf(id, context.loadAgent);
  if (!agent) throw new Error(`Cannot find the agent ${id}`);
  return agent;
}

/** Loads an agent that has hooks. */
export async function loadedHook(id: string): Promise<HookAgent> {
  const agent = await hookAgentOf(id, context.loadAgent);
  if (!agent) throw new Error(`Cannot find hooks of the agent ${id}`);
  return agent;
}
