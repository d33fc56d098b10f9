/**
 * `deno task reach [--registered] [FILE]`: which share of the commands in a corpus is rewritten, why the rest is not, and how
 * many lines need WebAssembly. Names count as installed, no file is looked at; commands without a unit yet have stand-ins,
 * unless `--registered` is given. FILE has one JSON object a line, with `cmd` and perhaps `n`.
 */
import { mentionsTool } from "../../core/rewrite/mention.ts";
import type { Rewrite } from "../../core/rewrite/rewrite.ts";
import { scan } from "../../core/syntax/scan.ts";
import { parse } from "../../core/syntax/parse.ts";
import { gateTable } from "../../core/tools/gate_table.ts";
import { tools } from "../../core/tools/registry.ts";
import { fullTable, nameCounts } from "../../tests/harness/all_names.ts";
import { corpusFile } from "../../tests/harness/corpus.ts";
import { gateParsed } from "../../tests/harness/gate.ts";
import { sharedFolder } from "../../tests/harness/shared.ts";

const words = Deno.args.filter((word) => word !== "--registered");
const onlyRegistered = words.length < Deno.args.length;
const lines = corpusFile(fileOf(words[0]));
const table = onlyRegistered ? gateTable(tools) : fullTable(lines.map(({ cmd }) => cmd));

let issued = 0;
let reached = 0;
let insertions = 0;
let wasmLines = 0;
const rest = new Map<string, number>();
for (const { cmd, n } of lines) {
  issued += n;
  if (mentionsTool(cmd, table) && scan(cmd).kind === "undecided") wasmLines++;
  const rewrite = gateParsed(cmd, await parse(cmd), { table });
  insertions += n * rewrite.parts.filter(({ kind }) => kind === "rewrite").length;
  if (rewrite.kind === "rewrite") reached += n;
  else add(rest, mainReason(rewrite), n);
}

const { all, registered } = nameCounts();
console.log(`${lines.length} lines, issued ${issued} times; ${registered} of ${all} commands have units`);
console.log(`rewritten: ${share(reached, issued)}; ${share(insertions, issued)} insertions per command`);
console.log(`lines that load WebAssembly: ${share(wasmLines, lines.length)}`);
console.log("the rest, by the first known tool's reason, else the first command's:");
for (const [reason, count] of [...rest].sort((a, b) => b[1] - a[1]).slice(0, 25)) {
  console.log(`  ${share(count, issued).padStart(6)}  ${reason}`);
}

function fileOf(path: string | undefined): URL {
  if (path !== undefined) return new URL(path, `file://${Deno.cwd()}/`);
  const folder = sharedFolder();
  return folder
    ? new URL("corpus/agent.jsonl", folder)
    : new URL("../../tests/cases/agent_lines.jsonl", import.meta.url);
}

function mainReason({ parts }: Rewrite): string {
  const part = parts.find(({ toolId }) => toolId !== undefined) ??
    parts.find(({ reason }) => reason !== "no-tool");
  if (!part) return "no-tool";
  const tool = part.toolId?.replace("stand-in-", "");
  return tool === undefined ? `${part.reason}` : `${part.reason}: ${tool}`;
}

function add(counts: Map<string, number>, key: string, n: number): void {
  counts.set(key, (counts.get(key) ?? 0) + n);
}

function share(part: number, whole: number): string {
  return `${(100 * part / whole).toFixed(1)} %`;
}
