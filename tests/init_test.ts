/** `rtk init` and `config` on the built executable, in a scratch home, for Claude Code. */
import assert from "node:assert/strict";
import { scratchHome } from "./harness/home.ts";

const SETTINGS =
  '{\r\n\t"model": "opus",\r\n\t"hooks": {\r\n\t\t"PreToolUse": [\r\n\t\t\t{"matcher": "Edit", "hooks": []}\r\n\t\t]\r\n\t}\r\n}';
const PAYLOAD = JSON.stringify({
  hook_event_name: "PreToolUse",
  tool_name: "Bash",
  permission_mode: "default",
  tool_input: { command: "git status", timeout: 5 },
});

interface Settings {
  readonly hooks: {
    readonly PreToolUse: readonly { readonly hooks: readonly { readonly command: string }[] }[];
  };
}

function hookCommands(text: string | undefined): string[] {
  const { hooks } = JSON.parse(text ?? "{}") as Settings;
  return hooks.PreToolUse.flatMap((entry) => entry.hooks.map((hook) => hook.command));
}

Deno.test("init -g detects Claude Code, installs once, answers as the host would call it, and goes without a trace", async () => {
  using home = scratchHome();
  home.write(".claude/settings.json", SETTINGS);
  home.write(".claude/CLAUDE.md", "Be brief.\n");
  const first = await home.run(["rtk", "init", "-g"]);
  assert.equal(first.code, 0, first.stderr);
  const once = home.read(".claude/settings.json");
  assert.equal((await home.run(["rtk", "init", "-g"])).code, 0);
  assert.equal(home.read(".claude/settings.json"), once);
  const [command = ""] = hookCommands(once);
  const answer = await home.run(["/bin/sh", "-c", command], { stdin: PAYLOAD });
  assert.equal(answer.code, 0);
  const { hookSpecificOutput } = JSON.parse(answer.stdout) as {
    hookSpecificOutput: { updatedInput: unknown };
  };
  assert.deepEqual(hookSpecificOutput.updatedInput, { command: "rtk git status", timeout: 5 });
  assert.equal((await home.run(["rtk", "init", "-g", "--check"])).code, 0);
  assert.equal((await home.run(["rtk", "init", "-g", "--uninstall"])).code, 0);
  assert.equal(home.read(".claude/settings.json"), SETTINGS);
  assert.equal(home.read(".claude/CLAUDE.md"), "Be brief.\n");
  assert.equal(home.read(".claude/RTK.md"), undefined);
  assert.equal(home.read(".claude/hooks/rtk-hook.sh"), undefined);
  assert.throws(() => Deno.statSync(`${home.path}/.claude/hooks`), Deno.errors.NotFound);
  assert.equal((await home.run(["rtk", "init", "-g", "--check"])).code, 1);
});

Deno.test("the installed hook is harmless when rtk is gone: one line on stderr, exit 0", async () => {
  using home = scratchHome();
  home.write(".claude/settings.json", "{}");
  await home.run(["rtk", "init", "-g"]);
  const script = home.read(".claude/hooks/rtk-hook.sh") ?? "";
  home.write(".claude/hooks/rtk-hook.sh", script.replaceAll(/echo \S+\)/g, "echo /nowhere/rtk)"));
  const env = { PATH: "/usr/bin:/bin" };
  const answer = await home.run(["/bin/sh", `${home.path}/.claude/hooks/rtk-hook.sh`], {
    stdin: PAYLOAD,
    env,
  });
  assert.equal(answer.code, 0);
  assert.equal(answer.stdout, "");
  assert.equal(answer.stderr.trim().split("\n").length, 1);
});

Deno.test("CLAUDE_CONFIG_DIR moves everything", async () => {
  using home = scratchHome();
  const env = { CLAUDE_CONFIG_DIR: `${home.path}/cc` };
  assert.equal((await home.run(["rtk", "init", "-g", "--agent", "claude"], { env })).code, 0);
  assert.ok(home.read("cc/settings.json")?.includes("rtk-hook.sh"));
  assert.equal(home.read(".claude/settings.json"), undefined);
});

Deno.test("a project installation names no path of this machine", async () => {
  using home = scratchHome();
  home.write("project/CLAUDE.md", "# Project\n");
  const cwd = `${home.path}/project`;
  assert.equal((await home.run(["rtk", "init", "--agent", "claude"], { cwd })).code, 0);
  const settings = home.read("project/.claude/settings.json") ?? "";
  assert.ok(!settings.includes(home.path), settings);
  const answer = await home.run(["/bin/sh", "-c", hookCommands(settings)[0] ?? ""], { cwd, stdin: PAYLOAD });
  assert.match(answer.stdout, /"command":"rtk git status"/);
  const gone = await home.run(["/bin/sh", "-c", hookCommands(settings)[0] ?? ""], {
    cwd,
    stdin: PAYLOAD,
    env: { PATH: "/usr/bin:/bin" },
  });
  assert.deepEqual([gone.code, gone.stdout, gone.stderr], [0, "", ""]);
  assert.equal((await home.run(["rtk", "init", "--agent", "claude", "--uninstall"], { cwd })).code, 0);
  assert.equal(home.read("project/CLAUDE.md"), "# Project\n");
  assert.equal(home.read("project/.claude/settings.json"), undefined);
});

Deno.test("a broken settings file is refused with its line, and nothing is written", async () => {
  using home = scratchHome();
  home.write(".claude/settings.json", '{\n  "a": 1,\n}\n');
  const { code, stderr } = await home.run(["rtk", "init", "-g"]);
  assert.equal(code, 1);
  assert.match(stderr, /settings\.json:3: not valid JSON/);
  assert.equal(home.read(".claude/settings.json"), '{\n  "a": 1,\n}\n');
  assert.equal(home.read(".claude/RTK.md"), undefined);
});

Deno.test("another rtk's entry is replaced with consent only, its neighbours stay, and uninstall gives it back", async () => {
  using home = scratchHome();
  const settings = JSON.stringify({
    hooks: {
      PreToolUse: [{
        matcher: "Bash",
        hooks: [{ type: "command", command: "/opt/rtk-old/bin/rtk hook claude" }],
      }, { matcher: "Bash", hooks: [{ type: "command", command: "mine.sh" }] }],
    },
  });
  home.write(".claude/settings.json", settings);
  const refused = await home.run(["rtk", "init", "-g"]);
  assert.match(refused.stdout, /another rtk is installed/);
  assert.equal(home.read(".claude/settings.json"), settings);
  assert.equal((await home.run(["rtk", "init", "-g", "--auto-patch"])).code, 0);
  const commands = hookCommands(home.read(".claude/settings.json"));
  assert.equal(commands.length, 2);
  assert.ok(commands.includes("mine.sh") && commands.some((command) => command.endsWith("rtk-hook.sh")));
  assert.equal((await home.run(["rtk", "init", "-g", "--uninstall"])).code, 0);
  assert.equal(home.read(".claude/settings.json"), settings);
});

Deno.test("with another program called rtk first on PATH nothing is installed", async () => {
  using home = scratchHome();
  home.write(".claude/settings.json", "{}");
  Deno.removeSync(`${home.bin}/rtk`);
  home.write("bin/rtk", "#!/bin/sh\necho rtk 0.42.2\n");
  Deno.chmodSync(`${home.bin}/rtk`, 0o755);
  const { code, stderr } = await home.run(["rtk", "init", "-g"]);
  assert.equal(code, 1);
  assert.match(stderr, /is another program of that name/);
  assert.equal(home.read(".claude/settings.json"), "{}");
});

Deno.test("without an agent and without a terminal init names the way out", async () => {
  using home = scratchHome();
  const { code, stderr } = await home.run(["rtk", "init", "-g"]);
  assert.equal(code, 1);
  assert.match(stderr, /--agent \S*\bclaude\b/);
  const unknown = await home.run(["rtk", "init", "-g", "--agent", "clod"]);
  assert.equal(unknown.code, 1);
  assert.match(unknown.stderr, /^rtk: Cannot find the agent "clod": expected one of .*claude/);
});

Deno.test("the dry run prints a diff and writes nothing", async () => {
  using home = scratchHome();
  home.write(".claude/settings.json", "{}\n");
  const { code, stdout } = await home.run(["rtk", "init", "-g", "--dry-run"]);
  assert.equal(code, 0);
  assert.match(stdout, /^\+.*rtk-hook\.sh/m);
  assert.equal(home.read(".claude/settings.json"), "{}\n");
  assert.equal(home.read(".claude/hooks/rtk-hook.sh"), undefined);
});

Deno.test("aliases and functions of the user's shell stay raw after init", async () => {
  using home = scratchHome();
  home.write(".claude/settings.json", "{}");
  home.write(".bashrc", 'alias git=hub\ngrep() { command grep --color=auto "$@"; }\n');
  const env = { SHELL: "/bin/bash" };
  const { code, stdout } = await home.run(["rtk", "init", "-g"], { env });
  assert.equal(code, 0);
  assert.match(stdout, /stay raw: git, grep$/m);
  assert.equal(home.read(".config/rtk/config.toml"), '[hooks]\nshadowed = ["git", "grep"]\n');
  assert.equal((await home.run(["rtk", "rewrite", "git status"], { env })).code, 1);
  assert.equal((await home.run(["rtk", "rewrite", "ls -la"], { env })).stdout, "rtk ls -la");
  assert.equal((await home.run(["rtk", "doctor"], { env })).code, 0);
});

Deno.test("gain counts what was saved, and tells when there is nothing to count", async () => {
  using home = scratchHome();
  assert.match((await home.run(["rtk", "gain"])).stdout, /rtk init -g/);
  home.write(".claude/settings.json", "{}");
  await home.run(["rtk", "init", "-g"]);
  await home.run(["git", "init", "-q", "."], {});
  assert.equal((await home.run(["rtk", "git", "status"])).code, 0);
  const { stdout } = await home.run(["rtk", "gain"]);
  assert.match(stdout, /^1 run: \d+ bytes became \d+, \d+% saved/);
  assert.match(stdout, /^git-status +1 run /m);
  const rows = JSON.parse((await home.run(["rtk", "gain", "--history", "--json"])).stdout) as {
    command: string;
  }[];
  assert.equal(rows[0]?.command, "git status");
  await home.run(["rtk", "config", "set", "tracking.enabled", "false"]);
  await home.run(["rtk", "git", "status"]);
  assert.match((await home.run(["rtk", "gain"])).stdout, /^1 run:/);
});

Deno.test("config makes, shows, gets and sets, and keeps comments", async () => {
  using home = scratchHome();
  assert.equal((await home.run(["rtk", "config", "--create"])).code, 0);
  assert.equal((await home.run(["rtk", "config", "--create"])).code, 1);
  const shown = await home.run(["rtk", "config"]);
  assert.equal(shown.code, 0, shown.stderr);
  assert.match(shown.stdout, /^hooks\.enabled = true {2}# default$/m);
  home.write(".config/rtk/config.toml", "# mine\n[hooks]\nenabled = true # on\n");
  assert.equal((await home.run(["rtk", "config", "set", "hooks.enabled", "false"])).code, 0);
  assert.equal(home.read(".config/rtk/config.toml"), "# mine\n[hooks]\nenabled = false # on\n");
  assert.equal((await home.run(["rtk", "config", "get", "hooks.enabled"])).stdout, "false\n");
  assert.equal((await home.run(["rtk", "config", "set", "filters.level", "lossless"])).code, 0);
  const wrong = await home.run(["rtk", "config", "set", "filters.level", "tiny"]);
  assert.equal(wrong.code, 1);
  assert.match(wrong.stderr, /expected one of "compact", "lossless"/);
});

Deno.test("hooks.enabled = false pauses the hook, set by hand or by the command", async () => {
  using home = scratchHome();
  home.write(".config/rtk/config.toml", "[hooks]\nenabled = false\n");
  assert.equal((await home.run(["rtk", "hook", "claude"], { stdin: PAYLOAD })).stdout, "");
  assert.equal((await home.run(["rtk", "rewrite", "git status"])).code, 1);
});
