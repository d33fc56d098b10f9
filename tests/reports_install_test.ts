/**
 * Publicly reported faults of installers, hooks and configurations of such tools, as rows: the id of the report names the
 * test. They run on the built executable in a scratch home; what a report says of another agent is tested where that
 * agent's tests are.
 */
import assert from "node:assert/strict";
import type { Edit } from "../core/install/edit.ts";
import { installEdit, removeEdit } from "../installer/edit/kinds.ts";
import { type ScratchHome, scratchHome } from "./harness/home.ts";

function payload(command: string, more: Record<string, unknown> = {}): string {
  return JSON.stringify({
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    permission_mode: "default",
    tool_input: { command, ...more },
  });
}

async function hook(home: ScratchHome, stdin: string): Promise<string> {
  const { code, stdout, stderr } = await home.run(["rtk", "hook", "claude"], { stdin });
  assert.deepEqual([code, stderr], [0, ""]);
  return stdout;
}

const RIVAL = { type: "command", command: "/opt/rtk-old/bin/rtk hook claude" };
const MINE = { type: "command", command: "mine.sh" };

function group(...hooks: unknown[]): string {
  return JSON.stringify({ hooks: { PreToolUse: [{ matcher: "Bash", hooks }] } }, null, 2);
}

function commands(text: string | undefined): string[] {
  const found: string[] = [];
  for (const [, command = ""] of (text ?? "").matchAll(/"command": ?"((?:[^"\\]|\\.)*)"/g)) {
    found.push(command);
  }
  return found;
}

Deno.test("rtk-1224: a hook call without an agent never blocks", async () => {
  using home = scratchHome();
  const { code, stdout } = await home.run(["rtk", "hook"], { stdin: payload("git status") });
  assert.deepEqual([code, stdout], [0, ""]);
});

Deno.test("rtk-1011, yolobox-65: init prints no advice to run init, and asks nothing without a terminal", async () => {
  using home = scratchHome();
  home.write(".claude/settings.json", "{}");
  const { code, stdout, stderr } = await home.run(["rtk", "init", "-g", "--auto-patch"]);
  assert.equal(code, 0);
  assert.doesNotMatch(stdout + stderr, /run.*rtk init|\?\s*$/m);
});

Deno.test("rtk-4141: without a terminal the hook is installed, or the status is not 0 and the option is named", async () => {
  using home = scratchHome();
  home.write(".claude/settings.json", "{}");
  const { code } = await home.run(["rtk", "init", "-g"]);
  assert.equal(code, 0);
  assert.match(home.read(".claude/settings.json") ?? "", /rtk-hook\.sh/);
});

Deno.test("rtk-3693: an old entry beside another program's hook is replaced, the neighbour stays", async () => {
  using home = scratchHome();
  const old = { type: "command", command: "~/.claude/hooks/rtk-rewrite.sh" };
  home.write(".claude/settings.json", group(old, MINE));
  const refused = await home.run(["rtk", "init", "-g"]);
  assert.deepEqual(commands(home.read(".claude/settings.json")), [old.command, "mine.sh"], refused.stdout);
  assert.equal((await home.run(["rtk", "init", "-g", "--auto-patch"])).code, 0);
  const found = commands(home.read(".claude/settings.json"));
  assert.equal(found.filter((command) => command.includes("rtk")).length, 1);
  assert.ok(found.includes("mine.sh"));
  const ours = found.find((command) => command.includes("rtk")) ?? "";
  assert.ok(Deno.statSync(ours.replaceAll("'", "")).isFile, ours);
});

Deno.test("rtk-2558: after an upgrade there is exactly one entry", async () => {
  using home = scratchHome();
  home.write(".claude/settings.json", group(RIVAL));
  for (let round = 0; round < 2; round++) await home.run(["rtk", "init", "-g", "--auto-patch"]);
  assert.equal(
    commands(home.read(".claude/settings.json")).filter((command) => command.includes("rtk")).length,
    1,
  );
});

Deno.test("rtk-3036: uninstall keeps another program's hook in the same group", async () => {
  using home = scratchHome();
  home.write(".claude/settings.json", "{}");
  await home.run(["rtk", "init", "-g"]);
  const settings = JSON.parse(home.read(".claude/settings.json") ?? "") as {
    hooks: { PreToolUse: { hooks: unknown[] }[] };
  };
  settings.hooks.PreToolUse[0]?.hooks.unshift(MINE);
  home.write(".claude/settings.json", JSON.stringify(settings, null, 2));
  assert.equal((await home.run(["rtk", "init", "-g", "--uninstall"])).code, 0);
  assert.deepEqual(commands(home.read(".claude/settings.json")), ["mine.sh"]);
});

Deno.test("rtk-3403: bytes outside rtk's block stay, also marks that the user quotes, and CRLF", async () => {
  using home = scratchHome();
  home.write(".claude/settings.json", "{}");
  const text = "Marks: `<!-- rtk:end -->`\r\n  <!-- rtk:end -->\r\n@RTK.md.backup notes\r\n";
  home.write(".claude/CLAUDE.md", text);
  await home.run(["rtk", "init", "-g"]);
  const edited = `${home.read(".claude/CLAUDE.md")}below\r\n`;
  home.write(".claude/CLAUDE.md", edited);
  await home.run(["rtk", "init", "-g", "--uninstall"]);
  assert.equal(home.read(".claude/CLAUDE.md"), `${text}below\r\n`);
});

Deno.test("rtk-3177, rtk-392, rtk-4128, leanctx-274: after uninstall no trace is left", async () => {
  using home = scratchHome();
  home.write(".claude/settings.json", '{\n  "permissions": { "allow": ["Bash(ls:*)"] }\n}\n');
  home.write(".claude/CLAUDE.md", "mine\n");
  await home.run(["rtk", "init", "-g"]);
  await home.run(["rtk", "init", "-g", "--uninstall"]);
  for (const { name } of Deno.readDirSync(`${home.path}/.claude`)) {
    assert.doesNotMatch(home.read(`.claude/${name}`) ?? "", /rtk/i, name);
    assert.doesNotMatch(name, /rtk/i);
  }
});

Deno.test("rtk-633: CLAUDE_CONFIG_DIR holds files and permission rules", async () => {
  using home = scratchHome();
  const env = { CLAUDE_CONFIG_DIR: `${home.path}/cc` };
  home.write("cc/settings.json", JSON.stringify({ permissions: { deny: ["Bash(git status:*)"] } }));
  assert.equal((await home.run(["rtk", "init", "-g"], { env })).code, 0);
  assert.equal(home.read(".claude/settings.json"), undefined);
  const { stdout } = await home.run(["rtk", "hook", "claude"], { env, stdin: payload("git status") });
  assert.equal(stdout, "");
  assert.equal((await home.run(["rtk", "rewrite", "git status"], { env })).code, 2);
});

Deno.test("agentconfig-68: a linked and edited RTK.md stays a link, and its text is kept with notice", async () => {
  using home = scratchHome();
  home.write(".claude/settings.json", "{}");
  home.write("dotfiles/RTK.md", "");
  Deno.removeSync(`${home.path}/dotfiles/RTK.md`);
  await home.run(["rtk", "init", "-g"]);
  Deno.renameSync(`${home.path}/.claude/RTK.md`, `${home.path}/dotfiles/RTK.md`);
  Deno.symlinkSync("../dotfiles/RTK.md", `${home.path}/.claude/RTK.md`);
  home.write("dotfiles/RTK.md", "# rtk\n\nmy own words\n");
  const { stdout } = await home.run(["rtk", "init", "-g"]);
  assert.ok(Deno.lstatSync(`${home.path}/.claude/RTK.md`).isSymlink);
  const kept = /RTK\.md was modified by hand; that text is kept in (.*)/.exec(stdout)?.[1] ?? "";
  assert.equal(home.read(kept), "# rtk\n\nmy own words\n");
});

Deno.test("rtk-3405, rtk-1614: a YAML list is edited in place, nested keys of the same name and compact style stay", () => {
  const edit: Edit = { kind: "yaml-list", path: "/config.yaml", at: ["plugins", "enabled"], item: "rtk" };
  for (
    const text of [
      "memory:\n  enabled: true\nplugins:\n  enabled:\n    - a\n",
      "plugins:\n  enabled:\n  - a\n",
    ]
  ) {
    const installed = installEdit(text, edit);
    assert.equal(installed.split("\n").length, text.split("\n").length + 1);
    assert.equal(removeEdit(installed, edit), text);
  }
});

Deno.test("rtk-3065: a payload that is no JSON is silence; valid escapes are kept", async () => {
  using home = scratchHome();
  assert.equal(
    await hook(home, '{"tool_name":"Bash","tool_input":{"command":"grep -r \\"A\\|B\\" src"}}'),
    "",
  );
  home.write(".claude/settings.json", JSON.stringify({ permissions: { allow: ["Bash(grep:*)"] } }));
  const answer = JSON.parse(await hook(home, payload('grep -r "A\\|B" src'))) as {
    hookSpecificOutput: { updatedInput: { command: string } };
  };
  assert.equal(answer.hookSpecificOutput.updatedInput.command, 'rtk grep -r "A\\|B" src');
});

Deno.test("rtk-4080, rtk-2553: an unknown command and a payload that never comes are answered with silence", async () => {
  using home = scratchHome();
  assert.equal(await hook(home, payload("graphify query test")), "");
  const script = "sleep 6 | { s=$(date +%s); rtk hook claude; e=$(date +%s); echo $((e - s)) >elapsed; }";
  const { code, stdout } = await home.run(["/bin/sh", "-c", script]);
  assert.deepEqual([code, stdout], [0, ""]);
  assert.ok(Number(home.read("elapsed")) <= 4, `took ${home.read("elapsed")} seconds`);
});

Deno.test("rtk-2557: with updatedInput the decision is allow or absent, and a refusal has a reason and no input", async () => {
  using home = scratchHome();
  home.write(".claude/settings.json", JSON.stringify({ permissions: { deny: ["Bash(git push:*)"] } }));
  const rewritten = JSON.parse(await hook(home, payload("git log -5"))).hookSpecificOutput;
  assert.ok(rewritten.updatedInput && (rewritten.permissionDecision ?? "allow") === "allow");
  const refused = JSON.parse(await hook(home, payload("rtk git push"))).hookSpecificOutput;
  assert.equal(refused.permissionDecision, "deny");
  assert.ok(refused.permissionDecisionReason && !refused.updatedInput);
});

Deno.test("rtk-3864, leanctx-533: the documented ways out work, and no inherited variable switches rtk off", async () => {
  using home = scratchHome();
  assert.equal(await hook(home, payload("RTK_DISABLED=1 git status")), "");
  home.write(".config/rtk/config.toml", '[hooks]\nexclude_commands = ["git"]\n');
  assert.equal(await hook(home, payload("git status")), "");
  home.write(".config/rtk/config.toml", "");
  const env = { RTK_ACTIVE: "1", RTK_WRAPPED: "1", RTK: "1" };
  const { stdout } = await home.run(["rtk", "rewrite", "git status"], { env });
  assert.equal(stdout, "rtk git status");
});

const EXCLUSIONS: readonly [string, readonly string[], string, boolean][] = [
  ["rtk-3740", ["head", "tail"], "head -50 big.log", true],
  ["rtk-3740", ["head", "tail"], "tail -20 big.log", true],
  ["rtk-3371", ["cat", "head", "tail"], "tail -100 app.log", true],
  ["rtk-3035", ["pytest"], "python -m pytest tests/", true],
  ["rtk-3035", ["pytest"], "uv run pytest -q", true],
  ["rtk-1919", ["git diff"], "git diff HEAD", true],
  ["rtk-1919", ["git diff"], "git status", false],
  ["rtk-1919", ["diff"], "diff a b", true],
  ["rtk-1482", ["git status"], "git status", true],
];

for (const [id, excluded, command, stays] of EXCLUSIONS) {
  Deno.test(`${id}: exclude_commands ${JSON.stringify(excluded)} ${stays ? "leaves" : "does not touch"} ${command}`, async () => {
    using home = scratchHome();
    for (const tool of ["python", "uv", "pytest"]) {
      home.write(`bin/${tool}`, "#!/bin/sh\n");
      Deno.chmodSync(`${home.bin}/${tool}`, 0o755);
    }
    const bad = id === "rtk-1482" ? '[limits]\nmax_width = "x"\n' : "";
    home.write(".config/rtk/config.toml", `[hooks]\nexclude_commands = ${JSON.stringify(excluded)}\n${bad}`);
    const { code } = await home.run(["rtk", "rewrite", command]);
    assert.ok(stays ? code === 1 : code === 0 || code === 3, `status ${code}`);
    if (bad !== "") {
      assert.match(
        (await home.run(["rtk", "config"])).stderr,
        /config\.toml:4: unknown key limits\.max_width/,
      );
    }
  });
}

Deno.test("rtk-3296, rtk-3550: every documented key has an effect, and there is no other", async () => {
  using home = scratchHome();
  home.write(".config/rtk/config.toml", "[limits]\nstatus_max_files = 15\n[filters]\nignore_dirs = ['zz']\n");
  const { code, stderr } = await home.run(["rtk", "config"]);
  assert.equal(code, 1);
  assert.match(stderr, /unknown key limits\.status_max_files[\s\S]*unknown key filters\.ignore_dirs/);
});

Deno.test("rtk-682, rtk-1718: no notice on stdout, and a byte order mark changes nothing", async () => {
  using home = scratchHome();
  await home.run(["git", "init", "-q", "."]);
  const { stdout, stderr } = await home.run(["rtk", "git", "log", "--oneline", "-20"]);
  assert.doesNotMatch(stdout + stderr, /rtk/);
  assert.equal(await hook(home, `\uFEFF${payload("git status")}`), await hook(home, payload("git status")));
});
