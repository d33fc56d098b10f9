/** `deno task test`: a run in which Deno's own runner panicked is made again, any other is final. */
import assert from "node:assert/strict";

const PANIC = "thread 'tokio-runtime-worker' panicked at channel.rs: Test flush deadlock 2";

/** How often a command was run that ends as told, and what became of it. */
async function runsOf(endings: readonly [status: number, stderr: string][]): Promise<[number, number]> {
  const folder = Deno.makeTempDirSync({ prefix: "rtk-test-task-" });
  try {
    const cases = endings.map(([status, text], at) => `${at + 1}) echo "${text}" >&2; exit ${status} ;;`);
    const count = `echo x >>runs; case $(wc -l <runs) in ${cases.join(" ")} esac`;
    const script = new URL("../cli/tasks/test.ts", import.meta.url).href;
    const { code } = await new Deno.Command(Deno.execPath(), {
      args: [
        "eval",
        `import { runTests } from ${JSON.stringify(script)};` +
        `Deno.exit(await runTests("sh", ["-c", ${JSON.stringify(count)}]));`,
      ],
      cwd: folder,
      stdout: "null",
      stderr: "null",
    }).output();
    return [code, Deno.readTextFileSync(`${folder}/runs`).trim().split("\n").length];
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

Deno.test("a panic of the runner is followed by another run; failing tests are not", async () => {
  assert.deepEqual(await runsOf([[0, ""]]), [0, 1]);
  assert.deepEqual(await runsOf([[1, "FAILED"], [0, ""]]), [1, 1]);
  assert.deepEqual(await runsOf([[1, PANIC], [0, ""]]), [0, 2]);
  assert.deepEqual(await runsOf([[1, PANIC], [1, "FAILED"], [0, ""]]), [1, 2]);
  assert.deepEqual(await runsOf([[1, PANIC], [1, PANIC], [1, PANIC], [0, ""]]), [1, 3]);
});
