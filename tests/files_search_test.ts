/** `grep`, `rg`, `find`, `fd`, `ls`, `tree`: what they print can be put back together from the compact form. */
import assert from "node:assert/strict";
import { marker } from "./harness/runs.ts";
import { compactRun, testWith, unitOf, withWorkshop, type Workshop } from "./harness/tool_run.ts";

function furnish(workshop: Workshop): void {
  for (const folder of ["src", "src/deep/er", "lib"]) {
    for (const name of ["a.ts", "b.ts", "c.py"]) {
      const local = `// only ${folder}/${name}: call(${name.length})\n`;
      workshop.write(`${folder}/${name}`, `import x\n  call(1)\n\n  call(1)\nend\n${local}  call(1)\n`);
    }
  }
  workshop.write("with space/a file.ts", "call(2)\ncall(2)\n");
  workshop.write("odd-1-name/b-2-c.ts", "x\ncall(3)\ny\n");
  workshop.write("top.ts", "nothing\n\ncall(1):12:x\n");
}

/** Rows of `path:line:text` (or `path:text`) from the compact form, sorted. */
function rowsOf(compact: string, isRow: (line: string) => boolean): string[] {
  const rows: string[] = [];
  let header: string[] = [];
  let previousWasRow = true;
  for (const line of compact.trimEnd().split("\n")) {
    if (!isRow(line)) {
      // Paths of one header may run over several lines.
      header = previousWasRow ? pathsIn(line) : [...header, ...pathsIn(line)];
      previousWasRow = false;
      continue;
    }
    previousWasRow = true;
    const [, numbers = "", text = ""] = /^([\d,]*)(:.*)$/.exec(line) ?? [];
    for (const path of header) {
      for (const number of numbers === "" ? [""] : numbers.split(",")) {
        rows.push(`${path}${number === "" ? "" : `:${number}`}${text}`);
      }
    }
  }
  return rows.sort();
}

function pathsIn(line: string): string[] {
  // A path with blanks stands alone.
  return line.includes("with space/") ? [line] : line.trim().split(" ");
}

const NUMBERED = [
  ["grep", "-rn", "call", "."],
  ["grep", "-rn", "call"],
  ["grep", "-Hn", "call", "top.ts", "src/a.ts"],
  ["grep", "-nE", "call|only", "src/a.ts", "src/b.ts", "lib/a.ts"],
];
for (const argv of NUMBERED) {
  testWith("grep", `${argv.join(" ")}: every row can be put back together`, () =>
    withWorkshop((workshop) => {
      furnish(workshop);
      const { raw, stdout } = workshop.compact(argv);
      assert.ok(stdout.length < raw.stdout.length * 0.8, "saves something");
      // A row alone in its file is printed as it was.
      const expanded = rowsOf(stdout.replaceAll(/^(.+?):(\d+(?:,\d+)*:.*)$/gm, "$1\n$2"), (line) =>
        /^\d/.test(line));
      assert.deepEqual(expanded, raw.stdout.trimEnd().split("\n").sort());
    }));
}

testWith(
  "grep",
  "grep -r without numbers: every row can be put back together",
  () =>
    withWorkshop((workshop) => {
      furnish(workshop);
      const { raw, stdout } = workshop.compact(["grep", "-r", "call", "src", "lib"]);
      assert.ok(stdout.length < raw.stdout.length * 0.8);
      const expanded = rowsOf(stdout, (line) => line.startsWith(":"));
      assert.deepEqual(expanded, raw.stdout.trimEnd().split("\n").sort());
    }),
);

for (const tool of ["grep", "rg"]) {
  testWith(
    tool,
    `${tool} with context: matches and context keep their numbers under their file`,
    () =>
      withWorkshop((workshop) => {
        furnish(workshop);
        const argv = [tool, ...(tool === "grep" ? ["-r"] : []), "-n", "-C1", "call", "."];
        const { raw, stdout } = workshop.compact(argv);
        assert.ok(stdout.length < raw.stdout.length);
        let path = "";
        const expanded: string[] = [];
        for (const line of stdout.trimEnd().split("\n")) {
          if (line === "--") continue;
          const [, number, sign, text] = /^(\d+)([:-])(.*)$/.exec(line) ?? [];
          if (number === undefined) path = line;
          else expanded.push(`${path}${sign}${number}${sign}${text}`);
        }
        const rows = raw.stdout.trimEnd().split("\n").filter((line) => line !== "--");
        assert.deepEqual(expanded.sort(), rows.sort());
      }),
  );
}

testWith(
  "rg",
  "rg -n with and without a path: every row can be put back together",
  () =>
    withWorkshop((workshop) => {
      furnish(workshop);
      for (const argv of [["rg", "-n", "call", "."], ["rg", "-n", "call", "src", "lib"]]) {
        const { raw, stdout } = workshop.compact(argv);
        assert.ok(stdout.length < raw.stdout.length * 0.8, argv.join(" "));
        const flat = stdout.replaceAll(/^(.+?):(\d+(?:,\d+)*:.*)$/gm, "$1\n$2");
        const expanded = rowsOf(flat.replaceAll("./with", "with"), (line) => /^\d/.test(line));
        assert.deepEqual(expanded, raw.stdout.replaceAll("./with", "with").trimEnd().split("\n").sort());
      }
    }),
);

testWith(
  "rg",
  "rg: a form that the user's configuration asks for stays as it is",
  () =>
    withWorkshop((workshop) => {
      furnish(workshop);
      const options = [
        "--heading",
        "--no-filename",
        "--heading\n--line-number",
        "--context=1\n--line-number",
      ];
      for (const option of options) {
        workshop.write("rc", `${option}\n--sort=path\n`);
        for (const argv of ["call src lib", "-n call src lib", "-n call"]) {
          const rg = ["rg", ...argv.split(" ")];
          const raw = workshop.raw(rg, { RIPGREP_CONFIG_PATH: `${workshop.path}/rc` });
          const { stdout } = compactRun(rg, raw, { cut: marker, cwd: workshop.path });
          assert.equal(stdout, raw.stdout, `${option}: ${rg.join(" ")}`);
        }
      }
    }),
);

testWith(
  "grep",
  "grep: a row that is shortened keeps its file and its number",
  () =>
    withWorkshop((workshop) => {
      const long = `${"0".repeat(300)}5 foo ${"0".repeat(300)}6\n`;
      workshop.write("s/new\nline", "a foo b\n");
      workshop.write("s/long", long);
      const yaml = Array.from({ length: 8 }, (_, at) => `k${at}: ${"v".repeat(at)}\n`).join("") +
        `k: ${long}`;
      workshop.write("j.yaml", yaml);
      workshop.write("k.yaml", yaml);
      for (const flags of ["-rn", "-r", "-rA1"]) {
        const { raw, stdout } = workshop.compact(["grep", flags, "foo", "s"], marker);
        assert.equal(stdout, raw.stdout, flags);
      }
      const { stdout } = workshop.compact(["grep", "-B6", "foo", "j.yaml", "k.yaml"], marker);
      const rows = stdout.split("\n");
      for (const name of ["j.yaml", "k.yaml"]) {
        const [row = ""] = rows.slice(rows.indexOf(name)).filter((line) => line.includes(" foo "));
        assert.match(row, /^:…/, name);
        assert.ok(rows.includes(name), name);
      }
      assert.ok(stdout.includes(marker(2)));
    }),
);

testWith("find", "find: names with a newline stay as they are", () =>
  withWorkshop((workshop) => {
    furnish(workshop);
    workshop.write("src/new\nline/a.ts", "");
    const { raw, stdout } = workshop.compact(["find", "src", "lib", "-type", "f"]);
    assert.equal(stdout, raw.stdout);
  }));

Deno.test("what came from standard input is printed as it was selected", () => {
  const text = "src/a.c:12: error: x\nsrc/a.c:13: error: x\nsrc/a.c:14: error: x\n" +
    `${"y".repeat(9000)} error\n`;
  assert.equal(compactRun(["grep", "error"], { stdout: text }).stdout, text);
  assert.equal(compactRun(["grep", "-e", "error"], { stdout: text }).stdout, text);
  assert.equal(compactRun(["grep", "error", "-"], { stdout: text }).stdout, text);
  assert.equal(compactRun(["rg", "error"], { stdout: text }).stdout, text);
  const numbered = text.split("\n").map((line, at) => line && `${at + 1}:${line}`).join("\n");
  assert.equal(compactRun(["grep", "-n", "error"], { stdout: numbered }).stdout, numbered);
  assert.equal(compactRun(["rg", "-n", "error"], { stdout: numbered }).stdout, numbered);
});

Deno.test("a search in one file prints its rows as they were, long ones around the match", () => {
  const stdout = `3:a:1:b\n9:${"x".repeat(5000)}needle${"y".repeat(5000)}\n12:needle\n`;
  const { stdout: printed } = compactRun(["grep", "-rn", "needle", "a.ts"], { stdout });
  const [first, second, third, last] = printed.trimEnd().split("\n");
  assert.equal(first, "3:a:1:b");
  assert.match(second ?? "", /^9:…x{60}needley{134}…$/);
  assert.equal(third, "12:needle");
  assert.equal(last, marker(1));
  const uncut = compactRun(["grep", "-rn", "needle", "a.ts"], { stdout }, { cut: undefined });
  assert.equal(uncut.stdout, stdout);
});

Deno.test("an excerpt parts no character", () => {
  const stdout = `1:${"😀".repeat(400)}needle${"😀".repeat(400)}\n`;
  const { stdout: printed } = compactRun(["grep", "-n", "needle", "a.ts"], { stdout });
  assert.ok(printed.isWellFormed());
  assert.ok(printed.includes("needle"));
});

Deno.test("messages among the rows stay lines of their own", () => {
  const stdout = "grep: a.bin: binary file matches\nsrc/a.ts:1:x\nsrc/a.ts:2:y\nBinary file b.bin matches\n" +
    "src/b.ts:1:x\nsrc/b.ts:9:y\ngrep: secret: Permission denied\n";
  const { stdout: printed } = compactRun(["grep", "-rn", "x", "src", "."], { stdout, exit: 2 }, {
    merged: true,
  });
  assert.deepEqual(printed.split("\n"), [
    "grep: a.bin: binary file matches",
    "src/a.ts",
    "1:x",
    "2:y",
    "Binary file b.bin matches",
    "src/b.ts",
    "1:x",
    "9:y",
    "grep: secret: Permission denied",
    "",
  ]);
});

/** Paths from the compact form: `./src: a b` and lines that are paths themselves. */
function pathsOf(compact: string): string[] {
  const paths: string[] = [];
  let folder = "";
  for (const line of compact.trimEnd().split("\n")) {
    const [, header, names] = /^(\S*): (.*)$/.exec(line) ?? [];
    if (header !== undefined) folder = `${header}/`;
    else if (!line.startsWith(" ") && !line.includes("with space")) folder = "";
    if (line.includes("with space")) paths.push(line);
    else paths.push(...(names ?? line).trim().split(" ").map((name) => folder + name));
  }
  return paths.sort();
}

const PATH_SEARCHES = [
  ["find", "."],
  ["find", "src", "lib", "-name", "*.ts"],
  ["find", ".", "(", "-name", "a*", "-o", "-name", "b*", ")", "-not", "-path", "./lib/*"],
  ["fdfind", "."],
  ["fdfind", "-e", "ts", ".", "src"],
];
for (const argv of PATH_SEARCHES) {
  testWith(
    argv[0]!,
    `${argv.join(" ")}: every path can be put back together`,
    () =>
      withWorkshop((workshop) => {
        furnish(workshop);
        const { raw, stdout } = workshop.compact(argv);
        assert.ok(stdout.length < raw.stdout.length, "saves something");
        assert.deepEqual(pathsOf(stdout), raw.stdout.trimEnd().split("\n").sort());
      }),
  );
}

Deno.test("dependency folders are cut only where they are large, not asked for, and not all there is", () => {
  const below = Array.from({ length: 80 }, (_, at) => `./node_modules/p/f${at}.js\n`).join("");
  const stdout = `./src/a.js\n./src/b.js\n${below}`;
  const cut = compactRun(["find", ".", "-name", "*.js"], { stdout }).stdout;
  assert.equal(cut, `./src: a.js b.js\n./node_modules/\n${marker(80)}\n`);
  const whole = [
    compactRun(["find", "node_modules", "-name", "*.js"], { stdout }).stdout,
    compactRun(["find", ".", "-path", "*node_modules*"], { stdout }).stdout,
    compactRun(["find", ".", "-name", "*.js"], { stdout: below }).stdout,
    compactRun(["find", ".", "-name", "*.js"], { stdout }, { cut: undefined }).stdout,
  ];
  for (const text of whole) assert.ok(text.includes(" f79.js") && !text.includes("[rtk:"));
});

testWith("ls", "ls -R: every name stands behind its folder", () =>
  withWorkshop((workshop) => {
    furnish(workshop);
    const { raw, stdout } = workshop.compact(["ls", "-R"]);
    assert.ok(stdout.length < raw.stdout.length);
    const sections = raw.stdout.trimEnd().split("\n\n").map((section) => section.split("\n"));
    const headers = sections.map(([header]) => header);
    for (const [header = "", ...names] of sections) {
      const folder = header.slice(0, -1);
      // Folders alone: their own headers name them.
      if (names.length > 0 && names.every((name) => headers.includes(`${folder}/${name}:`))) continue;
      const expected = names.some((name) => name.includes(" "))
        ? [header, ...names].join("\n")
        : [header, ...names].join(" ");
      assert.ok(`\n${stdout.replaceAll("\n ", " ")}`.includes(`\n${expected}\n`), header);
    }
  }));

testWith(
  "ls",
  "ls -l: names, sizes, unusual modes, marks and link targets stay",
  () =>
    withWorkshop((workshop) => {
      workshop.write("plain.txt", "12345\n");
      workshop.write("private.key", "k\n", 0o600);
      workshop.write("run.sh", "#!/bin/sh\n", 0o755);
      workshop.write("su.sh", "#!/bin/sh\n", 0o4755);
      workshop.write("sub/x", "x\n");
      workshop.write("two words", "ab\n");
      Deno.symlinkSync("sub/x", `${workshop.path}/link`);
      const { stdout } = workshop.compact(["ls", "-la"]);
      assert.deepEqual(stdout.trimEnd().split("\n").sort(), [
        "-rw------- 2 private.key",
        "-rwsr-xr-x 10 su.sh",
        "10 run.sh*",
        "3 two words",
        "6 plain.txt",
        "link -> sub/x",
        "sub/",
      ]);
    }),
);

Deno.test("ls -l in a locale with other dates stays raw", () => {
  const stdout = "total 8\n" + "-rw-r--r-- 1 u g 0  3月25日 17:58 a.txt\n".repeat(5);
  assert.equal(compactRun(["ls", "-l", "d"], { stdout }).stdout, stdout);
});

Deno.test("ls -l tells owners where they differ", () => {
  const row = (owner: string, name: string): string => `-rw-r--r-- 1 ${owner} staff 7 Nov 30 09:48 ${name}\n`;
  const stdout = row("ada", "a") + row("ada", "b") + row("bob", "c") + row("ada", "d");
  assert.equal(
    compactRun(["ls", "-l"], { stdout }).stdout,
    "ada staff 7 a\nada staff 7 b\nbob staff 7 c\nada staff 7 d\n",
  );
});

testWith("tree", "tree: every name stands one level below its folder", () =>
  withWorkshop((workshop) => {
    furnish(workshop);
    const { raw, stdout } = workshop.compact(["tree"]);
    assert.ok(stdout.length < raw.stdout.length * 0.7);
    const path: string[] = [];
    const expected = raw.stdout.trimEnd().split("\n").flatMap((line) => {
      const [, guides = "", name = line] = /^(.*?[├└]──[ \u00a0])(.*)$/.exec(line) ?? [];
      if (guides === "") return [];
      path.splice(guides.length / 4 - 1, Infinity, name);
      return [path.join("/")];
    });
    assert.deepEqual(treePaths(stdout.trimEnd().split("\n").slice(1, -1)), expected);
    assert.equal(stdout.trimEnd().split("\n").at(-1), raw.stdout.trimEnd().split("\n").at(-1));
  }));

/** Paths from ` a/b: x y` (below one folder) and ` x y` or ` a` (as deep as they are indented). */
function treePaths(lines: readonly string[]): string[] {
  const folders: string[] = [];
  const found = new Set<string>();
  for (const line of lines) {
    const depth = /^ */.exec(line)![0].length;
    const [, folder, below] = /^ *(\S+): (.+)$/.exec(line) ?? [];
    const names = /a file|with space/.test(line) ? [line.trim()] : (folder ?? line).trim().split(" ");
    const parent = folders.slice(0, depth - 1).join("/");
    const full = names.map((name) => parent === "" ? name : `${parent}/${name}`);
    for (const path of full) {
      const parts = path.split("/");
      for (let end = parts.length - names[0]!.split("/").length + 1; end <= parts.length; end++) {
        found.add(parts.slice(0, end).join("/"));
      }
    }
    folders.splice(depth - 1, Infinity, names.at(-1)!);
    for (const name of below?.split(" ") ?? []) found.add(`${full[0]}/${name}`);
  }
  return [...found];
}

Deno.test("forms whose format was asked for, that act, or that follow, are left alone", () => {
  const reasons: Record<string, string> = {
    "grep -c x f": "exact-format",
    "grep -rln x src": "exact-format",
    "grep --line-buffered x f": "follow-mode",
    "grep -f list f": "unknown-option",
    "rg --json x": "exact-format",
    "rg --pre ./run x": "effect",
    "find . -name x -delete": "effect",
    "find . -exec rm {} ;": "effect",
    "find . -ok rm {} ;": "interactive",
    "find . -print0": "exact-format",
    "fd -x rm": "effect",
    "ls -1": "exact-format",
    "ls --zero": "exact-format",
    "tail -f a.log": "follow-mode",
    "tail -Fn20 a.log": "follow-mode",
    "head a b": "unknown-option",
    "head -c 5 a": "exact-format",
    "cat -": "stdin-file",
    "cat /dev/urandom": "follow-mode",
    "tree -o x": "effect",
    "diff -y a b": "exact-format",
    "sed -i s/a/b/ f": "effect",
    "sed -n s/a/b/p f": "exact-format",
    "sed -n 1w f": "exact-format",
    "sed -n 1,5p;w f": "exact-format",
    "sed -n 1e f": "exact-format",
    "sed 1,5p f": "exact-format",
  };
  for (const [line, reason] of Object.entries(reasons)) assert.equal(unitOf(line.split(" ")), reason, line);
});

Deno.test("sed -n scripts that only print are taken", () => {
  for (
    const script of [
      "5p",
      "1,200p",
      "1,5p;9p",
      "$p",
      "/^a b/p",
      "/x/,/y/p",
      "/x/,+3p",
      "10,20p;20q",
      "3!p",
      "1~2p",
    ]
  ) {
    assert.equal(unitOf(["sed", "-n", script, "f"]), "sed", script);
  }
});
