/** One file that several installations are in, and words in it that are somebody else's. */
import assert from "node:assert/strict";
import { inspectEdits } from "../installer/inspect.ts";
import { stateOfEdits } from "../installer/plan.ts";
import { AGENT_ROWS, AgentMachine, type AgentRow } from "./harness/agent_rows.ts";

const BLOCKS = AGENT_ROWS.filter((row) => {
  using machine = new AgentMachine();
  return machine.edits(row).some(({ kind, legacy }) => kind === "markdown-block" && !legacy);
});

/** A machine on which all agents read one file, by links of their own. */
function linked(text: string | undefined): AgentMachine {
  const machine = new AgentMachine();
  if (text !== undefined) machine.write(`${machine.home}/AGENTS-of-all.md`, text);
  for (const { path, kind, legacy } of BLOCKS.flatMap((row) => machine.edits(row))) {
    if (kind !== "markdown-block" || legacy) continue;
    machine.write(path, "");
    Deno.removeSync(path);
    Deno.symlinkSync(`${machine.home}/AGENTS-of-all.md`, path);
  }
  return machine;
}

function faultsOf(machine: AgentMachine, row: AgentRow): string[] {
  return inspectEdits(machine.edits(row), machine.memory(row))
    .filter(({ state }) => state !== "installed").map(({ edit, state }) =>
      `${row.name}: ${edit.path} ${state}`
    );
}

for (const text of [undefined, "", "# team\n", "# team\r\n\r\nno newline"]) {
  Deno.test(`agents that read one file through links have their blocks in it beside one another (${JSON.stringify(text)})`, () => {
    assert.ok(BLOCKS.length > 5);
    for (const step of [1, 5, -1]) {
      using machine = linked(text);
      const before = machine.tree();
      for (const row of BLOCKS) machine.install(row);
      const once = machine.tree();
      for (const row of BLOCKS) assert.deepEqual(machine.install(row), []);
      assert.deepEqual(machine.tree(), once, "twice is once");
      assert.deepEqual(BLOCKS.flatMap((row) => faultsOf(machine, row)), []);
      // Another text, as after an upgrade: each finds its own block again.
      machine.rtkPath = "/opt/elsewhere/rtk";
      for (const row of BLOCKS) assert.deepEqual(machine.install(row), []);
      assert.deepEqual(BLOCKS.flatMap((row) => faultsOf(machine, row)), []);
      const left = BLOCKS.map((_, at) => BLOCKS.at((at * step) % BLOCKS.length)).filter((row) =>
        row !== undefined
      );
      assert.equal(new Set(left).size, BLOCKS.length);
      while (left.length > 0) {
        const [row] = left.splice(0, 1);
        assert.ok(row);
        assert.deepEqual(machine.remove(row), []);
        assert.deepEqual(left.flatMap((one) => faultsOf(machine, one)), [], `after ${row.name}`);
        const states = inspectEdits(machine.edits(row), machine.memory(row)).map(({ state }) => state);
        assert.deepEqual([...new Set(states)], ["absent"], "what others share with it is not its own");
      }
      assert.deepEqual(machine.tree(), before);
      assert.deepEqual([...Deno.readDirSync(machine.data)], []);
    }
  });
}

Deno.test("blocks of several agents in one file are renewed one by one where their texts change", () => {
  using machine = linked("# team\n");
  const rows = BLOCKS.filter(({ kind }) => kind === "global");
  for (const row of rows) machine.install(row);
  const path = `${machine.home}/AGENTS-of-all.md`;
  const text = Deno.readTextFileSync(path);
  const count = text.split("rtk:begin").length;
  machine.level = "high";
  for (const row of rows) assert.deepEqual(machine.install(row), [], row.name);
  assert.deepEqual(rows.flatMap((row) => faultsOf(machine, row)), []);
  assert.equal(Deno.readTextFileSync(path).split("rtk:begin").length, count);
  assert.notEqual(Deno.readTextFileSync(path), text);
  for (const row of rows) machine.remove(row);
  assert.equal(Deno.readTextFileSync(path), "# team\n");
});

const LISTS = AGENT_ROWS.filter((row) => {
  using machine = new AgentMachine();
  return machine.edits(row).some(({ kind }) => kind === "yaml-list");
});

for (const row of LISTS) {
  Deno.test(`${row.name}: a word on a list that was there before rtk came stays`, () => {
    assert.ok(LISTS.length > 0);
    for (
      const [what, more] of [["alone", ""], ["with others", "    - other\n"], [
        "with a rival",
        "    - rtk-rewrite\n",
      ]] as const
    ) {
      using machine = new AgentMachine();
      const edit = machine.edits(row).find(({ kind }) => kind === "yaml-list");
      assert.ok(edit?.kind === "yaml-list");
      const text = `${edit.at[0]}:\n  ${edit.at[1]}:\n    - ${edit.item}\n${more}`;
      machine.write(edit.path, text);
      const before = machine.tree();
      machine.remove(row);
      assert.deepEqual(machine.tree(), before, "nothing was installed");
      for (const isTouched of [false, true]) {
        machine.install(row);
        machine.install(row);
        assert.equal(stateOfEdits(machine.edits(row)), "installed");
        const end = isTouched ? "z: 1\n" : "";
        if (isTouched) Deno.writeTextFileSync(edit.path, Deno.readTextFileSync(edit.path) + end);
        machine.remove(row);
        const expected = isTouched ? text.replace("    - rtk-rewrite\n", "") + end : text;
        assert.equal(Deno.readTextFileSync(edit.path), expected, what);
      }
    }
  });

  Deno.test(`${row.name}: where the notes were lost, a word on a list goes with the files that it names`, () => {
    for (const isRenewed of [false, true]) {
      using machine = new AgentMachine();
      machine.install(row);
      Deno.removeSync(`${machine.data}/installed.json`);
      if (isRenewed) machine.install(row);
      machine.remove(row);
      const files = Object.entries(machine.tree()).filter(([, what]) => what !== "folder");
      assert.deepEqual(files, []);
    }
  });
}
