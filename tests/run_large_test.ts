/** Large outputs: bounded memory, a bounded form, and speed with a wide margin. */
import assert from "node:assert/strict";
import { type Ran, run, Scratch, shell } from "./harness/runner.ts";

const MIB = 1024 * 1024;

/** 68 bytes a line, as logs have; every 1000th line differs. */
const LINE = "2026-11-30T12:00:00 INFO  worker handled the request it was given";

interface Measured {
  readonly code: number;
  readonly bytes: number;
  readonly text: string;
  readonly seconds: number;
  readonly peakMib: number;
}

/** Runs rtk, reads its stdout and watches its memory. */
async function measure(scratch: Scratch, argv: readonly string[]): Promise<Measured> {
  const start = performance.now();
  const [name = "", ...args] = argv;
  const child = new Deno.Command(name, {
    args,
    cwd: scratch.path,
    env: {
      PATH: `${scratch.bin}:${Deno.env.get("PATH")}`,
      HOME: scratch.path,
      RTK_DATA_DIR: `${scratch.path}/data`,
    },
    stdin: "null",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  let peak = 0;
  const watch = setInterval(() => peak = Math.max(peak, peakOf(child.pid)), 50);
  let bytes = 0;
  let text = "";
  const decoder = new TextDecoder();
  for await (const piece of child.stdout) {
    bytes += piece.length;
    if (text.length < MIB) text += decoder.decode(piece, { stream: true });
  }
  const { code } = await child.status;
  clearInterval(watch);
  return { code, bytes, text, seconds: (performance.now() - start) / 1000, peakMib: peak / 1024 };
}

/** The most resident memory that a process had so far, in KiB. */
function peakOf(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(Deno.readTextFileSync(`/proc/${pid}/status`))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

function report(what: string, bytes: number, { seconds, peakMib }: Measured): void {
  console.log(`${what}: ${(bytes / 1e6 / seconds).toFixed(0)} MB/s, peak ${peakMib.toFixed(0)} MiB`);
}

Deno.test("500 MB through a line unit: fast, and never more than 150 MiB", async () => {
  using scratch = new Scratch();
  const size = 500_000_000;
  scratch.tool("stub-line", `yes '${LINE}' | head -c ${size}; echo; echo noise; echo end; exit 3`);
  const measured = await measure(scratch, [scratch.stubRtk(), "stub-line"]);
  report("line unit", size, measured);
  assert.equal(measured.code, 3);
  assert.equal(measured.bytes, size + "\nend\n".length);
  assert.ok(measured.peakMib < 150, `${measured.peakMib} MiB`);
  // The aim is 100 MB/s; a busy machine may take longer.
  assert.ok(measured.seconds < 50, `${measured.seconds} s`);
});

Deno.test("1 GB through a whole unit: the bounded form, recallable, and never more than 200 MiB", async () => {
  using scratch = new Scratch();
  Deno.mkdirSync(`${scratch.path}/data`);
  const lines = 15_000_000;
  // The lines before and behind are numbered; two errors lie between, one of them often.
  const script = `seq -f 'first %.0f' 300; yes '${LINE}' | head -n ${lines / 2}; echo 'error: the one fault'
for i in 1 2 3 4 5; do echo 'warning: again'; echo between; done
yes '${LINE}' | head -n ${lines / 2}; seq -f 'last %.0f' 300; exit 4`;
  scratch.tool("stub-whole", script);
  const rtk = scratch.stubRtk();
  const measured = await measure(scratch, [rtk, "stub-whole"]);
  const raw = lines * (LINE.length + 1);
  report("whole unit", raw, measured);
  assert.equal(measured.code, 4);
  assert.ok(measured.peakMib < 200, `${measured.peakMib} MiB`);
  const shown = measured.text.trimEnd().split("\n");
  const [marker = "", cut, id] =
    /^\[rtk: (\d+) lines cut; all of it: rtk recall (\w+)\]$/m.exec(measured.text) ?? [];
  const numbered = (word: string, from: number, to: number): string[] =>
    Array.from({ length: to - from + 1 }, (_, at) => `${word} ${from + at}`);
  assert.deepEqual(shown, [
    ...numbered("first", 1, 200),
    marker,
    "error: the one fault",
    "warning: again (x5)",
    ...numbered("last", 101, 300),
  ]);
  assert.equal(Number(cut), 300 + lines + 1 + 10 + 300 - 200 - 6 - 200);
  const recalled = await shell(scratch, `"$RTK" recall ${id} | cksum`, {
    rtk: new URL("../dist/rtk", import.meta.url).pathname,
    env: { RTK_DATA_DIR: `${scratch.path}/data` },
  });
  const expected = await shell(scratch, "stub-whole | cksum", { rtk });
  assert.equal(recalled.stdout, expected.stdout);
});

/** A busy machine may take more than ten seconds. */
function withoutLife(text: string): string {
  return text.replace(/^\[rtk: \d+ lines so far\]\n/m, "");
}

/** 40 MB: more than a filter is given. */
const TOO_LARGE = `seq -f 'line %.0f of a long output' 1400000`;

Deno.test("where nothing can be cut, a large output passes as it is", async () => {
  using scratch = new Scratch();
  scratch.tool("stub-whole", `${TOO_LARGE}; exit 5`);
  const rtk = scratch.stubRtk();
  const sum = async (text: string): Promise<Ran> => await shell(scratch, text, { rtk });
  const ran = await sum('"$RTK" stub-whole | cksum; echo "${PIPESTATUS[0]}"');
  const raw = await sum('stub-whole | cksum; echo "${PIPESTATUS[0]}"');
  assert.equal(ran.stdout, raw.stdout);
});

Deno.test("a large output on both streams keeps its form on each, and their order where they are one", async () => {
  using scratch = new Scratch();
  Deno.mkdirSync(`${scratch.path}/data`);
  const env = { RTK_DATA_DIR: `${scratch.path}/data` };
  scratch.tool("stub-whole", `echo head; echo head2 >&2; ${TOO_LARGE}; echo 'fatal: end' >&2; echo tail`);
  const rtk = scratch.stubRtk();
  const apart = await run(scratch, [rtk, "stub-whole"], { env });
  assert.equal(withoutLife(apart.stderr), "head2\nfatal: end\n");
  assert.match(apart.stdout, /^head\nline 1 of[^]*\n\[rtk: 1399602 lines cut; [^\n]*\]\n[^]*\ntail\n$/);
  const merged = await shell(scratch, '"$RTK" stub-whole 2>&1 | cat', { rtk, env });
  assert.match(
    withoutLife(merged.stdout),
    /^head\nhead2\nline 1 of[^]*\n\[rtk: 1399604 lines cut; [^\n]*\]\n[^]*\nfatal: end\ntail\n$/,
  );
});

Deno.test("lines that are data are shown exactly or not at all", async () => {
  using scratch = new Scratch();
  Deno.mkdirSync(`${scratch.path}/data`);
  scratch.tool(
    "stub-exact",
    `printf 'a\\na\\r\\na\\n'; ${TOO_LARGE}; echo error; echo error; seq 300; echo a; echo a`,
  );
  const ran = await run(scratch, [scratch.stubRtk(), "stub-exact"], {
    env: { RTK_DATA_DIR: `${scratch.path}/data` },
  });
  assert.match(
    ran.stdout,
    /^a\na\r\na\nline 1 of [^]*\nline 197 of [^\n]*\n\[rtk: \d+ lines cut; [^\n]*\]\nerror\nerror\n103\n[^]*\n300\na\na\n$/,
  );
});

Deno.test("a line that never ends does not fill the memory", async () => {
  using scratch = new Scratch();
  Deno.mkdirSync(`${scratch.path}/data`);
  const size = 300_000_000;
  for (const tool of ["stub-line", "stub-whole"]) {
    scratch.tool(tool, `echo first; head -c ${size} /dev/zero | tr '\\000' x; echo; echo end`);
    const measured = await measure(scratch, [scratch.stubRtk(), tool]);
    report(`${tool}, one line`, size, measured);
    assert.ok(measured.peakMib < 200, `${measured.peakMib} MiB`);
    const expected = tool === "stub-line" ? size + "first\n\nend\n".length : undefined;
    if (expected) assert.equal(measured.bytes, expected);
    else assert.match(measured.text, /^first\n\[rtk: 1 line cut; .*\]\nend\n$/);
    Deno.removeSync(`${scratch.bin}/stub-rtk`);
    Deno.removeSync(`${scratch.path}/deno`);
  }
});

Deno.test("an output without end is ended by its reader", async () => {
  using scratch = new Scratch();
  scratch.tool("stub-whole", `yes '${LINE}'`);
  const rtk = scratch.stubRtk();
  const ran = await shell(scratch, '"$RTK" stub-whole | head -n 3; echo "${PIPESTATUS[0]}"', { rtk });
  assert.equal(ran.stdout, `${`${LINE}\n`.repeat(3)}141\n`);
});
