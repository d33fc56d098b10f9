/**
 * The agents and the JSON formats that were asked for, one row each. Where today's host differs the row says how, and both
 * are held: what was asked for is the form of a payload or a reply that may still come.
 */
import assert from "node:assert/strict";
import { installationOf } from "../agents/installations.ts";
import { AGENT_IDS } from "../agents/registry.ts";
import { loaded, ScratchHost } from "./harness/agent_call.ts";
import { AGENT_ROWS, AgentMachine } from "./harness/agent_rows.ts";
import { sharedFolder } from "./harness/shared.ts";

/** A row of the table of supported agents. */
interface Supported {
  readonly name: string;
  readonly ids: readonly string[];
  /** What was asked for. */
  readonly type:
    | "Transparent rewrite"
    | "Deny-with-suggestion"
    | "Prompt-level guidance"
    | "In-place mutation";
  /** The member of the reply that changes the command. */
  readonly field?: string;
  /** What is done today where that differs, with the reason. */
  readonly today?: { readonly kind: "hook" | "plugin" | "rules"; readonly why: string };
}

const SUPPORTED: readonly Supported[] = [
  { name: "Claude Code", ids: ["claude"], type: "Transparent rewrite", field: "updatedInput" },
  { name: "VS Code Copilot Chat", ids: ["copilot"], type: "Transparent rewrite", field: "updatedInput" },
  {
    name: "GitHub Copilot CLI",
    ids: ["copilot"],
    type: "Deny-with-suggestion",
    field: "modifiedArgs",
    today: {
      kind: "hook",
      why:
        "since about 1.0.24 modifiedArgs rewrites; payloads of older ones are still denied with the form to run",
    },
  },
  { name: "Cursor", ids: ["cursor"], type: "Transparent rewrite", field: "updated_input" },
  { name: "Trae", ids: ["trae"], type: "Transparent rewrite", field: "updatedInput" },
  { name: "Gemini CLI", ids: ["gemini"], type: "Transparent rewrite", field: "tool_input" },
  {
    name: "Cline / Roo Code",
    ids: ["cline", "roo"],
    type: "Prompt-level guidance",
    today: {
      kind: "hook",
      why:
        "Cline's command line program takes a replaced input from its hook files; the extension and Roo Code have rules",
    },
  },
  { name: "Windsurf", ids: ["windsurf"], type: "Prompt-level guidance" },
  { name: "Codex CLI", ids: ["codex"], type: "Transparent rewrite", field: "updatedInput" },
  { name: "OpenCode", ids: ["opencode"], type: "In-place mutation" },
  { name: "Pi", ids: ["pi"], type: "In-place mutation" },
  { name: "Oh My Pi (OMP)", ids: ["omp"], type: "In-place mutation" },
  { name: "Hermes", ids: ["hermes"], type: "In-place mutation" },
  { name: "Mistral Vibe", ids: ["vibe"], type: "Transparent rewrite", field: "tool_input" },
];

const KINDS = {
  "Transparent rewrite": "hook",
  "Deny-with-suggestion": "hook",
  "Prompt-level guidance": "rules",
  "In-place mutation": "plugin",
} as const;

for (const { name, ids, type, field, today } of SUPPORTED) {
  Deno.test(`${name}: ${type}${today ? `; today: ${today.why}` : ""}`, async () => {
    for (const id of ids) {
      const kind = today && id !== "roo" ? today.kind : KINDS[type];
      const found = (AGENT_IDS as readonly string[]).includes(id) ? (await loaded(id)).kind : "rules";
      assert.equal(found, kind, id);
      using machine = new AgentMachine();
      for (const row of AGENT_ROWS.filter(({ agent }) => agent.id === id)) {
        assert.ok(machine.edits(row).length > 0, row.name);
      }
      if (kind !== "hook") continue;
      using host = allowingHost();
      const answer = await host.ask(id, payloadFor(name, id));
      if (field !== undefined) assert.ok(answer.includes(`"${field}":{"command":"rtk git status"`), answer);
      assert.ok(answer.includes("rtk git status"), answer);
    }
  });
}

function payloadFor(name: string, id: string): string {
  const chat = { tool_name: "run_in_terminal", tool_input: { command: "git status" } };
  return name === "VS Code Copilot Chat" ? JSON.stringify(chat) : installationOf(id)?.smokePayload ?? "";
}

/** A host whose user allows what it is asked about, by its own rules. */
function allowingHost(): ScratchHost {
  const host = new ScratchHost({
    ".cursor/permissions.json": '{ "terminalAllowlist": ["git status"] }',
    ".vibe/config.toml": '[tools.bash]\npermission = "always"\n',
    ".config/Code/User/settings.json": '{ "chat.tools.terminal.autoApprove": { "/.*/": true } }',
  });
  host.seen = "node\0/usr/local/bin/gemini\0--yolo\0";
  return host;
}

/** A payload and its reply, under the heading where they stand. */
interface Example {
  readonly heading: string;
  readonly id: string;
  readonly input: unknown;
  /** What was asked for. */
  readonly output: unknown;
  /** The reply today where it differs, with the reason. */
  readonly today?: { readonly output: unknown; readonly why: string };
}

const STATUS = { command: "git status" };
const REWRITTEN = { command: "rtk git status" };
const DESCRIBED = { description: "Check status" };

function preToolUse(more: unknown): unknown {
  return { hookSpecificOutput: { hookEventName: "PreToolUse", ...(more as Record<string, unknown>) } };
}

const ALLOWED = preToolUse({
  permissionDecision: "allow",
  permissionDecisionReason: "RTK auto-rewrite",
  updatedInput: REWRITTEN,
});

const EXAMPLES: readonly Example[] = [
  {
    heading: "Claude Code (Shell Hook)",
    id: "claude",
    input: { tool_name: "Bash", tool_input: STATUS },
    output: ALLOWED,
  },
  {
    heading: "Cursor (Shell Hook)",
    id: "cursor",
    input: { tool_name: "Bash", tool_input: STATUS },
    output: { permission: "allow", updated_input: REWRITTEN },
  },
  {
    heading: "Trae (Rust Binary)",
    id: "trae",
    input: { tool_name: "RunCommand", tool_input: { ...STATUS, ...DESCRIBED } },
    output: preToolUse({ updatedInput: { ...REWRITTEN, ...DESCRIBED } }),
  },
  {
    heading: "Codex CLI (Rust Binary)",
    id: "codex",
    input: {
      hook_event_name: "PreToolUse",
      tool_name: "Bash",
      permission_mode: "default",
      tool_input: STATUS,
    },
    output: ALLOWED,
  },
  {
    heading: "Copilot CLI (Rust Binary)",
    id: "copilot",
    input: { toolName: "bash", toolArgs: JSON.stringify(STATUS).replace(":", ": ") },
    output: {
      permissionDecision: "deny",
      permissionDecisionReason: "Token savings: use `rtk git status` instead",
    },
  },
  {
    heading: "VS Code Copilot Chat (Rust Binary)",
    id: "copilot",
    input: { tool_name: "Bash", tool_input: STATUS },
    output: ALLOWED,
    today: {
      output: preToolUse({ updatedInput: REWRITTEN }),
      why: "an approval from there outweighs the user's deny rules",
    },
  },
  {
    heading: "Gemini CLI (Rust Binary)",
    id: "gemini",
    input: { tool_name: "run_shell_command", tool_input: STATUS },
    output: { decision: "allow", hookSpecificOutput: { tool_input: REWRITTEN } },
  },
  {
    heading: "Mistral Vibe (Rust Binary)",
    id: "vibe",
    input: { tool_name: "bash", tool_input: STATUS, hook_event_name: "pre_tool", session_id: "..." },
    output: {
      hook_specific_output: { tool_input: REWRITTEN },
      system_message: "rtk: rewrote to `rtk git status`",
    },
  },
];

for (const { heading, id, input, output, today } of EXAMPLES) {
  Deno.test(`${heading}: the example's payload gets its reply${today ? `, but that ${today.why}` : ""}`, async () => {
    using host = allowingHost();
    const answer: unknown = JSON.parse(await host.ask(id, JSON.stringify(input)));
    assert.deepEqual(answer, today ? today.output : output);
    assert.notDeepEqual(today?.output, output);
  });
}

/** Without a rewrite: nothing, or the text that the host wants in any case. */
const NO_REWRITE: Readonly<Record<string, string>> = { cursor: "{}", gemini: '{"decision":"allow"}' };

Deno.test("no rewrite is answered with nothing, by Cursor with {} and by Gemini CLI with allow", async () => {
  for (const { id, input } of EXAMPLES) {
    using host = allowingHost();
    const text = JSON.stringify(input).replace("git status", "htop");
    assert.equal(await host.ask(id, text), NO_REWRITE[id] ?? "", id);
  }
});

Deno.test(`every row and every example that was asked for is here (${sharedFolder() ? "compared" : "absent: the page"})`, () => {
  const folder = sharedFolder();
  if (!folder) return;
  const page = Deno.readTextFileSync(new URL("mission/hooks.md", folder));
  const table = /\nSupported Agents\n\n.*\n((?:.+\t.+\n)+)/.exec(page)?.[1] ?? "";
  const rows = table.trim().split("\n").map((line) => line.split("\t"));
  assert.deepEqual(rows.map(([name]) => name), SUPPORTED.map(({ name }) => name));
  for (const [at, [, , type = ""]] of rows.entries()) {
    assert.ok(type.startsWith(SUPPORTED[at]?.type ?? "?"), type);
  }
  const formats = page.slice(page.indexOf("JSON Formats by Agent"), page.indexOf("Command Rewrite Registry"));
  const said = [...formats.matchAll(/^\{\n(?:.*\n)+?\}$/gm)].map(([text]) => JSON.parse(text) as unknown);
  const held = EXAMPLES.flatMap(({ input, output }) => [input, output]);
  for (const value of said) assert.ok(held.some((one) => isSame(one, value)), JSON.stringify(value));
  for (const { heading } of EXAMPLES) assert.ok(formats.includes(`\n${heading}\n`), heading);
  assert.ok(said.length >= 13, `${said.length} values`);
});

function isSame(one: unknown, other: unknown): boolean {
  try {
    assert.deepEqual(one, other);
    return true;
  } catch {
    return false;
  }
}
