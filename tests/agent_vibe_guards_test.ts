/** What Vibe asks about by the names of commands it allows stays as it is: behind `rtk` it would not ask. */
import assert from "node:assert/strict";
import { ScratchHost } from "./harness/agent_call.ts";

const ALWAYS = { ".vibe/config.toml": '[tools.bash]\npermission = "always"\n' };
const BOTH = {
  ".vibe/config.toml":
    '[tools.bash]\nallowlist = ["git", "rtk git", "cat", "rtk cat", "cd", "grep", "rtk grep"]\n',
};

async function isRewritten(host: ScratchHost, command: string): Promise<boolean> {
  const payload = { cwd: host.project, tool_name: "bash", tool_input: { command } };
  return (await host.ask("vibe", JSON.stringify(payload))).includes("tool_input");
}

/** Lines by whether they are rewritten. */
interface Case {
  readonly files: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly raw?: readonly string[];
  readonly rewritten?: readonly string[];
}

function testVibe(title: string, { files, env, raw = [], rewritten = [] }: Case): void {
  Deno.test(`vibe: ${title}`, async () => {
    using host = new ScratchHost(files);
    Object.assign(host.variables, env);
    for (const line of raw) assert.equal(await isRewritten(host, line), false, line);
    for (const line of rewritten) assert.equal(await isRewritten(host, line), true, line);
  });
}

testVibe("options that start programs", {
  files: ALWAYS,
  raw: [
    "git diff --textconv",
    "git log --textc -p",
    "git log -1 --diff-merges=remerge",
    "/usr/bin/git diff --textconv",
    "cd sub && git diff --textconv",
  ],
  rewritten: ["git diff", "git show --textconv HEAD", "tree -L 2", "ls -la", "wc -l a.txt"],
});

const PROGRAM = "[core]\n\tbare = false\n\tfsmonitor = tool\n";

testVibe("a repository whose configuration starts programs", {
  files: { ...ALWAYS, "project/.git/config": PROGRAM },
  raw: ["git status", "git -p log && git diff", "/usr/bin/git status"],
  rewritten: ["git show HEAD", "git add .", "ls", "cargo test"],
});
testVibe("a repository whose configuration starts none", {
  files: {
    ...ALWAYS,
    "project/.git/config":
      '[core]\n\tfsmonitor = false\n[filter "x"]\n\trequired = true\n[diff]\n\ttool = x\n',
  },
  rewritten: ["git status", "git diff", "git log -1"],
});
testVibe("configurations that include others, and of worktrees and submodules", {
  files: {
    ...ALWAYS,
    "project/.git": "gitdir: ../main/.git/worktrees/project\n",
    "main/.git/config": '[includeIf "gitdir:x"]\n\tpath = y\n',
    "main/.git/worktrees/project/HEAD": "ref: x\n",
  },
  raw: ["git status"],
  rewritten: ["git show HEAD"],
});
testVibe("folders that a line moves to", {
  files: { ...ALWAYS, "other/.git/config": PROGRAM, "project/.git/config": "[core]\n" },
  raw: [
    "cd ../other && git status",
    'cd "$DIR" && git log -1',
    "cd - && git status",
    "pushd ../other/x; git diff",
  ],
  rewritten: ["cd sub && git status", "git status", "cd ../other && git show HEAD"],
});
testVibe("paths that may lie outside", {
  files: BOTH,
  raw: ["cat a-b/../../x", "cat ~/x", "cat ../x", "grep --exclude-from=/etc/x foo a", "git log -O../x -1"],
  rewritten: ["cat a.txt", "cat a-b.txt", "git log -1"],
});
testVibe("a project's file counts only where the folder is trusted, and then in place of the user's", {
  files: {
    ".vibe/config.toml": '[tools.bash]\nallowlist = ["git status", "git diff", "rtk git diff"]\n',
    "project/.vibe/config.toml": '[tools.bash]\nallowlist = ["rtk git status", "cargo"]\n',
  },
  raw: ["git status", "git diff", "cargo test"],
  rewritten: ["npm test"],
});
testVibe("a project's permission may not count", {
  files: { "project/.vibe/config.toml": '[tools.bash]\npermission = "always"\n' },
  raw: ["git status", "cargo test"],
});
testVibe("rules of a variable are not followed", {
  files: ALWAYS,
  env: { VIBE_TOOLS: '{"bash":{"denylist":["git status"]}}' },
  raw: ["git status", "cargo test"],
});
