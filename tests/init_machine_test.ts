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
