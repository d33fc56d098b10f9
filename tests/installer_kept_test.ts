/** What people write into rtk's own parts is not thrown away: neither by a second installation nor by taking rtk out. */
import assert from "node:assert/strict";
import type { Kept } from "../installer/books.ts";
import { planInstall } from "../installer/plan.ts";
import { AGENT_ROWS, AgentMachine } from "./harness/agent_rows.ts";
import { foreignFiles } from "./harness/foreign_files.ts";
import { tampered } from "./harness/tampered.ts";

const KEPT_BY = {
  "another installation": (machine, row) => machine.install(row),
  "taking rtk out": (machine, row) => machine.remove(row),
} satisfies Record<string, (machine: AgentMachine, row: typeof AGENT_ROWS[number]) => Kept[]>;

for (const row of AGENT_ROWS) {
  for (const [what, work] of Object.entries(KEPT_BY)) {
    Deno.test(`${row.name}: a part that was modified by hand is kept by ${what}, and nothing else is`, () => {
      for (const isFurnished of [true, false]) {
        using probe = new AgentMachine();
        const count = probe.edits(row).filter(({ legacy }) => !legacy).length;
        for (let at = 0; at < count; at++) {
          using machine = new AgentMachine();
          for (const edit of machine.edits(row)) {
            const [file] = isFurnished ? foreignFiles(edit) : [];
            if (file) machine.write(edit.path, file.text);
          }
          assert.deepEqual(machine.install(row), []);
          assert.deepEqual(machine.install(row), []);
          const edit = machine.edits(row).filter(({ legacy }) => !legacy)[at];
          assert.ok(edit);
          const text = tampered(Deno.readTextFileSync(edit.path), edit);
          if (text === undefined) continue;
          Deno.writeTextFileSync(edit.path, text);
          const kept = work(machine, row);
          assert.deepEqual(kept.map(({ path }) => path), [edit.path]);
          assert.equal(Deno.readTextFileSync(kept[0]?.keptAt ?? ""), text);
          if (what === "another installation") assert.deepEqual(planInstall(machine.edits(row)), []);
          machine.remove(row);
          assert.equal(
            Deno.readTextFileSync(kept[0]?.keptAt ?? ""),
            text,
            "also when nothing is installed any more",
          );
        }
      }
    });

    Deno.test(`${row.name}: an older text of rtk's is no work of hands, whatever run was killed before ${what}`, () => {
      using machine = new AgentMachine();
      machine.install(row);
      const older = machine.tree();
      machine.rtkPath = "/opt/elsewhere/rtk";
      machine.install(row);
      for (const [path, was] of Object.entries(older)) {
        // As if the run had been killed between its note and the file.
        if (was !== "folder") {
          machine.write(`${machine.home}/${path}`, was.slice(4), parseInt(was.slice(0, 3), 8));
        }
      }
      assert.deepEqual(work(machine, row), []);
    });
  }
}

Deno.test("a comment that somebody wrote into rtk's entry or table is kept when that goes", () => {
  let count = 0;
  for (const row of AGENT_ROWS) {
    using machine = new AgentMachine();
    machine.install(row);
    for (const edit of machine.edits(row)) {
      const isJsonc = edit.kind === "json-entry" && edit.dialect === "jsonc";
      if (!isJsonc && edit.kind !== "toml-table") continue;
      const text = Deno.readTextFileSync(edit.path);
      const remark = isJsonc ? "/* mine */" : "# mine";
      Deno.writeTextFileSync(edit.path, text.replace(/^(.*timeout.*)$/m, `$1 ${remark}`));
      const kept = machine.remove(row);
      assert.deepEqual(kept.map(({ path }) => path), [edit.path]);
      assert.ok(Deno.readTextFileSync(kept[0]?.keptAt ?? "").includes(remark));
      count++;
    }
  }
  assert.ok(count >= 3, String(count));
});
