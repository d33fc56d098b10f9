/** Cuts, the store of raw outputs and the history: what they do where they are, and that nothing shows where they cannot be. */
import assert from "node:assert/strict";
import { builtRtk, type Ran, run, type RunOptions, Scratch, shell } from "./harness/runner.ts";

const MARKER = /^\[rtk: (\d+) lines? cut; all of it: rtk recall ([0-9a-f]{6,})\]$/m;

function stubs(scratch: Scratch): string {
  for (const name of ["cut", "line", "line-cut", "throw", "whole"]) {
    scratch.tool(`stub-${name}`, 'text=$1; shift; eval "$text"');
  }
  return scratch.stubRtk();
}

/** Makes rtk's data folder, as `rtk init` does; answers the environment that names it. */
function dataFolder(scratch: Scratch): Record<string, string> {
  Deno.mkdirSync(`${scratch.path}/.local/share/rtk`, { recursive: true, mode: 0o700 });
  return {};
}

function recall(scratch: Scratch, argv: readonly string[], options: RunOptions = {}): Promise<Ran> {
  return run(scratch, [builtRtk(), "recall", ...argv], options);
}

function files(folder: string): string[] {
  try {
    return Array.from(Deno.readDirSync(folder), ({ name }) => name).sort();
  } catch {
    return [];
  }
}

Deno.test("a cut tells its exact number, and recall gives every byte of both streams back", async () => {
  using scratch = new Scratch();
  const rtk = stubs(scratch);
  dataFolder(scratch);
  const text = "seq 100; printf 'caf\\351 \\000\\377'; echo err >&2";
  const raw = await run(scratch, ["/bin/sh", "-c", text]);
  const ran = await run(scratch, [rtk, "stub-cut", text]);
  const [, lines, id = ""] = MARKER.exec(ran.stdout) ?? [];
  assert.equal(ran.stdout, `1\n2\n[rtk: 98 lines cut; all of it: rtk recall ${id}]\n`);
  assert.equal(lines, "98");
  assert.equal(ran.stderr, "err\n");
  const recalled = await recall(scratch, [id]);
  assert.deepEqual(recalled.stdoutBytes, raw.stdoutBytes);
  assert.deepEqual([recalled.stderr, recalled.code], ["err\n", 0]);
});

Deno.test("a line unit's cut is recalled too, merged in its order", async () => {
  using scratch = new Scratch();
  const rtk = stubs(scratch);
  dataFolder(scratch);
  const text = "for i in 1 2 3; do echo noise $i; echo fact $i; echo e$i >&2; done";
  const ran = await shell(scratch, `"$RTK" stub-line-cut '${text}' 2>&1 | cat`, { rtk });
  const [marker = "", , id = ""] = MARKER.exec(ran.stdout) ?? [];
  assert.equal(ran.stdout, `fact 1\ne1\nfact 2\ne2\nfact 3\ne3\n${marker}\n`);
  assert.match(marker, /^\[rtk: 3 lines cut/);
  const recalled = await recall(scratch, [id]);
  assert.equal(recalled.stdout, [1, 2, 3].map((i) => `noise ${i}\nfact ${i}\ne${i}\n`).join(""));
  assert.deepEqual(files(`${scratch.path}/.local/share/rtk/recall`), [`${id}.gz`]);
});

Deno.test("an output that is not cut leaves nothing in the store", async () => {
  using scratch = new Scratch();
  const rtk = stubs(scratch);
  dataFolder(scratch);
  for (const tool of ["stub-cut", "stub-line-cut", "stub-whole"]) await run(scratch, [rtk, tool, "seq 3"]);
  assert.deepEqual(files(`${scratch.path}/.local/share/rtk/recall`), []);
});

Deno.test("folders and files are the owner's alone", async () => {
  using scratch = new Scratch();
  const rtk = stubs(scratch);
  dataFolder(scratch);
  await shell(scratch, 'umask 000; "$RTK" stub-cut "seq 50" >/dev/null', { rtk });
  const folder = `${scratch.path}/.local/share/rtk`;
  const modes = ["recall", "history.jsonl", ...files(`${folder}/recall`).map((name) => `recall/${name}`)].map(
    (name) => (Deno.statSync(`${folder}/${name}`).mode ?? 0) & 0o777,
  );
  assert.deepEqual(modes, [0o700, 0o600, 0o600]);
});

/** Ways in which there is no store, and the environment that goes with each. */
const WITHOUT_STORE: Readonly<Record<string, (scratch: Scratch) => Record<string, string>>> = {
  "absent": () => ({}),
  "absent at RTK_DATA_DIR": (scratch) => ({ RTK_DATA_DIR: `${scratch.path}/none` }),
  "a file in its place": (scratch) => ({ RTK_DATA_DIR: scratch.file("data", "") }),
  "a home that is not there": () => ({ HOME: "/nonexistent" }),
  "on a full disk": (scratch) => {
    dataFolder(scratch);
    Deno.mkdirSync(`${scratch.path}/.local/share/rtk/recall`);
    return { RTK_TEST_FULL: "1" };
  },
  "switched to lossless": (scratch) => {
    dataFolder(scratch);
    return { RTK_TEST_LEVEL: "lossless" };
  },
};

for (const [kind, prepare] of Object.entries(WITHOUT_STORE)) {
  Deno.test(`where the store is ${kind}, nothing is cut and nothing shows`, async () => {
    using scratch = new Scratch();
    const rtk = stubs(scratch);
    const env = prepare(scratch);
    // `ulimit -f 0` lets no file grow, as a full disk does not; SIGXFSZ is ignored, so that the write fails.
    const limit = env.RTK_TEST_FULL ? "trap '' XFSZ; ulimit -f 0; " : "";
    for (const tool of ["stub-cut", "stub-line-cut", "stub-line", "stub-whole"]) {
      const text = "seq 50; echo e >&2; exit 3";
      const script = `${limit}"$RTK" ${tool} '${text}'`;
      const ran = await shell(scratch, script, { rtk, env });
      const expected = Array.from({ length: 50 }, (_, at) => `${at + 1}\n`).join("");
      assert.deepEqual([ran.stdout, ran.stderr, ran.code], [expected, "e\n", 3], tool);
    }
    assert.deepEqual(files(`${scratch.path}/.local/share/rtk/recall`), []);
  });
}

Deno.test("a folder that cannot be written shows nothing either", async () => {
  using scratch = new Scratch();
  const rtk = stubs(scratch);
  // /proc refuses new files even to root.
  const env = { RTK_DATA_DIR: "/proc/self" };
  const ran = await run(scratch, [rtk, "stub-cut", "seq 50; exit 2"], { env });
  assert.deepEqual([ran.stdout.split("\n").length, ran.stderr, ran.code], [51, "", 2]);
});

Deno.test("recall tells what it cannot find, and lists what is kept", async () => {
  using scratch = new Scratch();
  const rtk = stubs(scratch);
  const nothing = await recall(scratch, ["7f3a2c"]);
  assert.deepEqual([nothing.code, nothing.stdout], [1, ""]);
  assert.match(nothing.stderr, /^rtk: Cannot recall: nothing is kept here \(.*\/recall\); .*\n$/);
  dataFolder(scratch);
  assert.deepEqual((await recall(scratch, [])).stdout, "");
  const ids: string[] = [];
  for (const secret of ["first API_TOKEN=abc123", "second"]) {
    const ran = await run(scratch, [rtk, "stub-cut", "seq 50", ...secret.split(" ")]);
    ids.unshift(MARKER.exec(ran.stdout)?.[2] ?? "");
  }
  const { stdout } = await recall(scratch, []);
  assert.match(
    stdout,
    new RegExp(`^${ids[0]}  \\d{4}-.*kB  stub-cut 'seq 50' second\n${ids[1]}  .* first `),
  );
  assert.ok(!stdout.includes("abc123"), "the secret is masked");
  for (
    const [argv, code] of [[["zz"], 1], [["../../etc/passwd"], 1], [["000000"], 1], [["a", "b"], 2], [
      ["-x"],
      2,
    ]] as const
  ) {
    const ran = await recall(scratch, argv);
    assert.deepEqual([ran.code, ran.stdout], [code, ""], argv.join(" "));
    assert.match(ran.stderr, /^rtk: Cannot recall.*\n$/);
  }
});

Deno.test("each run adds one line to the history; many at once do not mix", async () => {
  using scratch = new Scratch();
  const rtk = stubs(scratch);
  dataFolder(scratch);
  scratch.tool("plain", "exit 3");
  await run(scratch, [rtk, "stub-whole", "echo noise; echo a; exit 4", "--json=x"]);
  await run(scratch, [rtk, "stub-whole", "echo noise; echo a; exit 4"]);
  await run(scratch, [rtk, "stub-throw", "echo a"]);
  await run(scratch, [rtk, "plain", "https://u:s3cret@host/r.git"]);
  await run(scratch, [rtk, "proxy", "stub-whole", "echo noise"]);
  const history = `${scratch.path}/.local/share/rtk/history.jsonl`;
  const lines = Deno.readTextFileSync(history).trimEnd().split("\n").map((line) => JSON.parse(line));
  const told = lines.map((
    { command, tool, exit, raw, printed, fallback },
  ) => [command, tool, exit, raw, printed, fallback]);
  assert.deepEqual(told, [
    ["stub-whole 'echo noise; echo a; exit 4' --json=x", null, 4, 0, 0, false],
    ["stub-whole 'echo noise; echo a; exit 4'", "stub-whole", 4, 8, 2, false],
    ["stub-throw 'echo a'", "stub-throw", 0, 2, 2, true],
    ["plain https://u:***@host/r.git", null, 3, 0, 0, false],
    ["stub-whole 'echo noise'", null, 0, 0, 0, false],
  ]);
  for (const { ts, ms } of lines) assert.ok(Number.isInteger(ts) && Number.isInteger(ms));
  await run(scratch, [rtk, "plain"], { env: { RTK_DISABLED: "1" } });
  await Promise.all(Array.from({ length: 12 }, () => run(scratch, [rtk, "plain", "x".repeat(1500)])));
  const after = Deno.readTextFileSync(history).trimEnd().split("\n");
  assert.equal(after.length, 17);
  for (const line of after) JSON.parse(line);
});
