/**
 * `deno task test [OPTION…]`: the whole suite, files side by side. Deno's runner can panic by itself between two of them ("Test
 * flush deadlock", denoland/deno#23415, seen with 2.9.6): such a run says nothing of the tests, so another one follows.
 */

/** What the runner says on stderr then. */
const RUNNER_PANIC = "Test flush deadlock";
const MAX_RUNS = 3;

/**
 * Runs a command with its output passed on, once more where the test runner itself panicked.
 * @returns its exit status.
 */
export async function runTests(program: string, args: readonly string[]): Promise<number> {
  for (let run = 1;; run++) {
    const child = new Deno.Command(program, { args: [...args], stderr: "piped" }).spawn();
    let said = "";
    const decoder = new TextDecoder();
    for await (const chunk of child.stderr) {
      said = (said + decoder.decode(chunk, { stream: true })).slice(-4096);
      await Deno.stderr.write(chunk);
    }
    const { code } = await child.status;
    if (code === 0 || run === MAX_RUNS || !said.includes(RUNNER_PANIC)) return code;
    console.error(`test: Deno's test runner panicked; run ${run + 1} of ${MAX_RUNS} at most`);
  }
}

if (import.meta.main) {
  Deno.exit(await runTests(Deno.execPath(), ["test", "-A", "--parallel", "tests/", ...Deno.args]));
}
