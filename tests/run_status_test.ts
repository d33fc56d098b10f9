/** Law 3: `$?` is what it would have been. The tools are fakes; `wc` has a unit, `plain` has none. */
import assert from "node:assert/strict";
import { builtRtk, run, Scratch, shell } from "./harness/runner.ts";

const rtk = builtRtk();
const KINDS = ["plain", "wc"] as const;

Deno.test("every exit status from 0 to 255 comes back", async () => {
  using scratch = new Scratch();
  scratch.tool("plain", "exit $1");
  scratch.tool("wc", "echo '  1 x'; exit $1");
  // Odd ones through the unit, even ones without; two at a time.
  const script = `check() { "$RTK" $2 $1 >/dev/null; c=$?; [ $c = $1 ] || echo "$2 $1: $c"; }
for n in $(seq 0 2 255); do check $n plain & check $((n + 1)) wc; wait; done`;
  const { stdout, code } = await shell(scratch, script, { rtk });
  assert.equal(stdout, "");
  assert.equal(code, 0);
});

/** Signal, `$?` in a shell, and whether rtk itself dies by the signal. */
const SIGNALS = [
  ["TERM", 143, "SIGTERM"],
  ["INT", 130, "SIGINT"],
  ["HUP", 129, "SIGHUP"],
  ["QUIT", 131, "SIGQUIT"],
  ["KILL", 137, "SIGKILL"],
  ["SEGV", 139, null],
  ["PIPE", 141, null],
  ["ABRT", 134, null],
  ["USR1", 138, null],
  ["34", 162, null],
  ["64", 192, null],
] as const;

for (const [name, status, signal] of SIGNALS) {
  Deno.test(`death by ${name} is status ${status}${signal ? ", and rtk dies by it too" : ""}`, async () => {
    using scratch = new Scratch();
    for (const kind of KINDS) {
      scratch.tool(kind, `ulimit -c 0; kill -${name} $$; sleep 5`);
      const { stdout } = await shell(scratch, `"$RTK" ${kind} 2>/dev/null; echo $?`, { rtk });
      assert.equal(stdout, `${status}\n`, kind);
      const ran = await run(scratch, [rtk, kind]);
      assert.equal(ran.signal, signal, kind);
    }
  });
}

Deno.test("a name that is nowhere is 127, with the shell's words", async () => {
  using scratch = new Scratch();
  const ran = await run(scratch, [rtk, "no-such-tool", "-x"]);
  assert.deepEqual([ran.code, ran.stdout, ran.stderr], [127, "", "no-such-tool: command not found\n"]);
  const path = await run(scratch, [rtk, "./no-such-tool"]);
  assert.deepEqual([path.code, path.stderr], [127, "./no-such-tool: No such file or directory\n"]);
});

Deno.test("a folder on PATH that cannot be read does not make a missing tool look forbidden", async () => {
  using scratch = new Scratch();
  const env = { PATH: `/root/none:/proc/1/root/none:${scratch.bin}:/usr/bin:/bin` };
  const ran = await run(scratch, [rtk, "no-such-tool"], { env });
  assert.deepEqual([ran.code, ran.stderr], [127, "no-such-tool: command not found\n"]);
});

Deno.test("what cannot be executed is 126", async () => {
  using scratch = new Scratch();
  scratch.file("bin/plain", "exit 0\n");
  const named = await run(scratch, [rtk, "plain"]);
  assert.deepEqual([named.code, named.stderr], [126, "plain: Permission denied\n"]);
  const file = await run(scratch, [rtk, "./bin/plain"]);
  assert.deepEqual([file.code, file.stderr], [126, "./bin/plain: Permission denied\n"]);
  const folder = await run(scratch, [rtk, "./bin"]);
  assert.deepEqual([folder.code, folder.stderr], [126, "./bin: Is a directory\n"]);
});

Deno.test("a script without a first line runs as a shell runs it", async () => {
  using scratch = new Scratch();
  scratch.file("bin/plain", "echo ran; exit 7\n", 0o755);
  const ran = await run(scratch, [rtk, "plain"]);
  assert.deepEqual([ran.code, ran.stdout], [7, "ran\n"]);
});

Deno.test("a name with an equals sign is run, not taken for an assignment", async () => {
  using scratch = new Scratch();
  scratch.tool("a=b", 'echo "ran $1"; exit 3');
  const ran = await run(scratch, [rtk, "a=b", "x"]);
  assert.deepEqual([ran.code, ran.stdout], [3, "ran x\n"]);
});

Deno.test("rtk without a tool to run is a mistake in its use", async () => {
  using scratch = new Scratch();
  for (const argv of [["proxy"], ["--"], ["--no-such-option"]]) {
    const ran = await run(scratch, [rtk, ...argv]);
    assert.equal(ran.code, 2, argv.join(" "));
    assert.match(ran.stderr, /^rtk: Cannot run.*\n$/);
  }
});
