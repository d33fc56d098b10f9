/** Signals: what is known is printed, the tool gets each one once, nothing is left running, `nohup` protects. */
import assert from "node:assert/strict";
import { command, Scratch, shell, until } from "./harness/runner.ts";

const KINDS = ["stub-whole", "stub-line", "plain"] as const;

/** Counts the signals it gets, one line each in `signals`, and ends when `stop` is there. */
const COUNTING = `for s in TERM INT HUP QUIT USR1 USR2; do trap "echo $s >>signals" $s; done
echo noise; echo known; echo $$ >pid
while [ ! -e stop ]; do sleep 0.05; done
echo stopped; exit 3`;

function tools(scratch: Scratch, script: string): string {
  for (const name of KINDS) scratch.tool(name, script);
  return scratch.stubRtk();
}

/** Starts rtk as the leader of a process group of its own, as a shell with job control does. */
function inOwnGroup(scratch: Scratch, argv: readonly string[]): Deno.Command {
  const script = `set -m; "$@" & echo $! >group; wait $!; echo "status $?"`;
  return command(scratch, ["/bin/bash", "--norc", "-c", script, "bash", ...argv]);
}

async function started(scratch: Scratch): Promise<number> {
  await until(() =>
    (scratch.read("pid") ?? "").endsWith("\n") && (scratch.read("group") ?? "").endsWith("\n")
  );
  // The sentinel is there after a tenth of a second.
  await new Promise((resolve) => setTimeout(resolve, 500));
  return Number(scratch.read("group"));
}

function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 700));
}

for (const kind of KINDS) {
  for (const to of ["rtk alone", "the group", "each process, as tree killers do"]) {
    Deno.test(`${kind}: the tool gets each signal once, sent to ${to}`, async () => {
      using scratch = new Scratch();
      const child = inOwnGroup(scratch, [tools(scratch, COUNTING), kind]).spawn();
      const pid = await started(scratch);
      for (const signal of ["USR1", "TERM", "HUP", "INT"]) {
        const target = to === "the group" ? [`-${pid}`] : to === "rtk alone" ? [`${pid}`] : family(pid);
        await shell(scratch, `kill -${signal} -- ${target.join(" ")}`, { rtk: "" });
        await settled();
      }
      scratch.file("stop", "");
      const { stdout } = await child.output();
      assert.equal(scratch.read("signals"), "USR1\nTERM\nHUP\nINT\n");
      assert.match(new TextDecoder().decode(stdout), /known\n(?:.*\n)*stopped\nstatus 3\n$/);
    });
  }
}

/** A process and all below it, from /proc. */
function family(pid: number): string[] {
  const parents = new Map<number, number>();
  for (const { name } of Deno.readDirSync("/proc")) {
    const stat = /^\d+$/.test(name) ? readQuietly(`/proc/${name}/stat`) : undefined;
    const parent = stat && /\) \S+ (\d+)/.exec(stat)?.[1];
    if (parent) parents.set(Number(name), Number(parent));
  }
  const found = [pid];
  for (const one of found) {
    for (const [child, parent] of parents) if (parent === one && !found.includes(child)) found.push(child);
  }
  // The shell's own helpers are not the tool.
  return found.map(String);
}

function readQuietly(path: string): string | undefined {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return undefined;
  }
}

for (const kind of KINDS) {
  for (const signal of ["TERM", "INT", "HUP", "QUIT"] as const) {
    Deno.test(`${kind}: ${signal} to rtk ends the tool, prints what is known and ends rtk by it`, async () => {
      using scratch = new Scratch();
      // exec: a shell would wait for its child before it dies.
      const rtk = tools(scratch, "ulimit -c 0; echo noise; echo known; echo $$ >pid; exec sleep 30");
      const child = command(scratch, [rtk, kind]).spawn();
      await until(() => scratch.read("pid") !== undefined);
      await new Promise((resolve) => setTimeout(resolve, 300));
      child.kill(`SIG${signal}`);
      const { stdout, signal: endedBy } = await child.output();
      assert.equal(endedBy, `SIG${signal}`);
      assert.match(new TextDecoder().decode(stdout), /known\n$/);
      await until(() => readQuietly(`/proc/${scratch.read("pid")?.trim()}/stat`) === undefined);
    });
  }
}

for (const kind of ["stub-whole", "stub-line"] as const) {
  Deno.test(`${kind}: a tool that takes its time to end does not keep what is known`, async () => {
    using scratch = new Scratch();
    const script =
      'trap "sleep 3; echo cleaned; exit 9" TERM; echo known; echo $$ >pid; while :; do sleep 0.05; done';
    const child = command(scratch, [tools(scratch, script), kind]).spawn();
    await until(() => scratch.read("pid") !== undefined);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const start = performance.now();
    child.kill("SIGTERM");
    const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    assert.equal((await reader.read()).value, "known\n");
    assert.ok(performance.now() - start < 2500);
    assert.equal((await reader.read()).value, "cleaned\n");
    assert.equal((await child.status).code, 9);
    await child.stderr.cancel();
  });
}

Deno.test("nothing is left running after KILL but what KILL leaves without rtk too", async () => {
  using scratch = new Scratch();
  const rtk = tools(scratch, "echo $$ >pid; exec sleep 30");
  const child = command(scratch, [rtk, "stub-whole"]).spawn();
  await until(() => scratch.read("pid") !== undefined);
  await new Promise((resolve) => setTimeout(resolve, 500));
  const before = family(child.pid).map(Number);
  assert.equal(before.length, 3, "rtk, the tool, the sentinel");
  child.kill("SIGKILL");
  await child.output();
  const tool = Number(scratch.read("pid"));
  const gone = before.filter((pid) => pid !== tool);
  await until(() => gone.every((pid) => readQuietly(`/proc/${pid}/stat`) === undefined));
  Deno.kill(tool, "SIGKILL");
});

Deno.test("nothing is left running after a run that took its time", async () => {
  using scratch = new Scratch();
  const rtk = tools(scratch, "sleep 0.6; echo end");
  const script = 'set -m; "$RTK" stub-whole & group=$!; wait $group; kill -0 -- -$group && echo left';
  const { stdout } = await shell(scratch, script, { rtk });
  assert.equal(stdout, "end\n");
});

for (const kind of KINDS) {
  Deno.test(`${kind}: nohup still protects rtk and the tool`, async () => {
    using scratch = new Scratch();
    const rtk = tools(
      scratch,
      "echo $$ >pid; while [ ! -e stop ]; do sleep 0.05; done; echo survived; exit 4",
    );
    const child = inOwnGroup(scratch, ["nohup", rtk, kind]).spawn();
    const pid = await started(scratch);
    await shell(scratch, `kill -HUP -- -${pid}`, { rtk });
    await settled();
    await shell(scratch, `kill -HUP ${pid}`, { rtk });
    await settled();
    scratch.file("stop", "");
    const { stdout } = await child.output();
    assert.equal(new TextDecoder().decode(stdout), "survived\nstatus 4\n");
  });
}

Deno.test("timeout ends the tool through rtk, and its status is timeout's", async () => {
  using scratch = new Scratch();
  const rtk = tools(
    scratch,
    "trap 'echo TERM >>signals; exit 7' TERM; echo known; while :; do sleep 0.05; done",
  );
  const { stdout } = await shell(scratch, 'timeout 1 "$RTK" stub-whole; echo $?', { rtk });
  assert.equal(stdout, "known\n124\n");
  assert.equal(scratch.read("signals"), "TERM\n");
});

Deno.test("a signal while others still hold the tool's pipe ends the waiting, and what is known is printed", async () => {
  using scratch = new Scratch();
  const script = `(for i in $(seq 40); do echo later; sleep 0.25; done) & echo known; echo $$ >pid; exit 3`;
  const child = inOwnGroup(scratch, [tools(scratch, script), "stub-whole"]).spawn();
  const pid = await started(scratch);
  const start = performance.now();
  Deno.kill(pid, "SIGTERM");
  const { stdout } = await child.output();
  assert.match(new TextDecoder().decode(stdout), /^known\n(?:later\n)+status 3\n$/);
  assert.ok(performance.now() - start < 3000, `${performance.now() - start}`);
});
