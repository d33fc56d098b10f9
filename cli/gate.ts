/** The gate as `rewrite`, `hook` and `explain` run it: configuration, parse, rewrite. Part of the hot module. */
import {
  type DigestedConfig,
  digestedConfig,
  gateConfigFor,
  type Surroundings,
} from "../core/config/digest.ts";
import type { GateConfig } from "../core/config/gate_config.ts";
import { mentionsTool } from "../core/rewrite/mention.ts";
import { type Facts, type Rewrite, rewriteParse } from "../core/rewrite/rewrite.ts";
import { dataFolder, readEnv } from "../core/state/paths.ts";
import type { Parse } from "../core/syntax/nodes.ts";
import { scan } from "../core/syntax/scan.ts";
import type { CliContext } from "./context.ts";

/** A line as the gate understands it. */
export interface GatedLine {
  readonly rewrite: Rewrite;
  /** Undefined where no tool is mentioned and the line was not read at all. */
  readonly parse: Parse | undefined;
}

export interface GateOptions {
  readonly context: CliContext;
  readonly config: GateConfig;
  readonly facts: Facts;
}

/** Reads and rewrites a line, unless nothing in it could be rewritten. */
export async function gateLine(source: string, options: GateOptions): Promise<GatedLine> {
  const { context, config } = options;
  if (!mentionsTool(source, context.table, config.filters)) {
    return { rewrite: { kind: "pass", command: source, parts: [] }, parse: undefined };
  }
  return await readLine(source, options);
}

/** The same without the cheap exit: every command is told. */
export async function readLine(source: string, options: GateOptions): Promise<GatedLine> {
  const { context, config, facts } = options;
  const parse = await parseLine(source, context);
  return { rewrite: rewriteParse(source, parse, { table: context.table, config, facts }), parse };
}

/** Reads a line with the scanner, and with WebAssembly only where that does not suffice. */
export async function parseLine(source: string, context: CliContext): Promise<Parse> {
  const scanned = scan(source);
  return scanned.kind === "undecided" ? await (await context.loadSyntax()).parse(source) : scanned;
}

/** The gate's configuration for a working directory; from TOML only where no digest is current. */
export async function loadGate(
  cwd: string,
  agentDefault: GateConfig["rewrite"],
  context: CliContext,
): Promise<GateConfig> {
  const surroundings: Surroundings = { env: readEnv, cwd, dataFolder: dataFolder(readEnv) };
  return gateConfigFor((await readConfig(surroundings, context)).gate, agentDefault);
}

async function readConfig(surroundings: Surroundings, context: CliContext): Promise<DigestedConfig> {
  // Law of the rewrite path: nothing is written on it, so a stale digest stays stale until another command runs.
  return digestedConfig(surroundings) ??
    (await context.loadConfig()).loadDigested(surroundings, { write: false });
}
