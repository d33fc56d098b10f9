/** The compact form of `go test`: failing packages with their failing tests first, then what else was printed. */
import { type Block, foldBlocks } from "../../text/fold_blocks.ts";
import { formatBuildText } from "./build_text.ts";
import { compactStacks, startsStack } from "./stack_text.ts";
import type { PackageReport, TestBlock, TestReport } from "./test_text.ts";

/** Failing packages, then packages that have more to say than `ok`. */
export function packageLines({ packages, rest }: TestReport): string[] {
  const failing = packages.filter(({ status }) => status === "FAIL");
  const others = packages.filter((one) => one.status !== "FAIL" && (isRemarkable(one) || hasText(one)));
  return [
    ...[...failing, ...others].flatMap((one) => [one.title, ...blockLines(one.blocks, one)]),
    ...rest.flatMap(({ lines }) => lines),
  ];
}

function isRemarkable({ remark }: PackageReport): boolean {
  return remark !== "" && remark !== "[no test files]";
}

function hasText({ blocks }: PackageReport): boolean {
  return blocks.some(({ lines }) => lines.some((line) => line !== ""));
}

function blockLines(blocks: readonly TestBlock[], { remark }: PackageReport): string[] {
  const parents = failingParents(blocks);
  const out: string[] = [];
  let tests: Block[] = [];
  const flush = (): void => {
    out.push(...foldBlocks(tests));
    tests = [];
  };
  // Failing tests first; the text between tests keeps its place among what is left.
  const failing = blocks.filter(({ status }) => status === "FAIL");
  for (const block of [...failing, ...blocks.filter(({ status }) => status !== "FAIL")]) {
    const body = bodyLines(block.lines);
    if (block.name === "") {
      flush();
      out.push(...(remark.endsWith("failed]") ? formatBuildText(block.lines) : body));
    } else if (body.length > 0 || (block.status === "FAIL" && !parents.has(block.name))) {
      const title = block.status === "" ? `=== RUN ${block.name}` : `--- ${block.status}: ${block.name}`;
      tests.push({ title, body: indented(body) });
    }
  }
  flush();
  return out;
}

/** Names of tests that failed because of a subtest, which names them. */
function failingParents(blocks: readonly TestBlock[]): Set<string> {
  const parents = new Set<string>();
  for (const { name, status } of blocks) {
    if (status !== "FAIL") continue;
    for (let at = name.lastIndexOf("/"); at > 0; at = name.lastIndexOf("/", at - 1)) {
      parents.add(name.slice(0, at));
    }
  }
  return parents;
}

function bodyLines(lines: readonly string[]): string[] {
  const stack = lines.findIndex(startsStack);
  const head = stack < 0 ? lines : lines.slice(0, stack);
  const kept = head.filter((line) => line !== "" && line !== "==================");
  return [...kept.map(narrowColumns), ...(stack < 0 ? [] : compactStacks(lines.slice(stack)))];
}

/** `BenchmarkAdd-2   	630566224	         1.704 ns/op` */
function narrowColumns(line: string): string {
  return /^Benchmark\S+\s+\d+\s/.test(line) ? line.replaceAll(/[ \t]+/g, " ") : line;
}

function indented(lines: readonly string[]): string[] {
  const width = Math.min(...lines.map((line) => line.length - line.trimStart().length));
  return lines.map((line) => `  ${line.slice(width)}`);
}

/** `ok 2 packages (1 without tests)`, or `packages: FAIL (2), ok (1), no test files (1)`; with -v the tests as well. */
export function sumLine({ packages, verdicts }: TestReport, { verbose }: { verbose: boolean }): string {
  const count = (status: PackageReport["status"]): number =>
    packages.filter((one) => one.status === status).length;
  const tests = ["FAIL", "PASS", "SKIP"].filter((one) => verdicts.has(one)).map((one) =>
    `${one} (${verdicts.get(one)})`
  );
  const told = verbose && tests.length > 0 ? `; tests: ${tests.join(", ")}` : "";
  if (count("FAIL") > 0) {
    const rest = [["ok", count("ok")], ["no test files", count("none")]] as const;
    const shown = rest.filter(([, number]) => number > 0).map(([label, number]) => `, ${label} (${number})`);
    return `packages: FAIL (${count("FAIL")})${shown.join("")}${told}`;
  }
  if (count("ok") === 0) return `packages: no test files (${count("none")})`;
  const without = count("none") > 0 ? ` (${count("none")} without tests)` : "";
  return `ok ${count("ok")} package${count("ok") === 1 ? "" : "s"}${without}${told}`;
}
