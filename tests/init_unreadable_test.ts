/** Files and folders of rtk's own, and of hosts, that cannot be read or written: one line names them and the way out. On the built executable. */
import assert from "node:assert/strict";
import { cureLines, type FindingRow } from "./harness/findings.ts";
import { type ScratchHome, scratchHome } from "./harness/home.ts";
import { boundUser } from "./harness/other_user.ts";

const CONFIG = ".config/rtk/config.toml";

function chmod(home: ScratchHome, file: string, mode: number): void {
  Deno.chmodSync(`${home.path}/${file}`, mode);
}

Deno.test("a configuration that is no TOML stops init before anything is written, with its line; uninstalling still works", async () => {
  using home = scratchHome();
  home.write(".bash_profile", "PATH=/usr/bin:/bin\n");
  home.write(CONFIG, "[hooks]\nenabled = = 1\n");
  const { code, stdout, stderr } = await home.run(["rtk", "init", "-g", "--agent", "codex"]);
  assert.deepEqual([code, stdout], [1, ""]);
  assert.match(
    stderr,
    /^rtk: Cannot use \S+config\.toml:2: not valid TOML, the file is ignored: .*; mend it, then run rtk init again\n$/,
  );
  assert.equal(home.read(".codex/hooks.json"), undefined);
  assert.equal((await home.run(["rtk", "init", "-g", "--agent", "codex", "--uninstall"])).code, 0);
  const set = await home.run(["rtk", "config", "set", "hooks.enabled", "false"]);
  assert.equal(set.code, 1);
  assert.match(set.stderr, /^rtk: Cannot edit \S+config\.toml:2: not valid TOML: /);
});

Deno.test("a configuration that cannot be read is a fault with a cure, and no command writes over it", async () => {
  for (const what of ["folder in its place", "mode", "mode of its folder"]) {
    using home = scratchHome();
    assert.equal((await home.run(["rtk", "init", "-g", "--agent", "claude"])).code, 0);
    const text = '# mine\n[filters]\nlevel = "lossless"\n';
    if (what === "folder in its place") Deno.mkdirSync(`${home.path}/${CONFIG}`, { recursive: true });
    else home.write(CONFIG, text);
    const run = await boundUser(home);
    if (what === "mode") chmod(home, CONFIG, 0);
    if (what === "mode of its folder") chmod(home, ".config/rtk", 0);
    const shown = await run("rtk config");
    assert.equal(shown.code, 1, what);
    assert.match(
      shown.stderr,
      /^rtk: \S+config\.toml: cannot be read, the file is ignored: .*\(os error \d+\)\n$/,
    );
    for (const words of ["init -g --agent codex", "config set hooks.enabled false", "config --create"]) {
      const { code, stdout, stderr } = await run(`rtk ${words}`);
      assert.deepEqual([code, stdout], [1, ""], `${what}: ${words}`);
      assert.match(stderr, /^rtk: Cannot \w+ \S+\/config\.toml: [^\n]*\n$/, `${what}: ${words}`);
    }
    const doctor = await run("rtk doctor --json");
    assert.deepEqual([doctor.code, doctor.stderr], [1, ""]);
    const cures = cureLines(JSON.parse(doctor.stdout) as FindingRow[]);
    assert.equal(cures.length, 1, doctor.stdout);
    const after = await run(`${cures[0]}; rtk doctor`);
    assert.equal(after.code, 0, after.stdout);
    if (what !== "folder in its place") assert.equal(home.read(CONFIG), text);
    assert.match(
      (await run("rtk config get filters.level")).stdout,
      what === "folder in its place" ? /^compact/ : /^lossless/,
    );
  }
});

Deno.test("a data folder that cannot be made or written is named before anything is installed", async () => {
  const cases: readonly (readonly [string, RegExp, (home: ScratchHome) => void])[] = [
    [
      "RTK_DATA_DIR=$HOME/file",
      /^rtk: Cannot use rtk's data folder: \S+\/file is no folder; mv /,
      (home) => home.write("file", ""),
    ],
    [
      "RTK_DATA_DIR=$HOME/file/below",
      /^rtk: Cannot make rtk's data folder \S+\/file\/below: Not a directory/,
      (
        home,
      ) => home.write("file", ""),
    ],
    ["XDG_DATA_HOME=/proc/x", /^rtk: Cannot make rtk's data folder \/proc\/x\/rtk: /, () => {}],
    [
      "RTK_DATA_DIR=$HOME/shut",
      /^rtk: Cannot use rtk's data folder: \S+\/shut cannot be written \(/,
      (home) => Deno.mkdirSync(`${home.path}/shut`, { mode: 0o500 }),
    ],
    [
      "RTK_DATA_DIR=$HOME/shut/below",
      /^rtk: Cannot make rtk's data folder \S+\/shut\/below: Permission denied/,
      (
        home,
      ) => Deno.mkdirSync(`${home.path}/shut`, { mode: 0o500 }),
    ],
  ];
  using home = scratchHome();
  for (const [variable, says, prepare] of cases) {
    for (const left of ["file", "shut"]) await home.run(["rm", "-rf", left]);
    prepare(home);
    await home.run(["rm", "-rf", "own"]);
    const run = await boundUser(home);
    const { code, stdout, stderr } = await run(`${variable} rtk init -g --agent claude`);
    assert.deepEqual([code, stdout], [1, ""], variable);
    assert.match(stderr, says);
    assert.doesNotMatch(stderr, /allow-all|: open|: mkdir/);
    assert.equal((await run("ls .claude")).stdout, "");
  }
});

Deno.test("a folder of a host's that nobody may look into is the fault, not the files in it, and nothing is called installed", async () => {
  using home = scratchHome();
  home.write(".claude/hooks/mine.sh", "");
  const run = await boundUser(home);
  chmod(home, ".claude", 0);
  const { code, stdout } = await run("rtk doctor --json");
  assert.equal(code, 1);
  const rows = JSON.parse(stdout) as FindingRow[];
  assert.equal(rows[0]?.text, "off: not installed for any agent");
  const fault = rows.find(({ about }) => about.startsWith("Claude Code"));
  assert.equal(
    fault?.cure,
    `chmod u+rwx ${home.path}/.claude 2>/dev/null || sudo chown -R "$(id -u)" ${home.path}/.claude`,
  );
  assert.equal((await run(`${fault?.cure}; rtk init -g --agent claude && rtk doctor`)).code, 0);
});
