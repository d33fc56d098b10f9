/** What stated risks and modes mean to Droid, where rtk's hook goes among its places, and what keeps it from running. */
import assert from "node:assert/strict";
import { nameOf } from "../agents/droid/command_names.ts";
import { patternRule } from "../agents/droid/patterns.ts";
import { droidInstallation } from "../agents/droid/installation.ts";
import { covers } from "../agents/line_rules.ts";
import { rivalEntries, stateOfEdits } from "../installer/plan.ts";
import { ScratchHost } from "./harness/agent_call.ts";
import { AGENT_ROWS, AgentMachine, type AgentRow } from "./harness/agent_rows.ts";

const [GLOBAL, PROJECT] = AGENT_ROWS.filter(({ agent }) => agent.id === "droid") as [AgentRow, AgentRow];
const OTHER = { matcher: "Execute", hooks: [{ type: "command", command: "other.sh" }] };

const EVENT = JSON.stringify({ PreToolUse: [OTHER] });
const OTHER_EVENT = JSON.stringify({ PostToolUse: [OTHER] });
const SETTINGS = JSON.stringify({ hooks: { PreToolUse: [OTHER] } });

/** What lies in Droid's folder, and the file that then holds rtk's hook. */
const PLACES: readonly (readonly [files: Readonly<Record<string, string>>, place: string])[] = [
  [{}, "hooks.json"],
  [{ "hooks.json": OTHER_EVENT }, "hooks.json"],
  [{ "hooks/hooks.json": OTHER_EVENT }, "hooks/hooks.json"],
  [{ "hooks.json": EVENT, "hooks/hooks.json": EVENT, "settings.json": SETTINGS }, "hooks.json"],
  [{ "settings.json": SETTINGS }, "settings.json"],
  [{ "settings.json": SETTINGS, "hooks.json": OTHER_EVENT }, "settings.json"],
  [{ "settings.json": SETTINGS, "hooks/hooks.json": OTHER_EVENT }, "settings.json"],
  [{ "settings.json": SETTINGS, "hooks/hooks.json": EVENT }, "hooks/hooks.json"],
  [{ "settings.json": '{ "hooks": { "PreToolUse": [] } }' }, "hooks.json"],
];

for (const [files, place] of PLACES) {
  Deno.test(`beside ${JSON.stringify(Object.keys(files))} the hook goes into ${place} and hides nobody else's`, async () => {
    for (const row of [GLOBAL, PROJECT]) {
      using machine = new AgentMachine();
      const folder = `${row === GLOBAL ? machine.home : machine.project}/.factory`;
      for (const [name, text] of Object.entries(files)) machine.write(`${folder}/${name}`, text);
      const before = machine.tree();
      await machine.install(row);
      assert.match(Deno.readTextFileSync(`${folder}/${place}`), /hook droid/);
      for (const name of Object.keys(files).filter((one) => one !== place)) {
        assert.equal(Deno.readTextFileSync(`${folder}/${name}`), files[name]);
      }
      assert.equal(stateOfEdits(machine.edits(row)), "installed");
      await machine.remove(row);
      assert.deepEqual(machine.tree(), before);
    }
  });
}

Deno.test("hooks that Droid moved to its own file are found there, and go from both places", async () => {
  using machine = new AgentMachine();
  const folder = `${machine.home}/.factory`;
  machine.write(`${folder}/settings.json`, SETTINGS);
  await machine.install(GLOBAL);
  const { hooks } = JSON.parse(Deno.readTextFileSync(`${folder}/settings.json`));
  machine.write(`${folder}/hooks.json`, JSON.stringify(hooks));
  assert.equal(stateOfEdits(machine.edits(GLOBAL)), "installed");
  await machine.install(GLOBAL);
  assert.doesNotMatch(Deno.readTextFileSync(`${folder}/settings.json`), /hook droid/);
  machine.write(`${folder}/settings.json`, JSON.stringify({ hooks }));
  await machine.remove(GLOBAL);
  for (const name of ["settings.json", "hooks.json"]) {
    const text = Deno.readTextFileSync(`${folder}/${name}`);
    assert.doesNotMatch(text, /hook droid/, name);
    assert.match(text, /other\.sh/, name);
  }
});

Deno.test("entries of another rtk are found, so that they are replaced with consent only", () => {
  using machine = new AgentMachine();
  const commands = ["rtk hook droid", "echo rtk hook"].map((command) => ({ type: "command", command }));
  machine.write(
    `${machine.home}/.factory/hooks.json`,
    JSON.stringify({ PreToolUse: [{ matcher: "Execute", hooks: commands }] }),
  );
  assert.equal(rivalEntries(machine.edits(GLOBAL)).length, 1);
});

Deno.test("the project's word on hooks counts before the user's, and an organisation's before both", () => {
  using machine = new AgentMachine();
  const fault = (): string | undefined => droidInstallation.switchedOff?.(machine.scope("global"))?.text;
  assert.equal(fault(), undefined);
  machine.write(`${machine.home}/.factory/settings.json`, '{ "hooks": { "hooksDisabled": true } }');
  assert.match(fault() ?? "", /^hooks\.hooksDisabled is true in .*\/settings\.json$/);
  machine.write(`${machine.project}/.factory/hooks.json`, '{ "hooksDisabled": false }');
  assert.equal(fault(), undefined);
  machine.write(
    `${machine.home}/.factory/cache/org-managed-settings.json`,
    '{ "managedSettings": { "allowManagedHooksOnly": true } }',
  );
  assert.match(fault() ?? "", /allowManagedHooksOnly/);
});

Deno.test("commands have the names by which Droid allows them", () => {
  const names: Readonly<Record<string, string | undefined>> = {
    "git -C sub status --short": "git status",
    "/usr/bin/git log": "git log",
    "'git' diff": "git diff",
    "git": "git",
    'git "status" x': "git x",
    "npm --prefix a run build": "npm run",
    "gh -R a/b pr list --all": "gh pr list",
    "cargo test": "cargo",
    "rtk git log": "rtk",
    "'/opt/my tools/rtk' git": "rtk",
    "timeout 5 git status": undefined,
    "$X status": undefined,
  };
  for (const [text, name] of Object.entries(names)) {
    const words = text.match(/'[^']*'|"[^"]*"|\S+/g) ?? [];
    assert.equal(nameOf(words), name, text);
  }
});

Deno.test("patterns cover what Droid's own do", () => {
  const rows: readonly (readonly [pattern: string, covered: readonly string[], others: readonly string[]])[] =
    [
      ["git push", ["git push", "GIT -C x Push origin", "git x push"], [
        "git pushx",
        "gitx push",
        "echo git push",
      ]],
      ["rm -rf /", ["rm -rf /", "rm -rf /etc", "rm -v -rf build/"], ["rm -rf build", "rm -rf a.b/c"]],
      ["rm -rf .", ["rm -rf .", "rm -rf a ."], ["rm -rf ./x"]],
      ["ls", ["ls", "ls -la"], ["lsof", "ls/x"]],
      ["cat /etc", ["cat /etc", "cat /etc/passwd"], ["cat /etcx", "cat ../etc/x"]],
      ["a+b", ["a+b x"], ["aab"]],
    ];
  for (const [text, covered, others] of rows) {
    const rule = patternRule({ text, source: "x" });
    for (const command of covered) assert.ok(covers(rule, command), `${text}: ${command}`);
    for (const command of others) assert.ok(!covers(rule, command), `${text}: ${command}`);
  }
});

/** By mode and stated risk whether `cargo test`, which no list names, is rewritten: without a list, and with one for rtk. */
const RISKS:
  readonly (readonly [mode: string | undefined, risk: unknown, plain: boolean, listed: boolean])[] = [
    ["off", "low", false, false],
    ["off", "high", false, false],
    ["off", undefined, true, false],
    [undefined, undefined, true, false],
    ["spec", "low", false, false],
    ["auto-low", "low", false, true],
    ["auto-low", " LOW ", false, true],
    ["auto-low", "medium", false, false],
    ["auto-low", "odd", false, false],
    ["auto-low", 5, true, false],
    ["auto-medium", "low", false, true],
    ["auto-medium", "medium", false, true],
    ["auto-medium", "high", false, false],
    ["auto-high", "high", true, true],
    ["auto-high", undefined, true, true],
    ["auto-later", "low", false, false],
  ];

Deno.test("what a stated risk lets run, or lets Droid ask about, is not rewritten where the risk gets lost", async () => {
  using host = new ScratchHost();
  for (const [at, list] of [[], ["rtk"]].entries()) {
    host.write(".factory/settings.json", JSON.stringify({ commandAllowlist: list }));
    for (const [mode, riskLevel, ...outcomes] of RISKS) {
      const call = {
        cwd: host.project,
        tool_name: "Execute",
        permission_mode: mode,
        tool_input: { command: "cargo test", riskLevel },
      };
      const stdout = await host.ask("droid", JSON.stringify(call));
      assert.equal(stdout.includes("rtk cargo test"), outcomes[at], `${mode} ${riskLevel} ${list}`);
    }
  }
});

Deno.test("what Droid does not wait for stays as it is", async () => {
  using host = new ScratchHost();
  for (const fireAndForget of [true, false, undefined]) {
    const call = {
      tool_name: "Execute",
      permission_mode: "auto-high",
      tool_input: { command: "cargo test", fireAndForget },
    };
    const stdout = await host.ask("droid", JSON.stringify(call));
    assert.equal(stdout.includes("rtk cargo test"), fireAndForget !== true);
  }
});
