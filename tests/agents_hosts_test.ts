/** What hosts' own settings say about installed hooks: switched off, not trusted. */
import assert from "node:assert/strict";
import { type Installation, INSTALLATIONS } from "../agents/installations.ts";
import { isOlder } from "../cli/commands/host_version.ts";
import type { InstallScope } from "../core/install/scope.ts";
import { applyInstall } from "../installer/apply.ts";
import { planInstall } from "../installer/plan.ts";
import { loaded } from "./harness/agent_call.ts";
import { type ScratchHome, scratchHome } from "./harness/home.ts";
import { scopeIn } from "./harness/scope.ts";

function installation(id: string): Installation {
  const found = INSTALLATIONS.find((one) => one.id === id);
  assert.ok(found);
  return found;
}

function scopeOf(home: ScratchHome, kind: InstallScope["kind"]): InstallScope {
  return scopeIn(home.path, { kind });
}

async function install(home: ScratchHome, id: string, scope: InstallScope): Promise<void> {
  Deno.mkdirSync(`${home.path}/data`, { recursive: true });
  await applyInstall(`${home.path}/data`, `${id}:global`, planInstall(installation(id).edits(scope)));
}

/** A hook of rtk's, and the digest that Codex 0.171.0 itself names for it (`hooks/list`). */
const MEASURED_LINE =
  'r=$(command -v rtk || echo /usr/local/bin/rtk); [ -x "$r" ] && "$r" hook codex 2>/dev/null || exit 0';
const MEASURED = "sha256:26698935e3edda0f5e26b61b5293bc7ac65137290f8e452078cd1e3fb666c52d";

Deno.test("Codex: the hook counts as trusted by its file, its place and the digest that Codex computes", async () => {
  using home = scratchHome();
  const [codex, scope] = [installation("codex"), scopeOf(home, "global")];
  const path = `${home.path}/.codex/hooks.json`;
  const trust = (place: string, more = `trusted_hash = "${MEASURED}"`): void =>
    home.write(".codex/config.toml", `[hooks.state."${path}:pre_tool_use:${place}"]\n${more}\n`);
  assert.equal(await codex.untrusted?.(scope), undefined, "nothing is installed");
  await install(home, "codex", scope);
  const hooks = JSON.parse(home.read(path) ?? "{}");
  hooks.hooks.PreToolUse[0].hooks[0].command = MEASURED_LINE;
  home.write(path, JSON.stringify(hooks, null, 2));
  assert.match((await codex.untrusted?.(scope))?.text ?? "", /does not trust the hook yet/);
  trust("0:0");
  assert.equal(await codex.untrusted?.(scope), undefined);
  trust("0:0", `trusted_hash = "${MEASURED}"\nenabled = false`);
  assert.match((await codex.untrusted?.(scope))?.text ?? "", /switched off/);
  trust("1:0");
  assert.match((await codex.untrusted?.(scope))?.text ?? "", /does not trust the hook yet/);
  trust("0:0");
  home.write(path, (home.read(path) ?? "").replace('"timeout": 10', '"timeout": 11'));
  assert.match((await codex.untrusted?.(scope))?.text ?? "", /another one/);
});

Deno.test("Codex: a linked worktree has the hooks of its main checkout", async () => {
  using home = scratchHome();
  const codex = installation("codex");
  const main = { ...scopeOf(home, "project"), project: `${home.path}/main` };
  const linked = { ...main, project: `${home.path}/linked` };
  home.write("main/.git/worktrees/linked/HEAD", "");
  home.write("linked/.git", `gitdir: ${home.path}/main/.git/worktrees/linked\n`);
  assert.match(codex.switchedOff?.(linked)?.text ?? "", /does not trust/);
  home.write(".codex/config.toml", `[projects."${home.path}/main"]\ntrust_level = "trusted"\n`);
  assert.deepEqual(codex.switchedOff?.(linked), {
    text: `Codex reads the hooks of a linked worktree from its main checkout, ${home.path}/main`,
    cure: `cd ${home.path}/main && rtk init --agent codex`,
  });
  const hook = codex.edits(main).find(({ kind }) => kind === "json-entry");
  assert.ok(hook?.kind === "json-entry");
  home.write("main/.codex/hooks.json", JSON.stringify({ hooks: { PreToolUse: [hook.entry] } }));
  assert.equal(codex.switchedOff?.(linked), undefined);
  assert.match((await codex.untrusted?.(linked))?.text ?? "", /does not trust the hook yet/);
});

Deno.test("Codex: a project's hook waits for the trust in the project", () => {
  using home = scratchHome();
  const [codex, scope] = [installation("codex"), scopeOf(home, "project")];
  assert.match(codex.switchedOff?.(scope)?.text ?? "", /does not trust .*project yet/);
  home.write(".codex/config.toml", `[projects."${home.path}/project"]\ntrust_level = "trusted"\n`);
  assert.equal(codex.switchedOff?.(scope), undefined);
  assert.equal(codex.switchedOff?.(scopeOf(home, "global")), undefined);
  // Trust in the checkout is trust in its folders and in its linked worktrees, and not the other way round.
  const project = { ...scope, project: `${home.path}/project/sub` };
  home.write("project/sub/a", "");
  assert.match(codex.switchedOff?.(project)?.text ?? "", /does not trust/);
  home.write("project/.git/HEAD", "");
  assert.equal(codex.switchedOff?.(project), undefined);
  home.write(".codex/config.toml", `[projects."${home.path}/project/sub"]\ntrust_level = "trusted"\n`);
  assert.equal(codex.switchedOff?.(project), undefined);
  assert.match(codex.switchedOff?.(scope)?.text ?? "", /does not trust/);
  for (const name of ["hooks", "codex_hooks"]) {
    home.write(".codex/config.toml", `[features]\n${name} = false\n`);
    assert.match(
      codex.switchedOff?.(scopeOf(home, "global"))?.text ?? "",
      new RegExp(`features.${name} is false`),
    );
  }
});

/** User, project, local settings, and whether Claude Code 2.1.197 then ran hooks. */
const CLAUDE: readonly (readonly [user: unknown, project: unknown, local: unknown, runs: boolean])[] = [
  [undefined, undefined, undefined, true],
  [true, undefined, undefined, false],
  [true, undefined, false, true],
  [undefined, undefined, true, false],
  [undefined, true, false, true],
];

Deno.test("Claude Code: disableAllHooks counts where the nearest settings say it", () => {
  for (const [user, project, local, runs] of CLAUDE) {
    using home = scratchHome();
    for (
      const [file, value] of [
        [".claude/settings.json", user],
        ["project/.claude/settings.json", project],
        ["project/.claude/settings.local.json", local],
      ] as const
    ) {
      if (value !== undefined) home.write(file, JSON.stringify({ disableAllHooks: value }));
    }
    const scope = {
      ...scopeOf(home, "global"),
      env: (name: string) => name === "HOME" ? home.path : undefined,
    };
    const fault = installation("claude").switchedOff?.(scope);
    assert.equal(fault === undefined, runs, JSON.stringify([user, project, local]));
  }
});

Deno.test("Gemini CLI: hooksConfig of the workspace outweighs the user's, and a name on its list is off", () => {
  using home = scratchHome();
  const [gemini, scope] = [installation("gemini"), scopeOf(home, "global")];
  assert.equal(gemini.switchedOff?.(scope), undefined);
  home.write(".gemini/settings.json", '{ "hooksConfig": { "enabled": false } } // mine');
  assert.match(gemini.switchedOff?.(scope)?.text ?? "", /enabled is false in .*\.gemini\/settings\.json/);
  home.write("project/.gemini/settings.json", '{ "hooksConfig": { "enabled": true } }');
  assert.equal(gemini.switchedOff?.(scope), undefined);
  home.write("project/.gemini/settings.json", '{ "hooksConfig": { "enabled": true, "disabled": ["rtk"] } }');
  assert.match(gemini.switchedOff?.(scope)?.text ?? "", /disabled names rtk/);
});

Deno.test("Antigravity: rtk's own set of hooks may be switched off, another's does not matter", () => {
  using home = scratchHome();
  const [antigravity, scope] = [installation("antigravity"), scopeOf(home, "global")];
  assert.equal(antigravity.switchedOff?.(scope), undefined);
  for (const [name, enabled, isOff] of [["rtk", false, true], ["rtk", true, false], ["lint", false, false]]) {
    home.write(".gemini/config/hooks.json", JSON.stringify({ [String(name)]: { enabled, PreToolUse: [] } }));
    assert.equal(antigravity.switchedOff?.(scope) !== undefined, isOff, `${name}: ${enabled}`);
  }
  home.write(".gemini/config/hooks.json", '{ "rtk": { "enabled": false } }');
  assert.match(
    antigravity.switchedOff?.(scope)?.text ?? "",
    /rtk\.enabled is false in .*config\/hooks\.json/,
  );
});

Deno.test("versions are compared by their numbers", () => {
  const rows = [
    ["2.18.4", "3", true],
    ["3.0", "3", false],
    ["3.3.7", "3.3.66", true],
    ["10.0", "9.9", false],
    ["3", "3.0.1", true],
  ];
  for (const [version, least, expected] of rows) {
    assert.equal(isOlder(String(version), String(least)), expected, `${version} ${least}`);
  }
});

Deno.test("the payload that init sends through an installed hook is one of its host's", async () => {
  for (const { id, smokePayload } of INSTALLATIONS) {
    if (smokePayload === undefined) continue;
    const agent = await loaded(id);
    assert.ok(agent.kind === "hook");
    assert.equal(agent.decode(JSON.parse(smokePayload))?.command, "git status", id);
  }
});
