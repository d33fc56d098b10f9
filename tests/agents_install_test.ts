/** What is installed for every agent: for each scope, over files of other tools with comments and odd formatting. */
import assert from "node:assert/strict";
import { parse as parseJsonc } from "jsonc-parser";
import { hasScope, type Installation, INSTALLATIONS } from "../agents/installations.ts";
import { AGENT_IDS } from "../agents/registry.ts";
import type { Edit } from "../core/install/edit.ts";
import type { InstallScope } from "../core/install/scope.ts";
import { applyInstall } from "../installer/apply.ts";
import { applyRemove } from "../installer/remove.ts";
import { AWARENESS } from "../installer/awareness.ts";
import { PlanError, planInstall, planRemove, rivalEntries, stateOfEdits } from "../installer/plan.ts";
import { scopeIn } from "./harness/scope.ts";

const KINDS = ["global", "project"] as const;

class Scratch implements Disposable {
  readonly home = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "rtk-init-" }));
  readonly data = `${this.home}/data`;

  scope(kind: InstallScope["kind"], variables: Readonly<Record<string, string>> = {}): InstallScope {
    return scopeIn(`${this.home}/home`, {
      kind,
      project: `${this.home}/project`,
      env: (name) => variables[name],
      rtkPath: "/opt/with blank/it's/rtk",
    });
  }

  /** All files but rtk's own data, with their bytes as text. */
  files(folder = this.home): Record<string, string> {
    const found: Record<string, string> = {};
    for (const entry of Deno.readDirSync(folder)) {
      const path = `${folder}/${entry.name}`;
      if (path === this.data) continue;
      if (entry.isDirectory) Object.assign(found, this.files(path));
      else found[path] = Deno.readTextFileSync(path);
    }
    return found;
  }

  write(path: string, text: string): void {
    Deno.mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
    Deno.writeTextFileSync(path, text);
  }

  async install(agent: Installation, scope: InstallScope): Promise<void> {
    await applyInstall(this.data, `${agent.id}:${scope.kind}`, planInstall(agent.edits(scope)));
  }

  async remove(agent: Installation, scope: InstallScope): Promise<void> {
    await applyRemove(this.data, `${agent.id}:${scope.kind}`, planRemove(agent.edits(scope)));
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.home, { recursive: true });
  }
}

function scratch(): Scratch {
  const made = new Scratch();
  for (const folder of ["home", "project", "data"]) Deno.mkdirSync(`${made.home}/${folder}`);
  return made;
}

/** What other programs and people left in a file of this kind. */
function foreignText(edit: Edit): string | undefined {
  switch (edit.kind) {
    case "json-entry": {
      const handler = edit.within === undefined
        ? { command: "other.sh", note: "rtk" }
        : { matcher: "x", [edit.within]: [{ type: "command", command: "mine.sh --rtk-hook" }] };
      const list = JSON.stringify(handler);
      const [event, hooks] = [edit.at.at(-1), edit.at.slice(0, -1)];
      const inner = `{ "${event}"  :[\r\n\t\t${list} ,\r\n\t\t${list}\r\n\t],"zz": [ ] }`;
      const comment = edit.dialect === "jsonc" ? "// mine, keep\r\n" : "";
      return `${comment}{"a":1,\r\n "${hooks[0]}":${inner}\r\n}`;
    }
    case "toml-table":
      return `# mine, keep\nx = { y = 1 }\n\n[[${edit.name}]]\nname = 'other' # rtk hook\ncommand = "other"`;
    case "yaml-list":
      return `# mine, keep\n${edit.at[0]}:\n  other:   [x,y]\n  ${edit.at[1]}:\n  - a # rtk\nz: {}`;
    case "markdown-block":
      return "# Mine\r\n\r\nBe brief, use rtk.";
    default:
      return undefined;
  }
}

function furnish(made: Scratch, edits: readonly Edit[]): void {
  for (const edit of edits) {
    const text = foreignText(edit);
    if (text !== undefined) made.write(edit.path, text);
  }
}

function isReadable(path: string, text: string): boolean {
  if (!path.endsWith(".json")) return true;
  const errors: never[] = [];
  parseJsonc(text, errors, { allowTrailingComma: false });
  return errors.length === 0;
}

/** The scopes that an agent's host has a place for. */
function kindsOf(agent: Installation): InstallScope["kind"][] {
  return KINDS.filter((kind) => hasScope(agent, kind));
}

for (const agent of INSTALLATIONS) {
  for (const kind of kindsOf(agent)) {
    Deno.test(`${agent.id}, ${kind}: installing twice is installing once, and uninstalling restores every byte`, async () => {
      for (const isFurnished of [true, false]) {
        using made = scratch();
        const scope = made.scope(kind);
        if (isFurnished) furnish(made, agent.edits(scope));
        const before = made.files();
        const planned = planInstall(agent.edits(scope));
        assert.ok(planned.length > 0);
        assert.deepEqual(made.files(), before, "planning writes nothing");
        await made.install(agent, scope);
        const once = made.files();
        assert.equal(stateOfEdits(agent.edits(scope)), "installed");
        for (const [path, text] of Object.entries(once)) {
          assert.ok(isReadable(path, text), `${path}\n${text}`);
          const part = before[path];
          if (part !== undefined) assert.ok(holdsInOrder(text, part), `${path} lost something:\n${text}`);
        }
        await made.install(agent, scope);
        assert.deepEqual(made.files(), once);
        await made.remove(agent, scope);
        assert.deepEqual(made.files(), before);
        assert.equal(stateOfEdits(agent.edits(scope)), "absent");
      }
    });

    Deno.test(`${agent.id}, ${kind}: what others change after the installation stays`, async () => {
      using made = scratch();
      const scope = made.scope(kind);
      furnish(made, agent.edits(scope));
      const before = made.files();
      await made.install(agent, scope);
      const edited = agent.edits(scope).filter(({ kind, legacy }) => kind !== "whole-file" && !legacy)
        .map(({ path }) => path);
      for (const path of edited) {
        const text = Deno.readTextFileSync(path);
        Deno.writeTextFileSync(path, path.endsWith(".json") ? `${text}\r\n` : `${text}\n# later\n`);
      }
      await made.remove(agent, scope);
      for (const path of edited) {
        const text = Deno.readTextFileSync(path);
        assert.ok(holdsInOrder(text, before[path] ?? ""), text);
        assert.ok(path.endsWith(".json") || text.includes("# later"));
        assert.ok(!text.includes("command -v rtk"), text);
      }
    });
  }

  Deno.test(`${agent.id}: a file that does not parse is refused, and nothing is written`, () => {
    for (const kind of kindsOf(agent)) {
      using made = scratch();
      const scope = made.scope(kind);
      const edit = agent.edits(scope).find(({ kind }) => !["markdown-block", "whole-file"].includes(kind));
      if (!edit) continue;
      const texts = edit.kind === "toml-table"
        ? ["[[hooks]\n"]
        : edit.kind === "yaml-list"
        ? ["plugins: [\n", "plugins: 5\n", "- a\n", "plugins:\n  enabled: x\n"]
        : ['{ "hooks": ', `{"${edit.kind === "json-entry" ? edit.at[0] : ""}": 5}`, "[]", '{"a": 1,}'];
      for (const text of texts) {
        made.write(edit.path, text);
        const before = made.files();
        assert.throws(() => planInstall(agent.edits(scope)), PlanError, text);
        assert.deepEqual(made.files(), before);
      }
    }
  });
}

/** Whether a text holds all of another one's characters in their order. */
function holdsInOrder(text: string, part: string): boolean {
  let at = 0;
  for (const letter of part) {
    at = text.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

Deno.test("of all agents in one home and project, each goes alone", async () => {
  using made = scratch();
  const scopes = KINDS.map((kind) => made.scope(kind));
  const rows = INSTALLATIONS.flatMap((agent) =>
    scopes.filter(({ kind }) => hasScope(agent, kind)).map((scope) => ({ agent, scope }))
  );
  const before = made.files();
  for (const { agent, scope } of rows) await made.install(agent, scope);
  for (const [gone, { agent, scope }] of rows.entries()) {
    await made.remove(agent, scope);
    for (const other of rows.slice(gone + 1)) {
      // A block in AGENTS.md or the like belongs to all agents that read the file.
      const own = other.agent.edits(other.scope).filter(({ kind }) => kind !== "markdown-block");
      assert.equal(stateOfEdits(own), "installed", `${other.agent.id} after ${agent.id}, ${scope.kind}`);
    }
  }
  assert.deepEqual(made.files(), before);
});

Deno.test("Codex: rtk's hook stands behind the others, which are trusted by their places", async () => {
  using made = scratch();
  const [scope, agent] = [made.scope("global"), installation("codex")];
  const path = `${scope.home}/.codex/hooks.json`;
  const other = { matcher: "^Bash$", hooks: [{ type: "command", command: "first.sh" }] };
  made.write(path, JSON.stringify({ hooks: { PreToolUse: [other, other] } }));
  await made.install(agent, scope);
  const { hooks } = JSON.parse(Deno.readTextFileSync(path)) as { hooks: { PreToolUse: unknown[] } };
  assert.equal(hooks.PreToolUse.length, 3);
  assert.deepEqual(hooks.PreToolUse.slice(0, 2), [other, other]);
});

Deno.test("variables move the folders of users, and Trae's Chinese edition is served where it is installed", () => {
  using made = scratch();
  const moved = made.scope("global", {
    CODEX_HOME: "/m/codex",
    COPILOT_HOME: "/m/copilot",
    FACTORY_HOME_OVERRIDE: "/m/droid",
    GEMINI_CLI_HOME: "/m/gemini",
    HERMES_HOME: "/m/hermes",
    VIBE_HOME: "/m/vibe",
  });
  const paths = (id: string, scope: InstallScope): string[] =>
    installation(id).edits(scope).map(({ path }) => path);
  for (const id of ["codex", "copilot", "droid", "gemini", "hermes", "vibe"]) {
    assert.ok(paths(id, moved).every((path) => path.startsWith(`/m/${id}/`)), paths(id, moved).join());
  }
  const scope = made.scope("global");
  assert.equal(paths("trae", scope).length, 1);
  Deno.mkdirSync(`${scope.home}/.trae-cn`, { recursive: true });
  assert.deepEqual(paths("trae", scope), [
    `${scope.home}/.trae/hooks.json`,
    `${scope.home}/.trae-cn/hooks.json`,
  ]);
});

Deno.test("Cline: another program's hook file and a .clinerules file stay what they are", async () => {
  using made = scratch();
  const agent = installation("cline");
  const scope = made.scope("global");
  const foreign = ["PreToolUse", "PreToolUse.sh"].map((name) => `${scope.home}/.cline/hooks/${name}`);
  for (const path of foreign) made.write(path, "#!/bin/sh\nother\n");
  await made.install(agent, scope);
  for (const path of foreign) assert.equal(Deno.readTextFileSync(path), "#!/bin/sh\nother\n");
  const own = `${scope.home}/.cline/hooks/PreToolUse.bash`;
  assert.equal((Deno.statSync(own).mode ?? 0) & 0o777, 0o755);
  assert.equal(stateOfEdits(agent.edits(scope)), "installed");
  const project = made.scope("project");
  made.write(`${project.project}/.clinerules`, "Be brief.\n");
  await made.install(agent, project);
  assert.match(Deno.readTextFileSync(`${project.project}/.clinerules`), /^Be brief\.\n[\s\S]*rtk/);
});

Deno.test("Cline: rules go along when the folder for documents comes, and nothing is left", async () => {
  using made = scratch();
  const [agent, scope] = [installation("cline"), made.scope("global")];
  const before = made.files();
  await made.install(agent, scope);
  assert.ok(Deno.statSync(`${scope.home}/Cline/Rules/rtk.md`));
  Deno.mkdirSync(`${scope.home}/Documents`);
  await made.install(agent, scope);
  assert.ok(Deno.statSync(`${scope.home}/Documents/Cline/Rules/rtk.md`));
  assert.throws(() => Deno.statSync(`${scope.home}/Cline/Rules/rtk.md`));
  Deno.removeSync(`${scope.home}/Documents/Cline`, { recursive: true });
  await made.install(agent, scope);
  await made.remove(agent, scope);
  assert.deepEqual(made.files(), before);
});

Deno.test("Windsurf: rules of the user's that would be longer than what it reads are refused", async () => {
  using made = scratch();
  const [agent, scope] = [installation("windsurf"), made.scope("global")];
  const path = `${scope.home}/.codeium/windsurf/memories/global_rules.md`;
  const text = "Be brief.\n".repeat(580);
  made.write(path, text);
  await assert.rejects(
    made.install(agent, scope),
    /global_rules\.md: with rtk's block it has \d+ characters, and its host reads 6000;/,
  );
  assert.equal(Deno.readTextFileSync(path), text);
});

Deno.test("Copilot and Vibe: the hook of another rtk is found, and comes back", async () => {
  const copilot =
    '{"version":1,"hooks":{"preToolUse":[{"type":"command","bash":"rtk hook copilot"}]},"mine":true}\n';
  const vibe = '# mine\n[[hooks]]\nname = "rtk"\ntype = "pre_tool"\ncommand = "/usr/bin/rtk hook vibe"\n\n' +
    '[[hooks]]\nname = "other"\ncommand = "rtk-like"\n';
  for (
    const [id, place, foreign] of [["copilot", ".copilot/hooks/rtk.json", copilot], [
      "vibe",
      ".vibe/hooks.toml",
      vibe,
    ]]
  ) {
    using made = scratch();
    const [agent, scope] = [installation(id ?? ""), made.scope("global")];
    const path = `${scope.home}/${place}`;
    made.write(path, foreign ?? "");
    assert.equal(rivalEntries(agent.edits(scope)).length, 1, id);
    await made.remove(agent, scope);
    assert.equal(Deno.readTextFileSync(path), foreign);
    await made.install(agent, scope);
    assert.equal(stateOfEdits(agent.edits(scope)), "installed");
    assert.equal(rivalEntries(agent.edits(scope)).length, 0, id);
    await made.remove(agent, scope);
    assert.equal(Deno.readTextFileSync(path), foreign);
  }
});

Deno.test("entries of another rtk are found, so that they are replaced with consent only", () => {
  for (const id of ["antigravity", "cursor", "trae", "gemini", "codex"]) {
    for (const command of ["./hooks/rtk-rewrite.sh", `rtk hook ${id}`, `/opt/old/rtk hook ${id}`]) {
      using made = scratch();
      const scope = made.scope("global");
      const edit = installation(id).edits(scope).find((one) => one.kind === "json-entry");
      assert.ok(edit?.kind === "json-entry");
      const entry = edit.within === undefined ? { command } : { matcher: "x", [edit.within]: [{ command }] };
      made.write(
        edit.path,
        JSON.stringify({
          [edit.at[0] ?? ""]: { [edit.at.at(-1) ?? ""]: [entry, { command: "echo rtk hook" }] },
        }),
      );
      assert.equal(rivalEntries([edit]).length, 1, command);
    }
  }
});

function installation(id: string): Installation {
  const found = INSTALLATIONS.find((one) => one.id === id);
  if (!found) throw new Error(`Cannot find ${id}`);
  return found;
}

Deno.test("every agent of the registry has its installation, its module and its README; rows are sorted", () => {
  const ids = INSTALLATIONS.map(({ id }) => id);
  assert.deepEqual(ids, [...ids].sort());
  assert.deepEqual(AGENT_IDS, [...AGENT_IDS].sort());
  for (const id of AGENT_IDS) {
    assert.ok(ids.includes(id), id);
    for (const file of ["mod.ts", "README.md"]) {
      Deno.statSync(new URL(`../agents/${id}/${file}`, import.meta.url));
    }
  }
});

/** Installs an agent's rules in a project with these files; answers its files afterwards, those that are new or changed. */
async function projectRules(
  id: string,
  files: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  using made = scratch();
  const agent = installation(id);
  for (const [name, text] of Object.entries(files)) made.write(`${made.home}/${name}`, text);
  const before = made.files();
  const scope = made.scope("project");
  await made.install(agent, scope);
  const after = made.files();
  assert.equal(stateOfEdits(agent.edits(scope)), "installed");
  await made.remove(agent, scope);
  assert.deepEqual(made.files(), before);
  const changed = Object.entries(after).filter(([path, text]) => before[path] !== text);
  return Object.fromEntries(changed.map(([path, text]) => [path.slice(made.home.length + 1), text]));
}

const ROO_FOLDER = "project/.roo/rules/rtk.md";

/** Files below the home folder and the project, and the one that gets the rules. */
const RULES_PLACES: readonly [id: string, what: string, files: Record<string, string>, place: string][] = [
  ["roo", "nothing is there", {}, ROO_FOLDER],
  ["roo", "the folder is in use", { "project/.roo/rules/a.md": "x", "project/.roorules": "x" }, ROO_FOLDER],
  ["roo", "a folder of it is", { "project/.roo/rules/b/a.txt": "", "project/.roorules": "x" }, ROO_FOLDER],
  [
    "roo",
    "the user's folder is in use",
    { "home/.roo/rules/a.md": "x", "project/.roorules": "x" },
    ROO_FOLDER,
  ],
  [
    "roo",
    "the single file is",
    { "project/.roorules": "x", "project/.clinerules": "y" },
    "project/.roorules",
  ],
  [
    "roo",
    "the folder holds nothing that counts",
    { "project/.roo/rules/a.md.bak": "x", "project/.roorules": "x" },
    "project/.roorules",
  ],
  ["roo", "it is empty", { "project/.roorules": " \n", "project/.clinerules": "y" }, "project/.clinerules"],
  ["roo", "Cline's is a folder", { "project/.clinerules/a.md": "y" }, ROO_FOLDER],
  ["windsurf", "nothing is there", {}, "project/.windsurf/rules/rtk.md"],
  ["windsurf", "the single file is in use", { "project/.windsurfrules": "x" }, "project/.windsurfrules"],
  [
    "windsurf",
    "both are",
    { "project/.windsurfrules": "x", "project/.windsurf/rules/a.md": "x" },
    "project/.windsurf/rules/rtk.md",
  ],
];

for (const [id, what, files, place] of RULES_PLACES) {
  Deno.test(`${id}: where ${what}, the whole text goes into ${place}`, async () => {
    const changed = await projectRules(id, files);
    assert.deepEqual(Object.keys(changed), [place]);
    const text = changed[place] ?? "";
    assert.ok(text.includes(AWARENESS.full));
    if (id === "windsurf" && place.endsWith("rtk.md")) {
      assert.match(text, /^---\ntrigger: always_on\n---\n/);
    }
  });
}

Deno.test("Roo and Windsurf: a block in a single file that is read no longer goes when the folder gets rules", async () => {
  for (
    const [id, single, folder] of [
      ["roo", ".roorules", ".roo/rules"],
      ["windsurf", ".windsurfrules", ".windsurf/rules"],
    ] as const
  ) {
    using made = scratch();
    const [agent, scope] = [installation(id), made.scope("project")];
    made.write(`${scope.project}/${single}`, "mine\n");
    await made.install(agent, scope);
    assert.match(Deno.readTextFileSync(`${scope.project}/${single}`), /rtk/);
    made.write(`${scope.project}/${folder}/a.md`, "x");
    await made.install(agent, scope);
    assert.equal(Deno.readTextFileSync(`${scope.project}/${single}`), "mine\n");
    assert.match(Deno.readTextFileSync(`${scope.project}/${folder}/rtk.md`), /rtk/);
    await made.remove(agent, scope);
    assert.deepEqual(
      Object.keys(made.files()).sort(),
      [
        `${scope.project}/${single}`,
        `${scope.project}/${folder}/a.md`,
      ].sort(),
    );
  }
});

Deno.test("agents with rules alone get the whole text at every level, and nothing that runs", () => {
  using made = scratch();
  for (const agent of INSTALLATIONS.filter(({ id }) => !(AGENT_IDS as readonly string[]).includes(id))) {
    assert.equal(agent.smokePayload, undefined, agent.id);
    for (const kind of kindsOf(agent)) {
      for (const edit of agent.edits(made.scope(kind)).filter(({ legacy }) => !legacy)) {
        assert.ok(edit.kind === "whole-file" || edit.kind === "markdown-block");
        assert.ok(edit.text.endsWith(AWARENESS.full), edit.path);
      }
    }
  }
});
