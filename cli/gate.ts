/** The gate as `rewrite`, `hook` and `explain` run it: rules, configuration, parse, rewrite, ruling. Part of the hot module. */
import type { Agent, HookRequest, HostRules } from "../agents/agent.ts";
import {
  type DigestedConfig,
  digestedConfig,
  gateConfigFor,
  type Surroundings,
} from "../core/config/digest.ts";
import type { GateConfig } from "../core/config/gate_config.ts";
import { judge, type Ruling } from "../core/permission/judge.ts";
import { mentionsTool } from "../core/rewrite/mention.ts";
import { type Facts, type Rewrite, rewriteParse } from "../core/rewrite/rewrite.ts";
import { dataFolder, envNames, readEnv } from "../core/state/paths.ts";
import type { Parse } from "../core/syntax/nodes.ts";
import { scan } from "../core/syntax/scan.ts";
import type { CliContext } from "./context.ts";
import { assumedFacts, machineFacts } from "./facts.ts";

/** A line, and who wants to run it where. */
export interface LineCall {
  readonly source: string;
  readonly agent: Agent;
  readonly cwd: string;
  /** The hook's payload; absent where the line was given on rtk's own command line. */
  readonly request?: HookRequest;
  /** What `lookAround` answered. */
  readonly seen?: string | undefined;
}

/** What the gate makes of a line. */
export interface GatedLine {
  readonly rewrite: Rewrite;
  readonly ruling: Ruling;
}

/** A gate that is ready for lines: everything that does not depend on the line has been read. */
export interface OpenGate {
  readonly host: HostRules;
  readonly config: GateConfig;
  readonly facts: Facts;
}

/** Runs the program that shows what the host was started with; the last that the gate starts. */
export async function lookAround(agent: Agent): Promise<string | undefined> {
  const [program, ...args] = agent.look?.(readEnv, Deno.ppid) ?? [];
  if (program === undefined) return undefined;
  try {
    const command = new Deno.Command(program, { args, stdin: "null", stdout: "piped", stderr: "null" });
    const { success, stdout } = await command.output();
    return success ? new TextDecoder().decode(stdout) : undefined;
  } catch {
    return undefined;
  }
}

/** Reads the host's rules and rtk's configuration. */
export async function openGate(
  { agent, cwd, request, seen }: Omit<LineCall, "source">,
  context: CliContext,
  facts: "machine" | "assumed" = "machine",
): Promise<OpenGate> {
  const surroundings = { env: readEnv, envNames, cwd, request, seen };
  const host = agent.rules(surroundings);
  const read = await readConfig({ env: readEnv, cwd, dataFolder: dataFolder(readEnv) }, context);
  const settled = gateConfigFor(read.gate, host.defaultRewrite);
  const config = {
    ...settled,
    // A plugin that did not find rtk on its PATH, which is that of the host's shell, tells where it found it.
    rtkPath: settled.rtkPath ?? (readEnv("RTK_CALLED_AS") || undefined),
    shadowed: [...settled.shadowed, ...agent.shadowed?.(surroundings) ?? []],
  };
  const known = facts === "machine"
    ? machineFacts({ env: readEnv, path: config.path, cwd })
    : assumedFacts(readEnv);
  return { host, config, facts: { ...known, inBackground: request?.isBackground ?? false } };
}

async function readConfig(surroundings: Surroundings, context: CliContext): Promise<DigestedConfig> {
  // Nothing is written on the rewrite path, so a stale digest stays stale until another command runs.
  return digestedConfig(surroundings) ??
    (await context.loadConfig()).loadDigested(surroundings, { write: false });
}

/** Reads, rewrites and judges a line; undefined where nothing in it could be rewritten and no rule could forbid it. */
export async function gateLine(call: LineCall, context: CliContext): Promise<GatedLine | undefined> {
  const gate = await openGate(call, context);
  const { deny, ask } = gate.host.rules;
  const hasRules = deny.length > 0 || ask.length > 0;
  if (!hasRules && !mentionsTool(call.source, context.table, gate.config.filters)) return undefined;
  return await passGate(call.source, gate, context);
}

/** The same with an open gate and without the cheap exit. */
export async function passGate(source: string, gate: OpenGate, context: CliContext): Promise<GatedLine> {
  const { host, config, facts } = gate;
  const parse = await parseLine(source, context);
  const rewrite = rewriteParse(source, parse, { table: context.table, config, facts });
  const parser = (text: string): Promise<Parse> => parseLine(text, context);
  return { rewrite, ruling: await judge({ source, parse, rewrite }, host.rules, parser) };
}

/** Reads a line with the scanner, and with WebAssembly only where that does not suffice. */
async function parseLine(source: string, context: CliContext): Promise<Parse> {
  const scanned = scan(source);
  return scanned.kind === "undecided" ? await (await context.loadSyntax()).parse(source) : scanned;
}
