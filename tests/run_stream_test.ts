/** What a run prints, on which stream, in which order and when. The units are the suite's own. */
import assert from "node:assert/strict";
import { isProgress } from "../core/run/progress_line.ts";
import { type Patience, pump } from "../core/run/pump.ts";
import { start } from "../core/run/start.ts";
import { command, run, Scratch, shell } from "./harness/runner.ts";

/** The tools of the suite's units; each runs its first argument as shell text. */
function stubs(scratch: Scratch): string {
  for (const name of ["cut", "exact", "inner", "line", "line-cut", "line-held", "plan", "throw", "whole"]) {
    scratch.tool(`stub-${name}`, 'text=$1; shift; eval "$text"');
  }
  return scratch.stubRtk();
}

const encoder = new TextEncoder();

Deno.test("facts leave on the stream they came from", async () => {
  using scratch = new Scratch();
  const rtk = stubs(scratch);
  const text = "echo noise; echo out; echo noise >&2; echo err >&2";
  for (const tool of ["stub-whole", "stub-line"]) {
    const ran = await run(scratch, [rtk, tool, text]);
    assert.deepEqual([ran.stdout, ran.stderr], ["out\n", "err\n"], tool);
    const hidden = await shell(scratch, `"$RTK" ${tool} '${text}' 2>/dev/null`, { rtk });
    assert.deepEqual([hidden.stdout, hidden.stderr], ["out\n", ""], tool);
  }
});

const ALTERNATING =
  "i=0; while [ $i -lt 200 ]; do echo out $i; echo err $i >&2; echo noise; i=$((i+1)); done";
const IN_ORDER = Array.from({ length: 200 }, (_, at) => `out ${at}\nerr ${at}\n`).join("");

for (const tool of ["stub-whole", "stub-line"]) {
  Deno.test(`${tool}: the order is kept where both streams are one file`, async () => {
    using scratch = new Scratch();
    const rtk = stubs(scratch);
    const piped = await shell(scratch, `"$RTK" ${tool} '${ALTERNATING}' 2>&1 | cat`, { rtk });
    assert.equal(piped.stdout, IN_ORDER);
    await shell(scratch, `"$RTK" ${tool} '${ALTERNATING}' >both 2>&1`, { rtk });
    assert.equal(scratch.read("both"), IN_ORDER);
    await shell(scratch, `"$RTK" ${tool} '${ALTERNATING}' >>both 2>&1`, { rtk });
    assert.equal(scratch.read("both"), IN_ORDER + IN_ORDER);
  });
}

Deno.test("bytes that are no UTF-8 come back, in lines that stay and around lines that go", async () => {
  using scratch = new Scratch();
  const rtk = stubs(scratch);
  const bytes = Uint8Array.of(
    ...encoder.encode("caf\u00e9 \u2713\nnoise\n"),
    ...[0xe9, 0x20, 0xff, 0xfe, 0x00, 0x80, 0x0a],
    ...encoder.encode("noise \u2713\n\ufeffmark \ufffd\r\n"),
    ...[0xed, 0xa0, 0x80, 0xc3],
  );
  scratch.file("bytes", bytes);
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  const kept = Uint8Array.from(text.replaceAll(/noise.*\n/g, ""), (unit) => unit.charCodeAt(0));
  for (const tool of ["stub-whole", "stub-line"]) {
    const ran = await run(scratch, [rtk, tool, "cat bytes"]);
    // These units are not verbatim: a carriage return before a newline goes.
    assert.deepEqual(ran.stdoutBytes, withoutReturns(kept), tool);
  }
  for (const tool of ["stub-throw", "stub-exact", "plain"]) {
    scratch.tool("plain", "cat bytes");
    const ran = await run(scratch, [rtk, tool, "cat bytes | tr -d '\\000'"]);
    const expected = tool === "plain" ? bytes : bytes.filter((byte) => byte !== 0);
    assert.deepEqual(ran.stdoutBytes, expected, tool);
  }
});

function withoutReturns(bytes: Uint8Array): Uint8Array {
  return bytes.filter((byte, at) => byte !== 13 || bytes[at + 1] !== 10);
}

Deno.test("a final line without a newline stays without one, and an empty output empty", async () => {
  using scratch = new Scratch();
  const rtk = stubs(scratch);
  for (const tool of ["stub-whole", "stub-line", "stub-throw", "stub-exact"]) {
    assert.equal((await run(scratch, [rtk, tool, "printf 'a\\nb'"])).stdout, "a\nb", tool);
    const empty = await run(scratch, [rtk, tool, "exit 3"]);
    assert.deepEqual([empty.stdout, empty.stderr, empty.code], ["", "", 3], tool);
  }
});

Deno.test("a unit that throws leaves the raw output, in its order", async () => {
  using scratch = new Scratch();
  const rtk = stubs(scratch);
  const whole = await run(scratch, [rtk, "stub-throw", "echo a; echo b >&2; exit 4"]);
  assert.deepEqual([whole.stdout, whole.stderr, whole.code], ["a\n", "b\n", 4]);
  const line = await run(scratch, [
    rtk,
    "stub-line-held",
    "echo a; echo e >&2; echo throw; echo b; printf c",
  ]);
  assert.deepEqual([line.stdout, line.stderr], ["a\nthrow\nb\nc", "e\n"]);
});

Deno.test("an exact unit's small outputs pass, huge and binary ones are outlined", async () => {
  using scratch = new Scratch();
  const rtk = stubs(scratch);
  const small = await run(scratch, [rtk, "stub-exact", "seq 6000"]);
  assert.equal(small.stdout.split("\n").length, 6001);
  const huge = await run(scratch, [rtk, "stub-exact", "seq 7000"]);
  assert.equal(huge.stdout, "7000 lines\n");
  const binary = await run(scratch, [rtk, "stub-exact", "printf 'a\\nb\\000c\\nd\\ne\\nf\\n'"]);
  assert.equal(binary.stdout, "5 lines\n");
});

Deno.test("a line unit prints lines while the tool still runs", async () => {
  using scratch = new Scratch();
  const rtk = stubs(scratch);
  const child = command(scratch, [rtk, "stub-line", "echo first; echo noise; read x; echo $x"], { stdin: "" })
    .spawn();
  const reader = child.stdout.getReader();
  assert.equal(new TextDecoder().decode((await reader.read()).value), "first\n");
  const writer = child.stdin.getWriter();
  await writer.write(encoder.encode("second\n"));
  assert.equal(new TextDecoder().decode((await reader.read()).value), "second\n");
  await writer.close();
  await Promise.all([child.status, child.stderr.cancel(), reader.cancel()]);
});

Deno.test("what a line unit still holds is printed at the end, with the status", async () => {
  using scratch = new Scratch();
  const rtk = stubs(scratch);
  const ran = await run(scratch, [rtk, "stub-line-held", "seq 5; exit 6"]);
  assert.deepEqual([ran.stdout, ran.code], ["5 held, status 6\n", 6]);
});

for (const tool of ["stub-whole", "stub-line", "stub-exact", "plain"]) {
  Deno.test(`${tool}: a prompt without a newline is seen soon after a second`, async () => {
    using scratch = new Scratch();
    const rtk = stubs(scratch);
    scratch.tool("plain", 'eval "$1"');
    const text =
      "echo before; printf 'Go on? [y/N] '; read answer; echo \"got $answer\"; echo noise; echo end";
    const child = command(scratch, [rtk, tool, text], { stdin: "" }).spawn();
    const start = performance.now();
    const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    let seen = "";
    while (!seen.includes("Go on? [y/N] ")) seen += (await reader.read()).value ?? "";
    const waited = performance.now() - start;
    const writer = child.stdin.getWriter();
    await writer.write(encoder.encode("y\n"));
    await writer.close();
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      seen += value;
    }
    await Promise.all([child.status, child.stderr.cancel()]);
    assert.ok(waited < 5000, `${waited} ms`);
    for (const fact of ["before\n", "got y\n", "end\n"]) assert.ok(seen.includes(fact), seen);
    // What is printed after the prompt does not stick to it, unless the tool's own text does.
    if (tool === "stub-whole") assert.equal(seen, "Go on? [y/N] \nbefore\nGo on? [y/N] got y\nend\n");
    if (tool === "plain" || tool === "stub-exact") {
      assert.equal(seen, "before\nGo on? [y/N] got y\nnoise\nend\n");
    }
  });
}

Deno.test("a prompt that is all of a raw output is not printed twice", async () => {
  using scratch = new Scratch();
  const rtk = stubs(scratch);
  const ran = await run(scratch, [rtk, "stub-throw", "printf 'Name? '; sleep 1.4; echo; echo end"]);
  assert.equal(ran.stdout, "Name? \nend\n");
});

Deno.test("marks of finished tests are no prompt", async () => {
  using scratch = new Scratch();
  const rtk = stubs(scratch);
  const text = "echo noise; printf 'tests/a_test.py ..F'; sleep 1.4; echo '. [100%]'; echo end";
  const ran = await run(scratch, [rtk, "stub-whole", text]);
  assert.equal(ran.stdout, "tests/a_test.py ..F. [100%]\nend\n");
});

const PROMPTS = [
  "Go on? [y/N] ",
  "Go on? [y/N]",
  "Password:",
  "Password for 'https://a.example': ",
  "Press ENTER",
  "Press ENTER...",
  "ENTER...",
  "Press enter to continue ...",
  "Press any key to continue . . . ",
  "Enable SSE",
  "Name",
  "(Pdb) ",
  "> ",
  "?",
  "% ",
  "srv1%",
  "$ ",
  "... ",
  "Rate 1-5 [3]",
  "Rate [50%]: ",
  "Take [1/2]",
  "Take 1/2",
  "tests/test_a.py::test_ask Name? ",
  "test_a.py ..Name? ",
  "Overwrite a.txt? (y/n)",
  "Overwrite a.txt",
  "Overwrite a.txt ",
  "Run a.py? ",
  "a.py: ",
  "\x1b[1mSure?\x1b[0m ",
];
const PROGRESS = [
  "test_to.py F",
  "sub dir/test_b.py F",
  "test_to.py ",
  "sub dir/test_b.py ",
  "tests/test_a.py ..FEsxX",
  "F.FF.FFxX.",
  "F.FF.FFxX [100%]",
  "....                                                                     [ 80%]",
  "test_a.py .F [ 3/12]",
  "\x1b[32m.\x1b[0m\x1b[31mF\x1b[0m",
  "××F××°±",
  "·····T·",
  ".F..i.",
  "..*.F",
  ".",
  "suite one ..F.",
  "...............  15 / 100 ( 15%)",
  "test tests::slow ... ",
  "test_slow (test_calc.T.test_slow) ... ",
  "tests/test_a.py::TestB::test_c ",
  "my dir/test_a.py::test_c[x y] ",
  "......i. 88/120",
  "Downloading 12.5%",
  "\rDownloading  7%\rDownloading  9%",
];

Deno.test("an unended line of progress is told from a prompt", () => {
  assert.deepEqual(PROMPTS.filter((line) => isProgress(line)), []);
  assert.deepEqual(PROGRESS.filter((line) => !isProgress(line)), []);
});

Deno.test("progress is shown by no unit, a prompt behind it is", async () => {
  using scratch = new Scratch();
  const rtk = stubs(scratch);
  const [one, percent, line, asked] = await Promise.all([
    run(scratch, [rtk, "stub-whole", "echo noise; printf 'a b/test.py F'; sleep 1.4; echo; echo end"]),
    run(scratch, [rtk, "stub-throw", "echo noise; printf 'F. [100%%]'; sleep 1.4; echo; echo end"]),
    run(scratch, [rtk, "stub-line", "printf 'noise.py .F'; sleep 1.4; echo; echo end"]),
    run(scratch, [rtk, "stub-whole", "echo noise; printf 'a.py .Name? '; sleep 1.4; echo; echo end"]),
  ]);
  assert.equal(one.stdout, "a b/test.py F\nend\n");
  assert.equal(percent.stdout, "noise\nF. [100%]\nend\n");
  assert.equal(line.stdout, "end\n");
  assert.equal(asked.stdout, "a.py .Name? \na.py .Name? \nend\n");
});

Deno.test("a block of buffered output that ends within a line is no prompt", async () => {
  using scratch = new Scratch();
  const rtk = stubs(scratch);
  const text = "{ echo noise; seq 100000 119999; } | head -c 8192; sleep 1.4; echo; echo end";
  const ran = await run(scratch, [rtk, "stub-whole", text]);
  assert.equal(ran.stdout.length, 8192 - "noise\n".length + "\nend\n".length);
});

Deno.test("after ten silent seconds one line tells that the run lives", async () => {
  using scratch = new Scratch();
  const rtk = stubs(scratch);
  const text = "echo noise; echo a; sleep 5; echo b; sleep 6.5; echo c";
  const [apart, merged, silent] = await Promise.all([
    run(scratch, [rtk, "stub-whole", text]),
    shell(scratch, `"$RTK" stub-whole '${text}' 2>&1 | cat`, { rtk }),
    run(scratch, [rtk, "stub-whole", "sleep 11"]),
  ]);
  assert.deepEqual([apart.stdout, apart.stderr], ["a\nb\nc\n", "[rtk: 3 lines so far]\n"]);
  assert.equal(merged.stdout, "[rtk: 3 lines so far]\na\nb\nc\n");
  // The tool itself would have been silent too.
  assert.deepEqual([silent.stdout, silent.stderr], ["", ""]);
});

for (const tool of ["stub-line", "plain"]) {
  Deno.test(`${tool}: a reader that closes early ends the tool`, async () => {
    using scratch = new Scratch();
    const rtk = stubs(scratch);
    scratch.tool("plain", 'eval "$1"');
    // The exit trap runs as the tool's last act, whatever ends it but KILL.
    const script =
      `"$RTK" ${tool} 'i=0; while :; do echo line $i || { echo $i >ended; exit 7; }; i=$((i+1)); done' |
      head -2; echo "\${PIPESTATUS[0]}"`;
    const ran = await shell(scratch, script, { rtk });
    assert.match(ran.stdout, /^line 0\nline 1\n(?:141|7)\n$/);
    assert.ok(ran.ms < 8000, `${ran.ms}`);
  });
}

Deno.test("a reader that is gone when a whole output is printed changes nothing but that", async () => {
  using scratch = new Scratch();
  const rtk = stubs(scratch);
  const script = '"$RTK" stub-whole "seq 100000; echo done >ran; exit 5" | true; echo "${PIPESTATUS[0]}"';
  const ran = await shell(scratch, script, { rtk });
  assert.deepEqual([ran.stdout, ran.stderr, scratch.read("ran")], ["5\n", "", "done\n"]);
});

Deno.test("a disk that is full under the output is told, and no success", async () => {
  using scratch = new Scratch();
  const rtk = stubs(scratch);
  const ran = await shell(scratch, '"$RTK" stub-whole "echo a" >/dev/full; echo $?', { rtk });
  assert.equal(ran.stdout, "1\n");
  assert.match(ran.stderr, /^rtk: Cannot write the output: .*No space left/);
});

for (const tool of ["stub-whole", "stub-line", "stub-exact", "plain"]) {
  Deno.test(`${tool}: a process that keeps the pipe does not keep rtk`, async () => {
    using scratch = new Scratch();
    const rtk = stubs(scratch);
    scratch.tool("plain", 'eval "$1"');
    const text = "sleep 30 & echo $! >pid; echo out; echo err >&2; exit 3";
    const ran = await shell(scratch, `"$RTK" ${tool} '${text}' >out 2>err; echo $?`, { rtk });
    Deno.kill(Number(scratch.read("pid")), "SIGKILL");
    assert.deepEqual([ran.stdout, scratch.read("out"), scratch.read("err")], ["3\n", "out\n", "err\n"]);
    assert.ok(ran.ms < 10_000, `${ran.ms}`);
  });
}

for (const tool of ["stub-whole", "stub-line", "stub-exact"]) {
  Deno.test(`${tool}: what a process writes soon after its parent's end is not lost`, async () => {
    using scratch = new Scratch();
    const rtk = stubs(scratch);
    const text =
      "{ sleep 0.7; echo late; echo late error >&2; sleep 0.7; echo noise; printf last; } & echo first; exit 3";
    const ran = await shell(scratch, `"$RTK" ${tool} '${text}' >out 2>err; echo $?`, { rtk });
    const told = [ran.stdout, scratch.read("out")?.replace("noise\n", ""), scratch.read("err")];
    assert.deepEqual(told, ["3\n", "first\nlate\nlast", "late error\n"]);
    const merged = await shell(scratch, `"$RTK" ${tool} '${text}' 2>&1 | cat`, { rtk });
    assert.equal(merged.stdout.replace("noise\n", ""), "first\nlate\nlate error\nlast");
  });
}

/** Starts a shell and pumps it; answers what it wrote, its status, and how long it took after the shell's end. */
async function pumped(text: string, patience?: Patience): Promise<{ out: string; exit: number; ms: number }> {
  const running = start({ command: "/bin/sh", args: ["-c", text] }, "piped");
  const decoder = new TextDecoder();
  let out = "";
  let end = 0;
  const take = (_fd: 1 | 2, bytes: Uint8Array): Promise<void> => {
    // Enough to see what came; a firehose has more.
    if (out.length < 10_000) out += decoder.decode(bytes);
    return Promise.resolve();
  };
  const onEnd = (): void => {
    end = performance.now();
  };
  const { exit } = await pump(running, take, { onEnd, ...(patience && { patience }) });
  running.relay.close();
  return { out, exit, ms: performance.now() - end };
}

Deno.test("a process that keeps the pipe in silence costs a second, not more", async () => {
  const { out, exit, ms } = await pumped("sleep 8 & echo out; exit 4");
  assert.deepEqual([out, exit], ["out\n", 4]);
  assert.ok(ms > 900 && ms < 7000, `${ms}`);
  const alone = await pumped("echo out; exit 4");
  assert.ok(alone.ms < ms, `${alone.ms}`);
});

Deno.test("a process that goes on writing after its parent's end does not keep rtk", async () => {
  const patience = { quietMs: 400, mostMs: 1200 };
  const drops = await pumped(
    "echo out; (for i in $(seq 1000); do echo later; sleep 0.02; done) & exit 3",
    patience,
  );
  assert.equal(drops.exit, 3);
  assert.match(drops.out, /^out\n(?:later\n){10,}$/);
  assert.ok(drops.ms > 1000 && drops.ms < 15_000, `${drops.ms}`);
  // It is never waited for.
  const firehose = await pumped("yes & echo out; exit 3", patience);
  assert.ok(firehose.ms > 1000 && firehose.ms < 15_000, `${firehose.ms}`);
});

Deno.test("an output of many small writes on both streams is complete", async () => {
  using scratch = new Scratch();
  const rtk = stubs(scratch);
  const text = "i=0; while [ $i -lt 20000 ]; do echo $i; echo e$i >&2; i=$((i+1)); done";
  const ran = await run(scratch, [rtk, "stub-whole", text]);
  assert.equal(ran.stdout.split("\n").length, 20_001);
  assert.equal(ran.stderr.split("\n").length, 20_001);
});

Deno.test("what a script runs is made compact by its own unit, scripts in scripts too", async () => {
  using scratch = new Scratch();
  const rtk = stubs(scratch);
  const one = await run(scratch, [rtk, "stub-inner", "echo stub-whole x; echo noise; echo fact; exit 2"]);
  assert.deepEqual([one.stdout, one.code], ["fact\n", 2]);
  const two = await run(scratch, [
    rtk,
    "stub-inner",
    "echo stub-inner x; echo stub-whole y; echo noise; echo fact",
  ]);
  assert.equal(two.stdout, "fact\n");
  const unknown = await run(scratch, [rtk, "stub-inner", "echo nothing-known x; echo noise; echo fact"]);
  assert.equal(unknown.stdout, "noise\nfact\n");
});

Deno.test("a script without a known unit is seen when it pauses, one with a unit is held", async () => {
  using scratch = new Scratch();
  const rtk = stubs(scratch);
  const seen = async (name: string): Promise<string> => {
    const child = command(scratch, [
      rtk,
      "stub-inner",
      `echo ${name}; echo noise; echo ready; read x; echo end`,
    ], { stdin: "" }).spawn();
    const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    const early = await Promise.race([
      reader.read(),
      new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), 2500)),
    ]);
    const writer = child.stdin.getWriter();
    await writer.write(encoder.encode("\n"));
    await writer.close();
    let rest = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      rest += value;
    }
    await Promise.all([child.status, child.stderr.cancel()]);
    return `${early?.value ?? ""}|${rest}`;
  };
  assert.equal(await seen("my-server --port 1"), "my-server --port 1\nnoise\nready\n|end\n");
  const held = await seen("stub-whole x");
  assert.match(held, /^\|/);
});

Deno.test("where no link can be made the streams are still told apart", async () => {
  using scratch = new Scratch();
  const rtk = stubs(scratch);
  const env = { TMPDIR: "/nonexistent" };
  const merged = await shell(scratch, `"$RTK" stub-whole '${ALTERNATING}' 2>&1 | cat`, { rtk, env });
  assert.equal(merged.stdout, IN_ORDER);
  const apart = await run(scratch, [rtk, "stub-whole", "echo noise; echo a; echo b >&2"], { env });
  assert.deepEqual([apart.stdout, apart.stderr], ["a\n", "b\n"]);
});

Deno.test("a plan's arguments are added; the tool's declared refusal leads to the plain run", async () => {
  using scratch = new Scratch();
  const rtk = stubs(scratch);
  scratch.tool("stub-plan", 'echo "$*" >>calls; echo noise; echo "$*"');
  const taken = await run(scratch, [rtk, "stub-plan", "-a", "x"]);
  assert.equal(taken.stdout, "--short -a x\n");
  const refuse =
    'case $1 in --short) echo "unknown option --short" >&2; exit 2;; esac; echo "plain $*"; exit 5';
  scratch.tool("stub-plan", refuse);
  const refused = await run(scratch, [rtk, "stub-plan", "-a", "x"]);
  assert.deepEqual([refused.stdout, refused.stderr, refused.code], ["plain -a x\n", "", 5]);
  const merged = await shell(scratch, '"$RTK" stub-plan x 2>&1 | cat', { rtk });
  assert.equal(merged.stdout, "plain x\n");
  // Another failure is the run's own.
  scratch.tool("stub-plan", 'echo "$*" >>ran; echo "no such file" >&2; exit 2');
  const failed = await run(scratch, [rtk, "stub-plan", "x"]);
  assert.deepEqual([failed.stderr, failed.code, scratch.read("ran")], ["no such file\n", 2, "--short x\n"]);
});
