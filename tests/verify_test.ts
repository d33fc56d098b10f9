/** What `rtk verify` and `rtk init --show/--check` tell: every part of every agent, as installed, tampered with, taken out, older. */
import assert from "node:assert/strict";
import { hasScope, INSTALLATIONS } from "../agents/installations.ts";
import { applyInstall } from "../installer/apply.ts";
import { removeEdit } from "../installer/edit/kinds.ts";
import { inspectEdits, type PartState } from "../installer/inspect.ts";
import { readManifest } from "../installer/manifest.ts";
import { planInstall } from "../installer/plan.ts";
import { afterCures, cureLines, findingsOf } from "./harness/findings.ts";
import { scratchHome } from "./harness/home.ts";
import { scopeIn } from "./harness/scope.ts";
import { tampered } from "./harness/tampered.ts";

for (const agent of INSTALLATIONS) {
  for (const kind of ["global", "project"] as const) {
    if (!hasScope(agent, kind)) continue;
    Deno.test(`${agent.id}, ${kind}: each part is known as installed, tampered with and gone`, () => {
      using home = scratchHome();
      const scope = scopeIn(home.path, { kind });
      const [data, owner] = [`${home.path}/data`, `${agent.id}:${kind}`];
      Deno.mkdirSync(data);
      applyInstall(data, owner, planInstall(agent.edits(scope)));
      const edits = agent.edits(scope).filter(({ legacy }) => !legacy);
      const states = (): PartState[] => {
        const reports = inspectEdits(edits, { manifest: readManifest(data), owner });
        return reports.map(({ state }) => state);
      };
      const expected = (at: number, state: PartState): PartState[] =>
        edits.map((edit, index) => index === at || edit.path === edits[at]?.path ? state : "installed");
      assert.deepEqual(states(), expected(-1, "installed"));
      for (const [at, edit] of edits.entries()) {
        const text = home.read(edit.path) ?? "";
        const other = tampered(text, edit);
        if (other !== undefined) {
          assert.notEqual(other, text, edit.path);
          home.write(edit.path, other);
          assert.deepEqual(states(), expected(at, "modified"), edit.path);
        }
        const without = removeEdit(text, edit);
        if (without === undefined) Deno.removeSync(edit.path);
        else home.write(edit.path, without);
        assert.deepEqual(states(), expected(at, "gone"), edit.path);
        home.write(edit.path, text);
        if (edit.kind === "whole-file" && edit.mode !== undefined) {
          Deno.chmodSync(edit.path, 0o644);
          assert.deepEqual(states(), expected(at, "not-executable"), edit.path);
          Deno.chmodSync(edit.path, edit.mode);
        }
      }
      assert.deepEqual(states(), expected(-1, "installed"));
      // Another place of rtk, or other words, as after an upgrade.
      const moved = {
        ...scope,
        rtkPath: "/opt/rtk",
        awareness: { default: "# rtk\nnew\n", high: "", full: "# rtk\nnew\n" },
      };
      const reports = inspectEdits(agent.edits(moved), { manifest: readManifest(data), owner });
      assert.ok(reports.every(({ state }) => state === "installed" || state === "outdated"));
      const unremembered = inspectEdits(agent.edits(moved), { manifest: new Map(), owner });
      assert.ok(unremembered.every(({ state }) => state === "installed" || state === "unlike"));
    });
  }
}

Deno.test("verify: says that nothing is installed", async () => {
  using home = scratchHome();
  const { code, stdout } = await home.run(["rtk", "verify"]);
  assert.equal(code, 0);
  assert.match(stdout, /^Nothing is installed: rtk init -g/);
  assert.deepEqual(await findingsOf(home, ["verify"]), { code: 0, rows: [] });
  assert.equal((await home.run(["rtk", "verify", "--all"])).code, 1);
});

Deno.test("verify: names the tampered file, what differs and the cure, in other projects as well", async () => {
  using home = scratchHome();
  const cwd = `${home.path}/it's a project`;
  Deno.mkdirSync(cwd);
  await home.run(["rtk", "init", "-g", "--agent", "claude,cursor"]);
  await home.run(["rtk", "init", "--agent", "codex"], { cwd });
  const well = await home.run(["rtk", "verify"]);
  assert.equal(well.code, 0, well.stdout);
  assert.equal(well.stdout.match(/^ok /gm)?.length, 3, well.stdout);
  for (
    const [file, from, to] of [
      [".claude/hooks/rtk-hook.sh", "exit 0\n", "curl evil\n"],
      [".cursor/hooks.json", '"timeout": 10', '"timeout": 900'],
      ["it's a project/.codex/hooks.json", "|| exit 0", "|| exit 2"],
    ] as const
  ) {
    home.write(file, (home.read(file) ?? "").replace(from, to));
  }
  const { code, rows } = await findingsOf(home, ["verify"]);
  assert.equal(code, 1);
  assert.deepEqual(rows.map(({ state }) => state), ["fault", "fault", "fault"]);
  assert.match(
    rows[0]?.text ?? "",
    /rtk-hook\.sh was modified by hand \(line \d of rtk's part is `curl evil`, not `exit 0`\)/,
  );
  assert.match(
    rows[1]?.text ?? "",
    /hooks\.json was modified by hand \(line \d of rtk's part is `"timeout": 900`/,
  );
  assert.match(rows[2]?.about ?? "", /^Codex \(.*it's a project\)$/);
  const after = await afterCures(home, cureLines(rows), ["verify"]);
  assert.equal(after.code, 0, after.stdout + after.stderr);
});

Deno.test("verify: an untouched text of an older version is as installed; a deleted project is no fault", async () => {
  using home = scratchHome();
  await home.run(["rtk", "init", "-g", "--agent", "claude"]);
  await home.run(["rtk", "config", "set", "awareness.level", "high"]);
  const older = await home.run(["rtk", "verify"]);
  assert.equal(older.code, 0, older.stdout);
  assert.match(older.stdout, /by another version or configuration of rtk/);
  const cwd = `${home.path}/project`;
  Deno.mkdirSync(cwd);
  await home.run(["rtk", "init", "--agent", "cursor"], { cwd });
  Deno.removeSync(cwd, { recursive: true });
  const { code, rows } = await findingsOf(home, ["verify"]);
  assert.equal(code, 0);
  assert.ok(rows.some(({ state, text }) => state === "off" && text === "the folder is not there"));
});

interface Report {
  readonly agent: string;
  readonly scope: string;
  readonly state: string;
  readonly faults: readonly { readonly cure: string }[];
  readonly files: readonly { readonly path: string; readonly state: string }[];
}

Deno.test("init --show and --check: states per agent and scope, as text and as data", async () => {
  using home = scratchHome();
  home.write("project/.cursor/rules/a.mdc", "");
  home.write(".gemini/settings.json", "{}");
  const cwd = `${home.path}/project`;
  const check = async (...words: string[]) => await home.run(["rtk", "init", "--check", ...words], { cwd });
  const none = await check();
  assert.equal(none.code, 1);
  assert.match(none.stdout, /^cursor \(project\): not installed\n {2}rtk init --agent cursor$/m);
  assert.match(none.stdout, /^gemini \(global\): not installed\n {2}rtk init -g --agent gemini$/m);
  await home.run(["rtk", "init", "--agent", "cursor"], { cwd });
  assert.equal((await check()).code, 0, "one is installed, nothing needs a hand");
  assert.equal((await check("--agent", "gemini")).code, 1, "the named one is not");
  assert.equal((await check("-g")).code, 1, "and none for the user");
  await home.run(["rtk", "init", "-g", "--agent", "codex,gemini"], { cwd });
  const untrusted = await check();
  assert.equal(untrusted.code, 1);
  assert.match(
    untrusted.stdout,
    /^codex \(global\): installed, but not trusted\n.*\n +cure: start codex, type \/hooks/m,
  );
  const { code, stdout } = await home.run(["rtk", "init", "--show", "--json"], { cwd });
  assert.equal(code, 0);
  const reports = JSON.parse(stdout) as Report[];
  const states = reports.map(({ agent, scope, state }) => `${agent} ${scope} ${state}`);
  assert.deepEqual(states, [
    "codex global not-trusted",
    "cursor project installed",
    "gemini global installed",
  ]);
  assert.ok(reports.every(({ files }) => files.every(({ state }) => state === "installed")));
  home.write("project/.cursor/hooks.json", "{");
  const broken = await home.run(["rtk", "init", "--show", "--agent", "cursor"], { cwd });
  assert.equal(broken.code, 0);
  assert.match(
    broken.stdout,
    /^cursor \(project\): a file of the host cannot be read\n.*hooks\.json:1: not valid JSON/m,
  );
  assert.equal((await home.run(["rtk", "init", "--json"], { cwd })).code, 1);
});

Deno.test("what was taken out by hand is forgotten by uninstalling", async () => {
  using home = scratchHome();
  await home.run(["rtk", "init", "-g", "--agent", "cursor"]);
  home.write(".cursor/hooks.json", "{}\n");
  assert.equal((await findingsOf(home, ["verify"])).code, 1);
  assert.equal((await home.run(["rtk", "init", "-g", "--agent", "cursor", "--uninstall"])).code, 0);
  assert.deepEqual(await findingsOf(home, ["verify"]), { code: 0, rows: [] });
  assert.equal(home.read(".cursor/hooks.json"), "{}\n");
});
