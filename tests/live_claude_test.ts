/**
 * A working day with the real Claude Code, headless, against a fake model on 127.0.0.1. RTK_CLAUDE_CLIENT names the client's
 * native binary (npm `@anthropic-ai/claude-code`, seen with 2.1.332); without it the suite prints that it is absent.
 */
import assert from "node:assert/strict";
import { projectHome, type ScratchHome } from "./harness/home.ts";
import { type ShellCall, startFakeModel, type ToolResult } from "./live/fake_model.ts";

const client = Deno.env.get("RTK_CLAUDE_CLIENT");
if (client === undefined) console.log("absent: claude (RTK_CLAUDE_CLIENT)");

async function work(
  home: ScratchHome,
  calls: readonly ShellCall[],
  flags: readonly string[] = [],
): Promise<readonly ToolResult[]> {
  const model = startFakeModel(calls);
  const env = {
    ANTHROPIC_API_KEY: "x",
    ANTHROPIC_BASE_URL: `http://127.0.0.1:${model.port}`,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
  };
  const { code, stderr } = await home.run([client ?? "", "-p", "go", ...flags], {
    cwd: `${home.path}/project`,
    env,
  });
  await model.stop();
  assert.equal(code, 0, stderr);
  return model.results;
}

async function office(): Promise<ScratchHome> {
  const home = await projectHome({ "a.txt": "one\n" });
  home.write(
    ".claude/settings.json",
    JSON.stringify({
      permissions: { deny: ["Bash(git push:*)"], allow: ["Bash(sleep:*)", "Bash(touch:*)"] },
    }),
  );
  return home;
}

Deno.test({
  name: "after rtk init -g compact output reaches the model, denied stays denied, allowed stays allowed",
  ignore: client === undefined,
  async fn() {
    using home = await office();
    const [before] = await work(home, ["git status"]);
    assert.match(before?.text ?? "", /On branch main/);
    const { code, stderr } = await home.run(["rtk", "init", "-g"]);
    assert.equal(code, 0, stderr);
    const results = await work(home, [
      "git status",
      "git push origin main",
      "rtk git push origin main",
      "touch made.txt",
      { command: "sleep 5", timeout: 1000 },
      { command: "git status", run_in_background: true },
      "git log --oneline && ls",
    ]);
    const [status, push, typedPush, touch, sleep, background, list] = results;
    assert.match(status?.text ?? "", /^## main\n\?\? a\.txt/);
    for (const denied of [push, typedPush]) {
      assert.equal(denied?.error, true);
      assert.match(denied?.text ?? "", /denied|permission|rule/i);
    }
    assert.equal(touch?.error, false);
    assert.equal(home.read("project/made.txt"), "");
    assert.match(sleep?.text ?? "", /timed out|timeout/i);
    assert.match(background?.text ?? "", /background/i);
    assert.match(list?.text ?? "", /first[\s\S]*a\.txt/);
  },
});

Deno.test({
  name: "with rtk gone commands run raw, and after uninstall nothing of it is left",
  ignore: client === undefined,
  async fn() {
    using home = await office();
    const settings = home.read(".claude/settings.json");
    await home.run(["rtk", "init", "-g"]);
    Deno.renameSync(`${home.bin}/rtk`, `${home.bin}/gone`);
    const [status] = await work(home, ["git status"]);
    assert.match(status?.text ?? "", /On branch main/);
    Deno.renameSync(`${home.bin}/gone`, `${home.bin}/rtk`);
    await home.run(["rtk", "init", "-g", "--uninstall"]);
    assert.equal(home.read(".claude/settings.json"), settings);
    const [after] = await work(home, ["git status"]);
    assert.match(after?.text ?? "", /On branch main/);
  },
});

Deno.test({
  name: "a settings file of a flag denies after a cd as well",
  ignore: client === undefined,
  async fn() {
    using home = await office();
    home.write(
      "project/my.json",
      '{ "permissions": { "deny": ["Bash(git log:*)"], "allow": ["Bash(cd:*)"] } }',
    );
    home.write("project/sub/b.txt", "two\n");
    const { code, stderr } = await home.run(["rtk", "init", "-g"]);
    assert.equal(code, 0, stderr);
    const [before, move, after, typed, status] = await work(
      home,
      ["git log", "cd sub", "git log", "rtk git log", "git status"],
      ["--settings", "my.json"],
    );
    assert.equal(move?.error, false, move?.text);
    for (const denied of [before, after, typed]) assert.equal(denied?.error, true, denied?.text);
    assert.match(status?.text ?? "", /^## main/);
  },
});
