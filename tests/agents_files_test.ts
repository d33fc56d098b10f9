/**
 * Every agent, every scope it has, over files of other programs in every form that files come in: only what rtk puts there
 * changes, twice is once, and all of it goes without a trace.
 */
import assert from "node:assert/strict";
import { INSTALLATIONS } from "../agents/installations.ts";
import { AGENT_IDS } from "../agents/registry.ts";
import type { Edit } from "../core/install/edit.ts";
import { diffText } from "../installer/diff.ts";
import { installEdit, removeEdit, stateOfEdit } from "../installer/edit/kinds.ts";
import { PlanError, planInstall, stateOfEdits } from "../installer/plan.ts";
import { AGENT_ROWS, AgentMachine, type AgentRow } from "./harness/agent_rows.ts";
import { brokenFiles, FOREIGN, foreignFiles, takenFiles } from "./harness/foreign_files.ts";

Deno.test("every folder of an agent has its row in the registry, so that these tests run over it", () => {
  const folders = [...Deno.readDirSync(new URL("../agents/", import.meta.url))]
    .filter(({ name, isDirectory }) => isDirectory && isAgent(name)).map(({ name }) => name).sort();
  assert.deepEqual(INSTALLATIONS.map(({ id }) => id), folders);
  assert.deepEqual(AGENT_IDS.filter((id) => !folders.includes(id)), []);
  for (const { id } of INSTALLATIONS) assert.ok(AGENT_ROWS.some(({ agent }) => agent.id === id), id);
});

/** What several agents share lies in a folder as well. */
function isAgent(name: string): boolean {
  const files = [...Deno.readDirSync(new URL(`../agents/${name}/`, import.meta.url))].map((file) =>
    file.name
  );
  return files.includes("mod.ts") || files.includes("installation.ts") || files.includes("README.md");
}

/** The edits of a row on a machine where nothing is yet. */
function plainEdits(row: AgentRow): readonly Edit[] {
  using machine = new AgentMachine();
  return machine.edits(row).filter(({ legacy }) => !legacy);
}

/** What is wrong with an edit in one file; empty when rtk's part comes and goes and nothing else happens. */
function faultsOf(edit: Edit, text: string): string[] {
  const changed = (one: string): string => one.replace(FOREIGN, "changed later");
  const once = installEdit(text, edit);
  const outcomes: Readonly<Record<string, readonly [found: unknown, expected: unknown]>> = {
    "puts in one piece without what was there": [insertedText(text, once)?.includes(FOREIGN), false],
    "is installed": [stateOfEdit(once, edit), "installed"],
    "twice is once": [installEdit(once, edit), once],
    "goes without a trace": [removeEdit(once, edit), text],
    "goes from a file that was changed later": [removeEdit(changed(once), edit), changed(text)],
    "finds nothing to take out before it comes": [removeEdit(text, edit), text],
  };
  return Object.entries(outcomes).filter(([, [found, expected]]) => found !== expected)
    .map(([what, [found]]) => `${what}: ${JSON.stringify(found)}`);
}

/** Files without anything in them, which are somebody's all the same. */
const BLANK = ["", "\n", "\uFEFF", "\uFEFF\r\n"];

for (const row of AGENT_ROWS) {
  Deno.test(`${row.name}: in other programs' files one piece of text is put in, and the same one taken out`, () => {
    const wrong: string[] = [];
    for (const edit of plainEdits(row)) {
      for (const text of BLANK) if (removeEdit(text, edit) !== text) wrong.push(JSON.stringify(text));
      for (const { what, text } of foreignFiles(edit)) {
        wrong.push(...faultsOf(edit, text).map((fault) => `${what}: ${fault}`));
      }
    }
    assert.deepEqual(wrong, []);
  });

  Deno.test(`${row.name}: links stay links, modes stay modes, and uninstalling leaves the home as it was`, async () => {
    for (const place of PLACES) {
      using machine = new AgentMachine();
      const edits = machine.edits(row).filter(({ legacy }) => !legacy);
      for (const [at, edit] of edits.entries()) place(machine, edit, at);
      const before = machine.tree();
      const plan = planInstall(machine.edits(row));
      assert.ok(diffText(plan).length > 0);
      assert.deepEqual(machine.tree(), before, "planning writes nothing");
      await machine.install(row);
      const once = machine.tree();
      assert.equal(stateOfEdits(machine.edits(row)), "installed");
      for (const [path, was] of Object.entries(before)) {
        if (was.startsWith("->") || was === "folder") assert.equal(once[path], was, path);
        else assert.equal(once[path]?.slice(0, 4), was.slice(0, 4), `mode of ${path}`);
      }
      await machine.install(row);
      assert.deepEqual(machine.tree(), once);
      await machine.remove(row);
      assert.deepEqual(machine.tree(), before);
      assert.deepEqual([...Deno.readDirSync(machine.data)], [], "rtk's own memory is empty again");
    }
  });

  Deno.test(`${row.name}: a file that cannot be edited is refused with its line, and nothing at all is written`, async () => {
    for (const [at, edit] of plainEdits(row).entries()) {
      for (const { text, what, ...more } of [...brokenFiles(edit), ...takenFiles(edit), ...UNREADABLE]) {
        using machine = new AgentMachine();
        const { path } = machine.edits(row).filter(({ legacy }) => !legacy)[at] ?? edit;
        machine.write(path, text);
        const before = machine.tree();
        // An agent that has several places may take another one.
        if (edit.kind === "whole-file" && machine.edits(row).every((one) => one.path !== path)) {
          await machine.install(row);
          await machine.remove(row);
        } else {
          assert.throws(() => machine.install(row), (error) => {
            assert.ok(error instanceof PlanError, `${what}: ${error}`);
            const place = "line" in more ? `${path}:${more.line}: ` : path;
            assert.ok(error.message.startsWith(`Cannot edit ${place}`), `${what}: ${error.message}`);
            return true;
          }, what);
        }
        assert.deepEqual(machine.tree(), before, what);
      }
    }
  });
}

const UNREADABLE = [{ what: "no UTF-8", text: new Uint8Array([0x22, 0xff, 0xfe, 0x22]) }];

/** Where a file stands that others have as well. */
const PLACES: readonly ((machine: AgentMachine, edit: Edit, at: number) => void)[] = [
  () => {},
  (machine, edit, at) => {
    const [file] = foreignFiles(edit);
    if (!file) return;
    machine.write(`${machine.home}/dotfiles/${at}.txt`, file.text, 0o600);
    machine.write(edit.path, "");
    Deno.removeSync(edit.path);
    Deno.symlinkSync(`${machine.home}/dotfiles/${at}.txt`, edit.path);
  },
  (machine, edit, at) => {
    const [file] = foreignFiles(edit);
    const folder = edit.path.slice(0, edit.path.lastIndexOf("/"));
    if (isLinkOrRoot(machine, folder)) return;
    const target = `${machine.home}/dotfiles/folder-${at}`;
    Deno.mkdirSync(target, { recursive: true });
    Deno.mkdirSync(folder.slice(0, folder.lastIndexOf("/")), { recursive: true });
    if (exists(folder)) return;
    Deno.symlinkSync(`${relativeUp(machine, folder)}/dotfiles/folder-${at}`, folder);
    if (file) machine.write(edit.path, file.text, 0o640);
  },
  (machine, edit) => {
    if (foreignFiles(edit).length > 0) machine.write(edit.path, "");
  },
  (machine, edit) => {
    if (edit.kind === "json-entry") {
      const [outer, inner] = edit.at;
      machine.write(edit.path, `{ "${outer}" : ${inner === undefined ? "[ ]" : `{ "${inner}": [ ] }`} }`);
    }
    if (edit.kind === "yaml-list") machine.write(edit.path, `${edit.at[0]}:\n  ${edit.at[1]}: []\n`);
    if (edit.kind === "toml-table" || edit.kind === "markdown-block") machine.write(edit.path, "\uFEFF\r\n");
  },
];

function isLinkOrRoot({ home, project }: AgentMachine, folder: string): boolean {
  return folder === home || folder === project;
}

function exists(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

/** From a folder's place up to the home folder. */
function relativeUp({ home }: AgentMachine, folder: string): string {
  return folder.slice(home.length + 1).split("/").slice(1).map(() => "..").join("/") || ".";
}

/** What was put into a text in one place; undefined where more happened to it. */
function insertedText(before: string, after: string): string | undefined {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  const rest = before.length - start;
  return after.endsWith(before.slice(start)) ? after.slice(start, after.length - rest) : undefined;
}

Deno.test("of any two installations the second one stays whole when the first one goes, and then goes without a trace", async () => {
  for (const first of AGENT_ROWS) {
    for (const second of AGENT_ROWS) {
      if (first === second || !sharesFile(first, second)) continue;
      for (const isFurnished of [true, false]) {
        using machine = new AgentMachine();
        if (isFurnished) furnish(machine, [first, second]);
        const before = machine.tree();
        await machine.install(first);
        await machine.install(second);
        await machine.remove(first);
        const what = `${second.name} after ${first.name}`;
        assert.equal(stateOfEdits(machine.edits(second)), "installed", what);
        await machine.remove(second);
        assert.deepEqual(machine.tree(), before, what);
      }
    }
  }
});

/** Rows without a common file are tried all at once, below. */
function sharesFile(one: AgentRow, other: AgentRow): boolean {
  using machine = new AgentMachine();
  // Cline's file and Roo's are the same one only where it is there.
  machine.write(`${machine.project}/.clinerules`, "x\n");
  const paths = machine.edits(one).map(({ path }) => path);
  return machine.edits(other).some(({ path }) => paths.includes(path));
}

function furnish(machine: AgentMachine, rows: readonly AgentRow[]): void {
  if (rows.some(({ agent }) => agent.id === "cline" || agent.id === "roo")) {
    machine.write(`${machine.project}/.clinerules`, `mine (${FOREIGN}), no newline`);
  }
  for (const edit of rows.flatMap((row) => machine.edits(row))) {
    const file = foreignFiles(edit).at(-1);
    if (file && !exists(edit.path)) machine.write(edit.path, file.text);
  }
}

Deno.test("of all agents in one home and project each goes alone, in any order, and the rest stays whole", async () => {
  for (const order of [1, 5, -1]) {
    using machine = new AgentMachine();
    furnish(machine, AGENT_ROWS);
    const before = machine.tree();
    for (const row of AGENT_ROWS) await machine.install(row);
    const going = AGENT_ROWS.map((_, at) => AGENT_ROWS.at((at * order) % AGENT_ROWS.length)).filter((row) =>
      row !== undefined
    );
    assert.equal(new Set(going).size, AGENT_ROWS.length);
    for (const [gone, row] of going.entries()) {
      await machine.remove(row);
      for (const left of going.slice(gone + 1)) {
        assert.equal(stateOfEdits(machine.edits(left)), "installed", `${left.name} after ${row.name}`);
      }
    }
    assert.deepEqual(machine.tree(), before);
  }
});

for (const row of AGENT_ROWS) {
  Deno.test(`${row.name}: what is edited between two installations stays, and nothing of an older rtk comes back`, async () => {
    using machine = new AgentMachine();
    furnish(machine, [row]);
    const before = machine.tree();
    const edited = machine.edits(row).filter((edit) => !edit.legacy && foreignFiles(edit).length > 0);
    await machine.install(row);
    for (const { path } of edited) change(path, FOREIGN, "changed later");
    machine.rtkPath = `${machine.path}/elsewhere/rtk`;
    await machine.install(row);
    await machine.remove(row);
    const after = Object.fromEntries(
      Object.entries(before).map((
        [path, was],
      ) => [path, isEdited(path) ? was.replace(FOREIGN, "changed later") : was]),
    );
    assert.deepEqual(machine.tree(), after, "edited");
    function isEdited(path: string): boolean {
      return edited.some((edit) => edit.path === `${machine.home}/${path}`);
    }
  });

  Deno.test(`${row.name}: where nothing is remembered, all of rtk goes and nothing else`, async () => {
    for (const isNewer of [false, true]) {
      using machine = new AgentMachine();
      furnish(machine, [row]);
      const before = machine.tree();
      await machine.install(row);
      Deno.removeSync(machine.data, { recursive: true });
      Deno.mkdirSync(machine.data);
      if (isNewer) {
        machine.rtkPath = `${machine.path}/elsewhere/rtk`;
        await machine.install(row);
      }
      await machine.remove(row);
      const files = Object.entries(machine.tree()).filter(([path, what]) =>
        what !== "folder" || path in before
      );
      assert.deepEqual(Object.fromEntries(files), before);
    }
  });
}

function change(path: string, from: string, to: string): void {
  const text = Deno.readTextFileSync(path);
  assert.ok(text.includes(from), path);
  Deno.writeTextFileSync(path, text.replace(from, to));
}
