/** `cat`, `head`, `tail`, `nl`, `sed -n`, `diff`: lines are exact or absent, and what is absent is counted. */
import assert from "node:assert/strict";
import { decodeBytes, encodeText } from "../core/run/text_bytes.ts";
import { marker } from "./harness/runs.ts";
import { compactRun, testWith, withWorkshop } from "./harness/tool_run.ts";

/** A source text of at least 64 KiB: a class of many methods, each with a body. */
function hugeSource(): string[] {
  const lines = ["/** The cart. */", "export class Cart {"];
  for (let at = 0; at < 600; at++) {
    lines.push(
      `  total${at}(items: readonly Item[]): number {`,
      ...Array(5).fill(`    sum += items[${at}].price;`),
      "  }",
    );
    if (at % 100 === 99) {
      lines.push("}", "", `export function helper${at}(x: number): number {`, "  return x;", "}");
    }
  }
  return lines;
}

/** The sum of what markers count. */
function cutLines(text: string): number {
  return [...text.matchAll(/^\[rtk: (\d+) lines? cut/gm)].reduce((sum, [, count]) => sum + Number(count), 0);
}

Deno.test("a text under 64 KiB is printed byte for byte", () => {
  const stdout = hugeSource().slice(0, 900).join("\r\n");
  assert.ok(stdout.length > 20_000 && stdout.length < 64 * 1024);
  for (
    const argv of [["cat", "a.ts"], ["head", "-900", "a.ts"], ["tail", "-900", "a.ts"], ["nl", "-ba", "a.ts"]]
  ) {
    const printed = compactRun(argv, { stdout });
    assert.equal(printed.stdout, stdout);
    assert.equal(printed.compacted, false);
  }
});

Deno.test("a huge source shows its ends, its declarations with their line numbers, and counts the rest", () => {
  const lines = hugeSource();
  const { stdout } = compactRun(["cat", "cart.ts"], { stdout: `${lines.join("\n")}\n` });
  const shown = stdout.trimEnd().split("\n");
  assert.deepEqual(shown.slice(0, 80), lines.slice(0, 80));
  assert.deepEqual(shown.slice(-40), lines.slice(-40));
  const outlined = shown.filter((line) => /^\d+:/.test(line));
  assert.ok(outlined.length >= 5, "declarations");
  for (const row of outlined) {
    const [, number = "", text] = /^(\d+):(.*)$/.exec(row) ?? [];
    assert.equal(lines[Number(number) - 1], text);
  }
  assert.equal(cutLines(stdout) + shown.length - 1, lines.length);
});

Deno.test("line numbers follow sed's range and tail's start; where they are not known none are shown", () => {
  const lines = hugeSource();
  const stdout = `${lines.join("\n")}\n`;
  const numbers = (argv: string[], first: number): void => {
    const rows = compactRun(argv, { stdout }).stdout.split("\n").filter((line) => /^\d+:/.test(line));
    assert.ok(rows.length > 0);
    for (const row of rows) {
      const [, number = "", text] = /^(\d+):(.*)$/.exec(row) ?? [];
      assert.equal(lines[Number(number) - first], text);
    }
  };
  numbers(["sed", "-n", "101,9999p", "cart.ts"], 101);
  numbers(["tail", "-n", "+31", "cart.ts"], 31);
  for (
    const argv of [["tail", "-n", "9999", "cart.ts"], ["cat", "a.ts", "b.ts"], [
      "sed",
      "-n",
      "/x/,$p",
      "a.ts",
    ]]
  ) {
    const printed = compactRun(argv, { stdout }).stdout;
    assert.ok(!/^\d+:/m.test(printed));
    assert.equal(cutLines(printed), lines.length - 120);
  }
});

Deno.test("numbered lines keep the numbers that cat -n and nl gave them", () => {
  const lines = hugeSource().map((line, at) => `${String(at + 1).padStart(6)}\t${line}`);
  for (const argv of [["cat", "-n", "cart.ts"], ["nl", "-ba", "cart.ts"]]) {
    const shown = compactRun(argv, { stdout: `${lines.join("\n")}\n` }).stdout.trimEnd().split("\n");
    assert.ok(shown.some((line) => line.includes("\texport function helper299(")));
    for (const line of shown) assert.ok(lines.includes(line) || line.startsWith("[rtk: "), line);
  }
});

Deno.test("prose that begins with a word for a declaration is none", () => {
  const declared = [
    "module Shop {",
    "protocol Sink: AnyObject {",
    "type Rows struct {",
    "object Basket extends Cart {",
  ];
  const prose = [
    "    module paths are a good choice for it.  What is stored",
    "    type of the value that is passed on",
  ];
  const body = Array(2000).fill("    sum += items[0].price; // of all items");
  const lines = [...body, ...declared, ...prose, ...body];
  const rows = compactRun(["cat", "a.txt"], { stdout: `${lines.join("\n")}\n` }).stdout.split("\n");
  const outlined = rows.flatMap((row) => /^\d+:(.*)$/.exec(row)?.[1] ?? []);
  assert.deepEqual(outlined, declared);
});

Deno.test("the headings of a huge text document are its outline, comments of other files are not", () => {
  const lines = Array.from(
    { length: 3000 },
    (_, at) => at % 100 === 50 ? `## Part ${at}` : `word ${at} and more text`,
  );
  const stdout = `${lines.join("\n")}\n`;
  assert.ok(compactRun(["cat", "book.md"], { stdout }).stdout.includes("\n1051:## Part 1050\n"));
  assert.ok(!compactRun(["cat", "list.txt"], { stdout }).stdout.includes("## Part 1050"));
});

Deno.test("nothing is left out of a failed run, or where nothing may be cut", () => {
  const stdout = `${hugeSource().join("\n")}\n`;
  const binary = `GIF89a\0${"x".repeat(9000)}`;
  assert.equal(compactRun(["cat", "a.ts", "nope"], { stdout, exit: 1 }).stdout, stdout);
  assert.equal(compactRun(["cat", "a.ts"], { stdout }, { cut: undefined }).stdout, stdout);
  assert.equal(compactRun(["cat", "a.gif"], { stdout: binary }, { cut: undefined }).stdout, binary);
});

/** What `cat` makes of a file of these bytes. */
function catBytes(name: string, bytes: Uint8Array): string {
  return compactRun(["cat", name], { stdout: decodeBytes(bytes) }).stdout;
}

Deno.test("binary data is told with its kind and its bytes as the file has them", () => {
  const any = Uint8Array.from({ length: 51_200 }, (_, at) => at % 256);
  assert.equal(catBytes("bin", any), `bin: binary data, 51200 bytes\n${marker(201)}\n`);
  const utf16 = Uint8Array.from({ length: 12_002 }, (_, at) => at < 2 ? 0xff - at : at % 2 === 0 ? 97 : 0);
  assert.equal(catBytes("u", utf16), `u: binary data (UTF-16 text), 12002 bytes\n${marker(1)}\n`);
  const umlauts = new TextEncoder().encode(`${"ä".repeat(500)}\0`);
  assert.equal(catBytes("x", umlauts), `x: binary data, 1001 bytes\n${marker(1)}\n`);
  const head = compactRun(["head", "-9", "bin"], { stdout: decodeBytes(any) }).stdout;
  assert.equal(head, `bin: binary data, 51200 bytes of output\n${marker(201)}\n`);
  const starts: readonly (readonly [string, readonly number[]])[] = [
    ["PNG image", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
    ["JPEG image", [0xff, 0xd8, 0xff, 0xe0]],
    ["gzip data", [0x1f, 0x8b, 0x08]],
    ["ZIP archive", [0x50, 0x4b, 0x03, 0x04]],
    ["Mach-O program", [0xcf, 0xfa, 0xed, 0xfe]],
    ["Java class", [0xca, 0xfe, 0xba, 0xbe]],
    ["ELF program", [0x7f, 0x45, 0x4c, 0x46]],
  ];
  for (const [kind, start] of starts) {
    for (const fill of [0xc3, 0x41]) {
      const bytes = new Uint8Array(2000).fill(fill).fill(0, 1000, 1010);
      bytes.set(start);
      assert.ok(catBytes("f", bytes).startsWith(`f: binary data (${kind}), 2000 bytes\n`), kind);
    }
  }
});

Deno.test("the form is never longer than raw bytes that are no UTF-8", () => {
  for (const length of [10, 60, 74, 120]) {
    const bytes = new Uint8Array(length).fill(0xff);
    bytes[length - 1] = 0;
    const stdout = decodeBytes(bytes);
    const printed = compactRun(["cat", "ff"], { stdout });
    assert.ok(encodeText(printed.stdout).length <= length, `${length}`);
    assert.equal(printed.compacted, length === 120);
  }
});

Deno.test("minified lines give way to one marker per run, other lines and what it was stay", () => {
  const long = "var a=1;".repeat(5000);
  const stdout = `/*! licence */\n${long}\n${long}\n//# sourceMappingURL=a.map\n`;
  const expected = `/*! licence */\n${marker(2)}\n//# sourceMappingURL=a.map\n`;
  const size = `dist/a.js: text with long lines, ${stdout.length} bytes`;
  assert.equal(compactRun(["cat", "dist/a.js"], { stdout }).stdout, `${size}\n${expected}`);
  assert.equal(compactRun(["head", "-5", "dist/a.js"], { stdout }).stdout, `${size} of output\n${expected}`);
  const single = "var b='é';".repeat(10_000);
  const told = `b.min.js: text with long lines, 110000 bytes\n${marker(1)}\n`;
  assert.equal(compactRun(["cat", "b.min.js"], { stdout: single }).stdout, told);
  const data = `{"rows":[${"1,".repeat(9000)}1]}\n`;
  assert.equal(
    compactRun(["cat", "rows.json"], { stdout: data }).stdout,
    data,
    "a line of data under 64 KiB",
  );
});

const LOCK_FILES: Record<string, (name: string, version: string) => string> = {
  "Cargo.lock": (name, version) =>
    `[[package]]\nname = "${name}"\nversion = "${version}"\nsource = "registry+https://example.org/index"\n` +
    `checksum = "${"ab12".repeat(16)}"\ndependencies = [\n "other",\n]\n\n`,
  "poetry.lock": (name, version) =>
    `[[package]]\nname = "${name}"\nversion = "${version}"\ndescription = "Some words about it"\noptional = false\n` +
    `files = [\n    {file = "${name}.whl", hash = "sha256:${"0f".repeat(32)}"},\n]\n\n`,
  "yarn.lock": (name, version) =>
    `"${name}@^1.0.0", ${name}@^1.2.0:\n  version "${version}"\n  resolved "https://example.org/${name}.tgz#${
      "ab".repeat(20)
    }"\n  integrity sha512-${"Zz".repeat(40)}\n  dependencies:\n    other "^1"\n\n`,
  "berry/yarn.lock": (name, version) =>
    `"${name}@npm:^1.0.0, ${name}@npm:^1.2.0":\n  version: ${version}\n  resolution: "${name}@npm:${version}"\n` +
    `  checksum: 10/${"ab".repeat(32)}\n  languageName: node\n  linkType: hard\n\n`,
  "pnpm-lock.yaml": (name, version) =>
    `  ${name}@${version}:\n    resolution: {integrity: sha512-${
      "Zz".repeat(40)
    }}\n    engines: {node: '>=12'}\n` +
    `    dependencies:\n      other: 1.0.0\n\n`,
  "composer.lock": (name, version) =>
    `        {\n            "name": "${name}",\n            "version": "${version}",\n            "source": {\n` +
    `                "type": "git",\n                "reference": "${"0a".repeat(20)}"\n            },\n` +
    `            "description": "${"words ".repeat(20)}"\n        },\n`,
  "go.sum": (name, version) =>
    `example.org/${name} v${version} h1:${"Zz".repeat(22)}=\nexample.org/${name} v${version}/go.mod h1:${
      "Yy".repeat(22)
    }=\n`,
};
for (const [file, entry] of Object.entries(LOCK_FILES)) {
  Deno.test(`${file}: every package and version stays, the rest is counted`, () => {
    const versions = Array.from({ length: 150 }, (_, at) => `${at % 9}.${at}.${at % 5}`);
    const stdout = versions.map((version, at) => entry(`lib-${at}`, version)).join("");
    const printed = compactRun(["cat", `sub/${file}`], { stdout }).stdout;
    assert.ok(printed.length < stdout.length / 3, `${printed.length} of ${stdout.length}`);
    for (const [at, version] of versions.entries()) {
      assert.ok(printed.includes(`lib-${at}@${file === "go.sum" ? "v" : ""}${version}`), `lib-${at}`);
    }
    assert.equal(cutLines(printed), stdout.split("\n").length - 1);
  });
}

Deno.test("a long log keeps trouble with its stack, each kind of line once, and its end", () => {
  const lines: string[] = [];
  for (let at = 0; at < 900; at++) {
    const time = `2026-03-01T10:${String(Math.floor(at / 60) % 60).padStart(2, "0")}:${
      String(at % 60).padStart(2, "0")
    }Z`;
    lines.push(`${time} INFO [http] GET /api/items/${at} 200 ${at % 50}ms`);
    if (at === 700) {
      lines.push(`${time} ERROR charge failed order=${at}`, "Error: declined", "    at run (a.js:3:1)");
    }
    if (at === 800) lines.push(`${time} INFO [http] GET /api/items/7 503 9ms`);
    if (at === 850) lines.push(`${time} INFO worker exited with code=137`);
    if (at % 400 === 0) lines.push(`${time} DEBUG [cache] swept ${at} keys`);
  }
  const stdout = `${lines.join("\n")}\n`;
  const printed = compactRun(["cat", "app.log"], { stdout }).stdout;
  const shown = printed.trimEnd().split("\n");
  assert.ok(shown.length < 20, String(shown.length));
  const holds = [
    "order=700",
    "Error: declined",
    "    at run (a.js:3:1)",
    " 503 ",
    "code=137",
    "swept 0 keys",
  ];
  for (const kept of holds) assert.ok(printed.includes(kept), kept);
  assert.deepEqual(shown.slice(-6, -1), lines.slice(-5));
  assert.equal(cutLines(printed) + shown.length - 1, lines.length);
  assert.equal(compactRun(["cat", "-n", "app.log"], { stdout }).compacted, false, "numbers were asked for");
  assert.equal(
    compactRun(["tail", "-n", "1500", "app.log"], { stdout: lines.slice(-800).join("\n") }).compacted,
    false,
  );
});

testWith(
  "diff",
  "diff -u: changed lines stay byte for byte, the recomputed headers apply",
  () =>
    withWorkshop((workshop) => {
      const rows = Array.from({ length: 300 }, (_, at) => `a line of text with the number ${at}`);
      workshop.write("old/a.txt", `${rows.join("\n")}\n`);
      const changed = rows.map((row, at) => at % 60 === 30 ? `${row} changed` : row).toSpliced(100, 2);
      workshop.write("new/a.txt", `${changed.join("\n")}\n-- not a header\n+++ nor this`);
      workshop.write("new/only.txt", "x\n");
      for (const argv of [["diff", "-ru", "old", "new"], ["diff", "-u", "old/a.txt", "new/a.txt"]]) {
        const { raw, stdout } = workshop.compact(argv, marker);
        assert.equal(raw.exit, 1);
        assert.ok(stdout.length < raw.stdout.length * 0.8, argv.join(" "));
        const isChange = (line: string): boolean => /^[-+](?!-- old|\+\+ new)/.test(line);
        assert.deepEqual(stdout.split("\n").filter(isChange), raw.stdout.split("\n").filter(isChange));
        Deno.writeTextFileSync(
          `${workshop.path}/patch`,
          stdout.split("\n").filter((line) => /^[-+@\\ ]/.test(line)).join("\n") + "\n",
        );
        Deno.copyFileSync(`${workshop.path}/old/a.txt`, `${workshop.path}/copy`);
        const names = stdout.includes("--- old") ? [] : ["--- a", "+++ b"];
        const patch = Deno.readTextFileSync(`${workshop.path}/patch`);
        Deno.writeTextFileSync(`${workshop.path}/patch`, [...names, patch].join("\n"));
        const patched = workshop.raw(["patch", "copy", "patch"]);
        assert.equal(patched.exit, 0, patched.stdout + patched.stderr);
        assert.equal(
          Deno.readTextFileSync(`${workshop.path}/copy`),
          Deno.readTextFileSync(`${workshop.path}/new/a.txt`),
        );
      }
      const asked = workshop.compact(["diff", "-U", "5", "old/a.txt", "new/a.txt"], marker);
      assert.ok(!asked.stdout.includes("[rtk: "), "context that was asked for stays");
    }),
);
