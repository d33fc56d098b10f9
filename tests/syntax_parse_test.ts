import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { Command, Parse, Program, Redirection, Span, Word } from "../core/syntax/nodes.ts";
import { parse, parseTree } from "../core/syntax/parse.ts";
import { scan } from "../core/syntax/scan.ts";
import { jsonLines } from "./harness/json_lines.ts";
import { parseText } from "./harness/program_text.ts";

const here = (path: string): URL => new URL(path, import.meta.url);
const scanned = jsonLines<{ source: string; scan: string }>(here("corpus/scan.jsonl"));
const parsed = jsonLines<{ source: string; parse: string }>(here("corpus/parse.jsonl"));

Deno.test("parse() reads every row of its table as bash does, or defers for the reason written there", async (t) => {
  for (const row of parsed) {
    await t.step(
      JSON.stringify(row.source),
      async () => strictEqual(parseText(await parse(row.source)), row.parse),
    );
  }
});

Deno.test("parse() decides all that the scanner leaves undecided, and repeats what it decided", async () => {
  for (const { source, scan: text } of scanned) {
    const result = parseText(await parse(source));
    if (text === "undecided") ok(result !== "undecided", source);
    else strictEqual(result, text);
  }
});

Deno.test("the tree alone gives the scanner's program, or defers", async () => {
  let both = 0;
  for (const { source } of scanned) {
    const [byScan, byTree] = [scan(source), await parseTree(source)];
    if (byScan.kind !== "program" || byTree.kind !== "program") continue;
    both++;
    deepStrictEqual(byTree, byScan, source);
  }
  ok(both > 30, `only ${both} rows are decided by both`);
});

Deno.test("every span cuts its node's text out of the source, and lies inside its parent", async () => {
  let words = 0;
  for (const { source } of [...scanned, ...parsed]) {
    // Two code units per emoji before the text, and between its lines, move every offset that counts bytes or characters.
    for (const text of [source, `: "😀" '😀😀' && ${source}`]) words += checkSpans(text, await parse(text));
  }
  ok(words > 500, `only ${words} words were checked`);
});

Deno.test("spans count UTF-16 code units, in the scanner and in the tree", async () => {
  for (const tail of ["git status", 'git "$(date)"']) {
    const source = `echo 😀é '日本' && ${tail}`;
    const result = await parse(source);
    if (result.kind !== "program") throw new Error(`Cannot parse ${source}`);
    const command = result.program.lists[0]?.pipelines[1]?.stages[0];
    strictEqual(source.slice(command?.start, command?.end), tail);
    strictEqual(command?.start, source.indexOf("git"));
  }
});

Deno.test("a word knows its value, its quoting and the programs inside it", async () => {
  const result = await parse("a 'b c' \"$(d)\" *.ts x$(e)");
  if (result.kind !== "program") throw new Error("Cannot parse the line");
  const command = result.program.lists[0]?.pipelines[0]?.stages[0];
  const seen = command?.kind === "simple" &&
    command.words.map((
      { value, quoted, substitution, inner },
    ) => [value, quoted, substitution, inner.length]);
  deepStrictEqual(seen, [
    ["a", false, false, 0],
    ["b c", true, false, 0],
    [undefined, true, true, 1],
    [undefined, false, false, 0],
    [undefined, false, true, 1],
  ]);
});

Deno.test("a function definition gives its name and an assignment its parts", async () => {
  const result = await parse("deploy() { a; }; X+='b c' Y=$(d) e");
  if (result.kind !== "program") throw new Error("Cannot parse the line");
  const [definition, command] = result.program.lists.map((list) => list.pipelines[0]?.stages[0]);
  strictEqual(definition?.kind === "compound" && definition.functionName, "deploy");
  const assignments = command?.kind === "simple" &&
    command.assignments.map(({ name, append, value }) => [name, append, value.value, value.inner.length]);
  deepStrictEqual(assignments, [["X", true, "b c", 0], ["Y", false, undefined, 1]]);
});

/** Checks all spans of a program; returns how many words there are. */
function checkSpans(source: string, result: Parse): number {
  if (result.kind !== "program") return 0;
  const words: Word[] = [];
  checkProgram(source, result.program, words);
  deepStrictEqual([result.program.start, result.program.end], [0, source.length]);
  return words.length;
}

function checkProgram(source: string, program: Program, words: Word[]): void {
  checkInside(source, program, program.lists);
  for (const list of program.lists) {
    checkInside(source, list, list.pipelines);
    for (const pipeline of list.pipelines) {
      checkInside(source, pipeline, pipeline.stages);
      for (const command of pipeline.stages) checkCommand(source, command, words);
    }
  }
}

function checkCommand(source: string, command: Command, words: Word[]): void {
  checkRedirections(source, command.redirections);
  const own = command.kind === "simple"
    ? [...command.assignments.map((one) => one.value), ...command.words]
    : [];
  const all = [...own, ...command.redirections.map((one) => one.target)];
  const inOrder = all.toSorted((left, right) => left.start - right.start);
  checkInside(source, command, command.kind === "simple" ? inOrder : command.inner);
  for (const word of all) {
    words.push(word);
    strictEqual(source.slice(word.start, word.end), word.text);
    // The body of a here-document stands behind its delimiter, not in it.
    if (!word.inner.some((program) => program.start > word.end)) checkInside(source, word, word.inner);
    for (const program of word.inner) checkProgram(source, program, words);
  }
  if (command.kind === "compound") {
    for (const program of command.inner) {
      checkProgram(source, program, words);
    }
  }
}

function checkRedirections(source: string, redirections: readonly Redirection[]): void {
  for (const { start, end, descriptor, variable, operator, target } of redirections) {
    const left = variable === undefined ? String(descriptor ?? "") : `{${variable}}`;
    ok(source.slice(start, end).startsWith(left + operator), source);
    strictEqual(end, target.end);
  }
}

function checkInside(source: string, parent: Span, children: readonly Span[]): void {
  let at = parent.start;
  for (const { start, end } of children) {
    ok(
      at <= start && start <= end && end <= parent.end,
      `${source}: ${start}-${end} of ${parent.start}-${parent.end}`,
    );
    at = end;
  }
}
