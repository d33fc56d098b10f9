/** The words of rtk's own commands: help, contradictions, values that are missing. On the built executable. */
import assert from "node:assert/strict";
import { COMMAND_HELP } from "../cli/commands/help.ts";
import { parseInitOptions } from "../cli/commands/init_options.ts";
import { COMMANDS } from "../cli/commands/registry.ts";
import { findingsOf } from "./harness/findings.ts";
import { scratchHome } from "./harness/home.ts";

Deno.test("every command that is not for machines prints its help, and does nothing else", async () => {
  using home = scratchHome();
  home.write(".claude/settings.json", "{}");
  for (const name of Object.keys(COMMANDS).filter((name) => COMMANDS[name] === "cold" && name !== "help")) {
    for (const words of [["--help"], ["-h"]]) {
      const { code, stdout, stderr } = await home.run(["rtk", name, ...words]);
      assert.deepEqual([code, stderr], [0, ""], name);
      assert.ok(stdout.startsWith(`Usage: rtk ${COMMAND_HELP[name]?.synopsis}\n`), stdout);
      for (const [option] of COMMAND_HELP[name]?.options ?? []) assert.ok(stdout.includes(option), option);
    }
  }
  assert.equal((await home.run(["rtk", "init", "-g", "--uninstall", "--help"])).code, 0);
  assert.equal(home.read(".claude/settings.json"), "{}");
  assert.match((await home.run(["rtk", "explain", "git log --help"])).stdout, /git log --help/);
  assert.match((await home.run(["rtk", "explain", "git", "--help"])).stdout, /git/);
  assert.match((await home.run(["rtk", "help"])).stdout, /rtk help \[COMMAND\]/);
  assert.match((await home.run(["rtk", "help", "init"])).stdout, /^Usage: rtk init [\s\S]*--auto-patch {2}/);
  const unknown = await home.run(["rtk", "help", "nosuch"]);
  assert.deepEqual([unknown.code, unknown.stderr], [
    1,
    'rtk: Cannot explain "nosuch": it is no command of rtk; see rtk help\n',
  ]);
});

Deno.test("the help of init explains every option that init takes", () => {
  const told = (COMMAND_HELP.init?.options ?? []).flatMap(([option]) => option.match(/-[\w-]+/g) ?? []);
  for (const option of told) {
    const words = option === "--agent"
      ? [option, "claude"]
      : option === "--json"
      ? [option, "--show"]
      : [option];
    assert.equal(typeof parseInitOptions(words), "object", option);
  }
  for (
    const option of ["-g", "--dry-run", "--show", "--check", "--uninstall", "--auto-patch", "--no-patch"]
  ) {
    assert.ok(told.includes(option), option);
  }
});

Deno.test("options of init that contradict one another are refused, whatever their order, and nothing is done", async () => {
  for (
    const pair of [
      ["--show", "--uninstall"],
      ["--check", "--show"],
      ["--check", "--uninstall"],
      ["--check", "--dry-run"],
      ["--show", "--dry-run"],
      ["--no-patch", "--auto-patch"],
    ]
  ) {
    for (const words of [pair, pair.toReversed()]) {
      assert.match(
        String(parseInitOptions(words)),
        /^Cannot use --[\w-]+ together with --[\w-]+: choose one of /,
      );
    }
  }
  assert.equal(typeof parseInitOptions(["--uninstall", "--dry-run"]), "object");
  using home = scratchHome();
  assert.equal((await home.run(["rtk", "init", "-g", "--agent", "claude"])).code, 0);
  const { code, stdout, stderr } = await home.run(["rtk", "init", "-g", "--show", "--uninstall"]);
  assert.deepEqual([code, stdout], [1, ""]);
  assert.equal(
    stderr,
    "rtk: Cannot use --show together with --uninstall: choose one of --show, --check, --uninstall\n",
  );
  assert.notEqual(home.read(".claude/RTK.md"), undefined);
});

Deno.test("a missing or unknown agent is named as such by init and doctor", async () => {
  using home = scratchHome();
  for (const command of ["init", "doctor"]) {
    for (const words of [["--agent"], ["--agent="], ["--agent", "--json"]]) {
      const { code, stdout, stderr } = await home.run(["rtk", command, ...words]);
      assert.deepEqual([code, stdout], [1, ""]);
      assert.match(stderr, /^rtk: Cannot use --agent without an agent: expected one of .*\bclaude, /);
    }
    const unknown = await home.run(["rtk", command, "--agent", "foo"]);
    assert.match(unknown.stderr, /^rtk: Cannot find the agent "foo": expected one of .*\bclaude, /);
  }
  for (const word of ["hermes", "--hermes", "claude"]) {
    assert.match(
      String(parseInitOptions(["-g", word])),
      /^Cannot use "\S+": an agent is named by --agent (?:hermes|claude)$/,
    );
  }
  assert.match((await home.run(["rtk", "doctor", "foo"])).stderr, /^rtk: Cannot use "foo": rtk doctor /);
});

Deno.test("what is told of texts that are not as this rtk writes them is true", async () => {
  using home = scratchHome();
  for (const agent of ["claude", "trae"]) {
    assert.equal((await home.run(["rtk", "init", "-g", "--agent", agent])).code, 0);
  }
  await home.run(["rtk", "config", "set", "awareness.level", "high"]);
  assert.match((await home.run(["rtk", "verify"])).stdout, /by another version or configuration of rtk/);
  // The Chinese edition came later: nothing of rtk's is gone there.
  Deno.mkdirSync(`${home.path}/.trae-cn`);
  const { rows } = await findingsOf(home, ["verify"]);
  const trae = rows.find(({ about, state }) => about === "Trae (global)" && state === "fault");
  assert.equal(trae?.text, `rtk's entry in ${home.path}/.trae-cn/hooks.json was not put there yet`);
  assert.equal((await home.run(["/bin/sh", "-c", trae?.cure ?? ""])).code, 0);
  assert.equal((await home.run(["rtk", "verify"])).code, 0);
});

Deno.test("a broken configuration of Codex is the fault, not a missing trust", async () => {
  using home = scratchHome();
  assert.equal((await home.run(["rtk", "init", "-g", "--agent", "codex"])).code, 0);
  home.write(".codex/config.toml", "[features\n");
  const { rows } = await findingsOf(home, ["doctor", "--agent", "codex"]);
  const fault = rows.find(({ about, state }) => about.startsWith("Codex") && state === "fault");
  assert.match(fault?.text ?? "", /config\.toml is not valid TOML/);
  assert.match(fault?.cure ?? "", /^mend \S+\/config\.toml$/);
});

Deno.test("what a command did not foresee is one line and status 1, no stack trace", async () => {
  using home = scratchHome();
  // A folder stands where the memory of what is installed belongs.
  Deno.mkdirSync(`${home.path}/.local/share/rtk/installed.json/x`, { recursive: true });
  const { code, stdout, stderr } = await home.run(["rtk", "init", "-g", "--agent", "cursor"]);
  assert.equal(code, 1, stdout);
  assert.match(stderr, /^rtk: Cannot [^\n]*installed\.json[^\n]*\n$/);
  // A folder where the history belongs is told of as well.
  Deno.mkdirSync(`${home.path}/.local/share/rtk/history.db`);
  const gain = await home.run(["rtk", "gain"]);
  assert.equal(gain.code, 1);
  assert.match(gain.stderr, /^rtk: Cannot [^\n]*\n$/);
});
