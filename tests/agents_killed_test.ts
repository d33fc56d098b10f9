/**
 * `rtk init` killed at two hundred moments, over all agents and scopes: every file is the old one or the new one, and the
 * next run puts right what was left. Half of the moments are random times, half are those at which files are being written.
 */
import assert from "node:assert/strict";
import { PARTIAL } from "../installer/files.ts";
import { withLock } from "../installer/lock.ts";
import { type FileChange, planInstall, planRemove } from "../installer/plan.ts";
import { AGENT_ROWS, AgentMachine, type AgentRow, treeOf } from "./harness/agent_rows.ts";
import { foreignFiles } from "./harness/foreign_files.ts";
import { seeded } from "./harness/mutate.ts";
import { builtRtk } from "./harness/runner.ts";

const ROUNDS = 200;
const AT_ONCE = 4;

/** Part of the rounds repair with a run of their own, the others with the same code in this process. */
const REAL_REPAIR = 10;

const seed = Number(Deno.env.get("RTK_TEST_SEED") ?? crypto.getRandomValues(new Uint32Array(1))[0]);

Deno.test(`rtk init, killed at ${ROUNDS} moments, leaves every file old or new, and the next run repairs (RTK_TEST_SEED=${seed})`, async () => {
  using usual = new AgentMachine();
  furnish(usual, rowOf(0));
  const start = performance.now();
  await rtkInit(usual, { row: rowOf(0), action: [] }).status;
  const span = performance.now() - start;
  const below = seeded(seed);
  const random = (): number => below(10_000) / 10_000;
  const found = { before: 0, within: 0, after: 0 };
  // How many hit the few milliseconds of writing depends on the machine: a busy one takes more rounds.
  for (let at = 0; at < ROUNDS || (found.within < ROUNDS / 20 && at < 3 * ROUNDS); at += AT_ONCE) {
    const some = Array.from({ length: AT_ONCE }, (_, more) => ({
      round: at + more,
      share: random(),
      late: random(),
    }));
    for (const where of await Promise.all(some.map((one) => killedRun(one, span)))) found[where]++;
  }
  // Otherwise nothing of what is tried here was tried.
  assert.ok(found.within >= ROUNDS / 20, JSON.stringify(found));
});

interface Round {
  readonly round: number;
  /** From 0 to 1: when. */
  readonly share: number;
  readonly late: number;
}

interface Task {
  readonly row: AgentRow;
  readonly action: readonly string[];
}

function rowOf(round: number): AgentRow {
  const row = AGENT_ROWS[round % AGENT_ROWS.length];
  if (!row) throw new Error("Cannot find an agent");
  return row;
}

/** One round; answers whether nothing, a part or all was done when the run was killed. */
async function killedRun(
  { round, share, late }: Round,
  span: number,
): Promise<"before" | "within" | "after"> {
  using machine = new AgentMachine();
  const row = rowOf(round);
  furnish(machine, row);
  const bare = machine.tree();
  const isRemoval = Math.floor(round / AGENT_ROWS.length) % 2 === 1;
  const task: Task = { row, action: isRemoval ? ["--uninstall"] : [] };
  if (isRemoval) await machine.install(row);
  const start = machine.tree();
  const changes = isRemoval ? removalOf(machine, row) : planInstall(machine.edits(row));
  assert.ok(changes.length > 0);
  const moment = round % 2 === 0 ? { time: share * span } : { event: Math.ceil(share * 10), late: late * 3 };
  await killAt(machine, task, moment);
  const what = `round ${round}: ${row.name} ${task.action}`;
  const states = changes.map((change) => stateOf(change, isRemoval ? bare : undefined, machine));
  assert.ok(!states.includes("half"), `${what}: ${states}`);
  const touched = changes.map(({ path }) => path.slice(machine.home.length + 1));
  assert.deepEqual(withoutFiles(machine.tree(), touched), withoutFiles(start, touched), what);
  JSON.parse(textAt(`${machine.data}/installed.json`) ?? "[]");
  await repair(machine, task, round);
  if (!isRemoval) {
    assert.deepEqual(planInstall(machine.edits(row)), [], what);
    assert.deepEqual(partials(machine), [], what);
    await machine.remove(row);
  }
  assert.deepEqual(machine.tree(), bare, what);
  const left = Object.keys(treeOf(machine.data)).filter((name) => !OWN_DATA.test(name));
  // Half a digest of the configuration is written anew by the next run that installs.
  const own = round % REAL_REPAIR === 0 && !isRemoval
    ? left
    : left.filter((name) => !/^gate-.*\.partial$/.test(name));
  assert.deepEqual(own, [], what);
  return states.every((state) => state === "old") ? "before" : states.includes("old") ? "within" : "after";
}

/** What rtk keeps in its data folder whether something is installed or not. */
const OWN_DATA = /^(?:lock|gate-\w+\.json)$/;

/** Files of other programs, and a configuration of rtk's that needs no change. */
function furnish(machine: AgentMachine, row: AgentRow): void {
  machine.rtkPath = `${machine.bin}/rtk`;
  Deno.symlinkSync(builtRtk(), machine.rtkPath);
  machine.write(`${machine.home}/.config/rtk/config.toml`, `[hooks]\nrtk_path = "${machine.rtkPath}"\n`);
  for (const edit of machine.edits(row)) {
    const [file] = foreignFiles(edit);
    if (file) machine.write(edit.path, file.text);
  }
}

function removalOf(machine: AgentMachine, row: AgentRow): FileChange[] {
  return planRemove(machine.edits(row), machine.memory(row));
}

function rtkInit(machine: AgentMachine, { row: { agent, kind }, action }: Task): Deno.ChildProcess {
  const { home, bin, data, project, rtkPath } = machine;
  const words = ["init", ...(kind === "global" ? ["-g"] : []), "--agent", agent.id, ...action];
  const cache = Deno.env.get("DENO_DIR") ?? `${Deno.env.get("HOME") ?? "/tmp"}/.cache/deno`;
  return new Deno.Command(rtkPath, {
    args: words,
    cwd: project,
    clearEnv: true,
    env: { HOME: home, PATH: `${bin}:/usr/bin:/bin`, RTK_DATA_DIR: data, DENO_DIR: cache },
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).spawn();
}

/** A time in milliseconds, or so many events in the folders that are written to and a little more. */
type Moment = { readonly time: number } | { readonly event: number; readonly late: number };

async function killAt(machine: AgentMachine, task: Task, moment: Moment): Promise<void> {
  using watcher = "event" in moment ? Deno.watchFs([machine.data, machine.home]) : undefined;
  const child = rtkInit(machine, task);
  const ended = Promise.all([child.status, child.stderr.cancel()]);
  const wait = (time: number) => new Promise((resolve) => setTimeout(resolve, time));
  if (!watcher || !("event" in moment)) await Promise.race([wait("time" in moment ? moment.time : 0), ended]);
  else {
    await Promise.race([eventsOf(watcher, moment.event), ended]);
    await wait(moment.late);
  }
  try {
    child.kill("SIGKILL");
  } catch {
    // It had ended.
  }
  await ended;
}

async function eventsOf(watcher: Deno.FsWatcher, count: number): Promise<void> {
  let seen = 0;
  for await (const { kind } of watcher) if (kind !== "access" && ++seen >= count) return;
}

type FileState = "old" | "new" | "half";

/** @param bare the files as they were before the installation, where that is what a removal gives back. */
function stateOf(
  { path, before, after }: FileChange,
  bare: Readonly<Record<string, string>> | undefined,
  machine: AgentMachine,
): FileState {
  const text = textAt(path);
  if (text === before) return "old";
  const kept = bare?.[path.slice(machine.home.length + 1)]?.slice("644 ".length);
  return text === (bare ? kept : after) ? "new" : "half";
}

function textAt(path: string): string | undefined {
  try {
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(Deno.readFileSync(path));
  } catch {
    return undefined;
  }
}

/** The files of a tree without those of a list and without temporary ones. */
function withoutFiles(
  tree: Readonly<Record<string, string>>,
  paths: readonly string[],
): Record<string, string> {
  const kept = Object.entries(tree).filter(([path, what]) =>
    what !== "folder" && !paths.includes(path) && !path.endsWith(PARTIAL)
  );
  return Object.fromEntries(kept);
}

function partials(machine: AgentMachine): string[] {
  return Object.keys(treeOf(machine.path)).filter((path) => path.endsWith(PARTIAL));
}

async function repair(machine: AgentMachine, task: Task, round: number): Promise<void> {
  if (round % REAL_REPAIR === 0) {
    const child = rtkInit(machine, task);
    const [{ code }, stderr] = await Promise.all([child.status, new Response(child.stderr).text()]);
    assert.equal(code, 0, stderr);
  } else {
    await withLock(machine.data, async () => {
      await (task.action.length === 0 ? machine.install(task.row) : machine.remove(task.row));
    });
  }
}
