import { ok, strictEqual } from "node:assert/strict";
import process from "node:process";
import { parse, parseTree } from "../core/syntax/parse.ts";
import { MAX_LENGTH, MAX_OPENERS, scan } from "../core/syntax/scan.ts";
import { parseText } from "./harness/program_text.ts";

/** The unit repeated up to the greatest length that is parsed. */
function fill(unit: string, { before = "", after = "" } = {}): string {
  const times = Math.floor((MAX_LENGTH - before.length - after.length) / unit.length);
  return before + unit.repeat(times) + after;
}

/** Nested as deeply as the limit of openers lets through. */
function nest(open: string, close: string): string {
  const depth = Math.floor(MAX_OPENERS / (open.match(/[([{`]/g)?.length || 1));
  return `${open.repeat(depth)}a${close.repeat(depth)}`;
}

// `$(x)` sends the text to the tree, which is where time could go.
const TREE = { before: "$(x);" };
const WORST: Readonly<Record<string, string>> = {
  "nested $( )": nest("$(", ")"),
  "nested ( )": nest("(", ")"),
  "nested { }": nest("{ ", "; }"),
  "nested ${ }": nest("${a:-", "}"),
  "nested quoted $( )": nest('"$(', ')"'),
  "nested <( )": nest("b <(", ")"),
  "nested $(( ))": nest("$((", "))"),
  "nested if": `${"if a; then ".repeat(900)}b${"; fi".repeat(900)}`,
  "nested while": `${"while a; do ".repeat(800)}b${"; done".repeat(800)}`,
  "unclosed $(": "$(".repeat(MAX_OPENERS),
  "unclosed (": "(".repeat(MAX_OPENERS),
  "unclosed backquotes": "`".repeat(MAX_OPENERS - 1),
  "unclosed ${": "${".repeat(MAX_OPENERS),
  "unclosed <(": "<(".repeat(MAX_OPENERS),
  "unclosed if": fill("if ", TREE),
  "unclosed case": `$(x);${"case a in b) ".repeat(MAX_OPENERS - 1)}`,
  "closers": fill(")", TREE),
  "braces": fill("}", TREE),
  "quotes": fill("'", TREE),
  "odd quotes": fill('"', { ...TREE, after: '"' }),
  "mixed quotes": fill("'\"", TREE),
  "one long word": fill("a", TREE),
  "one long quoted word": fill("a", { before: '$(x) "', after: '"' }),
  "many words": fill("a ", TREE),
  "and-or list": fill("a&&", { ...TREE, after: "a" }),
  "pipeline": fill("a|", { ...TREE, after: "a" }),
  "sequence": fill("a;", TREE),
  "lines": fill("a\n", TREE),
  "background jobs": fill("a&", TREE),
  "redirections": fill(">f ", TREE),
  "assignments": fill("A=1 ", TREE),
  "parameters": fill("$a", TREE),
  "comments": fill("#\n", TREE),
  "operators": fill("|&;", TREE),
  "less-than signs": fill("<", TREE),
  "here-documents": fill("a <<b\n", TREE),
  "dollars": fill("$", TREE),
  "backslashes": fill("\\", TREE),
  "continuations": fill("\\\n", TREE),
  "carriage returns": fill("\r\n", TREE),
  "NULs": fill("\0", TREE),
  "control characters": fill("\x01\x0b\x0c", TREE),
  "emoji": fill("😀 ", TREE),
  "lone surrogates": fill("\ud83d ", TREE),
  "brackets": fill("]", TREE),
  "equal signs": fill("=", TREE),
  "exclamation marks": fill("! ", TREE),
  "function definitions": "f() { a; };".repeat(MAX_OPENERS / 2),
  "substitutions": "$(a) ".repeat(MAX_OPENERS),
  "hidden extended patterns": `$(x);"'"${"@a".repeat(7000)}"'"`,
  "extended patterns": `$(x);${"@a".repeat(38)}${"b".repeat(15_000)}`,
  "operators before a long text": `$(x);${"|!".repeat(38)}${" b".repeat(7500)}`,
  "100,000 blanks": " ".repeat(100_000),
  "100,000 openers": "(".repeat(100_000),
};

/** Far over what was measured (60 ms on idle cores), so that a busy machine does not fail. */
const MAX_MILLISECONDS = 1000;

/** Processor time of this process: what other processes do in the meantime does not count. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

Deno.test("parse() ends soon, without throwing, on the worst texts that its limits let through", async () => {
  await parseTree("$(warm up)");
  const times: [string, number][] = [];
  for (const [name, source] of Object.entries(WORST)) {
    const start = processorTime();
    await parse(source);
    const time = processorTime() - start;
    times.push([name, time]);
    ok(time < MAX_MILLISECONDS, `${name}: ${time} ms`);
  }
  const slowest = times.toSorted((left, right) => right[1] - left[1]).slice(0, 8);
  console.log(`slowest: ${slowest.map(([name, time]) => `${name} ${time.toFixed(0)} ms`).join(", ")}`);
});

Deno.test("the scanner needs a few milliseconds at most for any text", () => {
  for (const [name, source] of Object.entries(WORST)) {
    const start = processorTime();
    scan(source);
    ok(processorTime() - start < MAX_MILLISECONDS / 4, name);
  }
});

Deno.test("texts over a limit defer before they are read", async () => {
  strictEqual(parseText(await parse("a".repeat(MAX_LENGTH + 1))), "defer: too-long");
  strictEqual(parseText(await parse("(".repeat(MAX_OPENERS + 1))), "defer: too-deep");
  strictEqual(parseText(await parse(")".repeat(MAX_OPENERS + 1))), "defer: too-deep");
  const nested = `${"if a\nthen ".repeat(250)}b${"\nfi".repeat(250)}`;
  strictEqual(parseText(await parse(nested)), "defer: too-deep");
  strictEqual(parseText(await parse(WORST["less-than signs"] ?? "")), "defer: too-long");
});

Deno.test("the limits leave a long commit message in a here-document alone", async () => {
  const body = "- fix: keep `a -> b` & <c> apart; see @d, really?\n".repeat(60);
  const result = parseText(await parse(`git add . && git commit -m "$(cat <<'EOF'\n${body}EOF\n)"`));
  ok(result.startsWith("git·add·. && git·commit"), result.slice(0, 80));
});
