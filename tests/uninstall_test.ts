/** `rtk init --uninstall` goes by what was noted when it was installed, wherever the agents' folders are now. */
import assert from "node:assert/strict";
import { cureLines, findingsOf } from "./harness/findings.ts";
import { scratchHome } from "./harness/home.ts";

Deno.test("uninstall: where nothing is installed it says so, and nothing is wrong; twice as well", async () => {
  using home = scratchHome();
  const nothing = { code: 0, stdout: "Nothing is installed for you\n", stderr: "" };
  assert.deepEqual(await home.run(["rtk", "init", "-g", "--uninstall"]), nothing);
  Deno.mkdirSync(`${home.path}/project`);
  const cwd = `${home.path}/project`;
  const here = { code: 0, stdout: "Nothing is installed in this folder\n", stderr: "" };
  assert.deepEqual(await home.run(["rtk", "init", "--uninstall"], { cwd }), here);
  await home.run(["rtk", "init", "-g", "--agent", "claude,vibe"]);
  const { stdout } = await home.run(["rtk", "init", "-g", "--uninstall"]);
  assert.equal(stdout, "Claude Code: removed\nMistral Vibe: removed\n");
  assert.deepEqual(await home.run(["rtk", "init", "-g", "--uninstall"]), nothing);
  const named = await home.run(["rtk", "init", "-g", "--uninstall", "--agent", "claude"]);
  assert.deepEqual([named.code, named.stdout], [0, "Claude Code: was not installed\n"]);
  const inHome = await home.run(["rtk", "init", "--uninstall"]);
  assert.equal(inHome.code, 1);
  assert.match(
    inHome.stderr,
    /^rtk: Cannot uninstall for a project in your home folder: rtk init -g --uninstall /,
  );
});

Deno.test("uninstall: files of others that do not parse keep nobody else's rtk in place", async () => {
  using home = scratchHome();
  home.write(".cursor/hooks.json", "{");
  await home.run(["rtk", "init", "-g", "--agent", "claude"]);
  const { code, stdout } = await home.run(["rtk", "init", "-g", "--uninstall"]);
  assert.deepEqual([code, stdout], [0, "Claude Code: removed\n"]);
  await home.run(["rtk", "init", "-g", "--agent", "claude,gemini"]);
  home.write(".gemini/settings.json", "{");
  const refused = await home.run(["rtk", "init", "-g", "--uninstall"]);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /\.gemini\/settings\.json:1: not valid JSON/);
  assert.ok(home.read(".claude/settings.json")?.includes("rtk-hook.sh"));
});

Deno.test("uninstall: what is gone with the agent's folder is forgotten", async () => {
  using home = scratchHome();
  await home.run(["rtk", "init", "-g", "--agent", "claude"]);
  Deno.removeSync(`${home.path}/.claude`, { recursive: true });
  const { code, stdout } = await home.run(["rtk", "init", "-g", "--uninstall"]);
  assert.deepEqual([code, stdout], [0, "Claude Code: its files were gone already\n"]);
  assert.deepEqual(await findingsOf(home, ["verify"]), { code: 0, rows: [] });
});

Deno.test("uninstall and verify find what was installed under other variables", async () => {
  for (const isNamed of [true, false]) {
    using home = scratchHome();
    const env = { CLAUDE_CONFIG_DIR: `${home.path}/c c`, XDG_CONFIG_HOME: `${home.path}/xdg` };
    await home.run(["rtk", "init", "-g", "--agent", "claude,opencode"], { env });
    assert.ok(home.read("c c/settings.json") && home.read("xdg/opencode/plugins/rtk.ts"));
    const well = await findingsOf(home, ["verify"]);
    assert.deepEqual([well.code, well.rows.map(({ state }) => state)], [0, ["ok", "ok"]]);
    home.write("c c/RTK.md", "# rtk\nother\n");
    const { rows } = await findingsOf(home, ["verify"]);
    const [cure = ""] = cureLines(rows);
    assert.equal(cure, `env CLAUDE_CONFIG_DIR='${home.path}/c c' rtk init -g --agent claude`);
    assert.equal((await home.run(["sh", "-c", cure])).code, 0);
    assert.equal((await findingsOf(home, ["verify"])).code, 0);
    const named = isNamed ? ["--agent", "claude,opencode"] : [];
    const dry = await home.run(["rtk", "init", "-g", "--uninstall", "--dry-run", ...named]);
    assert.match(dry.stdout, /^claude:\n[\s\S]*^--- .*\/c c\/settings\.json$[\s\S]*^opencode:$/m);
    const { code, stdout } = await home.run(["rtk", "init", "-g", "--uninstall", ...named]);
    assert.equal(code, 0);
    assert.equal(stdout.match(/: removed$/gm)?.length, 2, stdout);
    for (const folder of ["c c", "xdg", ".claude"]) {
      assert.throws(() => Deno.statSync(`${home.path}/${folder}`), Deno.errors.NotFound);
    }
    assert.deepEqual(await findingsOf(home, ["verify"]), { code: 0, rows: [] });
  }
});

Deno.test("uninstall: what was installed without a variable is found under it, and each of two places goes", async () => {
  using home = scratchHome();
  const env = { CLAUDE_CONFIG_DIR: `${home.path}/cc` };
  await home.run(["rtk", "init", "-g", "--agent", "claude"]);
  await home.run(["rtk", "init", "-g", "--agent", "claude"], { env });
  assert.ok(home.read(".claude/settings.json") && home.read("cc/settings.json"));
  const { stdout } = await home.run(["rtk", "init", "-g", "--uninstall"], { env });
  assert.equal(stdout, "Claude Code: removed\n");
  for (const folder of [".claude", "cc"]) {
    assert.throws(() => Deno.statSync(`${home.path}/${folder}`), Deno.errors.NotFound);
  }
});

Deno.test("uninstall: a place to which the agent's files lead no more is cleared where rtk left it so, else named", async () => {
  for (const isTouched of [false, true]) {
    using home = scratchHome();
    home.write("project/.clinerules", "mine\n");
    const cwd = `${home.path}/project`;
    await home.run(["rtk", "init", "--agent", "roo"], { cwd });
    assert.match(home.read("project/.clinerules") ?? "", /rtk/);
    home.write("project/.roorules", "read in its place\n");
    if (isTouched) home.write("project/.clinerules", `${home.read("project/.clinerules")}later\n`);
    const { code, stdout } = await home.run(["rtk", "init", "--uninstall", "--agent", "roo"], { cwd });
    assert.equal(code, 0);
    if (isTouched) {
      assert.match(stdout, /^\S+\.clinerules may hold something of rtk's still: it has changed since/m);
    } else assert.equal(home.read("project/.clinerules"), "mine\n");
    assert.equal(home.read("project/.roorules"), "read in its place\n");
  }
});

Deno.test("uninstall -g lists the projects that tell agents about rtk still, with a command for each", async () => {
  using home = scratchHome();
  for (const [name, ids] of [["a", "roo"], ["it's b", "codex,cursor"], ["gone", "roo"]] as const) {
    Deno.mkdirSync(`${home.path}/${name}`);
    await home.run(["rtk", "init", "--agent", ids], { cwd: `${home.path}/${name}` });
  }
  Deno.removeSync(`${home.path}/gone`, { recursive: true });
  await home.run(["rtk", "init", "-g", "--agent", "claude,codex"]);
  const some = await home.run(["rtk", "init", "-g", "--uninstall", "--agent", "codex"]);
  assert.match(some.stdout, /^ {2}\(cd '.*it'\\''s b' && rtk init --uninstall --agent codex\)$/m);
  assert.doesNotMatch(some.stdout, /\/a && /);
  const { stdout } = await home.run(["rtk", "init", "-g", "--uninstall"]);
  assert.match(stdout, /^Claude Code: removed\nStill installed in projects; to take it out there as well:$/m);
  const lines = stdout.split("\n").filter((line) => line.startsWith("  ("));
  assert.equal(lines.length, 2);
  for (const line of lines) {
    const ran = await home.run(["sh", "-c", line.trim()]);
    assert.match(ran.stdout, /: removed$/m);
  }
  const rows = (await findingsOf(home, ["verify"])).rows.filter(({ state }) => state !== "off");
  assert.deepEqual(rows, []);
});
