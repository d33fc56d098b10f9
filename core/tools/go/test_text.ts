/** The report of `go test`, package by package (seen with 1.19 and 1.26). */

/** A test, or text that belongs to none. */
export interface TestBlock {
  /** Empty for text outside of tests. */
  readonly name: string;
  status: "" | "PASS" | "FAIL" | "SKIP";
  readonly lines: string[];
}

export interface PackageReport {
  readonly status: "ok" | "FAIL" | "none";
  /** `FAIL example.org/calc [build failed]`, `example.org/text coverage: 80.0% of statements`; no elapsed time. */
  readonly title: string;
  /** What the title says beyond the name: coverage, `[no tests to run]`, `[setup failed]`. */
  readonly remark: string;
  readonly blocks: readonly TestBlock[];
}

export interface TestReport {
  readonly packages: readonly PackageReport[];
  /** After the last package: a run that was stopped. */
  readonly rest: readonly TestBlock[];
  /** `--- PASS`, `--- SKIP` and `--- FAIL` lines, which are all there with -v only. */
  readonly verdicts: ReadonlyMap<string, number>;
}

// "=== RUN   TestSlug/A_b", "=== NAME  TestA"
const EVENT = /^=== (RUN|PAUSE|CONT|NAME)\s+(\S.*)$/;
// "    --- FAIL: TestSlug/#00 (0.00s)"; behind output without a newline: "loading...--- PASS: TestLoad (0.00s)"
const VERDICT = /^(\s*|\S.*?)--- (PASS|FAIL|SKIP): (.+) \(\d+\.\d+s\)$/;
// "ok  \tpkg\t0.003s\tcoverage: 100.0% of statements", "FAIL\tpkg [build failed]", "?   \tpkg\t[no test files]"
const PACKAGE = /^(ok {2}|FAIL|\? {3})\t(\S+)(?:\s+(.*))?$/;

// "\texample.org/shop/none\t\tcoverage: 0.0% of statements"
const UNTESTED = /^\t(\S+)\t\t(coverage: .*)$/;

/** Reads the lines of stdout; every line that is no event, verdict or result is part of a block. */
export function readTestReport(lines: readonly string[]): TestReport {
  const packages: PackageReport[] = [];
  const verdicts = new Map<string, number>();
  const verbose = lines.some((line) => line.startsWith("=== RUN "));
  let blocks = new BlockList(verbose);
  for (const line of lines) {
    const [, untested, coverage = ""] = UNTESTED.exec(line) ?? [];
    if (untested !== undefined) {
      packages.push({ status: "none", title: `${untested} ${coverage}`, remark: coverage, blocks: [] });
      continue;
    }
    const [, event, running] = EVENT.exec(line) ?? [];
    const [, before = "", status, judged = ""] = VERDICT.exec(line) ?? [];
    const [, result, path = "", remark = ""] = PACKAGE.exec(line) ?? [];
    if (event !== undefined) blocks.enter(event === "PAUSE" ? "" : running ?? "");
    else if (status !== undefined) {
      if (before.trim() !== "") blocks.add(before);
      verdicts.set(status, (verdicts.get(status) ?? 0) + 1);
      blocks.judge(judged, status as TestBlock["status"]);
    } else if (result !== undefined) {
      packages.push(packageOf(result.trim(), { path, remark, blocks: blocks.list }));
      blocks = new BlockList(verbose);
    } else if (line === "PASS" || line === "FAIL") blocks.enter("");
    else blocks.add(line);
  }
  return { packages, rest: blocks.list.filter((block) => block.lines.length > 0), verdicts };
}

function packageOf(
  result: string,
  { path, remark, blocks }: { path: string; remark: string; blocks: readonly TestBlock[] },
): PackageReport {
  const shown = remark.replace(/^(?:\d+\.\d+s|\(cached\))\s*/, "").replaceAll("\t", " ");
  const status = result === "?" ? "none" : result === "ok" ? "ok" : "FAIL";
  const name = status === "FAIL" ? `FAIL ${path}` : path;
  return { status, title: `${name}${shown === "" ? "" : ` ${shown}`}`, remark: shown, blocks };
}

// From here to the end of the package all text belongs to the crash.
const CRASH = /^(?:panic: |fatal error: |goroutine \d|\[signal |unexpected fault address )/;

/** The blocks of one package in the order in which they were first written to. */
class BlockList {
  readonly list: TestBlock[] = [];
  readonly #named = new Map<string, TestBlock>();
  readonly #verbose: boolean;
  #current: TestBlock | undefined;
  #crashed = false;

  constructor(verbose: boolean) {
    this.#verbose = verbose;
  }

  /** What follows belongs to this test; to none when the name is empty. */
  enter(name: string): void {
    this.#current = name === "" ? undefined : this.#block(name);
  }

  /** A test that failed once stays failed: `-count=3`. */
  judge(name: string, status: TestBlock["status"]): void {
    const block = this.#block(name);
    if (block.status !== "FAIL") block.status = status;
    this.#current = block;
  }

  add(line: string): void {
    this.#crashed ||= CRASH.test(line);
    if (this.#current && !this.#crashed && this.#isOutside(line, this.#current)) this.#current = undefined;
    this.#current ??= this.#text();
    this.#current.lines.push(line);
  }

  /** Without events only indented lines belong to the test above; examples show what they got unindented. */
  #isOutside(line: string, { name }: TestBlock): boolean {
    return !this.#verbose && name !== "" && !name.startsWith("Example") && /^\S/.test(line);
  }

  #block(name: string): TestBlock {
    const known = this.#named.get(name);
    if (known) return known;
    const block: TestBlock = { name, status: "", lines: [] };
    this.#named.set(name, block);
    this.list.push(block);
    return block;
  }

  #text(): TestBlock {
    const block: TestBlock = { name: "", status: "", lines: [] };
    this.list.push(block);
    return block;
  }
}
