/** The rule sets and lines on which the real client is asked. */
import type { SessionSetup } from "./claude_session.ts";

/** What the hook is told about the mode, beside the session's files and flags. */
export interface RuleSetCase extends SessionSetup {
  readonly mode: "default" | "acceptEdits" | "dontAsk" | "bypassPermissions";
}

const permissions = (lists: Record<string, unknown>) => ({ permissions: lists });

export const RULE_SETS: Readonly<Record<string, RuleSetCase>> = {
  "no rules": { mode: "default" },
  "deny, ask and allow in three files": {
    mode: "default",
    user: permissions({
      deny: ["Bash(git push:*)", "Bash(rm *)"],
      allow: ["Bash(cargo test:*)", "Bash(npm run *)"],
    }),
    project: permissions({ ask: ["Bash(npm publish:*)", "Bash(docker *)"], allow: ["Bash(pytest:*)"] }),
    local: permissions({ deny: ["Bash(* --force)"], allow: ["Bash(git add:*)", "Bash(git commit *)"] }),
    trusted: true,
  },
  "rules for rtk": {
    mode: "default",
    user: permissions({
      allow: ["Bash(rtk:*)", "Bash(cargo test *)"],
      deny: ["Bash(git push*)", "Bash(rtk git log:*)"],
    }),
  },
  "rules about files": {
    mode: "default",
    project: permissions({ deny: ["Read(./secret/**)", "Read(**/.env)", "Edit(./a.txt)"] }),
    user: permissions({
      allow: ["Bash(cat:*)", "Bash(grep:*)", "Bash(rtk cat:*)", "Bash(git:*)", "Bash(rtk grep:*)"],
    }),
  },
  "lists on the command line": {
    mode: "default",
    flags: [
      "--allowedTools",
      "Bash(git:*) Bash(cargo test:*),Bash(ls:*)",
      "--disallowedTools",
      "Bash(git push:*)",
    ],
  },
  "settings and mode on the command line": {
    mode: "acceptEdits",
    flags: [
      "--permission-mode",
      "acceptEdits",
      "--settings",
      JSON.stringify(permissions({ allow: ["Bash"], deny: ["Bash(npm:*)"], ask: ["Bash(git commit:*)"] })),
    ],
  },
  "dontAsk": {
    mode: "dontAsk",
    user: permissions({
      defaultMode: "dontAsk",
      allow: ["Bash(git add:*)", "Bash(rtk git status)", "Bash(cargo *)"],
    }),
  },
  "bypassPermissions": {
    mode: "bypassPermissions",
    flags: ["--dangerously-skip-permissions"],
    user: permissions({ deny: ["Bash(git push:*)", "Read(./secret/**)"], ask: ["Bash(npm publish *)"] }),
  },
};

export const LINES: readonly string[] = [
  "git status",
  "git status --short",
  "git log --oneline -5",
  "git log -n 3 --format='%h %s'",
  "git log --stat=80",
  "git diff",
  "git diff --stat HEAD~1",
  "git diff -w",
  "git show HEAD",
  "git branch -a",
  "git add .",
  "git commit -m 'x && y'",
  "git push",
  "git push --force",
  "git  push origin main",
  "/usr/bin/git push",
  "\\git push",
  "timeout 5 git push",
  "env git push",
  "FOO=1 git push",
  "sudo git push",
  "bash -c 'git push'",
  "echo $(git push)",
  "(git push)",
  "true && git push",
  "git -C . status",
  "git --no-pager log",
  "git log | head -5",
  "git status && git diff && git log -1",
  "git status; echo '---'; git diff",
  "cd sub && git status",
  "cd @ROOT/app && git status",
  "cd sub && ls -la",
  "ls",
  "ls -la sub",
  "ls /etc",
  "cat a.txt",
  "cat secret/x",
  "cat .env",
  "cat /etc/passwd",
  "cat < secret/x",
  "head -20 a.txt",
  "grep -rn foo .",
  "grep -n 'a|b' secret/x",
  "rg -n foo sub",
  "find . -name '*.ts'",
  "find . -delete",
  "wc -l a.txt",
  "cargo test",
  "cargo test --workspace 2>&1 | tail -40",
  "cargo build && cargo test",
  "NODE_ENV=test npm run build",
  "npm test",
  "npm publish",
  "docker ps -a",
  "docker run --rm x",
  "pytest -q tests",
  'git diff "$BASE"',
  "cargo test & git status",
  "git status > out.txt",
  "rm -rf build && git status",
  "rtk git push",
  "rtk cat secret/x",
  "rtk proxy npm publish",
];
