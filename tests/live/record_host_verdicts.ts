/**
 * Records what a real client decides on lines and on what rtk makes of them:
 *
 *     RTK_CODEX_CLIENT=… unshare -n sh -c 'ip link set lo up && exec deno run -A tests/live/record_host_verdicts.ts codex'
 *
 * Hosts and variables: `hook_clients.ts`. Loopback is all it needs.
 */
import { fullTable } from "../harness/all_names.ts";
import { gate } from "../harness/gate.ts";
import { hostDecisions } from "./host_sessions.ts";
import { HOST_LINES, HOST_SETS, type RecordedHost } from "./host_sets.ts";

const [host] = Deno.args;
if (host === undefined || !Object.hasOwn(HOST_SETS, host)) {
  console.error(`usage: record_host_verdicts.ts ${Object.keys(HOST_SETS).join("|")}`);
  Deno.exit(2);
}

const table = fullTable(HOST_LINES);
const rewritten = await Promise.all(HOST_LINES.map(async (line) => (await gate(line, { table })).command));
const rows: string[] = [];
for (const [name, set] of Object.entries(HOST_SETS[host as RecordedHost])) {
  const original = await hostDecisions(host as RecordedHost, set, HOST_LINES);
  const changed = await hostDecisions(host as RecordedHost, set, rewritten);
  for (const [at, cmd] of HOST_LINES.entries()) {
    rows.push(
      JSON.stringify({ set: name, cmd, original: original[at], text: rewritten[at], rewritten: changed[at] }),
    );
  }
  console.error(`${name}: ${HOST_LINES.length} lines`);
}
Deno.writeTextFileSync(new URL(`../cases/${host}_verdicts.jsonl`, import.meta.url), `${rows.join("\n")}\n`);
