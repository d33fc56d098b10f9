/** The rule sets and lines on which the real clients are asked. */
import {
  CONFIG_HOST_LINES,
  HERMES_SETS,
  OMP_SETS,
  OPENCODE_SETS,
  VIBE_LINES,
  VIBE_SETS,
} from "./config_host_sets.ts";
import { DROID_LINES, DROID_SETS } from "./droid_sets.ts";

/** The host's files below the home folder (its project is `project`), and the flags of a session. */
export interface HostSet {
  readonly files?: Readonly<Record<string, string>>;
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The mode of a session, by the payload's name for it, where files and flags do not say it. */
  readonly mode?: string;
}

export type RecordedHost = "codex" | "copilot" | "droid" | "gemini" | "hermes" | "omp" | "opencode" | "vibe";

const codexRules = (...rules: readonly (readonly [string, string])[]): string =>
  rules.map(([pattern, decision]) => `prefix_rule(pattern = ${pattern}, decision = "${decision}")\n`).join(
    "",
  );

const policy = (decision: string, what: string, more = "priority = 100"): string =>
  `[[rule]]\ntoolName = "run_shell_command"\n${what}\ndecision = "${decision}"\n${more}\n\n`;

const CODEX: Readonly<Record<string, HostSet>> = {
  "no rules": {},
  "forbidden, prompt and allow": {
    files: {
      ".codex/rules/default.rules": codexRules(
        ['["git", "push"]', "forbidden"],
        ['["rm"]', "forbidden"],
        ['["npm", "publish"]', "prompt"],
        ['["docker", ["run", "exec"]]', "prompt"],
        ['["cargo"]', "allow"],
        ['["git", ["add", "status"]]', "allow"],
      ),
    },
  },
  "rules for rtk": {
    files: {
      ".codex/rules/a.rules": codexRules(['["rtk", "git"]', "allow"], ['["git"]', "allow"]),
      ".codex/rules/b.rules": codexRules(['["rtk", "git", "log"]', "forbidden"], ['["cat"]', "allow"]),
    },
  },
  "rules of a trusted project": {
    files: {
      ".codex/rules/default.rules": codexRules(['["git"]', "allow"], ['["ls"]', "prompt"]),
      "project/.codex/rules/p.rules": codexRules(['["git", "diff"]', "forbidden"], ['["pytest"]', "allow"]),
    },
    flags: ["-c", 'projects."@ROOT/project".trust_level="trusted"'],
  },
  "names with a path, and examples": {
    files: {
      ".codex/rules/default.rules": `# mine
host_executable(name = "git", paths = ["/usr/bin/git"])
prefix_rule(
    pattern = ["git", ["push", "fetch"]],
    decision = "forbidden",
    justification = "no network",
    match = ["git push origin", ["git", "fetch"]],
    not_match = ["git status"],
)
prefix_rule(pattern = ["grep"], decision = "prompt")
prefix_rule(pattern = ["find", "."])
`,
    },
  },
};

const COPILOT: Readonly<Record<string, HostSet>> = {
  "no rules": {},
  "everything but": {
    flags: [
      "--allow-all-tools",
      "--deny-tool",
      "shell(git push)",
      "shell(rm)",
      "--deny-tool=shell(npm publish)",
      "--deny-tool=shell(docker:*)",
    ],
  },
  "some allowed, some denied": {
    flags: ["--allow-tool=shell(git:*)", "--allow-tool", "shell(cargo:*)", "--deny-tool=shell(git push)"],
  },
  "rtk allowed": {
    flags: ["--allow-tool", "shell(rtk:*)", "shell(cargo test)", "--deny-tool=shell(git log)"],
  },
  "approvals kept for the folder": {
    files: {
      ".copilot/permissions-config.json": JSON.stringify({
        locations: {
          "@ROOT/project": {
            tool_approvals: [
              {
                kind: "commands",
                commandIdentifiers: ["cargo", "cargo build", "git add", "rtk", "pytest", "npm run"],
              },
              { kind: "write" },
            ],
          },
        },
      }),
    },
  },
  "all allowed by a variable": { env: { COPILOT_ALLOW_ALL: "1" }, flags: ["--deny-tool=shell(git)"] },
};

const GEMINI: Readonly<Record<string, HostSet>> = {
  "no rules": {},
  "policies deny, ask and allow": {
    files: {
      ".gemini/policies/a.toml": policy("deny", 'commandPrefix = ["git push", "rm"]', "priority = 500") +
        policy("ask_user", 'commandPrefix = "npm publish"', "priority = 400") +
        policy("allow", 'commandPrefix = ["cargo", "npm", "git add"]'),
    },
  },
  "policies for rtk": {
    files: {
      ".gemini/policies/a.toml":
        policy("allow", 'commandPrefix = ["rtk git", "rtk ls", "git", "ls", "cat"]') +
        policy("deny", 'commandRegex = "rtk git log"', "priority = 200"),
      ".gemini/policies/b.toml": policy("allow", 'commandRegex = "(cargo|rtk cargo) test"'),
    },
  },
  "lists of the settings": {
    files: {
      ".gemini/settings.json": JSON.stringify({
        tools: {
          allowed: ["run_shell_command(git)", "run_shell_command(rtk git)", "ShellTool(cargo)"],
          exclude: ["run_shell_command(git push)"],
        },
      }),
    },
  },
  "yolo, with policies that deny and ask": {
    files: {
      ".gemini/policies/a.toml":
        policy("deny", 'commandPrefix = ["git push", "docker run"]', "priority = 500") +
        policy("ask_user", 'commandPrefix = "npm publish"', "priority = 400"),
    },
    flags: ["--approval-mode", "yolo"],
  },
  "a flag, and policies of one mode": {
    files: {
      ".gemini/policies/a.toml":
        policy("allow", 'commandPrefix = "cargo"', 'priority = 300\nmodes = ["yolo"]') +
        policy("deny", 'commandPrefix = "git diff"', 'priority = 300\nmodes = ["default"]') +
        policy("allow", 'commandPrefix = "git"', "priority = 300\nallowRedirection = true"),
    },
    flags: ["--allowed-tools", "run_shell_command(pytest),run_shell_command(rtk pytest)"],
  },
  "yolo, with a list of some commands": {
    files: {
      ".gemini/settings.json": JSON.stringify({
        tools: { allowed: ["git", "ls", "rtk ls", "cargo"].map((words) => `run_shell_command(${words})`) },
      }),
    },
    flags: ["--yolo"],
  },
  "yolo, all calls to be confirmed": {
    files: { ".gemini/settings.json": '{ "tools": { "confirmationRequired": ["run_shell_command"] } }' },
    flags: ["--yolo"],
  },
  "the tools that there are, with rtk": {
    files: {
      ".gemini/settings.json": JSON.stringify({
        tools: {
          core: ["run_shell_command(git)", "run_shell_command(rtk git)", "run_shell_command(npm test)"],
        },
      }),
    },
  },
  "a policy of a flag, by priority": {
    files: {
      "pol/p.toml": policy("deny", "", "priority = 100") +
        policy("allow", 'commandPrefix = ["git", "rtk git", "cargo"]', "priority = 200") +
        policy("deny", 'commandPrefix = "git push"', "priority = 300"),
      ".gemini/policies/a.toml": policy("deny", 'commandPrefix = "cargo"', "priority = 900"),
    },
    flags: ["--policy", "@ROOT/pol"],
  },
};

export const HOST_SETS: Readonly<Record<RecordedHost, Readonly<Record<string, HostSet>>>> = {
  codex: CODEX,
  copilot: COPILOT,
  droid: DROID_SETS,
  gemini: GEMINI,
  hermes: HERMES_SETS,
  omp: OMP_SETS,
  opencode: OPENCODE_SETS,
  vibe: VIBE_SETS,
};

/** The lines that a host is asked about. */
export function linesOf(host: RecordedHost): readonly string[] {
  if (host === "codex" || host === "copilot" || host === "gemini") return LINES;
  if (host === "droid") return [...LINES, ...DROID_LINES];
  return [...LINES, ...CONFIG_HOST_LINES, ...(host === "vibe" ? VIBE_LINES : [])];
}

const LINES: readonly string[] = [
  "git status",
  "git status --short",
  "git log --oneline -5",
  "git log -n 3 --format='%h %s'",
  "git diff",
  "git diff --stat HEAD~1",
  "git show HEAD",
  "git branch -a",
  "git blame a.txt",
  "git -C sub status",
  "git --no-pager log",
  "git add .",
  "git commit -m 'x && y'",
  "git push",
  "git push --force",
  "git  push origin main",
  "/usr/bin/git push",
  "timeout 5 git push",
  "env git push",
  "FOO=1 git push",
  "bash -c 'git push'",
  "echo $(git push)",
  "(git push)",
  "true && git push",
  "git log | head -5",
  "git log | sort | uniq",
  "git status && git diff && git log -1",
  "git status; echo done",
  "cd sub && git status",
  "git status > out.txt",
  "git status 2>&1",
  "NODE_ENV=test npm run build",
  "ls",
  "ls -la sub",
  "ls /etc",
  "cat a.txt",
  "cat /etc/passwd",
  "head -20 a.txt",
  "grep -rn foo .",
  "rg -n foo sub",
  "find . -name '*.ts'",
  "find . -delete",
  "wc -l a.txt",
  "cargo test",
  "cargo test 2>&1 | tail -40",
  "cargo build && cargo test",
  "npm test",
  "npm publish",
  "docker ps",
  "docker run --rm x",
  "pytest -q tests",
  'git diff "$BASE"',
  "cargo test & git status",
  "rm -rf build && git status",
  "gh pr list",
  "rtk git push",
  "rtk git status",
  "rtk proxy npm publish",
];
