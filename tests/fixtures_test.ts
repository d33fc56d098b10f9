import assert from "node:assert/strict";
import { goldens, printGolden, textOf } from "./harness/golden.ts";

const flat = (text: string): string => text.replaceAll(/\s+/g, " ");

for (const golden of goldens()) {
  Deno.test(`golden ${golden.toolId}/${golden.name}`, () => {
    const printed = printGolden(golden);
    assert.equal(printed.stdout, textOf(golden.folder, "expected.stdout.txt"));
    assert.equal(printed.stderr, textOf(golden.folder, "expected.stderr.txt"));
    const text = flat(printed.stdout + printed.stderr);
    for (const kept of golden.spec.mustKeep) assert.ok(text.includes(flat(kept)), `lost: ${kept}`);
    for (const no of golden.spec.mustNot ?? []) assert.ok(!text.includes(flat(no)), `untrue: ${no}`);
  });
}
