/** What was there before rtk came is there when rtk has gone, also where files were changed in the meantime. */
import assert from "node:assert/strict";
import type { Edit } from "../core/install/edit.ts";
import { planInstall, stateOfEdits } from "../installer/plan.ts";
import { AGENT_ROWS, AgentMachine, type AgentRow } from "./harness/agent_rows.ts";
import { FOREIGN, foreignFiles } from "./harness/foreign_files.ts";

/** Files in which there is nothing, or next to nothing, of what would keep rtk from clearing them away. */
function bareFiles(edit: Edit): string[] {
  switch (edit.kind) {
    case "json-entry": {
      const remarks = edit.dialect === "json" ? [] : [" // nothing yet /* here */\n  "];
      const blanks = ["", " ", "\n", "\r\n\t", ...remarks];
      return [0, ...edit.at.keys().map((depth) => depth + 1)].flatMap((depth) =>
        blanks.flatMap((blank) => {
          const [open, close] = depth === edit.at.length ? ["[", "]"] : ["{", "}"];
          const text = edit.at.slice(0, depth).reduceRight(
            (inner, key) => `{\n  "${key}" : ${inner},\n  "a": 1 }`,
            `${open}${blank}${close}`,
          );
          return [text, `${text}\n`];
        })
      );
    }
    case "yaml-list": {
      const [outer, inner] = edit.at;
      return [
        "",
        "\n",
        `${outer}:\n`,
        `${outer}:\n  ${inner}:\n`,
        `${outer}:\n  ${inner}: []\n`,
        `${outer}: {}\n`,
      ];
    }
    case "toml-table":
    case "markdown-block":
      return ["", "\n", "\uFEFF", "\r\n"];
    case "whole-file":
      return [];
  }
}

/** Somebody changes a file, in a way that leaves it valid. */
function touch(path: string): void {
  Deno.writeTextFileSync(path, `${Deno.readTextFileSync(path)}\n`);
}

const PLACES: Readonly<Record<string, (machine: AgentMachine, path: string, text: string) => void>> = {
  "in its place": (machine, path, text) => machine.write(path, text),
  "behind a link": (machine, path, text) => {
    const target = `${machine.home}/dotfiles/it.txt`;
    machine.write(target, text);
    machine.write(path, "");
    Deno.removeSync(path);
    Deno.symlinkSync(target, path);
  },
};

for (const row of AGENT_ROWS) {
  Deno.test(`${row.name}: a file in which next to nothing was stays as it was, with what was changed since`, () => {
    using probe = new AgentMachine();
    const edits = probe.edits(row).filter(({ legacy }) => !legacy);
    for (const [at, edit] of edits.entries()) {
      for (const text of bareFiles(edit)) {
        for (const [what, place] of Object.entries(PLACES)) {
          using machine = new AgentMachine();
          const { path } = machine.edits(row).filter(({ legacy }) => !legacy)[at] ?? edit;
          place(machine, path, text);
          const before = machine.tree();
          machine.install(row);
          touch(path);
          machine.rtkPath = "/opt/elsewhere/rtk";
          machine.install(row);
          touch(path);
          machine.remove(row);
          assert.equal(Deno.readTextFileSync(path), `${text}\n\n`, `${JSON.stringify(text)} ${what}`);
          assert.deepEqual(Object.keys(machine.tree()), Object.keys(before));
          assert.deepEqual([...Deno.readDirSync(machine.data)], []);
        }
      }
    }
  });
}

Deno.test("of two installations in a file that was changed since, the second one leaves what was changed as well", () => {
  for (const first of AGENT_ROWS) {
    for (const second of AGENT_ROWS) {
      const path = first === second ? undefined : sharedPath(first, second);
      if (path === undefined) continue;
      using machine = new AgentMachine();
      const edit = machine.edits(first).find((one) => one.path.endsWith(path));
      assert.ok(edit);
      const [file] = foreignFiles(edit);
      const text = file?.text ?? `${FOREIGN}\n`;
      machine.write(edit.path, text);
      machine.install(first);
      machine.install(second);
      Deno.writeTextFileSync(edit.path, Deno.readTextFileSync(edit.path).replace(FOREIGN, "changed later"));
      machine.remove(first);
      assert.equal(stateOfEdits(machine.edits(second)), "installed");
      machine.remove(second);
      assert.equal(Deno.readTextFileSync(edit.path), text.replace(FOREIGN, "changed later"));
    }
  }
});

/** A file in which both make edits, below the home. */
function sharedPath(one: AgentRow, other: AgentRow): string | undefined {
  using machine = new AgentMachine();
  const paths = machine.edits(other).filter(({ kind }) => kind !== "whole-file").map(({ path }) => path);
  const shared = machine.edits(one).find(({ path, kind }) => kind !== "whole-file" && paths.includes(path));
  return shared?.path.slice(machine.path.length);
}

for (const row of AGENT_ROWS) {
  Deno.test(`${row.name}: links that lead to no file yet stay links, and what they lead to goes again`, () => {
    for (const isFolder of [false, true]) {
      using machine = new AgentMachine();
      Deno.mkdirSync(`${machine.home}/dotfiles`);
      for (const [at, { path }] of machine.edits(row).filter(({ legacy }) => !legacy).entries()) {
        const folder = path.slice(0, path.lastIndexOf("/"));
        if (isFolder && (folder === machine.home || folder === machine.project || isThere(folder))) continue;
        machine.write(isFolder ? `${folder}.x` : path, "");
        Deno.removeSync(isFolder ? `${folder}.x` : path);
        Deno.symlinkSync(`${machine.home}/dotfiles/${at}`, isFolder ? folder : path);
      }
      const before = machine.tree();
      const links = Object.entries(before).filter(([, what]) => what.startsWith("->"));
      machine.install(row);
      const once = machine.tree();
      for (const [path, what] of links) assert.equal(once[path], what);
      assert.equal(stateOfEdits(machine.edits(row)), "installed");
      assert.deepEqual(planInstall(machine.edits(row), machine.memory(row)), []);
      machine.remove(row);
      assert.deepEqual(machine.tree(), before);
    }
  });
}

function isThere(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
