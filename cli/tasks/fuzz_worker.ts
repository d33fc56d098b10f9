/** One thread of `deno task fuzz`. */
import { insertionText, withoutInsertions } from "../../core/rewrite/edit.ts";
import { parse } from "../../core/syntax/parse.ts";
import { fullTable } from "../../tests/harness/all_names.ts";
import { corpus } from "../../tests/harness/corpus.ts";
import { gateParsed } from "../../tests/harness/gate.ts";
import { mutation, seeded } from "../../tests/harness/mutate.ts";

/** What a thread is to do. */
export interface FuzzOrder {
  readonly seed: number;
  readonly seconds: number;
}

/** What it found; `fault` names the line that crashed or broke a law. */
export interface FuzzReport {
  readonly count: number;
  readonly rewritten: number;
  readonly fault?: string;
}

const scope = globalThis as unknown as {
  onmessage: (event: MessageEvent<FuzzOrder>) => void;
  postMessage(report: FuzzReport): void;
};
scope.onmessage = async ({ data }) => scope.postMessage(await fuzz(data));

const sources = corpus().lines.map(({ cmd }) => cmd);
const table = fullTable(sources);

async function fuzz({ seed, seconds }: FuzzOrder): Promise<FuzzReport> {
  const random = seeded(seed);
  const end = performance.now() + seconds * 1000;
  let count = 0;
  let rewritten = 0;
  while (performance.now() < end) {
    for (let batch = 0; batch < 200; batch++, count++) {
      const source = mutation(sources, random);
      try {
        if (await isRewritten(source)) rewritten++;
      } catch (error) {
        const fault = `seed ${seed}, line ${count}: ${JSON.stringify(source)}: ${error}`;
        return { count, rewritten, fault };
      }
    }
  }
  return { count, rewritten };
}

/** Throws where an answer breaks a law. */
async function isRewritten(source: string): Promise<boolean> {
  const result = gateParsed(source, await parse(source), { table });
  if (result.kind !== "rewrite") {
    if (result.command !== source) throw new Error("Cannot accept a changed text without an insertion");
    return false;
  }
  const positions = result.parts.flatMap(({ insertAt }) => insertAt ?? []);
  if (withoutInsertions(result.command, positions, insertionText(undefined)) !== source) {
    throw new Error("Cannot take the insertions out again");
  }
  const again = gateParsed(result.command, await parse(result.command), { table });
  if (again.command !== result.command) throw new Error("Cannot accept a second rewrite");
  return true;
}
