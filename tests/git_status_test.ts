/** `git status` in every state a repository can be in, compared with git's own machine-readable answer. */
import assert from "node:assert/strict";
import { type Compacted, Repository, withFolder } from "./harness/scratch_repository.ts";

/** A state and the strings that its compact form must hold, besides all paths. */
interface State {
  readonly name: string;
  readonly build: (repo: Repository, folder: string) => void;
  readonly args?: readonly string[];
  readonly holds?: readonly string[];
  /** The compact form may be the raw text. */
  readonly raw?: true;
}

function base(repo: Repository): void {
  for (const file of ["a.txt", "b.txt", "src/c.ts", "src/d.ts"]) {
    repo.write(file, `${file}\none\ntwo\nthree\n`);
  }
  repo.commit("base");
}

function withUpstream(repo: Repository, folder: string): void {
  base(repo);
  repo.git("clone", "-q", "--bare", repo.path, `${folder}/up.git`);
  repo.git("remote", "add", "origin", `${folder}/up.git`);
  repo.git("fetch", "-q", "origin");
  repo.git("branch", "-q", "-u", "origin/main");
}

/** Two branches that touch `a.txt` in different ways, plus every other kind of conflict. */
function conflicting(repo: Repository): void {
  base(repo);
  for (const file of ["x.txt", "gone-here.txt", "gone-there.txt", "moved.txt"]) {
    repo.write(file, `${file}\n${"line\n".repeat(9)}`);
  }
  repo.commit("more");
  repo.git("checkout", "-q", "-b", "side");
  repo.write("a.txt", "side\n");
  repo.write("both-new.txt", "side\n");
  repo.write("gone-here.txt", "changed\n");
  repo.remove("gone-there.txt");
  repo.git("mv", "moved.txt", "moved-there.txt");
  repo.commit("side change");
  repo.git("checkout", "-q", "main");
  repo.write("a.txt", "main\n");
  repo.write("both-new.txt", "main\n");
  repo.remove("gone-here.txt");
  repo.write("gone-there.txt", "changed\n");
  repo.git("mv", "moved.txt", "moved-here.txt");
  repo.commit("main change");
}

const STATES: readonly State[] = [
  { name: "a clean tree", build: base, holds: ["## main\nworking tree clean\n"] },
  { name: "a repository without commits", build: () => {}, holds: ["## main", "No commits yet"], raw: true },
  {
    name: "staged files before the first commit",
    build(repo) {
      repo.write("first.txt", "1\n");
      repo.write("second.txt", "2\n");
      repo.git("add", "first.txt");
    },
    holds: ["No commits yet"],
  },
  {
    name: "staged, unstaged, both at once, untracked, deleted, renamed, type and mode changed",
    build(repo) {
      base(repo);
      repo.write("a.txt", "staged\n");
      repo.git("add", "a.txt");
      repo.write("a.txt", "then changed\n");
      repo.remove("b.txt");
      repo.git("mv", "src/c.ts", "src/moved.ts");
      Deno.chmodSync(`${repo.path}/src/d.ts`, 0o755);
      repo.write("new file.txt", "x");
      repo.write("sub/new.txt", "x");
    },
  },
  {
    name: "a file that became a link",
    build(repo) {
      base(repo);
      repo.remove("a.txt");
      Deno.symlinkSync("b.txt", `${repo.path}/a.txt`);
    },
    holds: [" T a.txt"],
  },
  {
    name: "an intent to add",
    build(repo) {
      base(repo);
      repo.write("later.txt", "x\n");
      repo.git("add", "-N", "later.txt");
    },
    holds: [" A later.txt"],
  },
  {
    name: "names with blanks, quotes, arrows, tabs, newlines, other scripts and braces",
    build(repo) {
      base(repo);
      const names = ["with blank.txt", 'quo"te.txt', "a -> b.txt", "tab\there.txt", "new\nline.txt"];
      for (const name of [...names, "über.txt", "日本.txt", "br{a,c}e.txt", "#hash", "-dash", "co,mma.txt"]) {
        repo.write(name, "x\n");
      }
      repo.git("add", "-A");
      repo.git("mv", "a.txt", "a moved.txt");
    },
  },
  {
    name: "hundreds of paths in few directories",
    build(repo) {
      base(repo);
      for (let n = 0; n < 150; n++) {
        repo.write(`lib/deep/file${n}.ts`, "x\n");
        if (n % 2) repo.write(`docs/page ${n}.md`, "x\n");
      }
      repo.git("add", "-A");
      for (let n = 0; n < 120; n++) repo.write(`lib/deep/file${n}.ts`, "y\n");
    },
  },
  {
    name: "untracked files listed one by one",
    build(repo) {
      base(repo);
      for (let n = 0; n < 40; n++) repo.write(`build/out/file${n}.o`, "x\n");
    },
    args: ["-uall"],
  },
  {
    name: "untracked files not listed",
    build(repo) {
      base(repo);
      repo.write("new.txt", "x\n");
      repo.write("a.txt", "changed\n");
      repo.git("add", "a.txt");
    },
    args: ["-uno"],
    holds: ["Untracked files not listed"],
  },
  {
    name: "ignored files",
    build(repo) {
      base(repo);
      repo.write(".gitignore", "*.log\n");
      repo.write("x.log", "x\n");
    },
    args: ["--ignored"],
    holds: ["!! x.log", "?? .gitignore"],
  },
  {
    name: "a detached commit",
    build(repo) {
      base(repo);
      repo.git("checkout", "-q", "--detach");
      repo.write("a.txt", "changed\n");
    },
    holds: ["HEAD detached at "],
  },
  {
    name: "commits on a detached HEAD",
    build(repo) {
      base(repo);
      repo.git("tag", "v1");
      repo.git("checkout", "-q", "v1");
      repo.commit("away");
      repo.write("a.txt", "changed\n");
    },
    holds: ["HEAD detached from v1"],
  },
  {
    name: "level with its upstream",
    build: withUpstream,
    holds: ["## main...origin/main\n", "working tree clean"],
  },
  {
    name: "ahead of its upstream",
    build(repo, folder) {
      withUpstream(repo, folder);
      repo.commit("one");
      repo.commit("two");
    },
    holds: ["## main...origin/main [ahead 2]"],
  },
  {
    name: "behind its upstream",
    build(repo, folder) {
      base(repo);
      repo.commit("upstream only");
      withUpstream(repo, folder);
      repo.git("reset", "-q", "--hard", "HEAD~1");
    },
    holds: ["## main...origin/main [behind 1]"],
  },
  {
    name: "diverged from its upstream",
    build(repo, folder) {
      base(repo);
      repo.commit("theirs");
      withUpstream(repo, folder);
      repo.git("reset", "-q", "--hard", "HEAD~2");
      repo.commit("ours 1");
    },
    holds: ["## main...origin/main [ahead 1, behind 2]"],
  },
  {
    name: "an upstream that is gone",
    build(repo, folder) {
      withUpstream(repo, folder);
      repo.git("update-ref", "-d", "refs/remotes/origin/main");
      repo.write("a.txt", "changed\n");
    },
    holds: ["Your branch is based on 'origin/main', but the upstream is gone."],
  },
  {
    name: "a merge with conflicts of every kind",
    build(repo) {
      conflicting(repo);
      repo.run("merge", "side");
    },
    holds: [
      "You have unmerged paths.",
      "UU a.txt",
      "AA both-new.txt",
      "DU gone-here.txt",
      "UD gone-there.txt",
    ],
  },
  {
    name: "a merge whose conflicts are resolved",
    build(repo) {
      conflicting(repo);
      repo.run("merge", "side");
      repo.git("add", "-A");
    },
    holds: ["All conflicts fixed but you are still merging."],
  },
  {
    name: "a rebase that stopped",
    build(repo) {
      conflicting(repo);
      repo.run("rebase", "side");
    },
    holds: ["rebase in progress; onto ", "You are currently rebasing branch 'main' on "],
  },
  {
    name: "a rebase that stopped at a command",
    build(repo) {
      base(repo);
      repo.commit("second");
      repo.run("rebase", "--exec", "false", "HEAD~1");
      repo.write("a.txt", "changed\n");
    },
    holds: [
      "interactive rebase in progress; onto ",
      "exec false",
      "You are currently editing a commit while rebasing",
    ],
  },
  {
    name: "a rebase whose conflicts are resolved",
    build(repo) {
      conflicting(repo);
      repo.run("rebase", "side");
      repo.git("add", "-A");
    },
    holds: ["rebase in progress; onto ", "all conflicts fixed"],
  },
  {
    name: "a cherry-pick that stopped",
    build(repo) {
      conflicting(repo);
      repo.run("cherry-pick", "side");
    },
    holds: ["You are currently cherry-picking commit "],
  },
  {
    name: "a revert that stopped",
    build(repo) {
      base(repo);
      repo.write("a.txt", "second\n");
      const second = repo.commit("second");
      repo.write("a.txt", "third\n");
      repo.commit("third");
      repo.run("revert", "--no-edit", second);
    },
    holds: ["You are currently reverting commit ", "UU a.txt"],
  },
  {
    name: "a bisect",
    build(repo) {
      base(repo);
      for (const n of [1, 2, 3, 4]) repo.commit(`step ${n}`);
      repo.git("bisect", "start", "HEAD", "HEAD~4");
      repo.write("a.txt", "changed\n");
    },
    holds: ["You are currently bisecting, started from branch 'main'."],
  },
  {
    name: "patches that do not apply",
    build(repo, folder) {
      conflicting(repo);
      Deno.writeTextFileSync(`${folder}/one.patch`, repo.git("format-patch", "-1", "--stdout", "side"));
      repo.run("am", `${folder}/one.patch`);
    },
    holds: ["You are in the middle of an am session."],
  },
  {
    name: "submodules with new commits, changes and untracked files",
    build(repo, folder) {
      base(repo);
      const other = Repository.create(folder, "other");
      base(other);
      for (const name of ["moved", "dirty"]) repo.git("submodule", "add", "-q", other.path, name);
      repo.commit("submodules");
      new Repository(`${repo.path}/moved`).commit("inside");
      new Repository(`${repo.path}/dirty`).write("a.txt", "changed\n");
      new Repository(`${repo.path}/dirty`).write("new.txt", "x\n");
    },
    holds: ["moved (new commits)", "dirty (modified content, untracked content)"],
  },
  {
    name: "a linked worktree",
    build(repo, folder) {
      base(repo);
      repo.git("worktree", "add", "-q", "-b", "linked", `${folder}/linked`);
      repo.write("a.txt", "changed\n");
    },
    args: ["--show-stash"],
  },
  {
    name: "stash entries shown",
    build(repo) {
      base(repo);
      repo.write("a.txt", "stashed\n");
      repo.git("stash", "-q");
      repo.write("a.txt", "changed\n");
    },
    args: ["--show-stash"],
    holds: ["Your stash currently has 1 entry"],
  },
  {
    name: "a sparse checkout",
    build(repo) {
      base(repo);
      repo.git("sparse-checkout", "set", "src");
      repo.write("src/c.ts", "changed\n");
    },
    holds: ["You are in a sparse checkout with "],
  },
  ...([
    ["status.short", "true"],
    ["color.status", "always"],
    ["color.ui", "always"],
    ["status.displayCommentPrefix", "true"],
    ["status.relativePaths", "false"],
    ["core.quotePath", "false"],
    ["advice.statusHints", "false"],
    ["status.submoduleSummary", "true"],
    ["status.renames", "copies"],
    ["core.pager", "cat -n"],
  ] as const).map(([key, value]): State => ({
    name: `${key}=${value}`,
    build(repo) {
      base(repo);
      repo.git("config", key, value);
      repo.git("mv", "a.txt", "über moved.txt");
      repo.write("src/c.ts", "changed\n");
      for (const name of ["n1", "n2", "n3", "n4"]) repo.write(`${name}.txt`, "x\n");
    },
    raw: true,
  })),
];

Deno.test("git status keeps the names of column.status=always as they stand", () => {
  withFolder((folder) => {
    const repo = Repository.create(folder);
    base(repo);
    repo.git("config", "column.status", "always");
    for (const name of ["n1", "n2", "n3", "n4"]) repo.write(`${name}.txt`, "x\n");
    assert.ok(repo.compact(["status"]).stdout.includes("n1.txt n2.txt n3.txt n4.txt"));
  });
});

Deno.test("the example of the README is what git prints, and what rtk makes of it", () => {
  const readme = Deno.readTextFileSync(new URL("../README.md", import.meta.url));
  const [, title = "", body = ""] = /^(\$ git status +\$ rtk git status)\n([^]+?)\n…\n/m.exec(readme) ?? [];
  const rows = body.split("\n").map((row) => row.padEnd(title.length));
  const column = title.indexOf("$ rtk");
  withFolder((folder) => {
    const repo = Repository.create(folder);
    for (const file of ["src/cart.ts", "src/total.ts"]) repo.write(file, "1\n");
    withUpstream(repo, folder);
    for (const file of ["src/cart.ts", "src/total.ts"]) repo.write(file, "2\n");
    repo.git("add", "src/cart.ts");
    repo.write("notes.md", "later\n");
    const { raw, stdout } = repo.compact(["status"]);
    const left = rows.map((row) => row.slice(0, column).trimEnd());
    assert.deepEqual(left, raw.stdout.replaceAll("\t", "        ").split("\n").slice(0, rows.length));
    assert.equal(rows.map((row) => row.slice(column).trimEnd()).join("\n").trimEnd(), stdout.trimEnd());
  });
});

for (const { name, build, args = [], holds = [], raw } of STATES) {
  Deno.test(`git status tells every path and operation: ${name}`, () => {
    withFolder((folder) => {
      const repo = Repository.create(folder);
      build(repo, folder);
      const compact = repo.compact(["status", ...args]);
      if (!compact.compacted) {
        assert.ok(raw, "stays raw");
        return;
      }
      for (const text of holds) assert.ok(compact.stdout.includes(text), `lost: ${text}\n${compact.stdout}`);
      const expected = porcelain(repo.git("status", "--porcelain=v2", ...args));
      assert.deepEqual(entriesOf(compact).sort(), expected.sort());
      assert.ok(!/\(use "git/.test(compact.stdout), "holds a hint");
    });
  });
}

/** The entries of the compact text, braces written out. */
function entriesOf({ stdout }: Compacted): string[] {
  return stdout.split("\n").flatMap((line) => {
    const [, code, rest = ""] = /^(\?\?|!!|[MADRCTU ][MADRCTU ]) (.+)$/.exec(line) ?? [];
    if (code === undefined || code === "  ") return [];
    const [, directory, names = ""] = /^([\w./-]+\/)\{(.+)\}$/.exec(rest) ?? [];
    const paths = directory === undefined ? [rest] : names.split(",").map((entry) => directory + entry);
    return paths.map((path) => `${code} ${path}`);
  });
}

/** The same entries from `--porcelain=v2`: one per column that says something. */
function porcelain(text: string): string[] {
  return text.trimEnd().split("\n").flatMap((line) => {
    const fields = line.split(" ");
    const rest = (skipped: number): string => fields.slice(skipped).join(" ");
    if (fields[0] === "?" || fields[0] === "!") return [`${fields[0]}${fields[0]} ${rest(1)}`];
    const [x = ".", y = "."] = fields[1] ?? "";
    if (fields[0] === "u") return [`${x}${y} ${rest(10)}`];
    if (fields[0] !== "1" && fields[0] !== "2") return [];
    const path = fields[0] === "1"
      ? rest(8) + submodule(fields[2] ?? "")
      : rest(9).split("\t").reverse().join(" -> ");
    const later = fields[0] === "2" ? rest(9).split("\t")[0] : path;
    return [...(x === "." ? [] : [`${x}  ${path}`]), ...(y === "." ? [] : [` ${y} ${later}`])];
  });
}

function submodule(flags: string): string {
  const words: string[] = [];
  if (flags[1] === "C") words.push("new commits");
  if (flags[2] === "M") words.push("modified content");
  if (flags[3] === "U") words.push("untracked content");
  return words.length === 0 ? "" : ` (${words.join(", ")})`;
}
