/** Facts about permission rules, from other tools' tests and from reports: rtk is never more permissive. */
import assert from "node:assert/strict";
import type { Ruling } from "../core/permission/judge.ts";
import { fullTable } from "./harness/all_names.ts";
import { ruling, withRules } from "./harness/claude_judge.ts";
import { jsonLines } from "./harness/json_lines.ts";

interface Row {
  readonly id: string;
  readonly cmd: string;
  readonly deny: readonly string[];
  readonly ask: readonly string[];
  readonly allow: readonly string[];
  readonly expect: "allow" | "ask" | "deny" | "default";
}

const rows = jsonLines<Row>(new URL("cases/permissions.jsonl", import.meta.url));
const table = fullTable(rows.map(({ cmd }) => cmd));

/** Rules of Claude's shell tool; a bare `*` there covers everything. */
function bash(patterns: readonly string[]): string[] {
  return patterns.map((pattern) => `Bash(${pattern})`);
}

/** Rows that the real client answers otherwise (2.1.332), so that rtk follows it. */
const CLIENT_DIFFERS: Readonly<Record<string, string>> = {
  "pm-0004": "a background job is asked about",
  "pm-0030": "git status is in Claude's table of reading commands: it runs unasked",
  "pm-0036": "a group is asked about",
  "pm-0037": "`!` in front changes nothing",
  "pm-0048": "a redirection in front is asked about",
  "pm-0057": "a redirection in front is asked about",
  "pm-0062": "a redirection in front is asked about",
};

/** Whether what runs would be judged more mildly than expected; a line that stays as it is never is. */
function isTooPermissive({ outcome }: Ruling, expect: Row["expect"]): boolean {
  if (outcome.kind === "raw") return false;
  return expect === "deny" || expect === "ask" || (expect === "default" && outcome.kind === "approve");
}

Deno.test(`judge() is never more permissive than ${rows.length} known facts`, async () => {
  const wrong: string[] = [];
  for (const { id, cmd, deny, ask, allow, expect } of rows) {
    const found = await ruling(
      cmd,
      withRules({ deny: bash(deny), ask: bash(ask), allow: bash(allow) }),
      table,
    );
    if (!isTooPermissive(found, expect) || Object.hasOwn(CLIENT_DIFFERS, id)) continue;
    wrong.push(
      `${id} ${JSON.stringify(cmd)}: expected ${expect}, got ${found.verdict}, ${found.outcome.kind}`,
    );
  }
  assert.deepEqual(wrong, []);
});

Deno.test("judge() finds a deny rule in every line of the facts that holds one", async () => {
  const wrong: string[] = [];
  for (const { id, cmd, deny, expect } of rows) {
    if (expect !== "deny") continue;
    const { verdict } = await ruling(cmd, withRules({ deny: bash(deny) }), table);
    // `*:*` is no form that Claude takes, so nothing is denied there.
    if (verdict !== "deny" && !deny.includes("*:*")) wrong.push(`${id} ${JSON.stringify(cmd)}: ${verdict}`);
  }
  assert.deepEqual(wrong, []);
});

Deno.test("judge() finds allow rules for plain lines", async () => {
  const missed: string[] = [];
  for (const { id, cmd, ask, allow, expect } of rows) {
    if (expect !== "allow") continue;
    const { verdict } = await ruling(cmd, withRules({ ask: bash(ask), allow: bash(allow) }), table);
    if (verdict === "allow" || Object.hasOwn(CLIENT_DIFFERS, id)) continue;
    missed.push(`${id} ${JSON.stringify(cmd)}: ${verdict}`);
  }
  assert.deepEqual(missed, []);
});
