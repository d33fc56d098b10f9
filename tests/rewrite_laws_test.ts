/** The laws of a rewrite, over corpora and seeded mutations of them. */
import assert from "node:assert/strict";
import { insertionText, withoutInsertions } from "../core/rewrite/edit.ts";
import { toArgWord } from "../core/rewrite/candidate.ts";
import type { Part, Rewrite } from "../core/rewrite/rewrite.ts";
import { selectByWords } from "../core/run/select.ts";
import type { Parse, Program, SimpleCommand, Word } from "../core/syntax/nodes.ts";
import { parse } from "../core/syntax/parse.ts";
import { fullTable, nameCounts } from "./harness/all_names.ts";
import { brokenPairs } from "./harness/bash_check.ts";
import { corpus } from "./harness/corpus.ts";
import { gateParsed } from "./harness/gate.ts";
import { mutation, seeded } from "./harness/mutate.ts";
import { parseText } from "./harness/program_text.ts";

const RTK_PATH = "/opt/rtk's home/rtk";
const MUTATIONS = 20_000;

const { lines, about } = corpus();
const sources = lines.map(({ cmd }) => cmd);
const table = fullTable(sources);

/** One line rewritten with one of the two strings, and everything that is wrong with the answer. */
interface Checked {
  readonly rewrite: Rewrite;
  readonly faults: string[];
}

async function check(source: string, rtkPath: string | undefined): Promise<Checked> {
  const options = { table, config: { rtkPath } };
  const parsed = await parse(source);
  const rewrite = gateParsed(source, parsed, options);
  const inserted = rewrite.parts.filter(({ kind }) => kind === "rewrite");
  const positions = inserted.map(({ insertAt }) => insertAt ?? -1);
  const text = insertionText(rtkPath);
  const faults: string[] = [];
  if (withoutInsertions(rewrite.command, positions, text) !== source) faults.push("does more than insert");
  if (rewrite.command.length !== source.length + positions.length * text.length) faults.push("wrong length");
  const kinds = rewrite.parts.map(({ kind }) => kind);
  if (rewrite.kind !== (["rewrite", "defer"].find((kind) => kinds.some((one) => one === kind)) ?? "pass")) {
    faults.push("wrong kind");
  }
  for (const part of rewrite.parts) {
    const isRewrite = part.kind === "rewrite";
    if (isRewrite !== (part.insertAt !== undefined) || isRewrite === (part.reason !== undefined)) {
      faults.push("a part without its reason or place");
    }
  }
  if (inserted.some((part) => !isSelected(part))) faults.push("the proxy would not choose the gate's unit");
  if (inserted.length > 0) {
    const again = await parse(rewrite.command);
    if (gateParsed(rewrite.command, again, options).command !== rewrite.command) {
      faults.push("rewritten twice");
    }
    if (parseText(again) !== parseText(withWords(parsed, positions, text.trim()))) {
      faults.push("reads otherwise than with the words inserted");
    }
  }
  return { rewrite, faults };
}

/** Whether the proxy, given the words behind the insertion, finds the unit that the gate found. */
function isSelected({ command, insertAt, toolId }: Part): boolean {
  if (command?.kind !== "simple") return false;
  const words = command.words.filter(({ start }) => start >= (insertAt ?? 0)).map(toArgWord);
  return selectByWords(table, words)?.entry.id === toolId;
}

/** The program with a word more before each of the positions. */
function withWords(parsed: Parse, positions: readonly number[], text: string): Parse {
  if (parsed.kind !== "program") return parsed;
  const word: Word = { start: 0, end: 0, text, value: "rtk", quoted: false, substitution: false, inner: [] };
  const simple = (command: SimpleCommand): SimpleCommand => ({
    ...command,
    words: command.words.flatMap((one) => positions.includes(one.start) ? [word, one] : [one]),
  });
  const program: Program = {
    ...parsed.program,
    lists: parsed.program.lists.map((list) => ({
      ...list,
      pipelines: list.pipelines.map((pipeline) => ({
        ...pipeline,
        stages: pipeline.stages.map((stage) => stage.kind === "simple" ? simple(stage) : stage),
      })),
    })),
  };
  return { kind: "program", program };
}

async function checkAll(texts: readonly string[]): Promise<string> {
  const wrong: string[] = [];
  const pairs: [string, string][] = [];
  const reasons = new Map<string, number>();
  for (const [index, source] of texts.entries()) {
    const { rewrite, faults } = await check(source, index % 4 === 3 ? RTK_PATH : undefined);
    if (faults.length > 0) wrong.push(`${JSON.stringify(source)}: ${faults.join(", ")}`);
    if (rewrite.kind === "rewrite") pairs.push([source, rewrite.command]);
    for (const { kind, reason } of rewrite.parts) {
      const key = reason === undefined ? "rewrite" : `${kind} ${reason}`;
      reasons.set(key, (reasons.get(key) ?? 0) + 1);
    }
  }
  for (const [source, rewritten] of await brokenPairs(pairs)) {
    wrong.push(`${JSON.stringify(source)}: bash -n rejects ${JSON.stringify(rewritten)}`);
  }
  assert.deepEqual(wrong.slice(0, 20), [], `${wrong.length} faults`);
  const rows = [...reasons].sort((a, b) => b[1] - a[1]).map(([reason, count]) => `${count} ${reason}`);
  return `${texts.length} texts, ${pairs.length} rewritten; commands by what happens: ${rows.join(", ")}`;
}

Deno.test("rewriteProgram() only inserts, once, and leaves every line of the corpora a program", async () => {
  const { all, registered } = nameCounts();
  console.log(`${about}; ${registered} of ${all} commands have units`);
  console.log(await checkAll(sources));
});

Deno.test("rewriteProgram() keeps its laws on mutated lines", async () => {
  const random = seeded(20261130);
  const texts = Array.from({ length: MUTATIONS }, () => mutation(sources, random));
  console.log(await checkAll(texts));
});
