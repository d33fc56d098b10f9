/** What `rtk init` asks before it changes what others wrote, with and without a terminal. On the built executable. */
import assert from "node:assert/strict";
import { firstKeyLength } from "../cli/commands/consent.ts";
import { afterCures, cureLines, findingsOf } from "./harness/findings.ts";
import { type ScratchHome, scratchHome } from "./harness/home.ts";
import { isInstalled } from "./harness/tool_run.ts";
import { reportAbsent } from "./harness/tools_for_tests.ts";

/** What the Rust tool's init leaves (0.42.2). */
const RIVAL_RTK_MD = "# RTK - Rust Token Killer\n\n**Usage**: Token-optimized CLI proxy\n";
const RIVAL_HOOKS = {
  hooks: {
    PreToolUse: [{
      matcher: "Bash",
      hooks: [{ type: "command", command: "/h/.claude/hooks/rtk-rewrite.sh" }],
    }],
  },
};

function migrated(): ScratchHome {
  const home = scratchHome();
  home.write(".claude/settings.json", JSON.stringify(RIVAL_HOOKS));
  home.write(".claude/RTK.md", RIVAL_RTK_MD);
  home.write(".claude/CLAUDE.md", "# Mine\n\n@RTK.md\n");
  return home;
}

Deno.test("coming from the Rust tool, doctor's cure works, its files come back on uninstalling", async () => {
  using home = migrated();
  const { rows } = await findingsOf(home, ["doctor"]);
  const cures = cureLines(rows);
  assert.deepEqual(cures, ["rtk init -g --agent claude --auto-patch"]);
  const after = await afterCures(home, cures, ["doctor"]);
  assert.equal(after.code, 0, after.stdout + after.stderr);
  assert.match(home.read(".claude/RTK.md") ?? "", /^# rtk\n/);
  assert.equal((home.read(".claude/CLAUDE.md") ?? "").match(/^@RTK\.md$/gm)?.length, 1);
  assert.equal((await home.run(["rtk", "init", "-g", "--uninstall", "--agent", "claude"])).code, 0);
  assert.equal(home.read(".claude/RTK.md"), RIVAL_RTK_MD);
  assert.equal(home.read(".claude/CLAUDE.md"), "# Mine\n\n@RTK.md\n");
  assert.equal(home.read(".claude/settings.json"), JSON.stringify(RIVAL_HOOKS));
});

Deno.test("the Rust tool's blocks and references in files for the model are its parts as well", async () => {
  const block = "<!-- rtk-instructions v2 -->\nUse rtk.\n<!-- /rtk-instructions -->\n";
  for (
    const [agent, file, rival] of [
      ["claude", "CLAUDE.md", block],
      ["codex", "AGENTS.md", block],
      ["codex", "AGENTS.md", "@RTK.md\r\n"],
    ] as const
  ) {
    using home = scratchHome();
    const text = `# Team\n\n${rival}after\n`;
    home.write(`project/${file}`, text);
    const options = { cwd: `${home.path}/project` };
    const refused = await home.run(["rtk", "init", "--agent", agent], options);
    assert.equal(refused.code, 1, refused.stdout);
    assert.equal(home.read(`project/${file}`), text);
    assert.equal((await home.run(["rtk", "init", "--agent", agent, "--auto-patch"], options)).code, 0);
    const edited = home.read(`project/${file}`) ?? "";
    assert.ok(!edited.includes(rival.trim()) && edited.startsWith("# Team\n\nafter\n"), edited);
    assert.equal((await home.run(["rtk", "init", "--agent", agent, "--uninstall"], options)).code, 0);
    assert.equal(home.read(`project/${file}`), text);
  }
});

Deno.test("another rtk's plugin is named by doctor and replaced with consent; a file of another kind is moved away by hand", async () => {
  for (
    const [path, agent] of [
      [".config/opencode/plugins/rtk.ts", "opencode"],
      [".pi/agent/extensions/rtk.ts", "pi"],
      [".omp/agent/extensions/rtk.ts", "omp"],
    ] as const
  ) {
    for (const text of ['export default () => run("rtk rewrite");\n', "export const rt = 1;\n"]) {
      using home = scratchHome();
      home.write(path, text);
      const { rows } = await findingsOf(home, ["doctor", "--agent", agent]);
      assert.ok(rows.some((row) => row.text.includes(`${home.path}/${path}`)), JSON.stringify(rows));
      const refused = await home.run(["rtk", "init", "-g", "--agent", agent]);
      assert.equal(refused.code, 1, refused.stdout);
      assert.equal(home.read(path), text);
      const cure = rows.find((row) => row.cure && row.about !== "rtk")?.cure ?? "";
      const after = await afterCures(home, [cure], ["init", "-g", "--check", "--agent", agent]);
      assert.equal(after.code, 0, after.stdout + after.stderr);
    }
  }
});

Deno.test("rtk-4141: where consent is missing and nobody can be asked, nothing is installed and the status tells", async () => {
  using home = migrated();
  const before = home.read(".claude/settings.json");
  for (const words of [["init", "-g"], ["init", "-g", "--agent", "claude"]]) {
    const { code, stdout } = await home.run(["rtk", ...words]);
    assert.equal(code, 1, stdout);
    assert.match(stdout, /run again with --auto-patch/);
    assert.equal(home.read(".claude/settings.json"), before);
    assert.equal(home.read(".config/rtk/config.toml"), undefined);
  }
  const dry = await home.run(["rtk", "init", "-g", "--agent", "claude", "--dry-run"]);
  assert.equal(dry.code, 0);
  assert.match(dry.stdout, /another rtk is installed[\s\S]*RTK\.md[\s\S]*needs consent, or --auto-patch/);
});

Deno.test("firstKeyLength() tells keys apart that came in one piece", () => {
  const lengths = (text: string): number[] => {
    const found: number[] = [];
    let bytes = new TextEncoder().encode(text);
    while (bytes.length > 0) {
      const length = firstKeyLength(bytes);
      found.push(length);
      bytes = bytes.slice(length);
    }
    return found;
  };
  assert.deepEqual(lengths("y\r"), [1, 1]);
  assert.deepEqual(lengths("\x1b[B\x1b[A \r"), [3, 3, 1, 1]);
  assert.deepEqual(lengths("é€😀\x1b"), [2, 3, 4, 1]);
});

/** Runs a command on a terminal of its own; `keys` are written one after the other, each once its text was shown. */
async function onTerminal(
  home: ScratchHome,
  words: string,
  keys: readonly (readonly [string, string])[],
  size = "cols 100 rows 40",
): Promise<{ code: number; shown: string }> {
  const child = new Deno.Command("script", {
    args: ["-qefc", `stty ${size}; ${words}`, "/dev/null"],
    cwd: home.path,
    clearEnv: true,
    env: { HOME: home.path, PATH: `${home.bin}:/usr/bin:/bin`, TERM: "xterm" },
    stdin: "piped",
    stdout: "piped",
    // A text that is never shown ends the test, not the run of all.
    signal: AbortSignal.timeout(20_000),
  }).spawn();
  const left = [...keys];
  const writer = child.stdin.getWriter();
  let shown = "";
  let seen = 0;
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    shown += text;
    const [next] = left;
    const at = next ? shown.indexOf(next[0], seen) : -1;
    if (!next || at < 0) continue;
    seen = shown.length;
    left.shift();
    await writer.write(new TextEncoder().encode(next[1]));
  }
  await writer.close().catch(() => {});
  return { code: (await child.status).code, shown };
}

Deno.test("on a terminal init shows the detected agents as a list, and asks before it changes files of each", async () => {
  if (!isInstalled("script")) return reportAbsent("script");
  // Terminals of scripts often tell no size.
  for (const size of ["cols 100 rows 40", "cols 0 rows 0"]) {
    using home = scratchHome();
    home.write(".claude/settings.json", "{}");
    home.write(".cursor/hooks.json", "{}");
    // Down, unmark Cursor, go on; consent in one piece.
    const keys = [["[x] Cursor", "\x1b[B \r"], ["Change these files of Claude Code?", "y\r"]] as const;
    const { code, shown } = await onTerminal(home, "rtk init -g", keys, size);
    assert.equal(code, 0, shown);
    assert.match(shown, /\[x\] Claude Code/);
    assert.match(home.read(".claude/settings.json") ?? "", /rtk-hook\.sh/);
    assert.equal(home.read(".cursor/hooks.json"), "{}");
  }
});

Deno.test("the list and the question can be left by ^C, ^D or n, and nothing is changed then", async () => {
  if (!isInstalled("script")) return reportAbsent("script");
  for (
    const keys of [
      [["[x] Claude Code", "\x03"]],
      [["[x] Claude Code", "\x04"]],
      [["[x] Claude Code", " \r"]],
      [["[x] Claude Code", "\r"], ["Change these files", "\x04"]],
      [["[x] Claude Code", "\r"], ["Change these files", "n\r"]],
    ] as const
  ) {
    using home = scratchHome();
    home.write(".claude/settings.json", "{}");
    const { shown } = await onTerminal(home, "rtk init -g", keys);
    assert.equal(home.read(".claude/settings.json"), "{}", shown);
    assert.match(shown, /nothing (?:is )?changed/);
  }
});

Deno.test("another rtk's parts are not replaced by Enter alone", async () => {
  if (!isInstalled("script")) return reportAbsent("script");
  for (const [key, isGiven] of [["\r", false], ["y\r", true]] as const) {
    using home = migrated();
    const { shown } = await onTerminal(home, "rtk init -g --agent claude", [["Change these files", key]]);
    assert.equal(home.read(".claude/RTK.md") !== RIVAL_RTK_MD, isGiven, shown);
  }
});
