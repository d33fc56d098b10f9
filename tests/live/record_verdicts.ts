/**
 * Records what the real client decides on lines and on what rtk makes of them:
 *
 *     unshare -n sh -c 'ip link set lo up && exec deno run -A tests/live/record_verdicts.ts CLIENT'
 *
 * CLIENT is the native executable of `@anthropic-ai/claude-code` (its package for the platform). Loopback is all it needs.
 */
import { fullTable } from "../harness/all_names.ts";
import { gate } from "../harness/gate.ts";
import { decisions } from "./claude_session.ts";
import { LINES, RULE_SETS } from "./verdict_sets.ts";

const [client] = Deno.args;
if (client === undefined) {
  console.error("usage: record_verdicts.ts CLIENT");
  Deno.exit(2);
}

const table = fullTable(LINES);
const rewritten = await Promise.all(LINES.map(async (line) => (await gate(line, { table })).command));
const rows: string[] = [];
for (const [set, setup] of Object.entries(RULE_SETS)) {
  const original = await decisions(client, setup, LINES);
  const changed = await decisions(client, setup, rewritten);
  for (const [index, cmd] of LINES.entries()) {
    rows.push(
      JSON.stringify({
        set,
        cmd,
        original: original[index],
        text: rewritten[index],
        rewritten: changed[index],
      }),
    );
  }
  console.error(`${set}: ${LINES.length} lines`);
}
Deno.writeTextFileSync(new URL("../cases/claude_verdicts.jsonl", import.meta.url), `${rows.join("\n")}\n`);
