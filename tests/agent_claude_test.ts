/** Claude Code's unit: payloads, replies, and where its rules are found. What the rules mean: agent_claude_verdicts_test.ts. */
import assert from "node:assert/strict";
import { MACHINE } from "../agents/claude/machine.ts";
import { readText } from "../agents/host_files.ts";
import { isDeepStrictEqual } from "node:util";
import type { HookReply } from "../agents/agent.ts";
import { agent } from "../agents/claude/mod.ts";
import { readSession, sessionLook, splitRules } from "../agents/claude/session.ts";
import { definedNames } from "../agents/claude/snapshot.ts";
import { gateTable } from "../core/tools/gate_table.ts";
import { tools } from "../core/tools/registry.ts";
import { type ClaudeHost, HOME, PROJECT, rulesOf, ruling, withRules } from "./harness/claude_judge.ts";
import { fullTable } from "./harness/all_names.ts";
import { DECIDED_OTHERWISE, HOOK_CASES, type HookCase } from "./harness/hook_cases.ts";

const table = gateTable(tools);
const ALL = fullTable([]);

async function verdict(line: string, host: ClaudeHost): Promise<string> {
  const { verdict: found, outcome } = await ruling(line, host, ALL);
  return `${found}, ${outcome.kind}`;
}

type Reply = "" | { readonly hookSpecificOutput: Readonly<Record<string, unknown>> };

/** What was asked for of a row; where two readings were, the stricter one. */
function expectedOf({ expect_stdout, seed_expect }: HookCase): Reply {
  const readings = seed_expect as Readonly<Record<string, Reply>> | undefined;
  return readings ? readings.seed_000 ?? "" : expect_stdout as Reply;
}

Deno.test("the known payloads get the known replies", async () => {
  const wrong: string[] = [];
  for (const row of HOOK_CASES.filter(({ agent }) => agent === "claude")) {
    const bash = (list: readonly string[] = []) => list.map((pattern) => `Bash(${pattern})`);
    const { deny, ask, allow } = row.rules ?? {};
    const request = agent.decode(JSON.parse(row.stdin));
    let reply: HookReply = { kind: "silent" };
    if (request) {
      // Where no rule is told, nothing is asked about: git status alone would run unasked, and its rewritten form not.
      const unasked: ClaudeHost = row.rules ? {} : { mode: "bypassPermissions" };
      const host = withRules({ deny: bash(deny), ask: bash(ask), allow: bash(allow) }, unasked);
      const { outcome, command } = await ruling(request.command, host, table);
      const isRaw = outcome.kind === "raw" || command === request.command;
      if (!isRaw) reply = { kind: "rewrite", command, isApproved: outcome.kind === "approve" };
    }
    const stdout = agent.encode(reply, request);
    const told = expectedOf(row);
    const expected = told === "" ? "" : withoutLooseReason(told);
    const isRight = isDeepStrictEqual(stdout === "" ? "" : JSON.parse(stdout), expected);
    if (isRight === row.id in DECIDED_OTHERWISE) wrong.push(`${row.id}: ${stdout}`);
  }
  assert.deepEqual(wrong, []);
});

/** Other tools send the reason without a decision; it says nothing then. */
function withoutLooseReason(reply: Exclude<Reply, "">): unknown {
  const { permissionDecisionReason, ...rest } = reply.hookSpecificOutput;
  return { hookSpecificOutput: rest.permissionDecision ? { permissionDecisionReason, ...rest } : rest };
}

Deno.test("decode() takes Bash calls only and never throws", () => {
  const call = {
    tool_name: "Bash",
    tool_input: { command: "ls", run_in_background: true },
    cwd: "/x",
    permission_mode: "plan",
  };
  assert.deepEqual(agent.decode(call), {
    command: "ls",
    input: call.tool_input,
    cwd: "/x",
    mode: "plan",
    isBackground: true,
  });
  const strange = [undefined, null, 1, "x", [], {}, { tool_name: "Bash" }, {
    tool_name: "Bash",
    tool_input: [],
  }];
  for (const payload of [...strange, { ...call, tool_name: "Shell" }, { ...call, tool_name: "PowerShell" }]) {
    assert.equal(agent.decode(payload), undefined);
  }
  const loose = agent.decode({
    tool_name: "Bash",
    tool_input: { command: "ls" },
    cwd: 1,
    permission_mode: {},
  });
  assert.deepEqual([loose?.cwd, loose?.mode], [undefined, undefined]);
});

Deno.test("encode() says nothing, rewrites with and without an approval, or refuses", () => {
  const request = agent.decode({ tool_name: "Bash", tool_input: { timeout: 5, command: "ls", a: [1] } });
  const out = (reply: HookReply) => {
    const text = agent.encode(reply, request);
    return text === "" ? "" : JSON.parse(text).hookSpecificOutput;
  };
  assert.equal(out({ kind: "silent" }), "");
  const updatedInput = { timeout: 5, command: "rtk ls", a: [1] };
  assert.deepEqual(out({ kind: "rewrite", command: "rtk ls", isApproved: false }), {
    hookEventName: "PreToolUse",
    updatedInput,
  });
  assert.deepEqual(out({ kind: "rewrite", command: "rtk ls", isApproved: true }), {
    hookEventName: "PreToolUse",
    permissionDecision: "allow",
    permissionDecisionReason: "RTK auto-rewrite",
    updatedInput,
  });
  assert.deepEqual(out({ kind: "refuse", reason: "rule X covers ls" }), {
    hookEventName: "PreToolUse",
    permissionDecision: "deny",
    permissionDecisionReason: "rule X covers ls",
  });
});

const deny = (rule: string): string => JSON.stringify({ permissions: { deny: [rule] } });
const allow = (rule: string): string => JSON.stringify({ permissions: { allow: [rule] } });

Deno.test("deny rules are found in every place that Claude reads", async () => {
  const places: Readonly<Record<string, ClaudeHost>> = {
    user: { files: { [`${HOME}/.claude/settings.json`]: deny("Bash(git push:*)") } },
    project: { files: { [`${PROJECT}/.claude/settings.json`]: deny("Bash(git push:*)") } },
    local: { files: { [`${PROJECT}/.claude/settings.local.json`]: deny("Bash(git push:*)") } },
    "local of a folder above": {
      files: { [`${PROJECT}/.claude/settings.local.json`]: deny("Bash(git push:*)") },
      env: { CLAUDE_PROJECT_DIR: `${PROJECT}/sub` },
      cwd: `${PROJECT}/sub`,
    },
    managed: { files: { "/etc/claude-code/managed-settings.json": deny("Bash(git push:*)") } },
    "managed drop-in": {
      files: { "/etc/claude-code/managed-settings.d/10-it.json": deny("Bash(git push:*)") },
    },
    "CLAUDE_CONFIG_DIR": {
      files: { "/cfg/settings.json": deny("Bash(git push:*)") },
      env: { CLAUDE_CONFIG_DIR: "/cfg" },
    },
    "a flag": { argv: ["claude", "-p", "x", "--disallowedTools", "Bash(git push:*) Edit"] },
    "a flag with =": { argv: ["claude", "--disallowed-tools=Edit,Bash(git push:*)", "-p", "x"] },
    "--settings": { argv: ["claude", "--settings", deny("Bash(git push:*)")] },
    "--settings file": {
      files: { "/s.json": deny("Bash(git push:*)") },
      argv: ["claude", "--settings", "/s.json"],
    },
    "--settings file beside the start of the session, after a cd": {
      files: { [`${PROJECT}/s.json`]: deny("Bash(git push:*)") },
      argv: ["claude", "--settings", "s.json"],
      cwd: `${PROJECT}/sub`,
    },
    "behind a byte order mark": {
      files: { [`${HOME}/.claude/settings.json`]: `\ufeff${deny("Bash(git push:*)")}` },
    },
    "beside entries that are no texts": {
      files: { [`${HOME}/.claude/settings.json`]: '{"permissions":{"deny":[5,null,"Bash(git push:*)"]}}' },
    },
  };
  for (const [place, host] of Object.entries(places)) {
    assert.equal(await verdict("git push", host), "deny, raw", place);
    assert.equal(await verdict("git pull", host), "none, rewrite", place);
  }
});

Deno.test("settings that a flag names and nobody can read any more keep every line raw, and refuse none", async () => {
  for (const path of ["/dev/fd/63", "/gone.json", "gone.json"]) {
    const host: ClaudeHost = { argv: ["claude", "--settings", path] };
    for (const line of ["git status", "cargo test"]) {
      assert.match(await verdict(line, host), /, raw$/, path);
    }
    assert.match(await verdict("rtk git status", host), /, raw$/, path);
  }
});

Deno.test("a device, or a descriptor of whoever named it, is not opened", () => {
  for (const path of ["/dev/fd/0", "/dev/stdin", "/dev/zero", "/proc/self/fd/0"]) {
    assert.equal(readText(path), undefined);
    assert.equal(MACHINE.readText(path), undefined);
  }
});

Deno.test("files that Claude does not read, or drops, are not read either", async () => {
  const nothing: Readonly<Record<string, ClaudeHost>> = {
    "the usual folder when CLAUDE_CONFIG_DIR moves it": {
      files: { [`${HOME}/.claude/settings.json`]: deny("Bash(git push:*)") },
      env: { CLAUDE_CONFIG_DIR: "/cfg" },
      cwd: "/srv/x",
    },
    "a file with a comment": {
      files: { [`${HOME}/.claude/settings.json`]: `// x\n${deny("Bash(git push:*)")}` },
    },
    "a file with a trailing comma": {
      files: { [`${HOME}/.claude/settings.json`]: '{"permissions":{"deny":["Bash(git push:*)"],}}' },
    },
    "a list that is a text": {
      files: { [`${HOME}/.claude/settings.json`]: '{"permissions":{"deny":"Bash(git push:*)"}}' },
    },
    "scopes that --setting-sources leaves out": {
      files: { [`${PROJECT}/.claude/settings.json`]: deny("Bash(git push:*)") },
      argv: ["claude", "--setting-sources", "user,local"],
    },
    "another agent's file": { files: { [`${HOME}/.codex/settings.json`]: deny("Bash(git push:*)") } },
  };
  for (const [what, host] of Object.entries(nothing)) {
    assert.equal(await verdict("git push", host), "none, rewrite", what);
  }
});

Deno.test("a typed rtk is refused by rules that surely count only", async () => {
  const sub = { env: { CLAUDE_PROJECT_DIR: `${PROJECT}/sub` }, cwd: `${PROJECT}/sub/deep` };
  const forbidding = { permissions: { deny: ["Bash(git push:*)"] } };
  const text = JSON.stringify(forbidding);
  const wrong = JSON.stringify({ ...forbidding, model: 5 });
  const hosts: readonly (readonly [refuses: boolean, host: ClaudeHost])[] = [
    [true, { ...sub, files: { [`${PROJECT}/sub/.claude/settings.json`]: text } }],
    // Of the folder above only the local file counts, where it is the repository's.
    [true, { ...sub, files: { [`${PROJECT}/.claude/settings.local.json`]: text } }],
    [false, { ...sub, files: { [`${PROJECT}/.claude/settings.json`]: text } }],
    [false, { ...sub, files: { [`${PROJECT}/sub/deep/.claude/settings.json`]: text } }],
    [false, { ...sub, files: { [`${PROJECT}/sub/.claude/settings.json`]: wrong } }],
    [false, {
      files: {
        [`${HOME}/.claude/settings.json`]: text,
        "/etc/claude-code/managed-settings.json": '{ "allowManagedPermissionRulesOnly": true }',
      },
    }],
  ];
  for (const [refuses, host] of hosts) {
    const { walksPast } = await ruling("rtk git push", host, ALL);
    assert.equal(walksPast !== undefined, refuses, JSON.stringify(host));
    assert.equal(await verdict("git push", host), "deny, raw");
  }
});

Deno.test("what a project's own settings allow counts only where its folder is trusted", async () => {
  const files = { [`${PROJECT}/.claude/settings.json`]: allow("Bash(npm test)") };
  const trust = JSON.stringify({ projects: { [PROJECT]: { hasTrustDialogAccepted: true } } });
  assert.equal(await verdict("npm test", { files }), "unsure, raw");
  assert.equal(
    await verdict("npm test", { files: { ...files, [`${HOME}/.claude.json`]: trust } }),
    "allow, approve",
  );
});

Deno.test("allowManagedPermissionRulesOnly takes all other allow rules out", async () => {
  const managed = JSON.stringify({
    allowManagedPermissionRulesOnly: true,
    permissions: { allow: ["Bash(cargo test)"] },
  });
  const host = withRules({ allow: ["Bash(npm test)"] }, {
    files: { "/etc/claude-code/managed-settings.json": managed },
  });
  assert.equal(await verdict("npm test", host), "unsure, raw");
  assert.equal(await verdict("cargo test", host), "allow, approve");
});

Deno.test("the mode decides what a reply may do", async () => {
  const host = (mode: string) =>
    withRules({ allow: ["Bash(npm test)", "Bash(git push *)"], deny: ["Bash(rm:*)"] }, { mode });
  const expected: Readonly<Record<string, readonly [string, string, string]>> = {
    default: ["allow, approve", "allow, approve", "none, rewrite"],
    acceptEdits: ["allow, approve", "allow, approve", "none, rewrite"],
    auto: ["allow, approve", "allow, approve", "unsure, raw"],
    dontAsk: ["allow, raw", "allow, raw", "none, rewrite"],
    plan: ["unsure, raw", "unsure, raw", "unsure, raw"],
    futureMode: ["unsure, raw", "unsure, raw", "unsure, raw"],
    bypassPermissions: ["allow, rewrite", "allow, rewrite", "allow, rewrite"],
  };
  for (const [mode, [read, named, unnamed]] of Object.entries(expected)) {
    assert.equal(await verdict("git status", host(mode)), read, mode);
    assert.equal(await verdict("git push", host(mode)), named, mode);
    assert.equal(await verdict("cargo test", host(mode)), unnamed, mode);
    assert.equal(await verdict("git status && rm -rf x", host(mode)), "deny, raw", mode);
  }
});

Deno.test("rules for rtk itself never let run what Claude asks about", async () => {
  const host = withRules({ allow: ["Bash(rtk:*)"] });
  assert.equal(await verdict("git push", host), "none, raw");
  assert.equal(await verdict("git status", host), "allow, rewrite");
});

Deno.test("commands that Claude keeps out of its sandbox stay as they are", async () => {
  const settings = JSON.stringify({ sandbox: { enabled: true, excludedCommands: ["docker", "npm run:*"] } });
  const host = { files: { [`${HOME}/.claude/settings.json`]: settings } };
  assert.equal(await verdict("docker ps", host), "allow, raw");
  assert.equal(await verdict("npm run build", host), "none, raw");
  assert.equal(await verdict("cargo test", host), "none, rewrite");
});

Deno.test("a rule about a field of the input looks at the call", async () => {
  const host = withRules({ deny: ["Bash(description:*secret*)"] });
  assert.equal(await verdict("git push", { ...host, input: { description: "a secret step" } }), "deny, raw");
  assert.equal(await verdict("git push", { ...host, input: { description: "a step" } }), "none, rewrite");
});

Deno.test("rules about files cover the commands that name them", async () => {
  const covered: readonly (readonly [rule: string, line: string])[] = [
    ["Read(./secret/**)", "cat secret/x"],
    ["Read(./secret/**)", "grep -rn foo secret"],
    ["Read(./secret/**)", "cat ./secret/../secret/x"],
    ["Read(./secret/**)", `cat ${PROJECT}/secret/x`],
    ["Read(./secret/**)", "cd secret && cat x"],
    ["Read(./secret/**)", "cat secret/*"],
    ["Read(./secret/**)", "wc -l < secret/x"],
    ["Read(./secret/**)", "timeout 5 cat secret/x"],
    ["Read(./secret/**)", "git diff secret/x"],
    ["Read(./secret/**)", "cat link"],
    ["Read(./secret/**)", "git diff --no-index a link"],
    ["Read(./secret/**)", "tree link"],
    ["Read(./secret/**)", "pytest --rootdir=link"],
    ["Read(.env)", "cat sub/.env"],
    ["Read(**/.env)", "cat .env"],
    ["Read(*.pem)", "head sub/deep/k.pem"],
    ["Read(~/.ssh/**)", "cat ~/.ssh/id_rsa"],
    [`Read(/${HOME}/.aws/**)`, `cat ${HOME}/.aws/credentials`],
    ["Read(./secret/**)", 'cat "$DIR/x"'],
  ];
  for (const [rule, line] of covered) {
    const host = withRules({ deny: [rule] }, { links: { [`${PROJECT}/link`]: `${PROJECT}/secret/x` } });
    assert.equal(await verdict(line, host), "deny, raw", `${rule}: ${line}`);
  }
  for (const line of ["cat a.txt", "grep -rn secret .", "ls", "git log --oneline"]) {
    assert.notEqual(await verdict(line, withRules({ deny: ["Read(./secret/**)"] })), "deny, raw", line);
  }
  const { walksPast } = await ruling("rtk cat secret/x", withRules({ deny: ["Read(./secret/**)"] }), ALL);
  assert.equal(walksPast?.rule.text, "Read(./secret/**)");
});

Deno.test("rules of flags about files count from where the session was started, after a cd as well", async () => {
  const rule = "Read(/sub/secret/**)";
  const cwd = `${PROJECT}/sub`;
  for (const argv of [["claude", "--disallowedTools", rule], ["claude", "--settings", deny(rule)]]) {
    assert.equal(await verdict("cat secret/x", { argv, cwd }), "deny, raw", argv[1]);
  }
});

Deno.test("a headless run whose lists are out of sight gets only reading commands rewritten", () => {
  const unseen = rulesOf({ env: { CLAUDE_CODE_ENTRYPOINT: "sdk-ts" } });
  assert.equal(unseen.defaultRewrite, "read");
  const answeredByProgram = ["claude", "-p", "x", "--permission-prompt-tool", "stdio"];
  assert.equal(rulesOf({ argv: answeredByProgram }).defaultRewrite, "read");
  assert.equal(rulesOf({ argv: ["claude", "-p", "x"] }).defaultRewrite, "all");
  assert.equal(rulesOf({ env: { CLAUDE_CODE_ENTRYPOINT: "cli" } }).defaultRewrite, "all");
  assert.equal(rulesOf({}).defaultRewrite, "all");
});

Deno.test("the session's flags are read from Claude's own command line", () => {
  const env = (name: string): string | undefined => ({ CLAUDE_PID: "42" })[name];
  assert.deepEqual(sessionLook(env, 7), ["cat", "/proc/42/cmdline"]);
  assert.equal(sessionLook(() => undefined, 7), undefined);
  const session = readSession(
    env,
    [
      "claude",
      "-p",
      "x",
      "--allowedTools",
      "Bash(git:*)",
      "Edit",
      "--add-dir",
      "/a",
      "/b",
      "--setting-sources=user",
    ].join("\0"),
  );
  assert.deepEqual(session.allow, ["Bash(git:*)", "Edit"]);
  assert.deepEqual(session.folders, ["/a", "/b"]);
  assert.deepEqual([...session.settingSources ?? []], ["user"]);
  assert.equal(session.isHeadless, true);
  assert.equal(session.hasUnreadRules, false);
});

Deno.test("without its process number Claude is looked for among the processes above", async () => {
  const look = sessionLook((name) => name === "CLAUDECODE" ? "1" : undefined, Deno.pid);
  const [program = "", ...args] = look ?? [];
  const { stdout } = await new Deno.Command(program, { args, stderr: "null" }).output();
  const seen = new TextDecoder().decode(stdout);
  // The first process is this test's own; none of them is Claude, so a made-up one is put last.
  assert.match(seen, /deno/);
  const session = readSession(() => undefined, `${seen}/opt/bin/claude\0--disallowedTools\0Bash(rm:*)\0\x01`);
  assert.deepEqual(session.deny, ["Bash(rm:*)"]);
});

Deno.test("splitRules() cuts at commas and blanks outside of parentheses", () => {
  assert.deepEqual(splitRules("Bash(git push:*) Edit,Read(./a b/**)"), [
    "Bash(git push:*)",
    "Edit",
    "Read(./a b/**)",
  ]);
  assert.deepEqual(splitRules("Bash(echo (x) *)"), ["Bash(echo (x) *)"]);
  assert.deepEqual(splitRules(""), []);
});

Deno.test("names that Claude's shell snapshot defines are known to be shadowed", () => {
  const snapshot = `# Snapshot file
unalias -a 2>/dev/null || true
function find {
  command find "$@"
}
if ! hash rg 2>/dev/null; then
  function rg {
eval $'git () \\n{ \\n    command git "$@"\\n}' > /dev/null 2>&1
gco () {
alias -- ls='ls --color=auto'
alias -- ll='ls -l'
alias grep='grep -n'
export PATH=/bin
`;
  assert.deepEqual(definedNames(snapshot).sort(), ["find", "gco", "git", "grep", "ll"]);
});
