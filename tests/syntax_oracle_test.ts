/**
 * Our parser against a second one: the same simple commands with the same words, at the top of the line and inside
 * substitutions and compound commands, or we defer. Nothing here is run.
 */
import { deepStrictEqual, ok } from "node:assert/strict";
import type { Parse } from "../core/syntax/nodes.ts";
import { parse, parseTree } from "../core/syntax/parse.ts";
import { scan } from "../core/syntax/scan.ts";
import { jsonLines } from "./harness/json_lines.ts";
import { mutation, seeded } from "./harness/mutate.ts";
import { oracle, readingOf } from "./harness/oracle.ts";
import { sharedFolder } from "./harness/shared.ts";

interface Line {
  readonly cmd: string;
  /** How often it was seen. */
  readonly n?: number;
}

const shared = sharedFolder();
const own = jsonLines<Line>(new URL("corpus/lines.jsonl", import.meta.url));
const corpora: [string, Line[]][] = [["lines", own]];
for (const name of shared ? ["agent", "ci", "nl2bash", "tldr"] : []) {
  corpora.push([name, jsonLines<Line>(new URL(`corpus/${name}.jsonl`, shared))]);
}
if (!shared) console.log("absent: the larger corpus; the copy under tests/ is used");

const ROUNDS = Number(Deno.env.get("RTK_FUZZ_ROUNDS") ?? 20_000);
const SEED = Number(Deno.env.get("RTK_FUZZ_SEED") ?? 1);

interface Fault {
  readonly pattern: RegExp;
  readonly reason: string;
}

/** Where the oracle is wrong; each was tried in bash 5.2. A pattern names the kind, so that new lines of it are no news. */
const ORACLE_FAULTS: readonly Fault[] = [
  {
    pattern: /(?:["'`)}\]]|\$\w+|\$[@*#?$!-])#/,
    reason: "takes # behind a quote or an expansion for a comment",
  },
  {
    pattern: /(?:["'`)}]|\$[@*#?$!-])(?:[0-9]+|\{\w+\})[<>]/,
    reason: "takes digits behind a quote or an expansion for a descriptor",
  },
  { pattern: /#[^\n]*\\\n/, reason: "continues a comment that ends in a backslash" },
  { pattern: /\w\][^\s=]*=/, reason: "takes NAME]…= for an assignment" },
  { pattern: /\r/, reason: "takes a carriage return for a blank" },
  { pattern: /\p{Surrogate}/u, reason: "replaces half a surrogate pair by a character of another length" },
];

/** What the oracle rejects although bash accepts it, or cannot tell in words; the faults above can do that, too. */
const ORACLE_REFUSALS: readonly Fault[] = [
  ...ORACLE_FAULTS,
  { pattern: /\$\{/, reason: "checks what stands in ${…}, which bash does only when it expands it" },
  {
    pattern: /[<>]&[ \t]*[0-9]+[<>]/,
    reason: "takes the target of >& for the descriptor of the next operator",
  },
  { pattern: /\[\[/, reason: "checks the operands in [[ ]]" },
  { pattern: /\(\(/, reason: "checks what is assigned to in arithmetic" },
  { pattern: /=\(/, reason: "refuses an array in the assignment prefix" },
  { pattern: /\blet\b/, reason: "reads the words of let as arithmetic" },
  {
    pattern: /\b(?:export|declare|local|readonly|typeset|nameref)\b/,
    reason: "checks the names that a builtin declares",
  },
  { pattern: /`[^`]*\$'/, reason: "does not know $'…' inside double-quoted backquotes" },
];

type Outcome = "agree" | "defer" | "excepted" | "refused" | {
  readonly ours: unknown;
  readonly theirs: unknown;
};

function compare(source: string, result: Parse): Outcome {
  if (result.kind === "defer") return "defer";
  const theirs = oracle(source);
  if (typeof theirs === "string") {
    return ORACLE_REFUSALS.some(({ pattern }) => pattern.test(source)) ? "refused" : { ours: result, theirs };
  }
  const ours = readingOf(source, result.program);
  if (JSON.stringify(ours) === JSON.stringify(theirs)) return "agree";
  return ORACLE_FAULTS.some(({ pattern }) => pattern.test(source)) ? "excepted" : { ours, theirs };
}

function tally(counts: Map<string, number>, key: string, weight: number): void {
  counts.set(key, (counts.get(key) ?? 0) + weight);
}

function report(title: string, counts: Map<string, number>): void {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const parts = [...counts].toSorted((left, right) => right[1] - left[1])
    .map(([key, count]) => `${key} ${count} (${(100 * count / total).toFixed(2)} %)`);
  console.log(`${title}: ${total}: ${parts.join(", ")}`);
}

for (const [name, lines] of corpora) {
  Deno.test(`parse() sees the oracle's commands in every line of ${name}, or defers`, async () => {
    const outcomes = new Map<string, number>();
    const reasons = new Map<string, number>();
    for (const { cmd, n = 1 } of lines) {
      const result = await parse(cmd);
      const outcome = compare(cmd, result);
      if (typeof outcome === "object") deepStrictEqual(outcome.ours, outcome.theirs, cmd);
      tally(outcomes, String(outcome), n);
      if (result.kind === "defer") tally(reasons, result.reason, n);
    }
    report(name, outcomes);
    if (reasons.size > 0) report(`${name}, deferred`, reasons);
    const decided = [...outcomes.values()].reduce((sum, count) => sum + count, 0) -
      (reasons.get("here-document") ?? 0);
    const agreed = outcomes.get("agree") ?? 0;
    ok(
      agreed >= 0.96 * decided,
      `${agreed} of ${decided} lines without here-documents agree with the oracle`,
    );
  });

  Deno.test(`the scanner's program is the tree's wherever both decide a line of ${name}`, async () => {
    const shares = new Map<string, number>();
    let both = 0;
    for (const { cmd, n = 1 } of lines) {
      const byScan = scan(cmd);
      tally(shares, byScan.kind === "undecided" ? "undecided" : "decided", n);
      if (byScan.kind === "program" && await sameByTree(cmd, byScan)) both++;
    }
    report(`${name}, by the scanner`, shares);
    ok(both > 0.95 * lines.filter(({ cmd }) => scan(cmd).kind === "program").length, `only ${both} by both`);
  });
}

Deno.test("the scanner decides at least 98 of 100 commands that agents run", { ignore: !shared }, () => {
  const agent = jsonLines<Line>(new URL("corpus/agent.jsonl", shared));
  const total = agent.reduce((sum, { n = 1 }) => sum + n, 0);
  const undecided = agent.reduce((sum, { cmd, n = 1 }) => sum + (scan(cmd).kind === "undecided" ? n : 0), 0);
  ok(undecided <= 0.02 * total, `${undecided} of ${total}`);
});

const everyLine = corpora.flatMap(([, rows]) => rows.map(({ cmd }) => cmd));
const MUTATED: readonly {
  readonly title: string;
  readonly rounds: number;
  readonly lines: readonly string[];
}[] = [
  { title: "mutated lines", rounds: ROUNDS, lines: everyLine.filter((cmd) => cmd.length < 200) },
  {
    title: "mutated lines with substitutions and compound commands",
    rounds: Math.ceil(ROUNDS / 5),
    lines: everyLine.filter((cmd) => cmd.length < 800 && scan(cmd).kind === "undecided"),
  },
];

for (const { title, rounds, lines } of MUTATED) {
  Deno.test(`parse() sees the oracle's commands in ${rounds} ${title}, or defers`, async () => {
    const random = seeded(SEED);
    const outcomes = new Map<string, number>();
    for (let round = 0; round < rounds; round++) {
      const source = mutation(lines, random);
      const byScan = scan(source);
      const result = byScan.kind === "undecided" ? await parseTree(source) : byScan;
      const outcome = compare(source, result);
      if (typeof outcome === "object") deepStrictEqual(outcome.ours, outcome.theirs, JSON.stringify(source));
      // Every fifth is enough here: the corpus pins the agreement of both ways line by line.
      if (byScan.kind === "program" && round % 5 === 0) await sameByTree(source, byScan);
      tally(outcomes, result.kind === "defer" ? `defer ${result.reason}` : String(outcome), 1);
    }
    report(`${title}, seed ${SEED}`, outcomes);
    const agreed = outcomes.get("agree") ?? 0;
    ok(agreed > 0.6 * rounds, `only ${agreed} of ${rounds} were decided and compared`);
  });
}

/** Whether the tree decides the text as well; then it must give the same program. */
async function sameByTree(source: string, byScan: Parse): Promise<boolean> {
  const byTree = await parseTree(source);
  if (byTree.kind !== "program") return false;
  deepStrictEqual(byTree, byScan, JSON.stringify(source));
  return true;
}
