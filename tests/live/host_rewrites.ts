/** Lines that rtk must rewrite for the hosts of `host_sets.ts`: it may not do nothing in order to do no harm. */
import type { RecordedHost } from "./host_sets.ts";

/** By rule set; what else stays raw was too hard to tell, or is not rewritten for its effect. */
export const REWRITTEN: Readonly<Record<RecordedHost, Readonly<Record<string, readonly string[]>>>> = {
  codex: {
    "no rules": [
      "git status",
      "git add .",
      "cargo test",
      "FOO=1 git push",
      "git status && git diff && git log -1",
    ],
    "forbidden, prompt and allow": ["git diff", "git show HEAD", "ls -la sub", "pytest -q tests", "npm test"],
    "rules for rtk": ["git diff", "git status", "git add .", "cargo test"],
    "rules of a trusted project": ["cargo test", "grep -rn foo ."],
    "names with a path, and examples": ["git status", "cargo test 2>&1 | tail -40"],
  },
  copilot: {
    "no rules": ["cargo test", "cargo build && cargo test", "pytest -q tests"],
    "everything but": ["git status", "cd sub && git status", "cat a.txt", "cargo test", 'git diff "$BASE"'],
    "some allowed, some denied": ["pytest -q tests"],
    "rtk allowed": [
      "git status",
      "git diff",
      "cat a.txt",
      "ls -la sub",
      "cd sub && git status",
      "cargo test",
    ],
    "approvals kept for the folder": ["git status", "ls", "git status 2>&1"],
    "all allowed by a variable": ["git status", "ls", "cargo test", "cargo test & git status"],
  },
  droid: {
    "medium risk runs, with lists": [
      "git status",
      "cd sub && git status",
      "ls -la sub",
      "cargo test",
      "pytest -q tests",
    ],
    "everything but": [
      "git status",
      "! git status",
      "git show HEAD",
      "cargo build && cargo test",
      "docker ps",
    ],
    "the user's and the project's": [
      "git status",
      "cat a.txt",
      "docker ps",
      "git show HEAD:a.txt | grep one",
    ],
  },
  gemini: {
    "no rules": ["cargo test", "git add .", "npm publish", "git blame a.txt"],
    "policies deny, ask and allow": ["git blame a.txt", "pytest -q tests"],
    "policies for rtk": ["git status", "git diff", "ls -la sub", "cargo test"],
    "lists of the settings": ["git status", "git add ."],
    "yolo, with policies that deny and ask": [
      "git status",
      "NODE_ENV=test npm run build",
      "cargo test & git status",
    ],
    "a flag, and policies of one mode": ["pytest -q tests"],
  },
  hermes: {
    "no rules": [
      "git status",
      "git push",
      "cd sub && git status",
      "cat /etc/passwd",
      "cargo test",
      'git diff "$BASE"',
    ],
    "some denied": ["git status", "git log $REF", "docker ps", "npm test"],
    "questions off, some denied": ["git status", "git reset --hard", "rm -rf build && git status"],
    "some approved for good": ["git status", "git push", "ls"],
    "capitals, marks and sets": ["git diff", "grep -rn foo .", "cargo test"],
    "questions off by a variable": ["git push --force", "ls -la sub"],
  },
  omp: {
    "no rules": ["git status", "git push", "cargo test & git status", "rm -rf build && git status"],
    "patterns deny and prompt": ["git status", "git add .", "cat a.txt | grep one", "cargo test"],
    "the first that matches counts, where much is asked about": ["cargo test", "ls", "npm publish"],
    "lists of commands allowed": ["git status", "git show HEAD", "cargo build && cargo test"],
    "the user's and the project's": ["git status", "git push", "ls -la sub"],
  },
  opencode: {
    "no rules": ["git status", "git push", "cargo test & git status", "rm -rf build && git status"],
    "everything but": ["git status", "cd sub && git status", "grep -rn foo .", "docker ps"],
    "some allowed, the last that matches counts": ["cargo test", "git log $REF"],
    "rules for rtk": ["git status", "git push", "git status 2>&1"],
    "the user's, the project's and the agent's own": ["git status", "cargo build && cargo test", "git push"],
    "an agent's file, and folders outside": ["git status", "cat a.txt", "cd sub && git status"],
  },
  vibe: {
    "no rules": ["git show HEAD", "git push", "cargo test", "rg -n foo sub"],
    "lists": ["git log $REF", "cargo build && cargo test", "docker ps"],
    "lists for rtk": ["git status", "git diff", "cd sub && git status", "cargo test"],
    "always, but": ["git status", "git log -O../order -1", "cat ../a.txt", 'git diff "$BASE"'],
    "never, but": ["git status", "git push"],
    "the user's and a trusted project's": ["git show HEAD", "npm test"],
    "a repository that starts programs": ["git show HEAD", "cat a.txt", "ls"],
  },
};
