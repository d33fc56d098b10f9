/** Faults seen in public reports on hooks and installers of tools of this kind, for every host but Claude Code. */
import assert from "node:assert/strict";
import { ScratchHost } from "./harness/agent_call.ts";
import { scratchHome } from "./harness/home.ts";
import type { PluginCall, PluginResult } from "./harness/plugin_entry.ts";

const UNASKED = {
  ".config/Code/User/settings.json": '{ "chat.tools.terminal.autoApprove": { "/.*/": true } }',
};

Deno.test("Cursor: a byte order mark before the payload changes nothing (rtk-1718)", async () => {
  using host = new ScratchHost();
  const payload = JSON.stringify({ tool_name: "Shell", tool_input: { command: "git status" } });
  const answer = await host.ask("cursor", `\ufeff${payload}`);
  assert.equal(answer, await host.ask("cursor", payload));
  assert.deepEqual(JSON.parse(answer), { updated_input: { command: "rtk git status" } });
});

Deno.test("Codex: a rewrite comes with allow, a denial with a reason and no input, all else is silence (rtk-2557, dotfiles-2671)", async () => {
  const rules = 'prefix_rule(["git", "log"], "prompt")\nprefix_rule(["git", "push"], "forbidden")\n';
  using host = new ScratchHost({ ".codex/rules/a.rules": rules });
  const ask = async (command: string): Promise<Record<string, unknown> | undefined> => {
    const call = {
      hook_event_name: "PreToolUse",
      tool_name: "Bash",
      permission_mode: "default",
      cwd: host.project,
    };
    const stdout = await host.ask("codex", JSON.stringify({ ...call, tool_input: { command } }));
    return stdout === "" ? undefined : JSON.parse(stdout).hookSpecificOutput;
  };
  const rewrite = await ask("git status");
  assert.deepEqual([rewrite?.permissionDecision, rewrite?.updatedInput], ["allow", {
    command: "rtk git status",
  }]);
  assert.equal(await ask("git log"), undefined);
  const denial = await ask("rtk git push");
  assert.equal(denial?.permissionDecision, "deny");
  assert.match(String(denial?.permissionDecisionReason), /covers git push/);
  assert.ok(!("updatedInput" in (denial ?? {})));
});

Deno.test("Copilot: each form of its payloads gets an answer in that form (rtk-2443, rtk-1839, rtk-1425)", async () => {
  using host = new ScratchHost(UNASKED);
  for (const toolName of ["run_in_terminal", "bash"]) {
    const call = { toolName, toolArgs: JSON.stringify({ command: "git status" }) };
    const answer = JSON.parse(await host.ask("copilot", JSON.stringify(call)));
    assert.equal(answer.permissionDecision, "deny");
    assert.ok(answer.permissionDecisionReason.includes("`rtk git status`"));
  }
  const input = { command: "git status", mode: "sync", timeout: 60000 };
  const answer = JSON.parse(
    await host.ask("copilot", JSON.stringify({ tool_name: "run_in_terminal", tool_input: input })),
  );
  assert.deepEqual(answer.hookSpecificOutput.updatedInput, { ...input, command: "rtk git status" });
});

Deno.test("Trae: twice is once, uninstalling restores the bytes, a broken sibling stops all of it (rtk-3008)", async () => {
  using home = scratchHome();
  const cwd = `${home.path}/p`;
  const text =
    '\ufeff{"userSetting": true,\r\n"hooks": {"PreToolUse": [{"matcher":"x","hooks":[{"command":"mine"}]}]}}';
  home.write("p/.trae/hooks.json", text);
  const words = ["rtk", "init", "--agent", "trae"];
  for (const _ of [1, 2]) assert.equal((await home.run(words, { cwd })).code, 0);
  assert.equal(home.read("p/.trae/hooks.json")?.split("hook trae").length, 2);
  assert.equal((await home.run([...words, "--uninstall"], { cwd })).code, 0);
  assert.equal(home.read("p/.trae/hooks.json"), text);
  home.write(".trae-cn/hooks.json", "{ broken");
  const refused = await home.run(["rtk", "init", "-g", "--agent", "trae"]);
  assert.equal(refused.code, 1);
  assert.equal(home.read(".trae/hooks.json"), undefined);
});

Deno.test("Gemini: settings that do not parse are refused by name, comments stay (rtk-3400)", async () => {
  using home = scratchHome();
  home.write(".gemini/settings.json", '{ "a": 1, }');
  const refused = await home.run(["rtk", "init", "-g", "--gemini"]);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /\.gemini\/settings\.json:1/);
  assert.equal(home.read(".gemini/settings.json"), '{ "a": 1, }');
  assert.equal(home.read(".gemini/GEMINI.md"), undefined);
  home.write(".gemini/settings.json", '// mine\n{ "a": 1 /* b */ }\n');
  assert.equal((await home.run(["rtk", "init", "-g", "--gemini"])).code, 0);
  assert.match(home.read(".gemini/settings.json") ?? "", /^\/\/ mine\n[\s\S]*\/\* b \*\//);
});

Deno.test("Cursor: the entry of an older script goes with consent, others stay (rtk-3465)", async () => {
  using home = scratchHome();
  const hooks = { preToolUse: [{ command: "./hooks/rtk-rewrite.sh" }, { command: "mine.sh" }] };
  home.write(".cursor/hooks.json", JSON.stringify({ version: 1, hooks }));
  await home.run(["rtk", "init", "-g", "--agent", "cursor"]);
  assert.match(home.read(".cursor/hooks.json") ?? "", /rtk-rewrite\.sh/);
  assert.equal((await home.run(["rtk", "init", "-g", "--agent", "cursor", "--auto-patch"])).code, 0);
  const text = home.read(".cursor/hooks.json") ?? "";
  assert.doesNotMatch(text, /rtk-rewrite\.sh/);
  assert.match(text, /mine\.sh/);
  assert.equal(text.split("hook cursor").length, 2);
});

Deno.test("Copilot: the user's instructions stay around one block (rtk-1964)", async () => {
  using home = scratchHome();
  const cwd = `${home.path}/p`;
  home.write("p/.github/copilot-instructions.md", "# Mine\n\nBe brief.\n");
  for (const _ of [1, 2]) assert.equal((await home.run(["rtk", "init", "--copilot"], { cwd })).code, 0);
  const text = home.read("p/.github/copilot-instructions.md") ?? "";
  assert.ok(text.startsWith("# Mine\n\nBe brief.\n"));
  assert.equal(text.split("\n# rtk\n").length, 2);
});

Deno.test("Codex: CODEX_HOME is where all of it goes, and the installed line answers (rtk-1400)", async () => {
  using home = scratchHome();
  const env = { CODEX_HOME: `${home.path}/ch` };
  assert.equal((await home.run(["rtk", "init", "-g", "--codex"], { env })).code, 0);
  assert.throws(() => Deno.statSync(`${home.path}/.codex`), Deno.errors.NotFound);
  const { hooks } = JSON.parse(home.read("ch/hooks.json") ?? "{}");
  const line: string = hooks.PreToolUse[0].hooks[0].command;
  const call = { tool_name: "Bash", permission_mode: "default", tool_input: { command: "git status" } };
  const stdin = JSON.stringify(call);
  const answer = await home.run(["/bin/sh", "-c", line], { stdin, env: { ...env, PATH: "/usr/bin:/bin" } });
  assert.deepEqual([answer.code, answer.stderr], [0, ""]);
  const { command } = JSON.parse(answer.stdout).hookSpecificOutput.updatedInput;
  // Codex's login shell makes PATH anew: where that does not find rtk, its path stands in the command.
  assert.ok(command === `'${home.bin}/rtk' git status` || command === "rtk git status", command);
  await home.run(["git", "init", "-q", "."]);
  const ran = await home.run(["bash", "-lc", command], { env: { PATH: "/usr/bin:/bin" } });
  assert.equal(ran.code, 0, ran.stderr);
});

Deno.test("OpenCode: the installed plugin rewrites, on a PATH without which, env or a shell (rtk-1706, rtk-1993)", async () => {
  using home = scratchHome();
  assert.equal((await home.run(["rtk", "init", "-g", "--opencode"])).code, 0);
  home.write("bin/git", "");
  Deno.chmodSync(`${home.bin}/git`, 0o755);
  const call: PluginCall = {
    host: "opencode",
    tool: "bash",
    folder: home.path,
    input: { command: "git status", description: "d" },
  };
  const entry = decodeURIComponent(new URL("harness/plugin_entry.ts", import.meta.url).pathname);
  const plugin = `${home.path}/.config/opencode/plugins/rtk.ts`;
  const { code, stdout, stderr } = await home.run(
    [Deno.execPath(), "run", "-A", "--quiet", "--no-config", entry, plugin, JSON.stringify(call)],
    { env: { PATH: home.bin, DENO_NO_UPDATE_CHECK: "1" } },
  );
  assert.equal(code, 0, stderr);
  const { input, refusal } = JSON.parse(stdout) as PluginResult;
  assert.deepEqual([input, refusal], [{ command: "rtk git status", description: "d" }, null]);
});
