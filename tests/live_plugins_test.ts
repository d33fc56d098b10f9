/**
 * A working day with the real OpenCode, Pi and Oh My Pi, headless, against a fake model on 127.0.0.1. Variables name the
 * clients (`tests/live/plugin_clients.ts`); without one its suite prints that it is absent.
 */
import assert from "node:assert/strict";
import { projectHome, type ScratchHome } from "./harness/home.ts";
import { type ShellCall, startFakeModel, type ToolResult } from "./live/fake_model.ts";
import { PLUGIN_CLIENTS, type PluginClient } from "./live/plugin_clients.ts";

/** A part of a client's configuration. */
type Rules = Readonly<Record<string, unknown>>;

/** A session with these calls, under these rules of the client's. */
async function work(
  client: PluginClient,
  home: ScratchHome,
  calls: readonly ShellCall[],
  rules?: Rules,
): Promise<readonly ToolResult[]> {
  const model = startFakeModel(calls);
  client.configure(home, model.port, rules);
  const command = Deno.env.get(client.variable)?.split(" ") ?? [];
  const { code, stdout, stderr } = await home.run(["timeout", "120", ...command, ...client.args], {
    cwd: `${home.path}/project`,
    env: client.env,
  });
  await model.stop();
  assert.equal(code, 0, stdout + stderr);
  return model.results;
}

async function office(): Promise<ScratchHome> {
  const home = await projectHome({ "a.txt": "one\n", "sub/b.txt": "two\n" });
  return home;
}

async function init(client: PluginClient, home: ScratchHome, ...more: string[]): Promise<void> {
  const { code, stderr } = await home.run(["rtk", "init", "-g", "--agent", client.id, ...more]);
  assert.equal(code, 0, stderr);
}

const COMPACT = /^## main\n\?\? a\.txt/;
const RAW = /On branch main/;

/** What the third call prints where its other fields have arrived. */
const OTHER: Readonly<Record<PluginClient["id"], RegExp>> = {
  omp: /project\/sub\nx=kept\n## main/,
  opencode: /project\/sub\nx=\n## main/,
  pi: /project\nx=\n## main/,
};

/** Rules in each client's words: `git push` and `npm publish` are denied, all else runs unasked. */
const DENY: Readonly<Record<string, Rules>> = {
  opencode: { permission: { bash: { "*": "allow", "git push*": "deny", "npm publish": "deny" } } },
  omp: { bash: { patterns: ["git push*", "npm publish"].map((match) => ({ match, approval: "deny" })) } },
};

/** Only `git status` and what rtk makes of `git log` run unasked. */
const ALLOW: Readonly<Record<string, Rules>> = {
  opencode: { permission: { bash: { "*": "ask", "git *": "allow", "rtk git log*": "allow" } } },
  omp: {
    tools: { approvalMode: "write" },
    bash: { patterns: ["git *", "rtk git log*"].map((match) => ({ match, approval: "allow" })) },
  },
};

for (const client of PLUGIN_CLIENTS) {
  const ignore = Deno.env.get(client.variable) === undefined;
  if (ignore) console.log(`absent: ${client.id} (${client.variable})`);

  Deno.test({
    name:
      `${client.id}: after rtk init -g compact output reaches the model, and nothing but the command changes`,
    ignore,
    async fn() {
      using home = await office();
      const [before] = await work(client, home, ["git status"]);
      assert.match(before?.text ?? "", RAW);
      await init(client, home);
      const moved =
        { opencode: { workdir: "sub" }, omp: { cwd: "sub", env: { X: "kept" } }, pi: {} }[client.id];
      const limit = client.id === "opencode" ? 1000 : 1;
      const results = await work(client, home, [
        "git status",
        "git log --oneline && ls",
        { command: 'pwd; echo "x=$X"; git status', ...moved },
        { command: "sleep 8; git status", timeout: limit },
        "printf '%s\\n' \"a  'b'\" | wc -c; git status; exit 3",
        "touch made.txt",
      ]);
      const [status, list, other, sleep, odd, touch] = results.map(({ text }) => text);
      assert.match(status ?? "", COMPACT);
      assert.match(list ?? "", /first[\s\S]*a\.txt/);
      assert.match(other ?? "", OTHER[client.id]);
      // Oh My Pi puts what takes long into the background by itself.
      assert.match(sleep ?? "", client.id === "omp" ? /Backgrounded|timed out/ : /timed out|timeout/i);
      assert.match(odd ?? "", /^7\n## main/);
      assert.ok(touch !== undefined);
      assert.equal(home.read("project/made.txt"), "");
    },
  });

  Deno.test({
    name:
      `${client.id}: an rtk that is gone or hangs does not keep commands, and uninstalling leaves nothing`,
    ignore,
    async fn() {
      using home = await office();
      await init(client, home);
      Deno.removeSync(`${home.bin}/rtk`);
      const [gone] = await work(client, home, ["git status"]);
      assert.match(gone?.text ?? "", RAW);
      home.write("bin/rtk", '#!/bin/sh\necho "$@" >>"$HOME/asked"\nexec sleep 60\n');
      Deno.chmodSync(`${home.bin}/rtk`, 0o755);
      const start = performance.now();
      const [hanging] = await work(client, home, ["git status"]);
      assert.match(hanging?.text ?? "", RAW);
      assert.ok(performance.now() - start < 60_000);
      assert.equal(home.read("asked"), `rewrite --agent ${client.id} -- git status\n`);
      Deno.removeSync(`${home.bin}/rtk`);
      await init(client, home, "--uninstall");
      const [after] = await work(client, home, ["git status"]);
      assert.match(after?.text ?? "", RAW);
      const plugins = {
        opencode: ".config/opencode/plugins",
        omp: ".omp/agent/extensions",
        pi: ".pi/agent/extensions",
      };
      assert.throws(() => Deno.statSync(`${home.path}/${plugins[client.id]}`), Deno.errors.NotFound);
    },
  });
}

// Pi has no rules.
for (const client of PLUGIN_CLIENTS.filter(({ id }) => id in DENY)) {
  const ignore = Deno.env.get(client.variable) === undefined;

  Deno.test({
    name: `${client.id}: what is denied stays denied, also behind a typed rtk; the rest runs as before`,
    ignore,
    async fn() {
      using home = await office();
      await init(client, home);
      const calls = ["git push", "rtk git push origin", "cd sub && git push", "git status", "rtk git status"];
      const [push, typed, hidden, status, again] = await work(client, home, calls, DENY[client.id]);
      for (const denied of [push, typed, hidden]) {
        assert.equal(denied?.error, true, denied?.text);
        assert.match(denied?.text ?? "", /rule|block|polic/i);
      }
      assert.match(typed?.text ?? "", /^rtk: rule .+ covers git push origin/);
      assert.match(status?.text ?? "", COMPACT);
      assert.match(again?.text ?? "", COMPACT);
    },
  });

  Deno.test({
    name:
      `${client.id}: what an allow rule lets run unasked still does, and what it does not is still asked about`,
    ignore,
    async fn() {
      using home = await office();
      await init(client, home);
      const calls = ["git status", "git log -1", "git branch", "touch made.txt"];
      const [status, log, branch, touch] = await work(client, home, calls, ALLOW[client.id]);
      assert.match(status?.text ?? "", RAW);
      assert.doesNotMatch(log?.text ?? "", /^Author/m, "the rewritten form is allowed, so it is used");
      assert.match(log?.text ?? "", /first/);
      assert.match(branch?.text ?? "", /main/);
      // OpenCode ends the session at a refusal.
      if (touch) assert.equal(touch.error, true);
      assert.equal(home.read("project/made.txt"), undefined);
    },
  });
}

Deno.test({
  name: "opencode: the rules of the agent that calls hold, and not those of another one",
  ignore: Deno.env.get("RTK_OPENCODE_CLIENT") === undefined,
  async fn() {
    const client = PLUGIN_CLIENTS.find(({ id }) => id === "opencode");
    assert.ok(client);
    using home = await office();
    await init(client, home);
    const deny = (pattern: string) => ({ permission: { bash: { [pattern]: "deny" } } });
    const rules = { agent: { build: deny("git log*"), other: deny("git status*") } };
    const [status, log, typed] = await work(client, home, ["git status", "git log", "rtk git log"], rules);
    assert.match(status?.text ?? "", COMPACT);
    assert.match(log?.text ?? "", /rule which prevents/);
    assert.match(typed?.text ?? "", /^rtk: rule .+ covers git log/);
  },
});

Deno.test({
  name: "omp: the project's rules hold for a call that moves its command elsewhere",
  ignore: Deno.env.get("RTK_OMP_CLIENT") === undefined,
  async fn() {
    const client = PLUGIN_CLIENTS.find(({ id }) => id === "omp");
    assert.ok(client);
    using home = await office();
    await init(client, home);
    // It looks for what is denied before it asks an extension as well.
    const patterns = [{ match: "git push*", approval: "prompt" }];
    home.write("project/.omp/config.yml", JSON.stringify({ bash: { patterns } }));
    const calls = [{ command: "git push", cwd: "sub" }, { command: "git status", cwd: "sub" }];
    const [push, status] = await work(client, home, calls);
    assert.match(push?.text ?? "", /requires approval/);
    assert.match(status?.text ?? "", /^## main/);
  },
});
