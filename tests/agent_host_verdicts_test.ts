/**
 * What the real Codex 0.171.0, Copilot CLI 1.0.102 and Gemini CLI 0.61.0 decided (recorded by tests/live) judges what rtk
 * does: the line that then runs is never judged more mildly than the one that was asked for, and nobody is asked or refused
 * because of rtk.
 */
import assert from "node:assert/strict";
import { ScratchHost } from "./harness/agent_call.ts";
import { jsonLines } from "./harness/json_lines.ts";
import type { HostDecision } from "./live/host_sessions.ts";
import { HOST_LINES, HOST_SETS, type HostSet, type RecordedHost } from "./live/host_sets.ts";

interface Row {
  readonly set: string;
  readonly cmd: string;
  /** The client's decision on the line, and on what rtk made of it when this was recorded. */
  readonly original: HostDecision;
  readonly text: string;
  readonly rewritten: HostDecision;
}

/** Lines that must not stay raw, by rule set; what else stays raw was too hard to tell, or is not rewritten for its effect. */
const REWRITTEN: Readonly<Record<RecordedHost, Readonly<Record<string, readonly string[]>>>> = {
  codex: {
    "no rules": [
      "git status",
      "git add .",
      "cargo test",
      "FOO=1 git push",
      "git status && git diff && git log -1",
    ],
    "forbidden, prompt and allow": ["git diff", "git show HEAD", "ls -la sub", "pytest -q tests", "npm test"],
    "rules for rtk": ["git diff", "git status", "git add .", "cargo test"],
    "rules of a trusted project": ["cargo test", "grep -rn foo ."],
    "names with a path, and examples": ["git status", "cargo test 2>&1 | tail -40"],
  },
  copilot: {
    "no rules": ["cargo test", "cargo build && cargo test", "pytest -q tests"],
    "everything but": ["git status", "cd sub && git status", "cat a.txt", "cargo test", 'git diff "$BASE"'],
    "some allowed, some denied": ["pytest -q tests"],
    "rtk allowed": [
      "git status",
      "git diff",
      "cat a.txt",
      "ls -la sub",
      "cd sub && git status",
      "cargo test",
    ],
    "approvals kept for the folder": ["git status", "ls", "git status 2>&1"],
    "all allowed by a variable": ["git status", "ls", "cargo test", "cargo test & git status"],
  },
  gemini: {
    "no rules": ["cargo test", "git add .", "npm publish", "git blame a.txt"],
    "policies deny, ask and allow": ["git blame a.txt", "pytest -q tests"],
    "policies for rtk": ["git status", "git diff", "ls -la sub", "cargo test"],
    "lists of the settings": ["git status", "git add ."],
    "yolo, with policies that deny and ask": [
      "git status",
      "NODE_ENV=test npm run build",
      "cargo test & git status",
    ],
    "a flag, and policies of one mode": ["pytest -q tests"],
  },
};

function hostWith({ files = {}, flags = [], env = {} }: HostSet, id: RecordedHost): ScratchHost {
  const host = new ScratchHost();
  const at = (text: string): string => text.replaceAll("@ROOT", host.home);
  for (const [name, text] of Object.entries(files)) host.write(name, at(text));
  Object.assign(host.variables, env);
  // Codex has nothing to see in its command line.
  if (id !== "codex") host.seen = `${[`/opt/${id}`, ...flags.map(at)].join("\0")}\0\x01`;
  return host;
}

function payloadOf(id: RecordedHost, command: string, cwd: string): string {
  if (id === "copilot") return JSON.stringify({ cwd, toolName: "bash", toolArgs: { command } });
  const tool_name = id === "codex" ? "Bash" : "run_shell_command";
  return JSON.stringify({ cwd, permission_mode: "default", tool_name, tool_input: { command } });
}

interface Fate {
  readonly decision: HostDecision;
  readonly how: "raw" | "refused" | "rewritten";
}

/** What the client decides in the end about a line that went through rtk. */
async function withRtk(id: RecordedHost, host: ScratchHost, row: Row): Promise<Fate> {
  const reply = JSON.parse((await host.ask(id, payloadOf(id, row.cmd, host.project))) || "{}");
  const specific = reply.hookSpecificOutput ?? {};
  if (reply.decision === "deny" || [reply, specific].some((one) => one.permissionDecision === "deny")) {
    return { decision: "deny", how: "refused" };
  }
  const text = (reply.modifiedArgs ?? specific.tool_input ?? specific.updatedInput)?.command;
  if (text === undefined) return { decision: row.original, how: "raw" };
  assert.equal(text, row.text, "record the verdicts anew: rtk makes another text of this line");
  return { decision: row.rewritten, how: "rewritten" };
}

for (const [id, sets] of Object.entries(HOST_SETS) as [RecordedHost, Readonly<Record<string, HostSet>>][]) {
  const rows = jsonLines<Row>(new URL(`cases/${id}_verdicts.jsonl`, import.meta.url));

  Deno.test(`${id}: the table holds decisions on ${HOST_LINES.length} lines under each rule set`, () => {
    assert.equal(rows.length, HOST_LINES.length * Object.keys(sets).length);
    const found = new Set(rows.map(({ original }) => original));
    for (const decision of ["allow", "ask", "deny"] as const) assert.ok(found.has(decision), decision);
  });

  for (const [name, set] of Object.entries(sets)) {
    Deno.test(`${id}, "${name}": nothing is judged more mildly, asked or refused because of rtk`, async () => {
      using host = hostWith(set, id);
      const wrong: string[] = [];
      for (const row of rows.filter((one) => one.set === name)) {
        const { decision, how } = await withRtk(id, host, row);
        // A typed rtk that would walk past a rule is the one thing that is refused.
        if (how === "refused" && row.cmd.startsWith("rtk ")) continue;
        if (decision !== row.original) wrong.push(`${row.cmd}: ${row.original} -> ${decision} (${how})`);
      }
      assert.deepEqual(wrong, []);
    });
  }

  Deno.test(`${id}: lines of whose rewritten form it thinks the same are rewritten`, async () => {
    for (const [name, lines] of Object.entries(REWRITTEN[id])) {
      using host = hostWith(sets[name] ?? {}, id);
      for (const line of lines) {
        const row = rows.find(({ set, cmd }) => set === name && cmd === line);
        assert.ok(row && row.original === row.rewritten && row.text !== row.cmd, `${name}: ${line}`);
        assert.equal((await withRtk(id, host, row)).how, "rewritten", `${name}: ${line}`);
      }
    }
  });
}
