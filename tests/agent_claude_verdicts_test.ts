/**
 * What the real Claude Code client decided (2.1.332, recorded by tests/live) judges what rtk does: the line that then runs is
 * never judged more mildly than the one that was asked for, and nobody is asked or refused because of rtk.
 */
import assert from "node:assert/strict";
import { fullTable } from "./harness/all_names.ts";
import { type ClaudeHost, HOME, PROJECT, ruling } from "./harness/claude_judge.ts";
import { jsonLines } from "./harness/json_lines.ts";
import type { Decision } from "./live/claude_session.ts";
import { LINES, RULE_SETS } from "./live/verdict_sets.ts";

interface Row {
  readonly set: string;
  readonly cmd: string;
  /** The client's decision on the line, and on what rtk made of it when this was recorded. */
  readonly original: Decision;
  readonly text: string;
  readonly rewritten: Decision;
}

const rows = jsonLines<Row>(new URL("cases/claude_verdicts.jsonl", import.meta.url));
const table = fullTable(LINES);
const MILDNESS: Readonly<Record<Decision, number>> = { deny: 0, ask: 1, allow: 2 };

function hostOf(set: string): ClaudeHost {
  const setup = RULE_SETS[set];
  assert.ok(setup, `no rule set "${set}"`);
  const files: Record<string, string> = {};
  const put = (path: string, value: unknown): void => {
    if (value !== undefined) files[path] = JSON.stringify(value);
  };
  put(`${HOME}/.claude/settings.json`, setup.user);
  put(`${PROJECT}/.claude/settings.json`, setup.project);
  put(`${PROJECT}/.claude/settings.local.json`, setup.local);
  if (setup.trusted) {
    put(`${HOME}/.claude.json`, { projects: { [PROJECT]: { hasTrustDialogAccepted: true } } });
  }
  return { files, mode: setup.mode, argv: ["/opt/claude", "-p", "go", ...setup.flags ?? []] };
}

/** What the client decides in the end about a line that went through rtk. */
async function withRtk(row: Row): Promise<{ decision: Decision; how: string }> {
  const at = (text: string): string => text.replaceAll("@ROOT/app", PROJECT);
  const { outcome, walksPast, command } = await ruling(at(row.cmd), hostOf(row.set), table);
  if (walksPast) return { decision: "deny", how: "refused" };
  if (outcome.kind === "raw") return { decision: row.original, how: `raw: ${outcome.reason ?? ""}` };
  assert.equal(command, at(row.text), "record the verdicts anew: rtk makes another text of this line");
  if (outcome.kind === "approve") {
    // The client's own deny rules come before a hook's approval.
    return { decision: row.rewritten === "deny" ? "deny" : "allow", how: "approved" };
  }
  return { decision: row.rewritten, how: "rewritten" };
}

Deno.test(`the table holds the client's decisions on ${LINES.length} lines under 8 rule sets`, () => {
  assert.equal(rows.length, LINES.length * Object.keys(RULE_SETS).length);
  const counts = rows.map(({ original }) => original);
  for (const decision of ["allow", "ask", "deny"] as const) assert.ok(counts.includes(decision), decision);
});

for (const set of Object.keys(RULE_SETS)) {
  Deno.test(`"${set}": what runs is never judged more mildly`, async () => {
    const milder: string[] = [];
    for (const row of rows.filter((one) => one.set === set)) {
      const { decision, how } = await withRtk(row);
      if (MILDNESS[decision] > MILDNESS[row.original]) {
        milder.push(`${row.cmd}: ${row.original} -> ${decision} (${how})`);
      }
    }
    assert.deepEqual(milder, []);
  });

  Deno.test(`"${set}": nothing is asked or refused because of rtk`, async () => {
    const stricter: string[] = [];
    for (const row of rows.filter((one) => one.set === set)) {
      const { decision, how } = await withRtk(row);
      // A typed rtk that would walk past a rule is the one thing that is refused.
      if (how === "refused" && /^rtk /.test(row.cmd)) continue;
      if (MILDNESS[decision] < MILDNESS[row.original]) {
        stricter.push(`${row.cmd}: ${row.original} -> ${decision} (${how})`);
      }
    }
    assert.deepEqual(stricter, []);
  });
}

Deno.test("lines that the client runs unasked are rewritten where a reply may approve them", async () => {
  const lost: string[] = [];
  for (const row of rows) {
    if (row.original !== "allow" || row.text === row.cmd || RULE_SETS[row.set]?.mode === "dontAsk") continue;
    const { how } = await withRtk(row);
    if (how.startsWith("raw")) lost.push(`${row.set}: ${row.cmd} (${how})`);
  }
  // Whatever is left alone here could be told apart only by guessing.
  assert.deepEqual(lost.filter((line) => !EXPECTED_LOSSES.some((known) => line.includes(known))), []);
});

/** Lines that stay raw though the client runs them: why. */
const EXPECTED_LOSSES: readonly string[] = [
  // What rtk would make of it is denied by a rule for rtk.
  "rules for rtk: git status && git diff && git log -1",
  "rules for rtk: git log HEAD~3..HEAD",
  // An escape in a name: not worth finding out how Claude reads it.
  "rules about files: \\git push",
];

Deno.test("lines that the client asks about are rewritten all the same, and it asks about the rewritten one", async () => {
  const raw: string[] = [];
  for (const row of rows) {
    if (row.set !== "no rules" || row.original !== "ask" || row.text === row.cmd) continue;
    const { how } = await withRtk(row);
    if (how.startsWith("raw") && !UNTOLD.includes(row.cmd)) raw.push(`${row.cmd} (${how})`);
  }
  assert.deepEqual(raw, []);
});

/** Lines that stay raw though the client asks: other wrappers and home folders are not followed. */
const UNTOLD: readonly string[] = ["env git push", "git diff ~/x", "ls ~/x", "ls ~"];
