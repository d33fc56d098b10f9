/**
 * A working day with the real Mistral Vibe, headless, against a fake model on 127.0.0.1. RTK_VIBE_CLIENT names its `vibe` (PyPI
 * `mistral-vibe`, seen with 3.0.2); without it the suite prints that it is absent.
 */
import assert from "node:assert/strict";
import { projectHome, type ScratchHome } from "./harness/home.ts";
import { type ChatCall, startFakeChatModel } from "./live/fake_chat_model.ts";

const client = Deno.env.get("RTK_VIBE_CLIENT");
if (client === undefined) console.log("absent: vibe (RTK_VIBE_CLIENT)");

const CONFIG = `# mine
active_model = "fake"
enable_telemetry = false
enable_update_checks = false
enable_auto_update = false

[[providers]]
name = "fake"
api_base = "http://127.0.0.1:PORT/v1"
api_key_env_var = "FAKE_KEY"
api_style = "openai"
backend = "generic"

[[models]]
name = "fake"
provider = "fake"
alias = "fake"

[tools.bash]
allowlist = ["git status", "rtk git status", "touch"]
denylist = ["git push"]
`;

function bash(command: string, more: Readonly<Record<string, unknown>> = {}): ChatCall {
  return { tool: "bash", args: { command, ...more } };
}

async function work(
  home: ScratchHome,
  calls: readonly ChatCall[],
  ...flags: string[]
): Promise<readonly string[]> {
  const model = startFakeChatModel(calls);
  home.write(".vibe/config.toml", CONFIG.replace("PORT", String(model.port)));
  const { code, stdout, stderr } = await home.run(["timeout", "90", client ?? "", "-p", "go", ...flags], {
    cwd: `${home.path}/project`,
    env: { TERM: "dumb", FAKE_KEY: "x" },
  });
  await model.stop();
  assert.equal(code, 0, stdout + stderr);
  return model.results;
}

async function office(): Promise<ScratchHome> {
  const home = await projectHome({ "a.txt": "one\n" });
  home.write(".vibe/hooks.toml", HOOKS);
  return home;
}

const HOOKS = '# mine\n[[hooks]]\nname = "other"\ntype = "post_agent"\ncommand = "true"\n';

Deno.test({
  name: "after rtk init -g compact output reaches the model, denied stays denied, unasked stays unasked",
  ignore: client === undefined,
  async fn() {
    using home = await office();
    const calls = [
      bash("git status"),
      bash("touch made.txt"),
      bash("git log -1"),
      bash("git push origin main"),
      bash("rtk git push origin main"),
    ];
    const before = await work(home, calls.slice(0, 4));
    assert.match(before[0] ?? "", /On branch main/);
    assert.match(before[2] ?? "", /denied by approval/);
    const { code, stderr } = await home.run(["rtk", "init", "-g", "--agent", "vibe"]);
    assert.equal(code, 0, stderr);
    const [status, touch, log, push, typedPush] = await work(home, calls);
    assert.match(
      status ?? "",
      /"command":"rtk git status","returncode":0[\s\S]*main(?![\s\S]*On branch)[\s\S]*a\.txt/,
    );
    assert.match(touch ?? "", /"returncode":0/);
    assert.equal(home.read("project/made.txt"), "");
    assert.equal(log, before[2]);
    assert.equal(push, before[3]);
    assert.match(push ?? "", /denylist pattern 'git push'/);
    assert.match(typedPush ?? "", /^rule git push covers git push origin main/);
  },
});

Deno.test({
  name: "what is asked about runs rewritten once it is approved, and the call's other fields hold",
  ignore: client === undefined,
  async fn() {
    using home = await office();
    await home.run(["rtk", "init", "-g", "--agent", "vibe"]);
    const [log, diff] = await work(
      home,
      [bash("git log -1 && touch made.txt"), bash("git diff && sleep 9", { timeout_seconds: 1 })],
      "--auto-approve",
    );
    assert.match(log ?? "", /"command":"rtk git log -1 && touch made\.txt","returncode":0/);
    assert.match(log ?? "", /first/);
    assert.doesNotMatch(log ?? "", /Author:/);
    assert.equal(home.read("project/made.txt"), "");
    assert.match(diff ?? "", /"command":"rtk git diff && sleep 9"[\s\S]*"timed_out":true/);
  },
});

Deno.test({
  name: "with rtk gone commands run as they are, and after uninstall nothing of it is left",
  ignore: client === undefined,
  async fn() {
    using home = await office();
    await home.run(["rtk", "init", "-g", "--agent", "vibe"]);
    Deno.renameSync(`${home.bin}/rtk`, `${home.bin}/gone`);
    const [status] = await work(home, [bash("git status")]);
    assert.match(status ?? "", /"command":"git status"[\s\S]*On branch main/);
    Deno.renameSync(`${home.bin}/gone`, `${home.bin}/rtk`);
    await home.run(["rtk", "init", "-g", "--agent", "vibe", "--uninstall"]);
    assert.equal(home.read(".vibe/hooks.toml"), HOOKS);
    const [after] = await work(home, [bash("git status")]);
    assert.match(after ?? "", /On branch main/);
  },
});
