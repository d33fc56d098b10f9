/** Which forms of git commands reach which unit, and why the others do not. */
import assert from "node:assert/strict";
import type { Reason } from "../core/rewrite/reason.ts";
import { gateTable } from "../core/tools/gate_table.ts";
import { tools } from "../core/tools/registry.ts";
import { invocationOf } from "./harness/invocation.ts";

const table = gateTable(tools);

const ACCEPTED: readonly (readonly [string, string])[] = [
  ["git status", "git-status"],
  ["git -C '/tmp/work tree' --no-pager status", "git-status"],
  ["git --git-dir=/p/.git --work-tree /p status -uno", "git-status"],
  ["git -c user.name=x -c color.ui=false log -1", "git-log"],
  ["/usr/bin/git diff HEAD~1 -- src/a.ts", "git-diff"],
  ["git diff --cached -w -M90% --diff-filter=AM", "git-diff"],
  ["git diff --no-index a b", "git-diff"],
  ["git log -n5 --since=2.weeks --author Ada main..HEAD", "git-log"],
  ["git log -20 --stat --no-merges -- src", "git-log"],
  ["git log -S needle -p", "git-log"],
  ["git show HEAD~3 --no-patch", "git-show"],
  ["git commit -am 'fix: it'", "git-commit"],
  ["git commit --amend --no-edit", "git-commit"],
  ["git commit -F message.txt --no-verify", "git-commit"],
  ["git add -A", "git-add"],
  ["git rm -r --cached dist", "git-rm"],
  ["git mv a b", "git-mv"],
  ["git restore --staged a", "git-restore"],
  ["git reset --hard HEAD~1", "git-reset"],
  ["git switch -c topic", "git-switch"],
  ["git checkout -b topic origin/main", "git-checkout"],
  ["git cherry-pick -x abc1234", "git-cherry-pick"],
  ["git revert --no-edit HEAD", "git-revert"],
  ["git merge --no-ff topic", "git-merge"],
  ["git rebase --onto main a b", "git-rebase"],
  ["git push -u origin HEAD --force-with-lease", "git-push"],
  ["git pull --rebase origin main", "git-pull"],
  ["git fetch --all --prune --tags", "git-fetch"],
  ["git clone --depth 1 https://example.org/a.git b", "git-clone"],
  ["git stash", "git-stash"],
  ["git stash push -u -m wip", "git-stash"],
  ["git stash pop stash@{1}", "git-stash"],
  ["git stash show -p", "git-stash-show"],
  ["git branch -avv", "git-branch"],
  ["git worktree list", "git-worktree-list"],
  ["git worktree lock /p/wt", "git-worktree"],
  ["git worktree", "git-worktree"],
  ["git remote -v", "git-remote"],
  ["git blame -L 1,20 -w a.ts", "git-blame"],
];

for (const [line, id] of ACCEPTED) {
  Deno.test(`${line} reaches ${id}`, () => {
    const match = invocationOf(table, line)?.match;
    assert.equal(match?.kind === "tool" ? match.entry.id : match, id);
  });
}

const DECLINED: readonly (readonly [string, Reason])[] = [
  ["git status --porcelain=v2 -z", "exact-format"],
  ["git status -sb", "exact-format"],
  ["git status -vv", "exact-format"],
  ["git diff --stat", "exact-format"],
  ["git diff --numstat HEAD", "exact-format"],
  ["git diff --name-only", "exact-format"],
  ["git diff --name-status", "exact-format"],
  ["git diff --check", "exact-format"],
  ["git diff --quiet", "exact-format"],
  ["git diff --exit-code", "exact-format"],
  ["git diff -U10", "exact-format"],
  ["git diff -W", "exact-format"],
  ["git diff --word-diff=color", "exact-format"],
  ["git diff --color=always", "exact-format"],
  ["git diff --output=x.patch", "stdout-elsewhere"],
  ["git log --oneline -5", "exact-format"],
  ["git log --graph --all", "exact-format"],
  ["git log --format=%H", "exact-format"],
  ["git log --pretty=oneline", "exact-format"],
  ["git log -L 1,5:a.c", "exact-format"],
  ["git log --name-only", "exact-format"],
  ["git log -z", "exact-format"],
  ["git show HEAD:a.ts", "exact-format"],
  ["git show --stat", "exact-format"],
  ["git show --format=%B -s", "exact-format"],
  ["git commit", "interactive"],
  ["git commit --amend", "interactive"],
  ["git commit -p -m x", "interactive"],
  ["git commit -m x -e", "interactive"],
  ["git commit -m x --dry-run", "exact-format"],
  ["git add -p", "interactive"],
  ["git add -i", "interactive"],
  ["git add -e", "interactive"],
  ["git checkout -p", "interactive"],
  ["git restore -p", "interactive"],
  ["git reset --patch", "interactive"],
  ["git stash -p", "interactive"],
  ["git stash push --patch", "interactive"],
  ["git stash list", "no-gain"],
  ["git rebase -i HEAD~3", "interactive"],
  ["git rebase --continue", "interactive"],
  ["git merge --continue", "interactive"],
  ["git revert HEAD", "interactive"],
  ["git pull --rebase=interactive", "interactive"],
  ["git push --porcelain", "exact-format"],
  ["git branch --format=%(refname)", "exact-format"],
  ["git branch --show-current", "exact-format"],
  ["git branch -D topic", "no-gain"],
  ["git worktree list --porcelain", "exact-format"],
  ["git blame --line-porcelain a.ts", "exact-format"],
  ["git -p log", "interactive"],
  ["git --no-such-option status", "unknown-option"],
  ["git log --no-such-option", "unknown-option"],
];

for (const [line, reason] of DECLINED) {
  Deno.test(`${line} stays raw: ${reason}`, () => {
    const match = invocationOf(table, line)?.match;
    assert.equal(match?.kind === "declined" ? match.reason : match?.kind, reason);
  });
}

Deno.test("names that only begin like a subcommand reach no unit", () => {
  for (const line of ["git branchless smartlog", "git stashx", "git", "git rev-parse HEAD", "git ls-files"]) {
    assert.notEqual(invocationOf(table, line)?.match.kind, "tool", line);
  }
});

Deno.test("units that only look have the effect read", () => {
  const reading = tools.filter(({ id, effect }) => id.startsWith("git-") && effect === "read").map(({ id }) =>
    id
  );
  assert.deepEqual(reading, [
    "git-blame",
    "git-branch",
    "git-diff",
    "git-log",
    "git-remote",
    "git-show",
    "git-stash-show",
    "git-status",
    "git-worktree-list",
  ]);
});
