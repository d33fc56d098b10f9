/**
 * A working day with the real Codex, Gemini CLI, Copilot CLI, Cline CLI and Droid, headless, against fake models on 127.0.0.1.
 * Variables name the clients (`tests/live/hook_clients.ts`); without one its suite prints that it is absent.
 */
import assert from "node:assert/strict";
import { projectHome, type ScratchHome } from "./harness/home.ts";
import { HOOK_CLIENTS, type HookClient, work } from "./live/hook_clients.ts";

/** What differs between the clients beside how they are started. */
interface Row {
  /** Files of the user's before rtk comes. */
  readonly files: Readonly<Record<string, string>>;
  /** Flags of a session in which everything may run that no rule forbids. */
  readonly open: readonly string[];
  /** Flags under which `git status`, `git log` and `touch` run unasked, and nothing else. */
  readonly allowing?: readonly string[];
  /** What `git status` then prints: compact where its rewritten form is allowed too. */
  readonly whenAllowed?: RegExp;
  /** What a call denied by the host's own rule says; undefined where the host has no rules. */
  readonly denied?: RegExp;
  /** Other fields of a call, and what its answer shows where they arrived. */
  readonly moved: Readonly<Record<string, unknown>>;
  readonly arrived: RegExp;
}

const COMPACT = /## main\b[\s\S]*\?\? a\.txt/;
const RAW = /On branch main/;

const POLICY = `[[rule]]
toolName = "run_shell_command"
commandPrefix = ["git push", "npm publish"]
decision = "deny"
priority = 900

[[rule]]
toolName = "run_shell_command"
commandPrefix = ["git status", "git log", "touch", "rtk git status"]
decision = "allow"
priority = 100
`;

const ROWS: Readonly<Record<HookClient["id"], Row>> = {
  cline: {
    files: { ".cline/hooks/PreToolUse": "#!/bin/sh\nexit 0\n" },
    open: [],
    moved: { commands: ["pwd", { command: "git", args: ["status"] }, "git status"] },
    arrived: /project[\s\S]*On branch main[\s\S]*## main/,
  },
  codex: {
    files: {
      ".codex/rules/default.rules": 'prefix_rule(pattern = ["git", "push"], decision = "forbidden")\n' +
        'prefix_rule(pattern = ["npm", "publish"], decision = "prompt")\n',
      ".codex/hooks.json": '{ "hooks": {} }\n',
    },
    open: ["--dangerously-bypass-hook-trust", "-s", "danger-full-access"],
    denied: /rejected|blocked|forbidden/i,
    moved: { workdir: "sub" },
    arrived: /project\/sub[\s\S]*## main/,
  },
  copilot: {
    files: {
      ".copilot/hooks/mine.json": '{ "version": 1, "hooks": {} }\n',
    },
    open: ["--allow-all-tools", "--deny-tool", "shell(git push)", "--deny-tool", "shell(npm:*)"],
    allowing: ["--allow-tool", "shell(touch)"],
    whenAllowed: RAW,
    denied: /denied due to the following rules/,
    moved: { shellId: "mine", initial_wait: 20 },
    arrived: /## main[\s\S]*shellId: mine/,
  },
  droid: {
    files: {
      ".factory/settings.json":
        '{ /* mine */ "commandBlocklist": ["git push", "npm publish"], "commandAllowlist": ["mkdir"] }\n',
      ".factory/hooks.json": '{ "PostToolUse": [] }\n',
    },
    open: ["--auto", "high"],
    denied: /blocked by your organization's security policy/,
    moved: { command: "git status; sleep 30", timeout: 1 },
    arrived: /timed out after 1 second[\s\S]*## main/,
  },
  gemini: {
    files: {
      ".gemini/settings.json": `{
  // mine
  "security": { "auth": { "selectedType": "gemini-api-key" } },
  "privacy": { "usageStatisticsEnabled": false },
  "general": { "enableAutoUpdate": false }
}
`,
      ".gemini/policies/mine.toml": POLICY,
    },
    open: ["--approval-mode", "yolo"],
    allowing: [],
    whenAllowed: COMPACT,
    denied: /denied by policy/,
    moved: { dir_path: "sub" },
    arrived: /project\/sub[\s\S]*## main/,
  },
};

async function office(id: HookClient["id"]): Promise<ScratchHome> {
  const home = await projectHome({ "a.txt": "one\n", "sub/b.txt": "two\n" });
  for (const [name, text] of Object.entries(ROWS[id].files)) home.write(name, text);
  return home;
}

async function init(home: ScratchHome, id: string, ...more: string[]): Promise<void> {
  const { code, stdout, stderr } = await home.run(["rtk", "init", "-g", "--agent", id, ...more]);
  assert.equal(code, 0, stdout + stderr);
}

for (const client of Object.values(HOOK_CLIENTS)) {
  const ignore = Deno.env.get(client.variable) === undefined;
  if (ignore) console.log(`absent: ${client.id} (${client.variable})`);
  const { files, open, allowing, whenAllowed, denied, moved, arrived } = ROWS[client.id];
  const { call } = client;

  Deno.test({
    name: `${client.id}: after rtk init -g compact output reaches the model, and only the command changes`,
    ignore,
    async fn() {
      using home = await office(client.id);
      const [before] = await work(client, home, [call("git status")], open);
      assert.match(before ?? "", RAW);
      await init(home, client.id);
      const [status, list, other, odd, touch] = await work(client, home, [
        call("git status"),
        call("git log --oneline && ls"),
        call("pwd; git status", moved),
        call("printf '%s\\n' \"a  'b'\" | wc -c; git status; exit 3"),
        call("touch made.txt"),
      ], open);
      assert.match(status ?? "", COMPACT);
      assert.doesNotMatch(status ?? "", RAW);
      assert.match(list ?? "", /first[\s\S]*a\.txt/);
      assert.match(other ?? "", arrived);
      assert.match(odd ?? "", /7\b[\s\S]*## main/);
      assert.match(odd ?? "", /\b3\b/, "the status of the line is told");
      assert.ok(touch !== undefined);
      assert.equal(home.read("project/made.txt"), "");
    },
  });

  Deno.test({
    name: `${client.id}: what is denied stays denied, also behind a typed rtk; the rest runs as before`,
    ignore: ignore || denied === undefined,
    async fn() {
      using home = await office(client.id);
      await init(home, client.id);
      const lines = ["git push", "cd sub && git push", "npm publish", "rtk git push origin", "git status"];
      const [push, hidden, publish, typed, status] = await work(
        client,
        home,
        lines.map((line) => call(line)),
        open,
      );
      for (const answer of [push, hidden, publish]) assert.match(answer ?? "", denied ?? /$^/);
      assert.match(typed ?? "", /rule .+ covers git push origin/);
      assert.match(status ?? "", COMPACT);
    },
  });

  Deno.test({
    name: `${client.id}: what ran unasked still does: as it is, or rewritten where that is allowed too`,
    ignore: ignore || allowing === undefined,
    async fn() {
      using home = await office(client.id);
      await init(home, client.id);
      const lines = ["git status", "git log -1", "touch made.txt", "mkdir made"];
      const [status, log, touch, mkdir] = await work(client, home, lines.map((line) => call(line)), allowing);
      assert.match(status ?? "", whenAllowed ?? /$^/);
      assert.match(log ?? "", /Author: a/);
      assert.ok(touch !== undefined);
      assert.equal(home.read("project/made.txt"), "");
      assert.match(mkdir ?? "", /denied|approv|permission/i);
    },
  });

  Deno.test({
    name: `${client.id}: with rtk gone commands run raw, and after uninstalling the files are as they were`,
    ignore,
    async fn() {
      using home = await office(client.id);
      const own = () => Object.keys(files).map((name) => home.read(name));
      const before = own();
      await init(home, client.id);
      Deno.renameSync(`${home.bin}/rtk`, `${home.bin}/gone`);
      const [gone] = await work(client, home, [call("git status")], open);
      assert.match(gone ?? "", RAW);
      Deno.renameSync(`${home.bin}/gone`, `${home.bin}/rtk`);
      await init(home, client.id, "--uninstall");
      assert.deepEqual(own(), before);
      const [after] = await work(client, home, [call("git status")], open);
      assert.match(after ?? "", RAW);
    },
  });
}

/** Asks Codex's own server for what it lists about its hooks. */
async function listHooks(home: ScratchHome): Promise<Readonly<Record<string, unknown>>> {
  const project = `${home.path}/project`;
  const messages = [
    { id: 1, method: "initialize", params: { clientInfo: { name: "rtk", version: "1" } } },
    { method: "initialized" },
    { id: 2, method: "hooks/list", params: { cwds: [project] } },
  ];
  // It answers as long as its stdin is open.
  const lines = messages.map((message) => `echo '${JSON.stringify(message)}'; sleep 1`).join("; ");
  const client = Deno.env.get(HOOK_CLIENTS.codex.variable) ?? "";
  const { stdout } = await home.run(["sh", "-c", `(${lines}; sleep 2) | ${client} app-server`], {
    cwd: project,
  });
  const answer = stdout.split("\n").filter((line) => line.startsWith("{")).map((line) => JSON.parse(line))
    .find(({ id }) => id === 2);
  return answer.result.data[0].hooks[0];
}

Deno.test({
  name: "codex: the hook runs once it is trusted as doctor says, and not where another was trusted",
  ignore: Deno.env.get(HOOK_CLIENTS.codex.variable) === undefined,
  async fn() {
    const client = HOOK_CLIENTS.codex;
    using home = await office("codex");
    await init(home, "codex");
    const doctor = async () => (await home.run(["rtk", "doctor"])).stdout;
    const flags = ["-s", "danger-full-access"];
    const [untrusted] = await work(client, home, [client.call("git status")], flags);
    assert.match(untrusted ?? "", RAW);
    assert.match(await doctor(), /Codex does not trust the hook yet/);
    const { key, currentHash, trustStatus } = await listHooks(home);
    assert.equal(trustStatus, "untrusted");
    const trusting = (hash: unknown) => ({
      ...client,
      configure(where: ScratchHome, port: number): void {
        client.configure?.(where, port);
        const config = where.read(".codex/config.toml") ?? "";
        where.write(".codex/config.toml", `${config}[hooks.state."${key}"]\ntrusted_hash = "${hash}"\n`);
      },
    });
    const [trusted] = await work(trusting(currentHash), home, [client.call("git status")], flags);
    assert.match(trusted ?? "", COMPACT);
    assert.doesNotMatch(await doctor(), /trust/);
    const another = `sha256:${"0".repeat(64)}`;
    const [changed] = await work(trusting(another), home, [client.call("git status")], flags);
    assert.match(changed ?? "", RAW);
    assert.match(await doctor(), /another one than Codex was told to trust/);
  },
});

Deno.test({
  name:
    "droid: what runs unasked by its risk still does, and rewritten where rtk is allowed; what is asked stays raw",
  ignore: Deno.env.get(HOOK_CLIENTS.droid.variable) === undefined,
  async fn() {
    const client = HOOK_CLIENTS.droid;
    using home = await office("droid");
    await init(home, "droid");
    const calls = ["git status", "git log -1", "touch made.txt"].map((line) => client.call(line));
    const [status, log, touch] = await work(client, home, calls);
    assert.match(status ?? "", RAW);
    assert.match(log ?? "", /Author: a/);
    assert.ok(touch !== undefined);
    assert.equal(home.read("project/made.txt"), "");
    home.write(".factory/settings.json", '{ "commandAllowlist": ["rtk"] }');
    const [compact] = await work(client, home, [client.call("git status")]);
    assert.match(compact ?? "", COMPACT);
    // Without a user it ends where it would ask.
    await assert.rejects(
      () => work(client, home, [client.call("git log -1", { command: "cat a.txt", riskLevel: "medium" })]),
      /insufficient permission/,
    );
  },
});

Deno.test({
  name: "droid: its deny list asks about a rewritten line where it asked about the original",
  ignore: Deno.env.get(HOOK_CLIENTS.droid.variable) === undefined,
  async fn() {
    const client = HOOK_CLIENTS.droid;
    using home = await office("droid");
    await init(home, "droid");
    home.write(".factory/settings.json", '{ "commandDenylist": ["git status"] }');
    const lines = ["git status", "cd sub && git status --short"];
    for (const line of lines) {
      await assert.rejects(() => work(client, home, [client.call(line)], ["--auto", "high"]), /ended early/);
    }
    const [list] = await work(client, home, [client.call("ls")], ["--auto", "high"]);
    assert.match(list ?? "", /a\.txt/);
  },
});
