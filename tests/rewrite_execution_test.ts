/** A rewritten program does what the program did: same output, status and files, under three shells. */
import assert from "node:assert/strict";
import { gate } from "./harness/gate.ts";
import { seeded } from "./harness/mutate.ts";
import { type Shell, shellProgram, STUB_TABLE } from "./harness/shell_program.ts";
import { makeStubs, type Outcome, runAll, shellsHere } from "./harness/shell_run.ts";

const PROGRAMS = 5000;
const BATCH = 250;

interface Pair {
  readonly source: string;
  readonly rewritten: string;
  readonly shells: readonly Shell[];
}

Deno.test("a rewritten program gives the same output, status and files under bash, dash and zsh", async () => {
  const stubs = makeStubs();
  try {
    const { pairs, made } = await rewrittenPrograms(`${stubs}/rtk`);
    const counts: string[] = [];
    const wrong: string[] = [];
    for (const shell of shellsHere()) {
      const known = pairs.filter((pair) => pair.shells.includes(shell));
      wrong.push(...await differences(shell, known, stubs));
      counts.push(`${known.length} under ${shell}`);
    }
    console.log(`${made} programs made; rewritten and run in both forms: ${counts.join(", ")}`);
    assert.deepEqual(wrong.slice(0, 5), [], `${wrong.length} programs differ`);
  } finally {
    Deno.removeSync(stubs, { recursive: true });
  }
});

/** Programs that the gate rewrites, until there are enough; every third with the absolute path of rtk. */
async function rewrittenPrograms(rtkPath: string): Promise<{ pairs: Pair[]; made: number }> {
  const random = seeded(5);
  const pairs: Pair[] = [];
  let made = 0;
  for (; pairs.length < PROGRAMS; made++) {
    const { text, shells } = shellProgram(random);
    const config = made % 3 === 0 ? { rtkPath } : {};
    const { kind, command } = await gate(text, { table: STUB_TABLE, config });
    if (kind === "rewrite") pairs.push({ source: text, rewritten: command, shells });
  }
  return { pairs, made };
}

async function differences(shell: Shell, pairs: readonly Pair[], stubs: string): Promise<string[]> {
  const wrong: string[] = [];
  for (let at = 0; at < pairs.length; at += BATCH) {
    const batch = pairs.slice(at, at + BATCH);
    const [before, after] = await Promise.all([
      runAll(shell, batch.map(({ source }) => source), stubs),
      runAll(shell, batch.map(({ rewritten }) => rewritten), stubs),
    ]);
    for (const [index, { source, rewritten }] of batch.entries()) {
      const [one, other] = [before[index], after[index]];
      if (!one || !other) throw new Error("Cannot compare a run that is missing");
      if (!isSame(one, other)) {
        wrong.push(
          `${shell}: ${source}\n--- rewritten\n${rewritten}\n${JSON.stringify([one, other], null, 1)}`,
        );
      }
    }
  }
  return wrong;
}

function isSame(one: Outcome, other: Outcome): boolean {
  return (["status", "stdout", "stderr", "files"] as const).every((key) => one[key] === other[key]);
}
