/** The gate as tests ask it: every name installed, no file looked at. */
import { DEFAULT_GATE_CONFIG, type GateConfig } from "../../core/config/gate_config.ts";
import { type Facts, type Rewrite, rewriteParse } from "../../core/rewrite/rewrite.ts";
import type { Parse } from "../../core/syntax/nodes.ts";
import { parse } from "../../core/syntax/parse.ts";
import type { GateTable } from "../../core/tools/gate_table.ts";

export interface GateOptions {
  readonly table: GateTable;
  readonly config?: Partial<GateConfig>;
  readonly facts?: Partial<Facts>;
}

const ANYTHING: Facts = { resolvesOnPath: () => true, isSmallTextFile: () => false, isDisabled: false };

/** Parses and rewrites a shell line. */
export async function gate(source: string, options: GateOptions): Promise<Rewrite> {
  return gateParsed(source, await parse(source), options);
}

/** Rewrites a shell line that is parsed already. */
export function gateParsed(source: string, parsed: Parse, { table, config, facts }: GateOptions): Rewrite {
  return rewriteParse(source, parsed, {
    table,
    config: { ...DEFAULT_GATE_CONFIG, ...config },
    facts: { ...ANYTHING, ...facts },
  });
}
