/** Commands that change something, lists and blame on real repositories: every path, id and ref is told. */
import assert from "node:assert/strict";
import { compactLines } from "../core/tools/git/action_text.ts";
import { Repository, withFolder } from "./harness/scratch_repository.ts";

function withBase(body: (repo: Repository, folder: string) => void): void {
  withFolder((folder) => {
    const repo = Repository.create(folder);
    for (const name of ["a.txt", "b.txt", "src/c.ts"]) repo.write(name, `${name}\none\ntwo\n`);
    repo.commit("base");
    body(repo, folder);
  });
}

function holds(text: string, ...kept: readonly string[]): void {
  for (const part of kept) assert.ok(text.includes(part), `lost: ${part}\n${text}`);
}

function hook(repo: Repository, name: string, script: string): void {
  repo.write(`.git/hooks/${name}`, `#!/bin/sh\n${script}\n`);
  Deno.chmodSync(`${repo.path}/.git/hooks/${name}`, 0o755);
}

/** `src/{a.ts,b.ts}` and `src/a.ts` alike, without labels. */
function pathsOf(text: string, label: RegExp): string[] {
  return text.split("\n").filter((line) => label.test(line)).flatMap((line) => {
    const path = line.replace(label, "");
    const [, directory, names = ""] = /^(.*\/)\{(.+)\}$/.exec(path) ?? [];
    return directory === undefined ? [path] : names.split(",").map((name) => directory + name);
  }).sort();
}

Deno.test("git commit tells branch, id, counts and every created or deleted file", () => {
  withBase((repo) => {
    const names = Array.from({ length: 30 }, (_, n) => `lib/${n % 2 ? "odd" : "even"}/f${n}.ts`);
    for (const name of names) repo.write(name, `content of ${name}\n`);
    repo.git("add", "-A");
    repo.git("rm", "-q", "b.txt");
    const { stdout, raw } = repo.compact(["commit", "-m", "feat: many", "-m", "body"]);
    const id = repo.git("rev-parse", "--short", "HEAD").trim();
    assert.equal(stdout.split("\n")[0], `[main ${id}] 31 files +30 -3`);
    assert.deepEqual(pathsOf(stdout, /^create /), [...names].sort());
    assert.deepEqual(pathsOf(stdout, /^delete /), ["b.txt"]);
    assert.equal(raw.exit, 0);
    assert.ok(stdout.endsWith("\n"));
  });
});

Deno.test("git commit shows the subject that a hook made of the one given", () => {
  withBase((repo) => {
    hook(repo, "commit-msg", `sed -i '1s/^/ABC-7 /' "$1"`);
    repo.write("a.txt", "x\n");
    holds(repo.compact(["commit", "-am", "fix"]).stdout, "ABC-7 fix");
    hook(repo, "commit-msg", "exit 0");
    repo.write("a.txt", "y\n");
    const given = repo.compact(["commit", "-am", "a subject\nof two lines\n\nand a body"]);
    assert.ok(!given.stdout.includes("a subject"), given.stdout);
  });
});

Deno.test("a hook that refuses a commit is shown byte for byte", () => {
  withBase((repo) => {
    hook(repo, "pre-commit", `echo "hint: run the fixer"; echo; echo "src/c.ts:3 unused" >&2; exit 1`);
    repo.write("a.txt", "x\n");
    const compact = repo.compact(["commit", "-am", "x"]);
    assert.equal(compact.raw.exit, 1);
    assert.equal(compact.stdout, compact.raw.stdout);
    assert.equal(compact.stderr, compact.raw.stderr);
    holds(compact.stderr, "src/c.ts:3 unused", "hint: run the fixer");
  });
});

Deno.test("a hook that refuses a push keeps its advice, git's own goes", () => {
  withBase((repo, folder) => {
    repo.git("clone", "-q", "--bare", repo.path, `${folder}/up.git`);
    repo.git("remote", "add", "origin", `${folder}/up.git`);
    hook(repo, "pre-push", `echo "hint: rename the variable" >&2; exit 1`);
    const compact = repo.compact(["push", "origin", "main"]);
    assert.equal(compact.raw.exit, 1);
    holds(compact.stderr, "hint: rename the variable", "error: failed to push some refs");
    Deno.removeSync(`${repo.path}/.git/hooks/pre-push`);
    repo.git("commit", "-q", "--allow-empty", "-m", "theirs");
    repo.git("push", "-q", "origin", "main");
    repo.git("reset", "-q", "--hard", "HEAD~1");
    repo.commit("ours");
    const rejected = repo.compact(["push", "origin", "main"]);
    holds(rejected.stderr, "! [rejected] main -> main (non-fast-forward)", "error: failed to push some refs");
    assert.ok(!rejected.stderr.includes("hint:"));
  });
});

Deno.test("a hook that is not executable is told although it stands in a hint", () => {
  withBase((repo) => {
    hook(repo, "post-checkout", "exit 0");
    Deno.chmodSync(`${repo.path}/.git/hooks/post-checkout`, 0o644);
    holds(
      repo.compact(["checkout", "-b", "topic"]).stderr,
      "hook was ignored",
      "Switched to a new branch 'topic'",
    );
  });
});

Deno.test("merge, cherry-pick, rebase and stash name every conflict, and the commit that did not apply", () => {
  withBase((repo) => {
    const names = Array.from({ length: 6 }, (_, n) => `src/f${n}.ts`);
    for (const name of names) repo.write(name, "base\n");
    repo.commit("files");
    repo.git("checkout", "-q", "-b", "side");
    for (const name of names) repo.write(name, "side\n");
    repo.git("rm", "-q", "a.txt");
    const side = repo.commit("side: all files");
    repo.git("checkout", "-q", "main");
    for (const name of names) repo.write(name, "main\n");
    repo.write("a.txt", "changed\n");
    const main = repo.commit("main: all files");
    const short = (id: string): string => repo.git("rev-parse", "--short", id).trim();
    for (
      const [args, kept] of [
        [["merge", "side"], ["Automatic merge failed"]],
        [["cherry-pick", "side"], [`error: could not apply ${short(side)}... side: all files`]],
        [["rebase", "side"], [`error: could not apply ${short(main)}... main: all files`]],
      ] as const
    ) {
      const { stdout, stderr, raw } = repo.compact(args);
      assert.equal(raw.exit, 1);
      holds(stdout + stderr, ...kept, "CONFLICT (modify/delete): a.txt");
      const unmerged = repo.git("diff", "--name-only", "--diff-filter=U").trim().split("\n");
      assert.equal(unmerged.length, 7);
      holds(stdout, ...unmerged);
      assert.ok(!stderr.includes("hint:"));
      // git 2.38 and later name the command of a cherry-pick as well.
      const goesOn = raw.stderr.includes(`git ${args[0]} --continue`);
      const last = args[0] === "merge" ? "" : goesOn ? `git ${args[0]} --continue` : "git commit";
      if (last !== "") holds(stderr, `stopped: resolve, git add/rm, ${last}\n`);
      repo.git(args[0], "--abort");
    }
    repo.write("src/f0.ts", "stashed\n");
    repo.git("stash", "-q");
    repo.write("src/f0.ts", "committed\n");
    repo.commit("again");
    const popped = repo.compact(["stash", "pop"]);
    assert.equal(popped.raw.exit, 1);
    holds(
      popped.stdout,
      "CONFLICT (content): Merge conflict in src/f0.ts",
      "UU src/f0.ts",
      "The stash entry is kept",
    );
  });
});

Deno.test("advice of git before 2.38 on a conflict comes to one line, other advice to none", () => {
  const conflict = [
    "error: could not apply 8580a05... side: change a",
    "hint: after resolving the conflicts, mark the corrected paths",
    "hint: with 'git add <paths>' or 'git rm <paths>'",
    "hint: and commit the result with 'git commit'",
  ];
  assert.deepEqual(compactLines(conflict), [
    "error: could not apply 8580a05... side: change a",
    "stopped: resolve, git add/rm, git commit",
  ]);
  const unmerged = [
    "error: Merging is not possible because you have unmerged files.",
    "hint: Fix them up in the work tree, and then use 'git add/rm <file>'",
    "hint: as appropriate to mark resolution and make a commit.",
    "fatal: Exiting because of an unresolved conflict.",
  ];
  assert.deepEqual(compactLines(unmerged), [unmerged[0], unmerged[3]]);
});

Deno.test("git stash says when there is nothing to save, and which entry it dropped", () => {
  withBase((repo) => {
    assert.equal(repo.compact(["stash"]).stdout, "No local changes to save\n");
    repo.write("a.txt", "x\n");
    holds(repo.compact(["stash", "push", "-m", "wip: a b"]).stdout, "On main: wip: a b");
    const id = repo.git("rev-parse", "stash@{0}").trim();
    holds(repo.compact(["stash", "pop"]).stdout, " M a.txt", `Dropped refs/stash@{0} (${id})`);
  });
});

Deno.test("git reset, git rm and git add name every path", () => {
  withBase((repo) => {
    const names = Array.from({ length: 20 }, (_, n) => `lib/deep/f${n}.ts`);
    for (const name of names) repo.write(name, "x\n");
    assert.deepEqual(pathsOf(repo.compact(["add", "-v", "."]).stdout, /^add /), [...names].sort());
    repo.commit("files");
    for (const name of names) repo.write(name, "y\n");
    repo.git("add", "-A");
    assert.deepEqual(pathsOf(repo.compact(["reset"]).stdout, /^M\t/), [...names].sort());
    assert.deepEqual(pathsOf(repo.compact(["rm", "-rf", "lib"]).stdout, /^rm /), [...names].sort());
  });
});

Deno.test("git checkout tells the commit, the one left behind and the place against the upstream", () => {
  withBase((repo, folder) => {
    repo.git("clone", "-q", "--bare", repo.path, `${folder}/up.git`);
    repo.git("remote", "add", "origin", `${folder}/up.git`);
    repo.git("fetch", "-q", "origin");
    repo.git("branch", "-q", "-u", "origin/main");
    repo.commit("second");
    const base = repo.git("rev-parse", "--short", "HEAD~1").trim();
    const detached = repo.compact(["checkout", "HEAD~1"]);
    assert.equal(detached.stderr, `detached at HEAD~1: ${base} base\n`);
    const lost = repo.git("rev-parse", "--short", repo.commit("lost")).trim();
    const back = repo.compact(["switch", "main"]);
    holds(back.stderr, "you are leaving 1 commit behind", `${lost} lost`, "Switched to branch 'main'");
    assert.equal(back.stdout, "origin/main [ahead 1]\n");
    holds(repo.compact(["checkout", "nosuch"]).stderr, "error: pathspec 'nosuch' did not match");
  });
});

Deno.test("git fetch and git pull tell every ref and file", () => {
  withBase((repo, folder) => {
    repo.git("clone", "-q", "--bare", repo.path, `${folder}/up.git`);
    repo.git("clone", "-q", `${folder}/up.git`, `${folder}/other`);
    const other = new Repository(`${folder}/other`);
    repo.git("remote", "add", "origin", `${folder}/up.git`);
    repo.git("fetch", "-q", "origin");
    repo.git("branch", "-q", "-u", "origin/main");
    for (let n = 0; n < 5; n++) other.write(`new/f${n}.txt`, "x\n");
    other.commit("theirs");
    other.git("tag", "v1");
    other.git("push", "-q", "--tags", "origin", "HEAD:main", "HEAD:topic");
    holds(
      repo.compact(["fetch"]).stderr,
      " main -> origin/main",
      "[new branch] topic -> origin/topic",
      "[new tag] v1\n",
    );
    const { stdout } = repo.compact(["pull"]);
    holds(
      stdout,
      "Fast-forward",
      "5 files changed, 5 insertions(+)",
      "create new/{f0.txt,f1.txt,f2.txt,f3.txt,f4.txt}",
    );
    assert.deepEqual([...stdout.matchAll(/^ {2}(f\d\.txt) \| 1 \+$/gm)].map(([, name]) => name), [
      "f0.txt",
      "f1.txt",
      "f2.txt",
      "f3.txt",
      "f4.txt",
    ]);
    other.git("push", "-q", "origin", ":topic");
    const pruned = repo.compact(["fetch", "--prune"]).stderr;
    assert.match(pruned, /^ - \[deleted\] \(none\) -> origin\/topic$/m);
  });
});

Deno.test("git branch keeps marks, ids, upstreams and subjects", () => {
  withBase((repo) => {
    repo.git("branch", "a/much/longer/name/than/the/others");
    repo.commit("two  blanks in the subject");
    repo.git("branch", "other");
    for (const args of [["branch", "-vv"], ["branch", "-av"], ["branch"]]) {
      const { stdout, raw } = repo.compact(args);
      const squeeze = (text: string): string =>
        text.replaceAll(/(?<=\S) {2,}(?=[0-9a-f]{7} )/g, " ").replaceAll(/^ {2}/gm, "");
      assert.equal(stdout, squeeze(raw.stdout));
    }
  });
});

Deno.test("git blame keeps id, author, day, number and text of every line", () => {
  withBase((repo) => {
    const odd = "  (x 2020-01-01 10:00:00 +0000 7) looks like a head";
    repo.write("a.txt", `a.txt\nchanged\n\n${odd}\n\ttabbed\r\ntwo\nno newline at the end`);
    repo.commit("change", "--author", "Grace Murray (she) Hopper <g@example.org>");
    repo.write("a.txt", `first\na.txt\nchanged\n\n${odd}\n\ttabbed\r\ntwo\nno newline at the end`);
    for (const args of [["blame", "a.txt"], ["blame", "-w", "HEAD", "--", "a.txt"]]) {
      const expected: string[] = [];
      let fields: Record<string, string> = {};
      for (const line of repo.git(...args.toSpliced(1, 0, "--line-porcelain")).split("\n")) {
        const [, id, number] = /^([0-9a-f]{40}) \d+ (\d+)/.exec(line) ?? [];
        if (id !== undefined && number !== undefined) fields = { id, number };
        const [, key = "", value = ""] = /^(author|author-time) (.*)$/.exec(line) ?? [];
        if (key !== "") fields[key] = value;
        if (!line.startsWith("\t")) continue;
        const day = new Date(Number(fields["author-time"]) * 1000).toISOString().slice(0, 10);
        expected.push([fields.id?.slice(0, 7), fields.author, day, fields.number, line.slice(1)].join("|"));
      }
      const { stdout, compacted } = repo.compact(args);
      assert.ok(compacted);
      assert.deepEqual(blameLines(stdout), expected);
    }
  });
});

function blameLines(text: string): string[] {
  const found: string[] = [];
  let head = "";
  for (const line of text.split("\n").slice(0, -1)) {
    const [, id = "", author, day, number, rest] =
      /^\^?([0-9a-f]{7,})[0-9a-f]* \((.+?) (\d{4}-\d\d-\d\d)(?: (\d+)\) (.*)|\))$/s.exec(line) ?? [];
    if (id !== "") head = [id.slice(0, 7), author, day].join("|");
    const inner = id === ""
      ? /^(\d+)\) (.*)$/s.exec(line)
      : number === undefined
      ? null
      : [line, number, rest];
    if (inner) found.push(`${head}|${inner[1]}|${inner[2]}`);
    else assert.ok(id !== "", `no line of blame: ${line}`);
  }
  return found;
}

Deno.test("git worktree list and git remote -v lose padding and nothing else", () => {
  withBase((repo, folder) => {
    repo.git(
      "worktree",
      "add",
      "-q",
      "--lock",
      "--reason",
      "in  use",
      "-b",
      "linked",
      `${folder}/with  blanks`,
    );
    repo.git("worktree", "add", "-q", "--detach", `${folder}/d`);
    const list = repo.compact(["worktree", "list"]).stdout;
    holds(list, `${folder}/with  blanks `, "[linked] locked", `${folder}/d `, "(detached HEAD)", "[main]");
    repo.git("remote", "add", "one", "../one.git");
    repo.git("remote", "add", "two", "https://example.org/a b.git");
    repo.git("remote", "set-url", "--push", "two", "ssh://git@example.org/a.git");
    assert.equal(
      repo.compact(["remote", "-v"]).stdout,
      "one\t../one.git (fetch) (push)\ntwo\thttps://example.org/a b.git (fetch)\ntwo\tssh://git@example.org/a.git (push)\n",
    );
  });
});

Deno.test("the status of a failure and its text survive", () => {
  withBase((repo) => {
    for (
      const args of [
        ["merge", "nosuch"],
        ["rebase", "nosuch"],
        ["push", "nowhere", "main"],
        ["stash", "pop"],
        ["clone", "nosuch", "x"],
        ["branch", "--sort=nosuch"],
        ["switch", "nosuch"],
      ]
    ) {
      const compact = repo.compact(args);
      assert.notEqual(compact.raw.exit, 0, args.join(" "));
      const first = (compact.raw.stdout + compact.raw.stderr).split("\n")[0] ?? "";
      holds(compact.stdout + compact.stderr, first);
    }
  });
});
