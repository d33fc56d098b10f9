/** Payloads of every hook host but Claude Code: the known ones get the known replies, all others no opinion. */
import assert from "node:assert/strict";
import { AGENT_IDS } from "../agents/registry.ts";
import { hookCommand } from "../cli/commands/hook.ts";
import { loaded, loadedHook, ScratchHost } from "./harness/agent_call.ts";
import { testContext } from "./harness/cli_context.ts";
import { DECIDED_OTHERWISE, HOOK_CASES, type HookCase } from "./harness/hook_cases.ts";

/** The names of hosts in the table, and the hook that they call. */
const HOOKS: Readonly<Record<string, string>> = {
  "antigravity": "antigravity",
  "cursor": "cursor",
  "gemini": "gemini",
  "codex": "codex",
  "droid": "droid",
  "trae": "trae",
  "vibe": "vibe",
  "copilot-cli": "copilot",
  "copilot-ide": "copilot",
  "copilot-vscode": "copilot",
};

const rows = HOOK_CASES.filter(({ agent }) => HOOKS[agent]);

Deno.test("the known payloads get the known replies", async () => {
  const wrong: string[] = [];
  for (const row of rows) {
    using host = hostOf(row);
    const stdout = await host.ask(HOOKS[row.agent] ?? "", row.stdin);
    const answer: unknown = stdout === "" ? "" : JSON.parse(stdout);
    const isRight = expectedOf(row).some((expected) => isSame(answer, expected));
    if (isRight === row.id in DECIDED_OTHERWISE) wrong.push(`${row.id} ${row.stdin}: ${stdout}`);
  }
  assert.deepEqual(wrong, []);
});

function isSame(one: unknown, other: unknown): boolean {
  try {
    assert.deepEqual(one, other);
    return true;
  } catch {
    return false;
  }
}

/** The row's rules as the host's own; without any, a host that runs both texts unasked. */
function hostOf({ id, agent, stdin, rules }: HookCase): ScratchHost {
  const host = new ScratchHost();
  const { allow = [], deny = [] } = rules ?? {};
  const words = allow.map((pattern) => pattern.replace(/:?\s*\*$/, ""));
  const first = /command\\?":\s*\\?"(\w+)/.exec(stdin)?.[1] ?? "";
  if (agent === "cursor") {
    const list = words.map((word) => word === "" ? first : word);
    host.write(".cursor/permissions.json", JSON.stringify({ terminalAllowlist: list }));
  } else if (agent === "gemini") {
    if (deny.length === 0) host.seen = "node\0/usr/local/bin/gemini\0--yolo\0";
    host.write(
      ".gemini/policies/rules.toml",
      deny.map((prefix) =>
        `[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "${prefix}"\ndecision = "deny"\npriority = 1\n`
      ).join("\n"),
    );
  } else if (agent === "copilot-vscode") {
    host.write(".config/Code/User/settings.json", '{ "chat.tools.terminal.autoApprove": { "/.*/": true } }');
  } else if (agent === "copilot-ide") {
    const asked = Object.fromEntries(deny.map((prefix) => [prefix, false]));
    host.write(
      ".config/Code/User/settings.json",
      JSON.stringify({ "chat.tools.terminal.autoApprove": asked }),
    );
  } else if (agent === "droid") {
    const list = id === "hk-0138" ? "commandBlocklist" : "commandDenylist";
    host.write(".factory/settings.json", JSON.stringify({ commandAllowlist: ["rtk"], [list]: deny }));
  } else if (agent === "vibe") {
    host.write(".vibe/config.toml", '[tools.bash]\npermission = "always"\n');
  }
  return host;
}

/**
 * The answers that are right. What the design says in general stands for the row's own: the host denies by its own rules and
 * rtk says nothing (§9), "ask" is never sent (§9), Copilot gets no approval and others none without a rule (§10).
 */
function expectedOf({ agent, expect_stdout, seed_expect }: HookCase): unknown[] {
  const given = seed_expect ?? expect_stdout;
  if (isObject(given) && given.exit === 0) return given.stdout as unknown[];
  const none = agent === "cursor"
    ? {}
    : ["antigravity", "gemini"].includes(agent)
    ? { decision: "allow" }
    : "";
  const text = JSON.stringify(given);
  if (text.includes("Blocked by RTK")) return [none];
  if (!isObject(given)) return [given];
  const { permission, ...flat } = given;
  const reply = permission === "ask" ? flat : given;
  const inner = reply.hookSpecificOutput;
  if (!isObject(inner)) return [reply];
  const { permissionDecision, permissionDecisionReason, ...rest } = inner;
  const isDecided = permissionDecision !== undefined && !agent.startsWith("copilot");
  return [{
    ...reply,
    hookSpecificOutput: { ...rest, ...(isDecided && { permissionDecision, permissionDecisionReason }) },
  }];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A good payload for each hook, all of the tool's input with it, and the reply of a host that runs both texts unasked. */
const EXAMPLES: Readonly<Record<string, { readonly stdin: unknown; readonly stdout: unknown }>> = {
  // The only one that merges: what the reply does not name stays.
  antigravity: {
    stdin: {
      toolCall: {
        name: "run_command",
        args: { CommandLine: "git status", Cwd: "sub", WaitMsBeforeAsync: 500, toolAction: "x" },
      },
      stepIdx: 3,
      workspacePaths: ["/nowhere"],
    },
    stdout: {
      decision: "allow",
      reason: "Rewritten by rtk for token optimization.",
      overwrite: { CommandLine: "rtk git status" },
    },
  },
  cline: {
    stdin: {
      hookName: "tool_call",
      workspaceRoots: ["/nowhere"],
      tool_call: {
        name: "run_commands",
        input: { commands: ["git status\ngit log", { command: "git", args: ["status"] }, "git diff"], x: 1 },
      },
    },
    stdout: {
      overrideInput: {
        commands: ["rtk git status\nrtk git log", { command: "git", args: ["status"] }, "rtk git diff"],
        x: 1,
      },
    },
  },
  codex: {
    stdin: {
      hook_event_name: "PreToolUse",
      tool_name: "Bash",
      permission_mode: "default",
      tool_input: { command: "git status" },
    },
    stdout: {
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "allow",
        permissionDecisionReason: "RTK auto-rewrite",
        updatedInput: { command: "rtk git status" },
      },
    },
  },
  copilot: {
    stdin: { toolName: "bash", toolArgs: { command: "git status", description: "d" } },
    stdout: { modifiedArgs: { command: "rtk git status", description: "d" } },
  },
  cursor: {
    stdin: { tool_name: "Shell", tool_input: { command: "git status", working_directory: "" } },
    stdout: { updated_input: { command: "rtk git status", working_directory: "" } },
  },
  droid: {
    stdin: {
      tool_name: "Execute",
      permission_mode: "auto-high",
      tool_input: { command: "git status", timeout: 5, riskLevelReason: "r", riskLevel: "low" },
    },
    stdout: {
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        updatedInput: { command: "rtk git status", timeout: 5, riskLevelReason: "r", riskLevel: "low" },
      },
    },
  },
  gemini: {
    stdin: { tool_name: "run_shell_command", tool_input: { command: "git status", dir_path: "sub" } },
    stdout: {
      decision: "allow",
      hookSpecificOutput: { tool_input: { command: "rtk git status", dir_path: "sub" } },
    },
  },
  trae: {
    stdin: { tool_name: "RunCommand", tool_input: { command: "git status", description: "Check status" } },
    stdout: {
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        updatedInput: { command: "rtk git status", description: "Check status" },
      },
    },
  },
  vibe: {
    stdin: {
      tool_name: "bash",
      tool_input: { command: "git status", timeout: 5 },
      hook_event_name: "before_tool",
    },
    stdout: {
      hook_specific_output: { tool_input: { command: "rtk git status", timeout: 5 } },
      system_message: "rtk: rewrote to `rtk git status`",
    },
  },
};

function unaskedHost(): ScratchHost {
  const host = new ScratchHost({ ".vibe/config.toml": '[tools.bash]\npermission = "always"\n' });
  host.seen = "node\0/usr/local/bin/gemini\0--approval-mode=yolo\0";
  return host;
}

const agents = await Promise.all(AGENT_IDS.map(loaded));
const hookIds = agents.filter(({ kind }) => kind === "hook").map(({ id }) => id);

for (const id of hookIds.filter((one) => one !== "claude")) {
  Deno.test(`${id}: the whole input comes back, with nothing but the command changed`, async () => {
    using host = unaskedHost();
    const { stdin, stdout } = EXAMPLES[id] ?? {};
    assert.deepEqual(JSON.parse(await host.ask(id, JSON.stringify(stdin))), stdout);
  });

  Deno.test(`${id}: a payload that is no good gets no opinion, exit 0`, async () => {
    const none = NO_OPINION[id] ?? "";
    for (const [what, stdin] of Object.entries(badInputs(EXAMPLES[id]?.stdin))) {
      let stdout = "";
      const chunks = [new TextEncoder().encode(stdin)];
      const streams = {
        read: () => Promise.resolve(chunks.shift() ?? null),
        write: (text: string) => void (stdout += text),
      };
      assert.equal(await hookCommand([id], testContext(), streams), 0, what);
      assert.equal(stdout, none, what);
    }
  });

  Deno.test(`${id}: what runs in the background stays as it is`, async () => {
    using host = unaskedHost();
    const { stdin } = EXAMPLES[id] ?? {};
    for (const flag of ["run_in_background", "is_background", "isBackground"]) {
      const text = JSON.stringify(stdin).replace(
        /("(?:command|commands|CommandLine)":)/,
        `"${flag}":true,$1`,
      );
      assert.ok(text.includes(flag));
      assert.doesNotMatch(await host.ask(id, text), /rtk/, flag);
    }
  });
}

/** What stands for no opinion, where that is a text. */
const NO_OPINION: Readonly<Record<string, string>> = {
  antigravity: '{"decision":"allow"}',
  cursor: "{}",
  gemini: '{"decision":"allow"}',
};

function badInputs(stdin: unknown): Record<string, string> {
  const good = JSON.stringify(stdin);
  return {
    "nothing": "",
    "blanks": " \n",
    "a byte order mark": "\ufeff",
    "no JSON": "not json",
    "an array": `[${good}]`,
    "a string": JSON.stringify(good),
    "null": "null",
    "half of it": good.slice(0, 30),
    "all but the last byte": good.slice(0, -1),
    "a second value": `${good}${good}`,
    "a trailing comma": good.replace(/\}$/, ",}"),
    "another tool": good.replace(/"(?:Shell|Bash|bash|Execute|RunCommand|run_\w+)"/, '"Read"'),
    "PowerShell": good.replace(/"(?:Shell|Bash|bash|Execute|RunCommand|run_\w+)"/, '"powershell"'),
    "an empty command": good.replace(
      /"(?:command|CommandLine)":"git status"|"commands":\[.*?"git diff"\]/,
      '"command":""',
    ),
    "a command that is a number": good.replace(
      /"(?:command|CommandLine)":"git status"|"commands":\[.*?"git diff"\]/,
      '"command":5',
    ),
    "a command that is a list": good.replace(/"git status"/, '["git","status"]').replace(
      /"commands".*"git diff"\]/,
      '"commands":[5]',
    ),
    "an input that is null": good.replace(
      /("tool_input"|"toolArgs"|"input"|"args"):\{.*?\}(?=[,}])/,
      "$1:null",
    ),
    "an input that is a text": good.replace(
      /("tool_input"|"toolArgs"|"input"|"args"):\{.*?\}(?=[,}])/,
      '$1:"git"',
    ),
    "a NUL": good.replaceAll("git status", "git status\\u0000"),
    "deep nesting": `{"a":${"[".repeat(100_000)}`,
    "a line of no tool": good.replace(/"git status[^"]*"/, '"true"').replace(
      /, *"git diff"|,\{"command":"git".*?\}/g,
      "",
    ),
  };
}

const DISPATCH = [
  ["claude", "cursor"],
  ["claude", "droid"],
  ["claude", "trae"],
  ["claude", "gemini"],
  ["cursor", "copilot"],
  ["copilot", "cursor"],
  ["trae", "cursor"],
  ["codex", "trae"],
  ["gemini", "trae"],
  ["antigravity", "gemini"],
  ["gemini", "antigravity"],
] as const;

Deno.test("a payload of another host is answered in that host's form, whichever hook was called", async () => {
  using host = unaskedHost();
  for (const [called, owner] of DISPATCH) {
    const { stdin, stdout } = EXAMPLES[owner] ?? {};
    assert.deepEqual(
      JSON.parse(await host.ask(called, JSON.stringify(stdin))),
      stdout,
      `${called} for ${owner}`,
    );
  }
  host.write(".config/Code/User/settings.json", '{ "chat.tools.global.autoApprove": true }');
  const chat = { tool_name: "run_in_terminal", tool_input: { command: "git status", isBackground: false } };
  assert.deepEqual(JSON.parse(await host.ask("claude", JSON.stringify(chat))), {
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      updatedInput: { command: "rtk git status", isBackground: false },
    },
  });
});

Deno.test("Copilot's program, which reads hooks of Claude Code in projects, gets no approval from them", async () => {
  using host = new ScratchHost();
  const call = {
    hook_event_name: "PreToolUse",
    session_id: "s",
    timestamp: "2026-11-30T10:16:21.471Z",
    cwd: host.project,
    tool_name: "Bash",
    tool_input: { command: "git status", description: "d" },
  };
  assert.deepEqual(JSON.parse(await host.ask("claude", JSON.stringify(call))), {
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      updatedInput: { command: "rtk git status", description: "d" },
    },
  });
});

Deno.test("older Copilot programs cannot take arguments back: they are told the form to run", async () => {
  using host = new ScratchHost();
  const call = { toolName: "bash", toolArgs: JSON.stringify({ command: "git status" }) };
  assert.deepEqual(JSON.parse(await host.ask("copilot", JSON.stringify(call))), {
    permissionDecision: "deny",
    permissionDecisionReason: "Token savings: use `rtk git status` instead",
  });
});

Deno.test("Vibe 3 names its shell tool with the group in front", async () => {
  using host = unaskedHost();
  const input = { command: "git status", timeout: 5 };
  for (
    const [tool, isShell] of [["file_system.bash", true], ["file_system.read_file", false], ["x.bash", false]]
  ) {
    const call = { hook_event_name: "pre_tool", tool_name: tool, tool_call_id: "c", tool_input: input };
    const stdout = await host.ask("vibe", JSON.stringify(call));
    if (!isShell) assert.equal(stdout, "");
    else {
      const answer = JSON.parse(stdout);
      assert.deepEqual(answer.hook_specific_output.tool_input, { ...input, command: "rtk git status" });
    }
  }
});

Deno.test("Antigravity sends a command into the background at once where it is told to wait for no time at all", async () => {
  using host = new ScratchHost();
  for (const [wait, isRewritten] of [[0, false], [1, true], [10_000, true]] as const) {
    const call = {
      toolCall: { name: "run_command", args: { CommandLine: "git status", WaitMsBeforeAsync: wait } },
    };
    assert.equal(
      (await host.ask("antigravity", JSON.stringify(call))).includes("rtk"),
      isRewritten,
      `${wait}`,
    );
  }
});

Deno.test("Antigravity's command runs in its own folder, which may be given from the workspace", async () => {
  const agent = await loadedHook("antigravity");
  const rows = [["/a/b", "/a/b"], ["sub", "/w/sub"], [undefined, "/w"], ["", "/w"], [5, "/w"]];
  for (const [Cwd, cwd] of rows) {
    const args = { CommandLine: "ls", Cwd };
    const request = agent.decode({ toolCall: { name: "run_command", args }, workspacePaths: ["/w", "/x"] });
    assert.equal(request?.cwd, cwd);
  }
  assert.equal(
    agent.decode({ toolCall: { name: "run_command", args: { CommandLine: "ls" } } })?.cwd,
    undefined,
  );
});

Deno.test("Codex gets no rewrite without a mode, or in one that is not known", async () => {
  using host = new ScratchHost();
  const { stdin } = EXAMPLES.codex ?? {};
  for (const mode of [undefined, "futureMode", 5, null]) {
    const call = { ...stdin as Record<string, unknown>, permission_mode: mode };
    assert.equal(await host.ask("codex", JSON.stringify(call)), "");
  }
});

Deno.test("decode() and encode() of every agent never throw", async () => {
  const values = [undefined, null, 5, "x", [], {}, { tool_name: [] }, { tool_input: 5 }, {
    toolName: 1,
    toolArgs: "{",
  }];
  for (const id of hookIds) {
    const agent = await loadedHook(id);
    for (const value of values) assert.equal(agent.decode(value), undefined);
    for (const reply of [{ kind: "silent" }, { kind: "refuse", reason: "r" }] as const) {
      const text = agent.encode(reply, undefined);
      assert.ok(text === "" || JSON.parse(text) !== undefined);
    }
  }
});

Deno.test("an agent that asks through a plugin has no hook: whatever is sent there gets no opinion", async () => {
  for (const { id, kind } of agents) {
    if (kind === "hook") continue;
    for (const { stdin } of Object.values(EXAMPLES)) {
      let stdout = "";
      const chunks = [new TextEncoder().encode(JSON.stringify(stdin))];
      const streams = {
        read: () => Promise.resolve(chunks.shift() ?? null),
        write: (text: string) => void (stdout += text),
      };
      assert.equal(await hookCommand([id], testContext(), streams), 0);
      assert.equal(stdout, "", id);
    }
  }
});
