/** `git log` and `git show` on real histories: every commit, in order, with what the sheet calls facts. */
import assert from "node:assert/strict";
import { Repository, withFolder } from "./harness/scratch_repository.ts";

/** Merges, tags, two authors, bodies, an empty message, other scripts, a subject of two lines. */
function history(repo: Repository): void {
  repo.write("a.txt", "one\n");
  repo.commit("Initial commit");
  repo.git("tag", "-a", "v1", "-m", "first release");
  repo.write("a.txt", "two\n");
  repo.commit(
    "fix: second\nline of the subject\n\nFirst of the body.\nSecond.\nThird.\nFourth.\n\nFixes #12\nRefs: ABC-7",
  );
  repo.git("checkout", "-q", "-b", "side");
  repo.write("b.txt", "b\n");
  repo.commit(
    "feat: ภาษาไทยยาวมาก 日本語のコミットメッセージ 🎉",
    "--author",
    "Grace <Hopper> Murray <grace@example.org>",
  );
  repo.git("checkout", "-q", "main");
  repo.commit(
    "chore: with trailers\n\nSigned-off-by: Ada Byron <ada@example.org>\nReviewed-by: Grace <grace@example.org>",
  );
  repo.git("merge", "-q", "--no-ff", "-m", "Merge branch 'side'", "side");
  repo.commit(
    "commit 1234567 looks like a header\n\ncommit 2222222\nAuthor: nobody\n\nBREAKING CHANGE: total() needs a region",
  );
  repo.git("commit", "-q", "--allow-empty", "--allow-empty-message", "-m", "");
}

function withHistory(body: (repo: Repository, folder: string) => void): void {
  withFolder((folder) => {
    const repo = Repository.create(folder);
    history(repo);
    body(repo, folder);
  });
}

interface Shown {
  readonly id: string;
  readonly rest: string;
}

function commitLines(text: string): Shown[] {
  return text.split("\n").flatMap((line) => {
    const [, id, rest = ""] = /^([0-9a-f]{7,40}) (.+)$/.exec(line) ?? [];
    return id === undefined ? [] : [{ id, rest }];
  });
}

const FORMS: readonly (readonly string[])[] = [
  ["log"],
  ["log", "-3"],
  ["log", "--reverse"],
  ["log", "--all", "--decorate"],
  ["log", "--stat"],
  ["log", "-p"],
  ["log", "-p", "-m"],
  ["log", "--first-parent"],
  ["log", "--merges"],
  ["log", "--author=Grace"],
  ["log", "--abbrev-commit"],
  ["log", "--date=iso"],
  ["log", "--date=relative"],
  ["log", "--date=short", "--", "a.txt"],
  ["log", "-S", "two"],
  ["--no-pager", "log", "--no-merges"],
];

Deno.test("every form of git log shows every commit with subject, author and parents", () => {
  withHistory((repo) => FORMS.forEach((args) => checkCommits(repo, args)));
});

function checkCommits(repo: Repository, args: readonly string[]): void {
  const compact = repo.compact(args);
  assert.ok(compact.compacted, args.join(" "));
  const names = args.filter((word) => !/^(?:-p|--stat|--abbrev-commit|--decorate)$/.test(word));
  const format = "--format=%H%x1f%an%x1f%p%x1f%s";
  const at = names.indexOf("--");
  const lines = repo.git(
    ...names.slice(0, at < 0 ? undefined : at),
    format,
    ...(at < 0 ? [] : names.slice(at)),
  );
  const expected = lines.trim().split("\n").filter((line) => line.includes("\x1f")).map((line) =>
    line.split("\x1f")
  );
  const shown = commitLines(compact.stdout);
  assert.equal(shown.length, expected.length, `${args.join(" ")}\n${compact.stdout}`);
  for (const [index, [hash = "", author = "", parents = "", subject = ""]] of expected.entries()) {
    const { id = "", rest = "" } = shown[index] ?? {};
    assert.ok(hash.startsWith(id), `${id} is not ${hash}`);
    assert.ok(subject.startsWith(rest.split(/> | 20\d\d |^20[\d-]+ /).at(-1) ?? "") || subject === "", rest);
    if (subject !== "fix: second line of the subject") assert.ok(rest.endsWith(subject), rest);
    assert.ok(rest.includes(`<${author}>`) || compact.stdout.startsWith(`Author: ${author}\n`), rest);
    const shownParents = subject.startsWith("Merge ") ? parents : `Merge: ${parents}`;
    if (parents.includes(" ")) assert.ok(rest.includes(`${shownParents} `), rest);
  }
}

Deno.test("git log keeps the body lines that an agent acts on and counts the others", () => {
  withHistory((repo) => {
    const { stdout, cut } = repo.compact(["log", "--stat", "-p"]);
    for (
      const line of [
        "line of the subject",
        "First of the body.",
        "Fixes #12",
        "Refs: ABC-7",
        "BREAKING CHANGE: total()",
      ]
    ) {
      assert.ok(stdout.includes(`\n ${line}`), `lost: ${line}\n${stdout}`);
    }
    assert.ok(stdout.includes("\n Reviewed-by: Grace"), stdout);
    assert.ok(!stdout.includes("Signed-off-by"));
    assert.equal(cut, 0);
    assert.ok(stdout.includes("\n 1 file changed, 1 insertion(+), 1 deletion(-)\n"), stdout);
  });
});

Deno.test("git log cuts long bodies by a marker with their number, but none of a few commits", () => {
  withFolder((folder) => {
    const repo = Repository.create(folder);
    const body = Array.from({ length: 40 }, (_, n) => `Sentence ${n} of a long explanation.`).join("\n");
    for (const n of [1, 2, 3, 4]) repo.commit(`subject ${n}\n\n${body}\nCloses #${n}`);
    const { stdout, cut } = repo.compact(["log"]);
    assert.equal(cut, 4 * 37);
    assert.equal(stdout.match(/Sentence \d+ of/g)?.length, 12);
    for (const n of [1, 2, 3, 4]) assert.ok(stdout.includes(`Closes #${n}`));
    assert.ok(stdout.trimEnd().endsWith("]"), "the marker is the last line");
    assert.equal(repo.compact(["log", "-3"]).cut, 0);
    assert.equal(repo.compact(["log"], { cuts: false }).stdout.match(/Sentence \d+ of/g)?.length, 160);
  });
});

Deno.test("git log shows fifty commits of many and says so, unless a number was asked for", () => {
  withFolder((folder) => {
    const repo = Repository.create(folder);
    for (let n = 1; n <= 90; n++) repo.git("commit", "-q", "--allow-empty", "-m", `subject ${n}`);
    const { stdout, cut } = repo.compact(["log"]);
    assert.equal(commitLines(stdout).length, 50);
    assert.ok(stdout.includes("\n50 of 90 commits shown\n[rtk: 40 lines cut;"), stdout.slice(-200));
    assert.equal(cut, 40);
    for (
      const args of [["log", "-90"], ["log", "-n", "90"], ["log", "--max-count=90"], ["log", "HEAD~80..HEAD"]]
    ) {
      const whole = repo.compact(args);
      assert.equal(whole.cut, 0);
      assert.equal(commitLines(whole.stdout).length, args[1]?.includes("..") ? 80 : 90);
    }
    assert.equal(commitLines(repo.compact(["log"], { cuts: false }).stdout).length, 90);
  });
});

Deno.test("git log stays raw where the form is another one", () => {
  withHistory((repo) => {
    const settings: readonly [string, string][] = [
      ["format.pretty", "oneline"],
      ["format.pretty", "fuller"],
      ["format.pretty", "%h %s"],
      ["color.ui", "always"],
    ];
    for (const [key, value] of settings) {
      repo.git("config", key, value);
      const compact = repo.compact(["log"]);
      assert.equal(compact.stdout, compact.raw.stdout);
      repo.git("config", "--unset", key);
    }
  });
});

Deno.test("git log keeps what other settings add", () => {
  withHistory((repo) => {
    const settings: readonly [string, string, string][] = [
      ["log.date", "iso-strict", "2026-03-0"],
      ["log.date", "unix", "(17"],
      ["log.decorate", "short", "(HEAD -> main)"],
      ["log.abbrevCommit", "true", "Initial commit"],
      ["log.showRoot", "false", "Initial commit"],
    ];
    for (const [key, value, kept] of settings) {
      repo.git("config", key, value);
      const { stdout, compacted } = repo.compact(["log"]);
      assert.ok(compacted && stdout.includes(kept), `${key}=${value}\n${stdout}`);
      repo.git("config", "--unset", key);
    }
    repo.git("notes", "add", "-m", "a note on HEAD");
    assert.ok(repo.compact(["log"]).stdout.includes("a note on HEAD"));
  });
});

Deno.test("git log, show and blame keep the forms of dates and ids that were asked for", () => {
  withHistory((repo) => {
    const time = /\d\d:\d\d:\d\d/;
    for (
      const words of ["--date=iso", "--date=iso-strict", "--date=local", "--date=default", "--date=format:%c"]
    ) {
      for (const command of ["log", "show"]) {
        assert.match(repo.compact([command, words]).stdout.split("\n")[0] ?? "", time, `${command} ${words}`);
      }
      const blamed = repo.compact(["blame", words, "a.txt"]);
      assert.equal(blamed.stdout, blamed.raw.stdout);
    }
    assert.doesNotMatch(repo.compact(["log"]).stdout, time);
    repo.git("config", "log.date", "iso");
    assert.match(repo.compact(["log"]).stdout, time);
    const id = repo.git("rev-parse", "HEAD").trim();
    for (const command of ["log", "show"]) {
      assert.ok(repo.compact([command, "--no-abbrev-commit"]).stdout.includes(id), command);
    }
  });
});

Deno.test("git show of commits, merges, tags and several revisions keeps all of the message", () => {
  withHistory((repo) => {
    const second = repo.compact(["show", "v1..side~1"]).stdout;
    assert.match(
      second,
      /^[0-9a-f]{7} Mar \d+ 2026 <Ada Byron> fix: second\n line of the subject\n First of the body\.\n/,
    );
    assert.match(
      second,
      /Fourth\.\n Fixes #12\n Refs: ABC-7\ndiff a\.txt\n@@ -1 \+1 @@\n-one\n\+two\n$/,
    );
    const tag = repo.compact(["show", "v1"]).stdout;
    assert.match(tag, /^tag v1\nTagger: Ada Byron/);
    assert.match(
      tag,
      /first release\n[\s\S]*Initial commit\ndiff a\.txt\nnew file mode 100644\n@@ -0,0 \+1 @@\n\+one\n$/,
    );
    const merge = repo.compact(["show", "HEAD~2"]).stdout;
    assert.match(merge, /^[0-9a-f]{7} [0-9a-f]{7} [0-9a-f]{7} Mar .* Merge branch 'side'\n$/);
    assert.equal(commitLines(repo.compact(["show", "-s", "HEAD", "v1", "side"]).stdout).length, 3);
  });
});

Deno.test("git show leaves blobs and trees as they are, also those that hold the text of a log", () => {
  withHistory((repo) => {
    repo.write("recorded.txt", repo.git("log"));
    repo.commit("record");
    const blob = repo.git("rev-parse", "HEAD:recorded.txt").trim();
    for (const operand of [blob, blob.slice(0, 12), "HEAD^{tree}"]) {
      const compact = repo.compact(["show", operand]);
      assert.equal(compact.stdout, compact.raw.stdout);
    }
    assert.throws(() => repo.compact(["show", "HEAD:recorded.txt"]), /no unit takes/);
  });
});

Deno.test("failures stay raw with their status", () => {
  withHistory((repo) => {
    for (const args of [["log", "nosuch"], ["show", "nosuch"], ["diff", "nosuch"]]) {
      const compact = repo.compact(args);
      assert.equal(compact.raw.exit, 128);
      assert.equal(compact.stderr, compact.raw.stderr);
      assert.equal(compact.stdout, "");
    }
  });
});
