/**
 * What the real Codex 0.171.0, Copilot CLI 1.0.102, Droid 0.215.0, Gemini CLI 0.61.0, Hermes 0.19.0, Oh My Pi 18.2.3, OpenCode 1.18.33 and
 * Mistral Vibe 3.0.2 decided (recorded by tests/live) judges what rtk does: the line that then runs is never judged more
 * mildly than the one that was asked for, and nobody is asked or refused because of rtk.
 */
import assert from "node:assert/strict";
import { INSTALLATIONS } from "../agents/installations.ts";
import { ScratchHost } from "./harness/agent_call.ts";
import { jsonLines } from "./harness/json_lines.ts";
import type { HostDecision } from "./live/host_sessions.ts";
import { droidRisk } from "./live/droid_sets.ts";
import { HOST_SETS, type HostSet, linesOf, type RecordedHost } from "./live/host_sets.ts";
import { REWRITTEN } from "./live/host_rewrites.ts";

interface Row {
  readonly set: string;
  readonly cmd: string;
  /** The client's decision on the line, and on what rtk made of it when this was recorded. */
  readonly original: HostDecision;
  readonly text: string;
  readonly rewritten: HostDecision;
}

/** Hosts of whose decisions there is no table here. */
const WITHOUT_TABLE: Readonly<Record<string, string>> = {
  antigravity: "its program is in no package registry",
  claude: "its table has a test of its own",
  cline: "its program follows no rules about commands any more",
  cursor: "its program wants a login",
  pi: "it has no rules",
  roo: "an extension of an editor, which never asks rtk",
  trae: "an editor, without a program",
  windsurf: "an editor, which never asks rtk",
};

Deno.test("each host has a table of decisions, or a reason why not", () => {
  const named = [...Object.keys(HOST_SETS), ...Object.keys(WITHOUT_TABLE)];
  assert.deepEqual(named.toSorted(), INSTALLATIONS.map(({ id }) => id).toSorted());
});

function hostWith({ files = {}, flags = [], env = {} }: HostSet, id: RecordedHost): ScratchHost {
  const host = new ScratchHost();
  const at = (text: string): string => text.replaceAll("@ROOT", host.home);
  for (const [name, text] of Object.entries(files)) host.write(name, at(text));
  Object.assign(host.variables, env);
  // Of the others nothing is looked at.
  if (["copilot", "gemini", "vibe"].includes(id)) {
    host.seen = `${[`/opt/${id}`, ...flags.map(at)].join("\0")}\0\x01`;
  }
  for (const name of ["project/a.txt", "project/sub/b.txt", "project/.git/HEAD"]) host.write(name, "one\n");
  // What their plugins say of the session.
  if (id === "omp") {
    const overlays = flags.filter((_, index) => flags[index - 1] === "--config").map(at);
    Object.assign(host.variables, {
      RTK_HOST_FOLDER: host.project,
      RTK_HOST_CONFIG: JSON.stringify(overlays),
    });
  }
  if (id === "opencode") {
    Object.assign(host.variables, { RTK_HOST_FOLDER: host.project, RTK_HOST_AGENT: "build" });
  }
  return host;
}

function payloadOf(id: RecordedHost, command: string, cwd: string, mode = "default"): string {
  if (id === "droid") {
    const tool_input = { command, riskLevel: droidRisk(command) };
    return JSON.stringify({ cwd, permission_mode: mode, tool_name: "Execute", tool_input });
  }
  if (id === "copilot") return JSON.stringify({ cwd, toolName: "bash", toolArgs: { command } });
  const tool_name = { codex: "Bash", vibe: "bash" }[id as string] ?? "run_shell_command";
  return JSON.stringify({ cwd, permission_mode: "default", tool_name, tool_input: { command } });
}

/** What rtk answers: another text, a refusal, or nothing. */
interface Answer {
  readonly text?: string | undefined;
  readonly isRefused: boolean;
}

async function answerTo(
  id: RecordedHost,
  host: ScratchHost,
  command: string,
  mode?: string,
): Promise<Answer> {
  if (id === "hermes" || id === "omp" || id === "opencode") {
    const { status, stdout, stderr } = await host.rewrite(id, command);
    return {
      text: status === 0 || status === 3 ? stdout : undefined,
      isRefused: status === 2 && stderr !== "",
    };
  }
  const reply = JSON.parse((await host.ask(id, payloadOf(id, command, host.project, mode))) || "{}");
  const specific = reply.hookSpecificOutput ?? reply.hook_specific_output ?? {};
  const isRefused = reply.decision === "deny" ||
    [reply, specific].some((one) => one.permissionDecision === "deny");
  return { text: (reply.modifiedArgs ?? specific.tool_input ?? specific.updatedInput)?.command, isRefused };
}

/** Commands whose contents decide: the tables hold what became of empty ones. */
const LOOKED_INTO: Partial<Record<RecordedHost, RegExp>> = {
  // Droid Shield looks for secrets.
  droid: /^git (?:commit|push)\b/,
};

interface Fate {
  readonly decision: HostDecision;
  readonly how: "raw" | "refused" | "rewritten";
}

/** What the client decides in the end about a line that went through rtk. */
async function withRtk(id: RecordedHost, host: ScratchHost, row: Row): Promise<Fate> {
  const { text, isRefused } = await answerTo(id, host, row.cmd, HOST_SETS[id][row.set]?.mode);
  if (isRefused) return { decision: "deny", how: "refused" };
  if (text === undefined) return { decision: row.original, how: "raw" };
  assert.equal(text, row.text, "record the verdicts anew: rtk makes another text of this line");
  return { decision: row.rewritten, how: "rewritten" };
}

for (const [id, sets] of Object.entries(HOST_SETS) as [RecordedHost, Readonly<Record<string, HostSet>>][]) {
  const rows = jsonLines<Row>(new URL(`cases/${id}_verdicts.jsonl`, import.meta.url));

  Deno.test(`${id}: the table holds decisions on ${linesOf(id).length} lines under each rule set`, () => {
    assert.equal(rows.length, linesOf(id).length * Object.keys(sets).length);
    const found = new Set(rows.map(({ original }) => original));
    for (const decision of ["allow", "ask", "deny"] as const) assert.ok(found.has(decision), decision);
  });

  for (const [name, set] of Object.entries(sets)) {
    Deno.test(`${id}, "${name}": nothing is judged more mildly, asked or refused because of rtk`, async () => {
      using host = hostWith(set, id);
      const wrong: string[] = [];
      for (const row of rows.filter((one) => one.set === name)) {
        const { decision, how } = await withRtk(id, host, row);
        // A typed rtk that would walk past a rule is the one thing that is refused: where the host lets the same line run
        // without rtk, there is none.
        if (how === "refused" && row.cmd.startsWith("rtk ")) {
          const plain = row.cmd.replace(/^rtk (?:(?:proxy|err|--) )?/, "");
          const bare = rows.find(({ set, cmd }) => set === name && cmd === plain)?.original;
          if (bare === "deny" || bare === "ask" || LOOKED_INTO[id]?.test(plain)) continue;
        }
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
