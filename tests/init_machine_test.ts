/** What `rtk init` and `rtk doctor` do on machines whose shells, programs and folders are not as one expects. On the built executable. */
import assert from "node:assert/strict";
import { ask } from "../core/run/ask.ts";
import { findingsOf } from "./harness/findings.ts";
import { type ScratchHome, scratchHome } from "./harness/home.ts";

function program(home: ScratchHome, path: string, text: string): void {
  home.write(path, `#!/bin/sh\n${text}\n`);
  Deno.chmodSync(`${home.path}/${path}`, 0o755);
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

Deno.test("ask() gives up on a program that does not end, and on pipes that others hold", async () => {
  const slow = await seconds(async () => {
    assert.deepEqual(await ask(["/bin/sh", "-c", "echo a; sleep 30 | cat"], { limit: 300 }), {
      code: undefined,
      stdout: "a\n",
      stderr: "",
    });
  });
  assert.ok(slow < 3, `${slow}`);
  const held = await seconds(async () => {
    assert.deepEqual(await ask(["/bin/sh", "-c", "echo b; sleep 3 & exit 4"]), {
      code: 4,
      stdout: "b\n",
      stderr: "",
    });
  });
  assert.ok(held < 2, `${held}`);
});

Deno.test("ask() keeps a bounded part of what is printed, and needs no reader of its text", async () => {
  const endless = await ask(["/bin/sh", "-c", "yes | head -c 4000000; echo end >&2"]);
  assert.deepEqual([endless?.code, endless?.stdout.length, endless?.stderr], [0, 1 << 20, "end\n"]);
  const deaf = await ask(["/bin/sh", "-c", "exec 0<&-; echo done"], { stdin: "x".repeat(1 << 20) });
  assert.deepEqual([deaf?.code, deaf?.stdout], [0, "done\n"]);
  assert.equal(await ask(["/nonexistent/program"]), undefined);
});

Deno.test("a $SHELL that is not there is not asked, and stops neither init nor doctor", async () => {
  using home = scratchHome();
  const env = { SHELL: "/nonexistent/zsh" };
  const init = await home.run(["rtk", "init", "-g", "--agent", "claude"], { env });
  assert.deepEqual([init.code, init.stderr], [0, ""]);
  assert.match(
    init.stdout,
    /^your shell, \/nonexistent\/zsh, cannot be started: which tools are its aliases/m,
  );
  const doctor = await findingsOf(home, ["doctor"], { env });
  assert.deepEqual(
    doctor.rows.filter(({ about }) => about === "aliases and functions").map(({ text }) => text),
    [
      "your shell, /nonexistent/zsh, cannot be started",
    ],
  );
});

Deno.test("start-up files that leave something running do not hold init and doctor, which finish all they have to do", async () => {
  using home = scratchHome();
  home.write(".bashrc", "sleep 20 &\n");
  home.write(".bash_profile", "sleep 20 &\nPATH=/usr/bin:/bin\n");
  const env = { SHELL: "/bin/bash" };
  const took = await seconds(async () => {
    const { code, stderr } = await home.run(["rtk", "init", "-g", "--agent", "codex"], { env });
    assert.deepEqual([code, stderr], [0, ""]);
    assert.match(home.read(".config/rtk/config.toml") ?? "", /rtk_path = /);
    assert.equal((await home.run(["rtk", "doctor"], { env })).stderr, "");
  });
  assert.ok(took < 9, `${took} seconds`);
});

Deno.test("start-up files and another rtk that take forever cost five seconds each, once", async () => {
  using home = scratchHome();
  home.write(".bashrc", "sleep 60\n");
  program(home, "first/rtk", "sleep 60");
  const env = { SHELL: "/bin/bash", PATH: `${home.path}/first:${home.bin}:/usr/bin:/bin` };
  const took = await seconds(async () => {
    const { code, stdout, stderr } = await home.run(["rtk", "doctor"], { env });
    assert.deepEqual([code, stderr], [1, ""]);
    assert.match(stdout, /first\/rtk is another program of that name/);
    assert.match(stdout, /aliases and functions: your shell did not answer within five seconds/);
  });
  assert.ok(took < 14, `${took} seconds`);
});

Deno.test("a HOME behind a link, or with a slash at its end, is the home folder: there is no project in it", async () => {
  for (const spelling of ["link", "real/", "real//"]) {
    using home = scratchHome();
    Deno.mkdirSync(`${home.path}/real`);
    Deno.symlinkSync("real", `${home.path}/link`);
    const options = { cwd: `${home.path}/real`, env: { HOME: `${home.path}/${spelling}` } };
    assert.equal((await home.run(["rtk", "init", "-g", "--agent", "claude"], options)).code, 0);
    assert.doesNotMatch(home.read("real/.claude/settings.json") ?? "", /\/\//);
    const doctor = await home.run(["rtk", "doctor"], options);
    assert.deepEqual([doctor.code, doctor.stderr], [0, ""], doctor.stdout);
    const project = await home.run(["rtk", "init", "--agent", "cursor"], options);
    assert.deepEqual([project.code, project.stdout], [1, ""]);
    assert.match(project.stderr, /^rtk: Cannot install for a project in your home folder: rtk init -g/);
    assert.equal((await home.run(["rtk", "verify"], options)).code, 0);
  }
});

Deno.test("a relative folder of a host's, of rtk's or of the user's is refused by its variable, and nothing is written", async () => {
  for (
    const [name, value, agent] of [
      ["HOME", "relhome", "claude"],
      ["HOME", "~", "cursor"],
      ["CLAUDE_CONFIG_DIR", "cc", "claude"],
      ["CLAUDE_CONFIG_DIR", "~/cc", "claude"],
      ["CODEX_HOME", "./codex", "codex"],
      ["VIBE_HOME", "vibe", "vibe"],
      ["COPILOT_HOME", "copilot", "copilot"],
      ["HERMES_HOME", "hermes", "hermes"],
      ["OPENCODE_CONFIG_DIR", "oc", "opencode"],
      ["RTK_DATA_DIR", "data", "claude"],
    ] as const
  ) {
    using home = scratchHome();
    const cwd = `${home.path}/work`;
    Deno.mkdirSync(cwd);
    const options = { cwd, env: { [name]: value } };
    const init = await home.run(["rtk", "init", "-g", "--agent", agent], options);
    assert.deepEqual([init.code, init.stdout], [1, ""], name);
    assert.equal(
      init.stderr,
      `rtk: Cannot use ${name}=${value}: it is a relative path; set ${name} to an absolute path\n`,
    );
    // Deno makes its own cache below HOME.
    const made = [...Deno.readDirSync(cwd)].filter(({ name: folder }) => name !== "HOME" || folder !== value);
    assert.deepEqual(made, [], name);
    if (name === "HOME") {
      assert.deepEqual([...Deno.readDirSync(`${cwd}/${value}`)].map(({ name }) => name), [".cache"]);
    }
    if (name === "HOME" || name === "RTK_DATA_DIR") {
      const config = await home.run(["rtk", "config", "set", "hooks.enabled", "false"], options);
      assert.deepEqual([config.code, config.stderr], [1, init.stderr], name);
    }
    const { code, rows } = await findingsOf(home, ["doctor", "--agent", agent], options);
    assert.equal(code, 1, name);
    assert.ok(rows.some(({ cure }) => cure === `set ${name} to an absolute path`), JSON.stringify(rows));
  }
});

Deno.test("without HOME every command says so, and none offers what cannot work", async () => {
  using home = scratchHome();
  const env = ["/usr/bin/env", "-u", "HOME", "rtk"];
  for (const words of [["init", "-g"], ["init", "--check"], ["verify"], ["config"]]) {
    const { code, stdout, stderr } = await home.run([...env, ...words]);
    assert.deepEqual(
      [code, stdout, stderr],
      [1, "", "rtk: Cannot find your home folder: set HOME\n"],
      words[0],
    );
  }
  const { code, stdout } = await home.run([...env, "doctor"]);
  assert.equal(code, 1);
  assert.match(stdout, /^FAULT rtk: off: Cannot find your home folder: set HOME\n {6}cure: set HOME$/m);
  assert.doesNotMatch(stdout, /rtk init/);
});

Deno.test("for a project rtk is installed also where it is not on PATH, and that is said; doctor names it as the fault", async () => {
  for (const agent of ["claude", "copilot", "cursor", "codex", "gemini", "opencode", "trae", "vibe"]) {
    using home = scratchHome();
    Deno.mkdirSync(`${home.path}/project`);
    const options = { cwd: `${home.path}/project`, env: { PATH: "/usr/bin:/bin" } };
    const { code, stdout, stderr } = await home.run([`${home.bin}/rtk`, "init", "--agent", agent], options);
    assert.deepEqual([code, stderr], [0, ""], agent);
    assert.match(stdout, /^rtk is not on PATH, where a project's installation looks for it/m);
    assert.equal(home.read(".config/rtk/config.toml"), undefined);
    const doctor = await home.run([`${home.bin}/rtk`, "doctor"], options);
    assert.match(doctor.stdout, /^FAULT rtk on PATH: not found/m);
    assert.doesNotMatch(doctor.stdout, /Broken pipe|os error/);
  }
});

Deno.test("with another rtk first on PATH doctor blames that, not the hook", async () => {
  using home = scratchHome();
  assert.equal((await home.run(["rtk", "init", "-g", "--agent", "claude"])).code, 0);
  program(home, "first/rtk", "exit 2");
  const env = { PATH: `${home.path}/first:${home.bin}:/usr/bin:/bin` };
  const { code, stdout } = await home.run(["rtk", "doctor"], { env });
  assert.equal(code, 1);
  assert.match(stdout, /^FAULT Claude Code \(global\): its shell .* takes \S+first\/rtk for rtk/m);
  assert.match(stdout, /^FAULT rtk: off;/m);
  assert.doesNotMatch(stdout, /cure: rtk init/);
});

Deno.test("the headline tells whether commands are rewritten, whatever else is at fault", async () => {
  using home = scratchHome();
  assert.equal((await home.run(["rtk", "init", "-g", "--agent", "claude"])).code, 0);
  const claude = ".claude/RTK.md";
  home.write(claude, `${home.read(claude)}- mine\n`);
  assert.match(
    (await home.run(["rtk", "doctor"])).stdout,
    /^ok {4}rtk: on, with faults, for Claude Code \(global\); 1 thing needs a hand$/m,
  );
  // Moved to another folder on PATH: the script finds it there, though its fallback is gone.
  assert.equal((await home.run(["rtk", "init", "-g", "--agent", "claude"])).code, 0);
  Deno.renameSync(home.bin, `${home.path}/moved`);
  const env = { PATH: `${home.path}/moved:/usr/bin:/bin` };
  const moved = await home.run(["rtk", "doctor"], { env });
  assert.match(moved.stdout, /^FAULT rtk: outdated for Claude Code \(global\); 1 thing needs a hand$/m);
});

Deno.test("doctor runs no entry that is not rtk's own text", async () => {
  using home = scratchHome();
  const evil = `touch ${home.path}/ran; r=$(command -v rtk) && rtk hook claude --contract 1`;
  const hooks = { PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command: evil }] }] };
  home.write("project/.claude/settings.json", JSON.stringify({ hooks }));
  const { stdout } = await home.run(["rtk", "doctor"], { cwd: `${home.path}/project` });
  assert.match(stdout, /^FAULT rtk: modified for Claude Code \(project\)/m);
  assert.equal(home.read("ran"), undefined);
});

Deno.test("in a folder of a project, doctor, init and --check tell what is installed for the project", async () => {
  for (const withGit of [true, false]) {
    using home = scratchHome();
    const cwd = `${home.path}/my project/src/deep`;
    Deno.mkdirSync(cwd, { recursive: true });
    const project = `${home.path}/my project`;
    if (withGit) await home.run(["git", "init", "-q", "."], { cwd: project });
    assert.equal((await home.run(["rtk", "init", "--agent", "claude"], { cwd: project })).code, 0);
    const on = await home.run(["rtk", "doctor"], { cwd });
    assert.equal(on.code, 0, on.stdout);
    assert.match(on.stdout, /^ok {4}rtk: on for Claude Code \(project \S+\/my project\)$/m);
    assert.equal((await home.run(["rtk", "init", "--check"], { cwd })).code, 0);
    const init = await home.run(["rtk", "init"], { cwd });
    assert.equal(init.code, 1);
    assert.match(
      init.stderr,
      /^rtk: Cannot find an agent in this folder; \S+\/my project has Claude Code: \(cd '\S+\/my project' && rtk init\)/,
    );
    home.write("my project/CLAUDE.md", "");
    const { rows } = await findingsOf(home, ["doctor"], { cwd });
    const cure = rows.find(({ state, about }) => state === "fault" && about.startsWith("Claude"))?.cure;
    assert.equal(cure, `(cd '${project}' && rtk init --agent claude)`);
    assert.equal((await home.run(["/bin/sh", "-c", cure ?? ""], { cwd })).code, 0);
    assert.equal((await home.run(["rtk", "doctor"], { cwd })).code, 0);
  }
});

Deno.test("an installation around the checkout, or in the home folder, is none of the project's", async () => {
  using home = scratchHome();
  Deno.mkdirSync(`${home.path}/outer/inner/src`, { recursive: true });
  await home.run(["git", "init", "-q", "."], { cwd: `${home.path}/outer/inner` });
  home.write("outer/.claude/settings.json", "{}");
  home.write(".cursor/hooks.json", "{}");
  const { stderr } = await home.run(["rtk", "init"], { cwd: `${home.path}/outer/inner/src` });
  assert.match(stderr, /^rtk: Cannot find an agent in this folder: name one/);
});
