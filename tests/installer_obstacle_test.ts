/** What cannot be written is told before anything is, with the way out; what could not be told is taken back. */
import assert from "node:assert/strict";
import { obstacleTo } from "../installer/obstacle.ts";
import { PlanError, planInstall, planRemove } from "../installer/plan.ts";
import { AGENT_ROWS, AgentMachine } from "./harness/agent_rows.ts";
import { foreignFiles } from "./harness/foreign_files.ts";
import { scratchHome } from "./harness/home.ts";

Deno.test("a file or folder of another user's is told by whose it is", () => {
  using machine = new AgentMachine();
  const path = `${machine.home}/a/b.json`;
  machine.write(path, "{}");
  Deno.chmodSync(`${machine.home}/a`, 0o755);
  const { uid } = Deno.statSync(path);
  const name = uid === 0 ? "root" : `user ${uid}`;
  const stranger = (uid ?? 0) + 4242;
  assert.equal(obstacleTo(path), undefined);
  assert.equal(obstacleTo(path, stranger), `it belongs to ${name}; sudo chown "$(id -un)" ${path}`);
  Deno.chmodSync(path, 0o664);
  const folder = `the folder ${machine.home}/a belongs to ${name}; sudo chown "$(id -un)" ${machine.home}/a`;
  assert.equal(obstacleTo(path, stranger), folder);
  assert.equal(obstacleTo(`${machine.home}/a/new/deep.json`, stranger), folder);
  // A group that may write may be one of the user's.
  Deno.chmodSync(`${machine.home}/a`, 0o775);
  assert.equal(obstacleTo(path, stranger), undefined);
});

Deno.test("a file with two names, and a link into a folder that is not there, are told with the way out", () => {
  using machine = new AgentMachine();
  const path = `${machine.home}/a.json`;
  machine.write(path, "{}");
  Deno.linkSync(path, `${machine.home}/other`);
  assert.match(
    obstacleTo(path) ?? "",
    /^it has 2 names \(hard links\), .*\(cp -p \S+a\.json \S+a\.json\.own && mv /,
  );
  for (const target of ["/nowhere/at/all.json", "../gone/it.json"]) {
    const link = `${machine.home}/link`;
    Deno.symlinkSync(target, link);
    assert.match(
      obstacleTo(link) ?? "",
      /^it is a link into \/\S+, which is not there; make that folder or/,
    );
    assert.match(obstacleTo(`${link}/x`) ?? "", /^\S+link is a link into/);
    Deno.removeSync(link);
  }
});

for (const row of AGENT_ROWS) {
  Deno.test(`${row.name}: a folder that cannot be written is told, and nothing is, in and out`, () => {
    using probe = new AgentMachine();
    for (const at of probe.edits(row).filter(({ legacy }) => !legacy).keys()) {
      using machine = new AgentMachine();
      const path = machine.edits(row).filter(({ legacy }) => !legacy)[at]?.path ?? "";
      const folder = path.slice(0, path.lastIndexOf("/"));
      Deno.mkdirSync(folder, { recursive: true });
      Deno.chmodSync(folder, 0o555);
      const before = machine.tree();
      const told = {
        name: "PlanError",
        message: new RegExp(
          `^Cannot edit .*: the folder .* is read-only; chmod u\\+w .*, then run it again$`,
        ),
      };
      assert.throws(() => planInstall(machine.edits(row), machine.memory(row)), told);
      assert.deepEqual(machine.tree(), before);
      Deno.chmodSync(folder, 0o755);
      machine.install(row);
      Deno.chmodSync(folder, 0o555);
      assert.throws(() => planRemove(machine.edits(row), machine.memory(row)), told);
      Deno.chmodSync(folder, 0o755);
    }
  });

  Deno.test(`${row.name}: what is written before a file that cannot be is taken back`, () => {
    for (const isUpgrade of [false, true]) {
      using probe = new AgentMachine();
      for (const at of probe.edits(row).filter(({ legacy }) => !legacy).keys()) {
        using machine = new AgentMachine();
        for (const edit of machine.edits(row)) {
          const file = foreignFiles(edit).at(-1);
          if (file) machine.write(edit.path, file.text);
        }
        const bare = machine.tree();
        if (isUpgrade) machine.install(row);
        if (isUpgrade) machine.rtkPath = "/opt/elsewhere/rtk";
        const changes = planInstall(machine.edits(row), machine.memory(row));
        const path = changes[at]?.path;
        if (path === undefined) continue;
        // A folder with something in it where the new text would first be written.
        machine.write(`${path}.rtk-partial/x`, "");
        const before = machine.tree();
        const notes = noteOf(machine);
        assert.throws(() => machine.install(row), (error) => {
          assert.ok(error instanceof PlanError);
          assert.match(error.message, /^Cannot write .*; the changes were taken back$/);
          return true;
        });
        assert.deepEqual(machine.tree(), before);
        assert.equal(noteOf(machine), notes);
        Deno.removeSync(`${path}.rtk-partial`, { recursive: true });
        machine.install(row);
        machine.remove(row);
        const files = Object.entries(machine.tree()).filter(([, what]) => what !== "folder");
        assert.deepEqual(files, Object.entries(bare).filter(([, what]) => what !== "folder"));
        assert.deepEqual([...Deno.readDirSync(machine.data)], []);
      }
    }
  });
}

function noteOf({ data }: AgentMachine): string {
  try {
    return Deno.readTextFileSync(`${data}/installed.json`);
  } catch {
    return "none";
  }
}

Deno.test("what rtk makes has what the user's mask leaves of its mode", async () => {
  using home = scratchHome();
  const { code, stderr } = await home.run(["sh", "-c", "umask 077; exec rtk init -g --agent claude"]);
  assert.equal(code, 0, stderr);
  const modeOf = (path: string): number => (Deno.statSync(`${home.path}/.claude/${path}`).mode ?? 0) & 0o777;
  assert.deepEqual(["settings.json", "RTK.md", "hooks/rtk-hook.sh"].map(modeOf), [0o600, 0o600, 0o700]);
});

Deno.test({
  name: "a file that root edits stays its owner's",
  ignore: Deno.uid() !== 0,
  fn() {
    for (const row of AGENT_ROWS) {
      using machine = new AgentMachine();
      const edited = machine.edits(row).filter((edit) => foreignFiles(edit).length > 0 && !edit.legacy);
      for (const edit of edited) {
        machine.write(edit.path, foreignFiles(edit)[0]?.text ?? "");
        Deno.chownSync(edit.path, 1234, 1235);
      }
      for (const work of [() => machine.install(row), () => machine.remove(row)]) {
        work();
        for (const { path } of edited) {
          const { uid, gid } = Deno.statSync(path);
          assert.deepEqual([uid, gid], [1234, 1235], path);
        }
      }
    }
  },
});
