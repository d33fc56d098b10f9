/**
 * Records what a real client decides on lines and on what rtk makes of them:
 *
 *     RTK_CODEX_CLIENT=… unshare -n sh -c 'ip link set lo up && exec deno run -A tests/live/record_host_verdicts.ts codex'
 *
 * Variables: `README.md`. Loopback is all it needs. Where sets are named behind the host, only those are recorded anew.
 */
import { fullTable } from "../harness/all_names.ts";
import { gate } from "../harness/gate.ts";
import { hostDecisions } from "./host_sessions.ts";
import { HOST_SETS, linesOf, type RecordedHost } from "./host_sets.ts";

const [host, ...only] = Deno.args;
if (host === undefined || !Object.hasOwn(HOST_SETS, host)) {
  console.error(`usage: record_host_verdicts.ts ${Object.keys(HOST_SETS).join("|")} [SET…]`);
  Deno.exit(2);
}

const lines = linesOf(host as RecordedHost);
const table = fullTable(lines);
const rewritten = await Promise.all(lines.map(async (line) => (await gate(line, { table })).command));
const file = new URL(`../cases/${host}_verdicts.jsonl`, import.meta.url);
const known = only.length > 0 ? Deno.readTextFileSync(file).split("\n") : [];
const rows: string[] = [];
for (const [name, set] of Object.entries(HOST_SETS[host as RecordedHost])) {
  if (only.length > 0 && !only.includes(name)) {
    rows.push(...known.filter((row) => row !== "" && JSON.parse(row).set === name));
    continue;
  }
  const original = await hostDecisions(host as RecordedHost, set, lines);
  // What stays as it is need not be asked about twice.
  const changed = lines.flatMap((line, at) => rewritten[at] === line ? [] : [at]);
  const answers = await hostDecisions(host as RecordedHost, set, changed.map((at) => rewritten[at] ?? ""));
  for (const [at, cmd] of lines.entries()) {
    const text = rewritten[at];
    const again = text === cmd ? original[at] : answers[changed.indexOf(at)];
    rows.push(JSON.stringify({ set: name, cmd, original: original[at], text, rewritten: again }));
  }
  console.error(`${name}: ${lines.length} lines`);
}
Deno.writeTextFileSync(file, `${rows.join("\n")}\n`);
