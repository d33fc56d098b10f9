/** `rtk init` itself, built, for every agent and scope: a dry run writes nothing, and a whole round leaves nothing behind. */
import assert from "node:assert/strict";
import { diffText } from "../installer/diff.ts";
import { planInstall, stateOfEdits } from "../installer/plan.ts";
import { AGENT_ROWS, AgentMachine, type AgentRow, treeOf } from "./harness/agent_rows.ts";
import { brokenFiles, foreignFiles } from "./harness/foreign_files.ts";
import { builtRtk } from "./harness/runner.ts";

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A machine with other programs' files on it, on which rtk is. */
function furnished(row: AgentRow): AgentMachine {
  const machine = new AgentMachine();
  machine.rtkPath = `${machine.bin}/rtk`;
  Deno.symlinkSync(builtRtk(), machine.rtkPath);
  // With it rtk has nothing to note for itself.
  machine.write(`${machine.home}/.config/rtk/config.toml`, `[hooks]\nrtk_path = "${machine.rtkPath}"\n`);
  for (const edit of machine.edits(row)) {
    const file = foreignFiles(edit).at(-1);
    if (file) machine.write(edit.path, file.text);
  }
  return machine;
}

async function init(machine: AgentMachine, { agent, kind }: AgentRow, ...words: string[]): Promise<Ran> {
  const cache = Deno.env.get("DENO_DIR") ?? `${Deno.env.get("HOME") ?? "/tmp"}/.cache/deno`;
  const { code, stdout, stderr } = await new Deno.Command(machine.rtkPath, {
    args: ["init", ...(kind === "global" ? ["-g"] : []), "--agent", agent.id, ...words],
    cwd: machine.project,
    clearEnv: true,
    env: {
      HOME: machine.home,
      PATH: `${machine.bin}:/usr/bin:/bin`,
      RTK_DATA_DIR: `${machine.data}/rtk`,
      DENO_DIR: cache,
    },
    stdin: "null",
  }).output();
  const text = new TextDecoder();
  return { code, stdout: text.decode(stdout), stderr: text.decode(stderr) };
}

for (const row of AGENT_ROWS) {
  Deno.test(`${row.name}: rtk init tells what it would do and does it, and takes all of it out again`, async () => {
    using machine = furnished(row);
    const before = machine.tree();
    const plan = diffText(planInstall(machine.edits(row)));
    const dry = await init(machine, row, "--dry-run");
    assert.deepEqual([dry.code, dry.stderr], [0, ""]);
    assert.equal(dry.stdout.trimEnd(), `${row.agent.id}:\n${plan}`.trimEnd());
    assert.deepEqual([machine.tree(), treeOf(machine.data)], [before, {}], "a dry run writes nothing");
    const { code, stderr } = await init(machine, row);
    assert.deepEqual([code, stderr], [0, ""]);
    assert.equal(stateOfEdits(machine.edits(row)), "installed");
    const once = machine.tree();
    assert.equal((await init(machine, row, "--uninstall", "--dry-run")).code, 0);
    assert.deepEqual(machine.tree(), once);
    assert.equal((await init(machine, row, "--uninstall")).code, 0);
    assert.deepEqual(machine.tree(), before);
  });

  Deno.test(`${row.name}: rtk init names the file and the line that it cannot read, and writes nothing`, async () => {
    using machine = furnished(row);
    const edit = machine.edits(row).find((one) => brokenFiles(one).length > 0);
    if (!edit) return;
    const [broken] = brokenFiles(edit);
    assert.ok(broken);
    machine.write(edit.path, broken.text);
    const before = machine.tree();
    for (const words of [[], ["--dry-run"]]) {
      const { code, stdout, stderr } = await init(machine, row, ...words);
      assert.deepEqual([code, stdout], [1, ""]);
      assert.ok(stderr.includes(`Cannot edit ${edit.path}:${broken.line}: `), stderr);
    }
    assert.deepEqual(machine.tree(), before);
  });
}
