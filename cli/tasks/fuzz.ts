/**
 * `deno task fuzz [--seconds N] [--seed N]`: feeds mutated lines to the parser and the gate, on all cores, until the time is
 * over; default two minutes. Prints how many; a crash or a broken law ends it with status 1, the seed and the line.
 */
import { corpus } from "../../tests/harness/corpus.ts";
import type { FuzzOrder, FuzzReport } from "./fuzz_worker.ts";

const seconds = numberOption("--seconds", 120);
const seed = numberOption("--seed", 1);
const threads = navigator.hardwareConcurrency;
console.log(`${corpus().about}; seeds ${seed} to ${seed + threads - 1}, ${seconds} s`);

const reports = await Promise.all(
  Array.from({ length: threads }, (_, index) => run({ seed: seed + index, seconds })),
);
const sum = (key: "count" | "rewritten"): number => reports.reduce((total, report) => total + report[key], 0);
const faults = reports.flatMap(({ fault }) => fault ?? []);
console.log(`${sum("count")} lines, ${sum("rewritten")} rewritten, ${faults.length} faults`);
for (const fault of faults) console.error(fault);
Deno.exit(faults.length === 0 ? 0 : 1);

function run(order: FuzzOrder): Promise<FuzzReport> {
  const worker = new Worker(import.meta.resolve("./fuzz_worker.ts"), { type: "module" });
  return new Promise((resolve, reject) => {
    worker.onerror = reject;
    worker.onmessage = ({ data }: MessageEvent<FuzzReport>) => resolve(data);
    worker.postMessage(order);
  });
}

function numberOption(name: string, otherwise: number): number {
  const at = Deno.args.indexOf(name);
  return at < 0 ? otherwise : Number(Deno.args[at + 1]);
}
