/**
 * `deno task fuzz [--seconds N] [--seed N]`: feeds mutated lines to the parser and the gate until the time is over, default two
 * minutes. Prints how many; a crash or a broken law ends it with the seed and the line.
 */
import { insertionText, withoutInsertions } from "../../core/rewrite/edit.ts";
import { parse } from "../../core/syntax/parse.ts";
import { fullTable } from "../../tests/harness/all_names.ts";
import { corpus } from "../../tests/harness/corpus.ts";
import { gateParsed } from "../../tests/harness/gate.ts";
import { mutation, seeded } from "../../tests/harness/mutate.ts";

const seconds = Number(option("--seconds") ?? 120);
const seed = Number(option("--seed") ?? 1);
const { lines, about } = corpus();
const sources = lines.map(({ cmd }) => cmd);
const table = fullTable(sources);
const random = seeded(seed);

console.log(`${about}; seed ${seed}, ${seconds} s`);
const end = performance.now() + seconds * 1000;
let count = 0;
let rewritten = 0;
while (performance.now() < end) {
  for (let batch = 0; batch < 500; batch++) {
    const source = mutation(sources, random);
    try {
      if (await holds(source)) rewritten++;
    } catch (error) {
      console.error(`seed ${seed}, line ${count}: ${JSON.stringify(source)}`);
      throw error;
    }
    count++;
  }
}
console.log(`${count} lines, ${rewritten} rewritten, no crash and no broken law`);

/** Whether the line is rewritten; throws where an answer breaks a law. */
async function holds(source: string): Promise<boolean> {
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

function option(name: string): string | undefined {
  const at = Deno.args.indexOf(name);
  return at < 0 ? undefined : Deno.args[at + 1];
}
