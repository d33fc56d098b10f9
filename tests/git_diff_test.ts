/** `git diff`, `git show` and `git log -p` on real changes: every changed line with its number, compared by script. */
import assert from "node:assert/strict";
import { type Compacted, Repository, withFolder } from "./harness/scratch_repository.ts";

interface Change {
  readonly name: string;
  readonly build: (repo: Repository, folder: string) => void;
  readonly args?: readonly string[];
  /** Strings that the compact form must hold, besides all changed lines. */
  readonly holds?: readonly string[];
  /** Files of which only the counts are shown. */
  readonly counted?: readonly string[];
}

function numbered(count: number, change: (n: number) => string | undefined = () => undefined): string {
  let text = "";
  for (let n = 1; n <= count; n++) {
    const line = change(n) ?? `line ${n} of a file that is long enough`;
    text += line === "" ? "" : `${line}\n`;
  }
  return text;
}

function edited(
  repo: Repository,
  file: string,
  before: string | Uint8Array,
  after: string | Uint8Array,
): void {
  repo.write(file, before);
  repo.commit(`add ${file}`);
  repo.write(file, after);
}

const CHANGES: readonly Change[] = [
  {
    name: "one line in the middle",
    build: (repo) =>
      edited(repo, "a.txt", numbered(40), numbered(40, (n) => n === 20 ? "changed" : undefined)),
  },
  {
    name: "first and last line",
    build: (repo) =>
      edited(repo, "a.txt", numbered(40), numbered(40, (n) => n === 1 || n === 40 ? "x" : undefined)),
  },
  {
    name: "changes near and far in one hunk",
    build: (repo) => {
      const places = [10, 12, 15, 21, 28, 29, 36];
      edited(repo, "a.txt", numbered(60), numbered(60, (n) => places.includes(n) ? `new ${n}` : undefined));
    },
  },
  {
    name: "pure insertions and pure deletions",
    build: (repo) => {
      edited(
        repo,
        "a.txt",
        numbered(80),
        numbered(
          80,
          (n) => n === 20 ? `line 20 of a file that is long enough\nin\nserted` : n === 60 ? "" : undefined,
        ),
      );
    },
  },
  {
    name: "content that looks like headers",
    build: (repo) => {
      const before = [
        "-- a/file",
        "++ b/file",
        "@@ -1 +1 @@",
        "diff --git a/x b/x",
        " context",
        "\\ No newline",
        "",
      ];
      edited(
        repo,
        "a.sql",
        `${before.join("\n")}\n${numbered(20)}`,
        `${numbered(20)}${before.reverse().join("\n")}\n`,
      );
    },
  },
  {
    name: "no newline at the end, on either side and on both",
    build: (repo) => {
      repo.write("a.txt", "one\ntwo");
      repo.write("b.txt", "one\ntwo\n");
      repo.write("c.txt", "one\ntwo");
      repo.commit("files");
      repo.write("a.txt", "one\ntwo\n");
      repo.write("b.txt", "one\ntwo");
      repo.write("c.txt", "one\nthree");
    },
    holds: ["\\ No newline at end of file"],
  },
  {
    name: "CRLF lines",
    build: (repo) => {
      const crlf = numbered(30).replaceAll("\n", "\r\n");
      edited(repo, "a.txt", crlf, crlf.replace("line 15 ", "line fifteen "));
    },
  },
  {
    name: "carriage returns and escape codes inside of lines",
    build: (repo) => edited(repo, "a.txt", "a\rb\n\x1b[31mred\x1b[0m\n", "a\rc\n\x1b[32mgreen\x1b[0m\n"),
  },
  {
    name: "blank lines and trailing blanks",
    build: (repo) => edited(repo, "a.txt", "\n\n  \nx\n\n\n\n\n", "\n\n \ny  \n\n\n\n\n\n"),
  },
  {
    name: "bytes that are no UTF-8",
    build: (repo) => {
      const bytes = (last: number): Uint8Array => new Uint8Array([0xe9, 0x20, 0xc9, 0x0a, 0x61, last, 0x0a]);
      edited(repo, "latin1.txt", bytes(0xe8), bytes(0xe9));
    },
  },
  {
    name: "renames, with and without changes",
    build: (repo) => {
      repo.write("old name.txt", numbered(40));
      repo.write("moved.txt", numbered(50));
      repo.commit("files");
      repo.git("mv", "old name.txt", "new name.txt");
      repo.git("mv", "moved.txt", "sub-moved.txt");
      repo.write("new name.txt", numbered(40, (n) => n === 5 ? "five" : undefined));
      repo.git("add", "-A");
    },
    args: ["--cached"],
    holds: ["diff old name.txt -> new name.txt\n", "diff moved.txt -> sub-moved.txt\n"],
  },
  {
    name: "renames of names that hold an arrow",
    build: (repo) => {
      repo.write("x -> y", numbered(40));
      repo.commit("file");
      repo.git("mv", "x -> y", "w -> v");
    },
    args: ["--cached"],
    holds: ["diff w -> v\nrename from x -> y\n"],
  },
  {
    name: "copies",
    build: (repo) => {
      repo.write("a.txt", numbered(40));
      repo.commit("file");
      repo.write("copy.txt", numbered(40, (n) => n === 9 ? "nine" : undefined));
      repo.git("add", "-A");
    },
    args: ["--cached", "-C", "--find-copies-harder"],
    holds: ["diff copy.txt\n", "copy from a.txt\n", "similarity index 9"],
  },
  {
    name: "mode changes, new, deleted, empty and binary files, links",
    build: (repo) => {
      for (const file of ["run.sh", "gone.txt", "was-link"]) repo.write(file, "one\ntwo\n");
      repo.write("logo.png", new Uint8Array([0, 1, 2, 0]));
      repo.commit("files");
      Deno.chmodSync(`${repo.path}/run.sh`, 0o755);
      repo.remove("gone.txt");
      repo.remove("was-link");
      Deno.symlinkSync("run.sh", `${repo.path}/was-link`);
      repo.write("new.txt", "new\n");
      repo.write("empty.txt", "");
      repo.write("logo.png", new Uint8Array([0, 9, 2, 0]));
      repo.git("add", "-A");
    },
    args: ["--cached"],
    holds: [
      "old mode 100644\nnew mode 100755\n",
      "diff gone.txt\ndeleted file mode 100644\n",
      "diff new.txt\nnew file mode 100644\n",
      "diff empty.txt\nnew file mode 100644\n",
      "Binary files a/logo.png and b/logo.png differ\n",
      "new file mode 120000",
    ],
  },
  {
    name: "quoted names",
    build: (repo) => {
      for (const file of ["über.txt", 'quo"te.txt', "tab\there.txt", "dir b/a b.txt"]) {
        repo.write(file, "one\n");
      }
      repo.commit("files");
      for (const file of ["über.txt", 'quo"te.txt', "tab\there.txt", "dir b/a b.txt"]) {
        repo.write(file, "two\n");
      }
    },
    holds: ['diff "\\303\\274ber.txt"\n', 'diff "quo\\"te.txt"\n', "diff dir b/a b.txt\n"],
  },
  {
    name: "a submodule that moved",
    build: (repo, folder) => {
      const other = Repository.create(folder, "other");
      other.write("a.txt", "x\n");
      other.commit("one");
      repo.git("submodule", "add", "-q", other.path, "sub");
      repo.commit("submodule");
      new Repository(`${repo.path}/sub`).commit("inside");
    },
    holds: ["-Subproject commit ", "+Subproject commit "],
  },
  {
    name: "a lock file beside source",
    build: (repo) => {
      const lock = (version: number): string =>
        numbered(300, (n) => n % 10 ? undefined : `version ${version}.${n}`);
      repo.write("package-lock.json", lock(1));
      repo.write("sub dir/yarn.lock", lock(1));
      repo.write("a.txt", numbered(40));
      repo.commit("files");
      repo.write("package-lock.json", lock(2));
      repo.write("sub dir/yarn.lock", lock(2));
      repo.write("a.txt", numbered(40, (n) => n === 20 ? "changed" : undefined));
    },
    holds: ["diff package-lock.json\n30 insertions(+), 30 deletions(-)\n"],
    counted: ["package-lock.json", "sub dir/yarn.lock"],
  },
  {
    name: "a small change of a lock file, which is shown",
    build: (repo) =>
      edited(repo, "Cargo.lock", numbered(90), numbered(90, (n) => n === 40 ? "serde 1.2" : undefined)),
  },
  {
    name: "a long file that was deleted",
    build: (repo) => {
      repo.write("gone.txt", numbered(900));
      repo.write("stays.txt", numbered(10));
      repo.commit("files");
      repo.remove("gone.txt");
    },
    holds: [
      "diff gone.txt\ndeleted file mode 100644\n900 deletions(-)\n",
      "\n@@ -1 +0,0 @@\n-line 1 of",
      "\n@@ -900 +0,0 @@\n-line 900 of",
    ],
    counted: ["gone.txt"],
  },
  {
    name: "hunks of a hundred thousand lines",
    build: (repo) =>
      edited(repo, "big.txt", numbered(100_000), numbered(100_000, (n) => n % 3 ? `new ${n}` : undefined)),
  },
  {
    name: "insertions and deletions of a large change, which is shown without context",
    build: (repo) => {
      const change = (n: number): string | undefined =>
        n % 7 === 0 ? "" : n % 11 === 0 ? `line ${n} of a file that is long enough\nnew ${n}` : undefined;
      edited(repo, "a.txt", numbered(4000), numbered(4000, change));
    },
    holds: ["\n@@ -7 +6,0 @@\n-line 7 of", "\n@@ -11,0 +11 @@\n+new 11\n"],
  },
  {
    name: "many small files",
    build: (repo) => {
      for (let n = 0; n < 60; n++) repo.write(`src/m${n}.ts`, numbered(40));
      repo.commit("files");
      for (let n = 0; n < 60; n++) {
        repo.write(`src/m${n}.ts`, numbered(40, (at) => at % 13 === 0 ? `edit ${n} ${at}` : undefined));
      }
    },
  },
  {
    name: "diff.suppressBlankEmpty",
    build: (repo) => {
      repo.git("config", "diff.suppressBlankEmpty", "true");
      edited(repo, "a.txt", "one\n\n\ntwo\n\n\nthree\n", "one\n\n\nTWO\n\n\nthree\n");
    },
  },
  ...([
    ["diff.noprefix", "true"],
    ["diff.mnemonicPrefix", "true"],
    ["diff.context", "9"],
    ["diff.renames", "false"],
    [
      "core.quotePath",
      "false",
    ],
    ["diff.submodule", "log"],
    ["diff.algorithm", "histogram"],
    ["core.pager", "cat -n"],
  ] as const).map((
    [key, value],
  ): Change => ({
    name: `${key}=${value}`,
    build: (repo) => {
      repo.git("config", key, value);
      repo.write("src/über.txt", numbered(60));
      edited(repo, "b/a.txt", numbered(60), numbered(60, (n) => n === 20 ? "changed" : undefined));
      repo.write("src/über.txt", numbered(60, (n) => n === 44 ? undefined : n === 45 ? "" : undefined));
    },
  })),
];

for (const { name, build, args = [], holds = [], counted = [] } of CHANGES) {
  Deno.test(`git diff keeps every changed line with its number: ${name}`, () => {
    withFolder((folder) => {
      const repo = Repository.create(folder);
      build(repo, folder);
      const compact = repo.compact(["diff", ...args]);
      assert.ok(compact.compacted, "stays raw");
      for (const text of holds) assert.ok(compact.stdout.includes(text), `lost: ${text}\n${compact.stdout}`);
      checkLines(compact, counted);
      const whole = repo.compact(["diff", ...args], { cuts: false });
      checkLines(whole, []);
      assert.deepEqual(linesOf(whole.stdout), linesOf(whole.raw.stdout));
    });
  });
}

interface Line {
  readonly file: string;
  /** `-`, `+` or a blank; the note on a missing newline is `\`. */
  readonly sign: string;
  /** On the side where it stands: the old one for `-`, else the new one. */
  readonly number: number;
  readonly text: string;
}

/** Reads the hunks of a plain diff or of its compact form; every header has to agree with its lines. */
function linesOf(text: string): Line[] {
  const found: Line[] = [];
  let file = "";
  const at = { old: 0, new: 0, oldLeft: 0, newLeft: 0 };
  for (const line of text.split("\n")) {
    const inside = at.oldLeft > 0 || at.newLeft > 0;
    const hunk = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
    if (!inside && hunk) {
      at.oldLeft = Number(hunk[2] ?? 1);
      at.newLeft = Number(hunk[4] ?? 1);
      at.old = Number(hunk[1]) + (at.oldLeft === 0 ? 1 : 0);
      at.new = Number(hunk[3]) + (at.newLeft === 0 ? 1 : 0);
    } else if (inside && !line.startsWith("\\")) {
      const sign = line === "" ? " " : line.slice(0, 1);
      found.push({ file, sign, number: sign === "-" ? at.old : at.new, text: line.slice(1) });
      if (sign !== "+") at.old++, at.oldLeft--;
      if (sign !== "-") at.new++, at.newLeft--;
      assert.ok(at.oldLeft >= 0 && at.newLeft >= 0, `a header does not fit its lines before: ${line}`);
    } else if (line.startsWith("\\")) {
      found.push({ file, sign: "\\", number: 0, text: line });
    } else {
      file = nameIn(line) ?? file;
    }
  }
  return found;
}

function nameIn(line: string): string | undefined {
  const compact = /^diff (?!--)(?:.+ -> )?(.+)$/.exec(line);
  if (compact) return compact[1];
  const renamed = /^(?:rename|copy) to (.+)$/.exec(line);
  if (renamed) return renamed[1];
  const [, quote = "", name] = /^diff --git (?:("?)(?:[aci]\/)?)(.+)\1 \1(?:[bw]\/)?\2\1$/.exec(line) ?? [];
  return name === undefined ? undefined : quote + name + quote;
}

const key = (line: Line): string => `${line.file}:${line.sign}${line.number}:${line.text}`;

/** Every changed line is there, in order; what else is shown is a context line of the raw text; the rest is counted. */
function checkLines(compact: Compacted, counted: readonly string[]): void {
  const raw = linesOf(compact.raw.stdout);
  const shown = linesOf(compact.stdout);
  const changed = (lines: readonly Line[]): string[] =>
    lines.filter((line) => line.sign !== " " && !counted.includes(line.file)).map(key);
  assert.deepEqual(changed(shown), changed(raw));
  const known = new Set(raw.map(key));
  for (const line of shown) assert.ok(known.has(key(line)), `not in the raw text: ${key(line)}`);
  const headers = (text: string, files: readonly string[]): number => {
    let file = "";
    let count = 0;
    for (const line of text.split("\n")) {
      file = nameIn(line) ?? file;
      if (files.includes(file) && line.startsWith("@@ ")) count++;
    }
    return count;
  };
  const locked = counted.filter((file) => !shown.some((line) => line.file === file));
  assert.equal(compact.cut, raw.length - shown.length + headers(compact.raw.stdout, locked));
}
