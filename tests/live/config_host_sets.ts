/** The rule sets of hosts whose rules are files alone, on which the real Hermes, Oh My Pi, OpenCode and Vibe are asked. */
import type { HostSet } from "./host_sets.ts";

type Files = Readonly<Record<string, string>>;

/** One file of JSON, which is YAML as well. */
const json = (name: string, value: unknown): Files => ({ [name]: JSON.stringify(value) });

const opencode = (bash: unknown, more: Readonly<Record<string, unknown>> = {}): Files =>
  json(".config/opencode/opencode.json", { permission: { bash }, ...more });

export const OPENCODE_SETS: Readonly<Record<string, HostSet>> = {
  "no rules": {},
  "everything but": {
    files: opencode({
      "*": "allow",
      "git push*": "deny",
      "npm publish": "deny",
      "rm *": "ask",
      "docker run*": "ask",
      "grep *": "deny",
      "grep -rn foo *": "allow",
    }),
  },
  "some allowed, the last that matches counts": {
    files: opencode({
      "*": "ask",
      "git *": "allow",
      "rtk git log*": "allow",
      "git push *": "deny",
      "cargo *": "allow",
      "rtk cargo test*": "allow",
      "ls": "allow",
    }),
  },
  "rules for rtk": {
    files: opencode({ "*": "allow", "rtk *": "ask", "rtk git *": "allow", "rtk git log*": "deny" }),
  },
  "the user's, the project's and the agent's own": {
    files: {
      ...opencode({ "*": "deny", "git *": "allow", "rtk git *": "allow" }),
      "project/opencode.jsonc": `{
  // the project's
  "permission": { "bash": { "git diff*": "ask", "cargo *": "allow", "rtk cargo *": "allow" } },
  "agent": { "build": { "permission": { "bash": { "git show*": "deny" } } }, "other": { "tools": { "bash": false } } },
}`,
    },
  },
  "an agent's file, and folders outside": {
    files: {
      ...json(".config/opencode/opencode.json", {
        permission: { external_directory: { "*": "deny", "/etc/*": "ask" } },
      }),
      "project/.opencode/agents/build.md":
        '---\ndescription: mine\nmode: primary\npermission:\n  bash:\n    "git log*": ask\n    "rtk git*": allow\n---\nBuild.\n',
    },
  },
  "a switch beside another file's permissions": {
    files: {
      ...opencode({ "*": "allow", "git push*": "deny", "rm *": "ask" }),
      ...json("project/opencode.json", { tools: { bash: true } }),
    },
  },
  "an older word for agents, and a file with another name": {
    files: {
      ...json(".config/opencode/opencode.json", {
        mode: { build: { permission: { bash: { "*": "allow", "git push*": "deny" } } } },
      }),
      ...json("project/opencode.json", {
        agent: { build: { permission: { bash: "allow" } } },
        agents: { build: { permission: { bash: "deny" } } },
      }),
      "project/.opencode/agents/other.md":
        '---\nname: build\npermission:\n  bash:\n    "git log*": ask\n    "git push*": allow\n---\nBuild.\n',
    },
  },
  "a relative path in a variable": {
    files: json("project/my.json", {
      permission: { bash: { "*": "allow", "git push*": "deny", "ls*": "ask" } },
    }),
    env: { OPENCODE_CONFIG: "my.json" },
  },
};

const omp = (config: unknown): Files => json(".omp/agent/config.yml", config);

const patterns = (...rules: readonly (readonly [string, string])[]): { match: string; approval: string }[] =>
  rules.map(([match, approval]) => ({ match, approval }));

export const OMP_SETS: Readonly<Record<string, HostSet>> = {
  "no rules": {},
  "patterns deny and prompt": {
    files: omp({
      bash: {
        patterns: patterns(["git push*", "deny"], ["npm publish", "deny"], ["rm *", "prompt"], [
          "docker*",
          "prompt",
        ]),
      },
    }),
  },
  "the first that matches counts, where much is asked about": {
    files: omp({
      tools: { approvalMode: "write" },
      bash: {
        patterns: patterns(
          ["git push --force", "deny"],
          ["git *", "allow"],
          ["git push*", "deny"],
          ["rtk git log*", "allow"],
          ["cargo test*", "allow"],
          ["rtk cargo *", "allow"],
          ["* | head*", "prompt"],
        ),
      },
    }),
  },
  "lists of commands allowed": {
    files: omp({
      tools: { approvalMode: "always-ask" },
      bash: {
        allowCompoundCommands: true,
        patterns: patterns(["git diff*", "prompt"], ["git *", "allow"], ["rtk git *", "allow"], [
          "cd *",
          "allow",
        ]),
      },
    }),
  },
  "commands that its own tools answer": { files: omp({ bashInterceptor: { enabled: true } }) },
  "the user's and the project's": {
    files: {
      ...omp({ tools: { approval: { bash: "prompt" } }, bash: { patterns: patterns(["git *", "deny"]) } }),
      ...json("project/.omp/config.yml", {
        bash: { patterns: patterns(["git log*", "deny"], ["ls*", "allow"], ["rtk ls*", "allow"]) },
      }),
    },
  },
  "a file that a variable names": {
    files: {
      ...omp({ bash: { patterns: patterns(["ls*", "prompt"]) } }),
      ...json("project/over.yml", {
        bash: { patterns: patterns(["git push*", "prompt"], ["git log*", "deny"]) },
      }),
    },
    env: { PI_CONFIG_FILES: "over.yml" },
  },
  "a file that a flag names": {
    files: {
      ...omp({ bash: { patterns: patterns(["ls*", "prompt"]) } }),
      ...json("project/.omp/config.yml", { bash: { patterns: patterns(["git diff*", "prompt"]) } }),
      ...json("my over.yml", { bash: { patterns: patterns(["git push*", "prompt"], ["cargo*", "prompt"]) } }),
    },
    flags: ["--config", "@ROOT/my over.yml"],
  },
  "config.yml beside config.yaml": {
    files: {
      ...omp({ bash: { patterns: patterns(["git push*", "prompt"], ["rm *", "deny"]) } }),
      ...json(".omp/agent/config.yaml", { bash: { patterns: patterns(["ls*", "deny"]) } }),
    },
  },
};

const vibe = (text: string, name = ".vibe/config.toml", before = ""): Files => ({
  [name]: `${before}[tools.bash]\n${text}\n`,
});

/** What keeps Vibe from adding commands to the list. */
const IS_MIGRATED = 'applied_migrations = ["bash_read_only_defaults_v1"]\n';

export const VIBE_SETS: Readonly<Record<string, HostSet>> = {
  "no rules": {},
  "lists": {
    files: vibe(
      'allowlist = ["git", "rtk git log", "ls", "cargo test"]\ndenylist = ["git push", "npm publish", "rm"]',
    ),
  },
  "lists for rtk": {
    files: vibe(
      'allowlist = ["git status", "git diff", "git log", "rtk git", "cat", "cargo", "rtk cargo"]\ndenylist = ["rtk git log"]\nsensitive_patterns = ["docker", "grep"]',
    ),
  },
  "always, but": {
    files: vibe(
      'permission = "always"\ndenylist = ["git push"]\ndenylist_standalone = ["ls"]\nsensitive_patterns = ["rm", "gh"]',
    ),
  },
  "never, but": { files: vibe('permission = "never"\nallowlist = ["git status", "rtk git status", "cat"]') },
  "the user's and a trusted project's": {
    files: {
      ...vibe('allowlist = ["git status", "git diff"]\ndenylist = ["git log"]'),
      ...vibe('allowlist = ["cargo", "rtk git diff"]', "project/.vibe/config.toml"),
    },
    flags: ["--trust"],
  },
  "the user's and a project's that is not trusted": {
    files: {
      ...vibe('allowlist = ["git status", "git diff"]'),
      ...vibe(
        'permission = "always"\nallowlist = ["rtk git status", "rtk git diff"]',
        "project/.vibe/config.toml",
      ),
    },
  },
  "the profile of an agent": {
    files: {
      ...vibe('permission = "always"'),
      ...vibe(
        'denylist = ["git push", "cargo"]\nsensitive_patterns = ["docker"]\nallowlist = ["git *"]',
        ".vibe/agents/careful.toml",
        'display_name = "Careful"\nsafety = "safe"\n',
      ),
    },
    flags: ["--agent", "careful"],
  },
  "the project's profile of the default agent": {
    files: {
      ...vibe('permission = "always"', ".vibe/config.toml", 'default_agent = "careful"\n'),
      ...vibe('permission = "never"\nallowlist = ["git"]', "project/.vibe/agents/careful.toml"),
    },
    flags: ["--trust"],
  },
  "lists in variables": {
    files: vibe('permission = "always"'),
    env: { vibe_tools__bash__denylist: '["git push", "cargo"]', VIBE_TOOLS__BASH__PERMISSION: '"always"' },
  },
  "a repository that starts programs": {
    files: {
      ...vibe(
        'allowlist = ["git", "rtk git", "cat", "rtk cat", "grep", "rtk grep", "cd", "ls", "rtk ls"]',
        ".vibe/config.toml",
        IS_MIGRATED,
      ),
      "project/.git/config": '[core]\n\tbare = false\n[diff "x"]\n\ttextconv = cat\n',
    },
  },
};

/** Lines about what Vibe looks at in the commands that it allows. */
export const VIBE_LINES: readonly string[] = [
  "git diff --textconv",
  "git log -1 --diff-merges=remerge",
  "git log -O../order -1",
  "cat a-b/../../a.txt",
  "grep --exclude-from=/etc/hosts foo a.txt",
  'cd "$DIR" && git status',
  "cd .. && git log -1",
  "tree -L 2",
  "uniq a.txt b.txt",
];

const hermes = (text: string): Files => ({ ".hermes/config.yaml": text });

export const HERMES_SETS: Readonly<Record<string, HostSet>> = {
  "no rules": {},
  "some denied": {
    files: hermes('approvals:\n  deny: ["git push*", npm publish, "*docker run*", "rm *", "cargo test"]\n'),
  },
  "questions off, some denied": {
    files: hermes('approvals:\n  mode: "off"\n  deny:\n    - git push*\n    - "*git diff*"\n'),
  },
  "some approved for good": {
    files: hermes(
      'command_allowlist:\n  - "git reset *"\n  - "rtk git *"\n  - python*\napprovals:\n  deny: [rtk git log*, "find *"]\n',
    ),
  },
  "capitals, marks and sets": {
    files: hermes(
      'approvals:\n  deny: ["GIT PUSH*", "git lo[fg]*", "git?status", "* -delete", "[!a-p]g *"]\n',
    ),
  },
  "questions off by a variable": {
    files: hermes("approvals:\n  deny: [rtk cargo*, ls]\n"),
    env: { HERMES_YOLO_MODE: "1" },
  },
};

/** Lines for what these hosts look at besides the names of commands. */
export const CONFIG_HOST_LINES: readonly string[] = [
  "git push -f origin main",
  "git reset --hard",
  "git branch -D old",
  "git diff --output=x.txt",
  "git log $REF",
  "git status\ngit push",
  "git status &",
  "for f in a b; do git status; done",
  "git log --oneline | grep fix",
  "cat ../a.txt",
  "head -5 ~/notes.txt",
  "sort -o out.txt a.txt",
  "find . -name x -exec cat {} +",
  "python -c 'print(1)'",
  "sudo git status",
  "bash -lc 'cargo test'",
  "cat a.txt | grep one",
  "rtk err git push",
  "rtk cargo test",
];
