import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { MAX_LENGTH, MAX_OPENERS, scan } from "../core/syntax/scan.ts";
import { readWord } from "../core/syntax/word.ts";
import { parseText } from "./harness/program_text.ts";
import { jsonLines } from "./harness/json_lines.ts";

Deno.test("scan() reads or leaves every row of its table as written there", async (t) => {
  for (
    const row of jsonLines<{ source: string; scan: string }>(new URL("corpus/scan.jsonl", import.meta.url))
  ) {
    await t.step(JSON.stringify(row.source), () => strictEqual(parseText(scan(row.source)), row.scan));
  }
});

Deno.test("readWord() gives bash's value of a word, or none where an expansion decides it", () => {
  const values: Record<string, string | undefined> = {
    plain: "plain",
    "'a b'\"c\"\\d": "a bcd",
    '"a\\$b\\c\\"d\\\ne"': 'a$b\\c"de',
    "$'a\\tb\\'c'": "a\tb'c",
    "$'\\x41'": undefined,
    "a$": "a$",
    '"$"': "$",
    "$x": undefined,
    '"a${x}b"': undefined,
    "*.ts": undefined,
    "'*.ts'": "*.ts",
    "a?": undefined,
    "[ab]": undefined,
    "[": "[",
    "a[": "a[",
    "{}": "{}",
    "@{u}": "@{u}",
    "{u}..{v}": "{u}..{v}",
    "{a,b}": undefined,
    "{1..3}": undefined,
    "{a','b}": "{a,b}",
    "~": undefined,
    "~/x": undefined,
    "a~": "a~",
    "A=~/x": undefined,
    "A=b:~/x": undefined,
    "host:~/x": "host:~/x",
    "'~'": "~",
  };
  for (const [text, value] of Object.entries(values)) {
    const word = readWord(text, 0);
    if (typeof word === "string") throw new Error(`Cannot read ${text}: ${word}`);
    deepStrictEqual([word.end, word.value], [text.length, value], text);
  }
});

Deno.test("scan() defers texts over its limits before it reads them", () => {
  strictEqual(parseText(scan("a".repeat(MAX_LENGTH))).length, MAX_LENGTH);
  strictEqual(parseText(scan("a".repeat(MAX_LENGTH + 1))), "defer: too-long");
  strictEqual(parseText(scan(`echo '${"(".repeat(MAX_OPENERS + 1)}'`)), "defer: too-deep");
  strictEqual(parseText(scan(`echo '${"(".repeat(MAX_OPENERS)}'`)).startsWith("echo"), true);
});
