/** What the rules of OpenCode, Oh My Pi and Pi make of a line that their plugin asks about. */
import assert from "node:assert/strict";
import { loaded, ScratchHost } from "./harness/agent_call.ts";

/** `raw`: status 1. `denied`: 2, left to the host. `refused`: 2 with the rule. `rewritten`: 0 or 3 with a text. */
type Outcome = "raw" | "denied" | "refused" | "rewritten";

interface Case {
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Folders below the home folder with a repository in them. */
  readonly repositories?: readonly string[];
  /** Lines by what becomes of them. */
  readonly lines: Partial<Readonly<Record<Outcome, readonly string[]>>>;
}

async function outcomeOf(host: ScratchHost, id: string, line: string): Promise<Outcome> {
  const { status, stdout, stderr } = await host.rewrite(id, line);
  if (status === 0 || status === 3) return "rewritten";
  assert.equal(stdout, "");
  if (status === 2) return stderr === "" ? "denied" : "refused";
  return "raw";
}

function testHost(id: string, title: string, { files, env, repositories = [], lines }: Case): void {
  Deno.test(`${id}: ${title}`, async () => {
    using host = new ScratchHost(files);
    for (const folder of repositories) host.write(`${folder}/.git/HEAD`, "ref: refs/heads/main\n");
    for (const [name, value] of Object.entries(env ?? {})) {
      host.variables[name] = value.replaceAll("@HOME", host.home);
    }
    const wrong: string[] = [];
    for (const [outcome, texts] of Object.entries(lines)) {
      for (const text of texts) {
        const found = await outcomeOf(host, id, text.replaceAll("@HOME", host.home));
        if (found !== outcome) wrong.push(`${text}: ${found}, not ${outcome}`);
      }
    }
    assert.deepEqual(wrong, []);
  });
}

/** Ways to hide a command that a deny rule for `git push` covers. */
const DISGUISED = ["git push", "cd x && git push -f", "timeout 5 git push", "git status; /usr/bin/git push"];

const permission = (bash: unknown, more: Record<string, unknown> = {}): string =>
  JSON.stringify({ permission: { bash, ...more } });
const USER = ".config/opencode/opencode.json";

testHost("pi", "it has no rules", {
  lines: { rewritten: ["git status", "git push", "cargo test && git log"], raw: ["rtk git push", "true"] },
});

testHost("opencode", "without files all runs unasked, but for what touches files outside of the project", {
  repositories: ["project"],
  files: { "project/a.txt": "", "outside/a.txt": "" },
  lines: {
    rewritten: [
      "git status",
      "git push",
      "cat a.txt",
      "cat @HOME/project/a.txt",
      "cat $X",
      "cd sub && git log",
    ],
    raw: [
      "cat /etc/hosts",
      "cat ../outside/a.txt",
      "cat ~/x",
      "git status && cat -n '../outside/a.txt'",
      "cd .. && git status",
    ],
    refused: ["rtk cat /etc/hosts"],
  },
});
testHost("opencode", "the repository's folder is inside, also where it was started further down", {
  repositories: ["project"],
  files: { "project/sub/a.txt": "", "project/b.txt": "" },
  env: { RTK_HOST_FOLDER: "@HOME/project/sub" },
  lines: { rewritten: ["cat @HOME/project/b.txt"], raw: ["cat @HOME/x"] },
});
testHost("opencode", "external_directory can allow it, for some folders or all, or deny it", {
  files: {
    [USER]: permission("allow", { external_directory: { "/etc/*": "allow", "~/secret/*": "deny" } }),
    "secret/x": "",
  },
  lines: { rewritten: ["cat /etc/hosts"], raw: ["cat /usr/x"], denied: ["cat ~/secret/x"] },
});
testHost("opencode", "denied stays denied in every disguise, and a typed rtk does not walk past", {
  files: { [USER]: permission({ "git push *": "deny" }) },
  lines: {
    denied: [...DISGUISED, "(git push)", "echo $(git push)", "bash -c 'git push'"],
    refused: ["rtk git push", "rtk proxy git push", "git status; rtk git push origin"],
    rewritten: ["git status", "git log && ls"],
  },
});
testHost("opencode", "the last rule that matches counts, not the strictest", {
  files: { [USER]: permission({ "git push*": "deny", "git *": "allow", "git branch": "ask" }) },
  lines: { rewritten: ["git push", "git branch -a"], raw: ["git branch"] },
});
testHost("opencode", "allowed among what is asked about: raw, until the rewritten form is allowed too", {
  files: { [USER]: permission({ "*": "ask", "git *": "allow", "rtk git log*": "allow", "cargo": "allow" }) },
  lines: {
    rewritten: ["git log -1", "cd sub && git log", "git log 2>/dev/null"],
    raw: ["git status", "cargo test", "make", "git log; make", "git log && git status", "git log; (git log)"],
  },
});
testHost("opencode", "what it asks about as it is typed is left to it", {
  files: { [USER]: permission({ "*": "ask", "git log*": "allow" }) },
  lines: { raw: ["rtk git status", "rtk git log"] },
});
testHost("opencode", "a rule that is about the text as typed hides nothing, one for another text does", {
  files: {
    [USER]: permission({ "*": "ask", "make*": "deny", "git push*": "deny", "rtk git *": "allow" }),
  },
  lines: { raw: ["rtk git status", "rtk git log -1"], refused: ["rtk git push", "rtk make"] },
});
testHost("opencode", "one word for all: everything allowed, asked about or denied", {
  files: {
    [USER]: '{ "permission": "ask" }',
    "project/opencode.json": '{ "permission": { "bash": "allow" } }',
  },
  lines: { rewritten: ["git status"] },
});
testHost("opencode", "switches of older versions, which permissions outrank", {
  files: {
    [USER]: '{ "tools": { "bash": false } }',
    "project/opencode.json":
      '{ "agent": { "a": { "permission": { "bash": { "*": "deny", "ls*": "allow" } } } } }',
  },
  lines: { denied: ["git status"], raw: ["ls"] },
});
testHost("opencode", "a switch and a permission", {
  files: { [USER]: '{ "tools": { "bash": false }, "permission": { "bash": { "git log*": "deny" } } }' },
  lines: { rewritten: ["git status"], denied: ["git log"] },
});
testHost("opencode", "permissions of any file outrank the switches of all", {
  files: {
    [USER]: permission({ "*": "allow", "git push*": "deny" }),
    "project/opencode.json": '{ "tools": { "bash": true } }',
  },
  lines: { denied: DISGUISED, rewritten: ["git status"] },
});
testHost("opencode", "the older word for agents outranks the newer one, whatever files they stand in", {
  files: {
    [USER]: JSON.stringify({
      mode: { build: { permission: { bash: { "*": "allow", "git push*": "deny" } } } },
    }),
    "project/opencode.json": '{ "agent": { "build": { "permission": { "bash": "allow" } } } }',
    "project/.opencode/agent/build.md": "---\npermission:\n  bash: allow\n---\nBuild.\n",
  },
  env: { RTK_HOST_AGENT: "build" },
  lines: { denied: DISGUISED, rewritten: ["git status"] },
});
testHost("opencode", "agents as version 2 writes them say nothing about permissions", {
  files: {
    [USER]: permission({ "*": "allow", "git push*": "deny" }),
    "project/opencode.json": '{ "agents": { "build": { "permission": { "bash": "allow" } } } }',
  },
  env: { RTK_HOST_AGENT: "build" },
  lines: { denied: DISGUISED, rewritten: ["git status"] },
});
testHost("opencode", "comments and trailing commas, `jsonc` after `json`, the project after the user", {
  files: {
    [USER]: permission({ "*": "allow", "git log*": "deny", "make*": "deny" }),
    ".config/opencode/opencode.jsonc":
      '{ // mine\n "permission": { "bash": { "git log*": "allow", /* x */ "ls*": "deny", }, }, }',
    "project/opencode.json": permission({ "ls*": "allow" }),
    "project/.opencode/opencode.json": permission({ "make*": "allow", "tsc*": "deny" }),
  },
  lines: { rewritten: ["git log", "ls", "make"], denied: ["tsc"] },
});
testHost("opencode", "files above the folder count up to the repository, and not above it", {
  repositories: ["project"],
  files: {
    "opencode.json": permission({ "git log*": "deny" }),
    "project/opencode.json": permission({ "ls*": "deny", "make*": "deny" }),
    "project/deep/opencode.json": permission({ "make*": "allow" }),
  },
  env: { RTK_HOST_FOLDER: "@HOME/project/deep/er" },
  lines: { rewritten: ["git log", "make"], denied: ["ls -l"] },
});
testHost("opencode", "variables name further files, and hold some themselves", {
  files: {
    "one.json": permission({ "git log*": "deny" }),
    "two/opencode.json": permission({ "ls*": "deny" }),
    "xdg/opencode/config.json": permission({ "make*": "deny" }),
    [USER]: permission("deny"),
  },
  env: {
    OPENCODE_CONFIG: "@HOME/one.json",
    OPENCODE_CONFIG_DIR: "@HOME/two",
    XDG_CONFIG_HOME: "@HOME/xdg",
    OPENCODE_CONFIG_CONTENT: permission({ "tsc*": "deny" }),
    OPENCODE_PERMISSION: '{ "bash": { "cargo*": "deny" } }',
  },
  lines: { denied: ["git log", "ls", "make", "tsc", "cargo test"], rewritten: ["git status"] },
});
for (const started of ["RTK_HOST_FOLDER", "RTK_HOST_START"]) {
  testHost(
    "opencode",
    `relative paths in variables are below ${started}, wherever a call moves its command`,
    {
      files: {
        "began/one.json": permission({ "git push*": "deny" }),
        "began/two/opencode.json": permission({ "ls*": "deny" }),
      },
      env: { OPENCODE_CONFIG: "./one.json", OPENCODE_CONFIG_DIR: "two", [started]: "@HOME/began" },
      lines: { denied: [...DISGUISED, "ls"], rewritten: ["git status"] },
    },
  );
}
testHost("opencode", "the administrator's files come last", {
  files: {
    "project/opencode.json": permission({ "git push*": "allow" }),
    "managed/opencode.jsonc": permission({ "git push*": "deny", "git status": "deny" }),
  },
  env: { OPENCODE_TEST_MANAGED_CONFIG_DIR: "@HOME/managed", OPENCODE_CONFIG_CONTENT: permission("allow") },
  lines: { denied: [...DISGUISED, "git status"], rewritten: ["git log"] },
});
testHost("opencode", "the project's files can be switched off", {
  files: { "project/opencode.json": permission({ "git log*": "deny" }) },
  env: { OPENCODE_DISABLE_PROJECT_CONFIG: "true" },
  lines: { rewritten: ["git log"] },
});
testHost("opencode", "a pattern from a variable; one from a file is not followed", {
  files: { [USER]: permission({ "{env:FORBIDDEN}*": "deny" }) },
  env: { FORBIDDEN: "git log" },
  lines: { denied: ["git log -1"], rewritten: ["git status"] },
});
for (
  const [what, text] of Object.entries({
    "no JSON": '{ "permission": ',
    "another form": '{ "permission": { "bash": ["git"] } }',
    "a word that is none": '{ "permission": { "bash": "never" } }',
    "a pattern from a file": '{ "permission": { "bash": { "{file:./x}": "deny" } } }',
    "rules of version 2":
      '{ "permissions": [{ "action": "shell", "resource": "git push *", "effect": "deny" }] }',
    "an agent with rules of version 2": '{ "agents": { "a": { "permissions": [] } } }',
  })
) {
  testHost("opencode", `a file that holds ${what} may deny anything`, {
    files: { [USER]: text },
    lines: { raw: ["git status", "cargo test"] },
  });
}
testHost("opencode", "what a server adds is not known: only what reads is rewritten", {
  files: {
    ".local/share/opencode/auth.json": '{ "https://example.org": { "type": "wellknown", "key": "K" } }',
  },
  lines: { rewritten: ["git status"], raw: ["cargo test", "git push"] },
});

for (
  const [what, env] of Object.entries({
    "who signed in through a variable": {
      OPENCODE_AUTH_CONTENT: '{ "https://example.org": { "type": "wellknown", "key": "K" } }',
    },
    "an account of an organisation": { OPENCODE_CONSOLE_TOKEN: "x" },
  })
) {
  testHost("opencode", `so it is with ${what}`, {
    env,
    lines: { rewritten: ["git status"], raw: ["cargo test", "git push"] },
  });
}

const AGENTS: Readonly<Record<string, string>> = {
  [USER]: JSON.stringify({
    permission: { bash: { "*": "allow" } },
    agent: {
      review: { permission: { bash: { "*": "deny", "git log*": "allow", "rtk git log*": "allow" } } },
      reader: { tools: { bash: false } },
    },
  }),
  ".config/opencode/agents/team/careful.md":
    "---\ndescription: x\npermission:\n  bash:\n    'cargo *': ask\n---\nBe careful.\n",
  "project/.opencode/agent/plain.md": "No front matter.\n",
};
testHost("opencode", "of an agent that is told its own rules count", {
  files: AGENTS,
  env: { RTK_HOST_AGENT: "review" },
  lines: { rewritten: ["git log"], denied: ["git status", "cargo test"] },
});
testHost("opencode", "of an agent in a file as well", {
  files: AGENTS,
  env: { RTK_HOST_AGENT: "team/careful" },
  lines: { rewritten: ["git log", "git status"], raw: ["cargo test"] },
});
testHost("opencode", "and of one whose file bears another name", {
  files: { "project/.opencode/agents/other.md": "---\nname: build\npermission:\n  bash: ask\n---\nBuild.\n" },
  env: { RTK_HOST_AGENT: "build" },
  lines: { raw: ["git status"] },
});
testHost("opencode", "also where they are milder than the common ones", {
  files: {
    [USER]: JSON.stringify({
      permission: { bash: "ask" },
      agent: { free: { permission: { bash: "allow" } } },
    }),
  },
  env: { RTK_HOST_AGENT: "free" },
  lines: { rewritten: ["git log"] },
});
testHost("opencode", "an agent without rules of its own has the common ones", {
  files: AGENTS,
  env: { RTK_HOST_AGENT: "build" },
  lines: { rewritten: ["git log", "git status", "cargo test"] },
});
testHost("opencode", "where no agent is told the strictest of those that have the tool counts", {
  files: AGENTS,
  lines: { rewritten: ["git log"], denied: ["git status", "cargo test"] },
});
testHost("opencode", "an agent's file that cannot be read may deny anything", {
  files: { "project/.opencode/agents/a.md": "---\npermission: {bash: [\n---\n" },
  lines: { raw: ["git status"] },
});

const patterns = (...lines: readonly string[]): string =>
  `bash:\n  patterns:\n${
    lines.map((line) => {
      const [match, approval] = line.split(" -> ");
      return `    - match: "${match}"\n      approval: ${approval}\n`;
    }).join("")
  }`;
const OMP = ".omp/agent/config.yml";

testHost("omp", "without files all is rewritten", { lines: { rewritten: ["git status", "git push"] } });
testHost("omp", "denied stays denied in every disguise, and a typed rtk does not walk past", {
  files: {
    [OMP]: `# mine\n${patterns("git  push * -> deny", "git push -> deny", "npm publish* -> Prompt")}`,
  },
  lines: {
    denied: [...DISGUISED, "(git push)", "bash -c 'git push'"],
    raw: ["npm publish", "npm publish --dry-run"],
    refused: ["rtk git push", "rtk proxy git push", "rtk npm publish"],
    rewritten: ["git status", "git log && ls"],
  },
});
testHost("omp", "a pattern for a whole line is lost with the text that it names", {
  files: { [OMP]: patterns("cd * && git status -> deny") },
  lines: { denied: ["cd x && git status"], rewritten: ["git status"] },
});
testHost("omp", "allowed by a pattern: raw, until the rewritten form is allowed too", {
  files: { [OMP]: patterns("git * -> allow", "rtk git log* -> allow") },
  lines: {
    rewritten: ["git log -1", "cargo test"],
    raw: ["git status", "cargo test && git status", "git log; ls"],
  },
});
testHost("omp", "an exception before a restriction is left to the host to weigh", {
  files: { [OMP]: patterns("git push --dry-run -> allow", "git push* -> deny") },
  lines: {
    denied: ["git push", "git push --dry-run", "rtk git push --dry-run"],
    refused: ["rtk git push -f"],
  },
});
testHost("omp", "what it restricts as it is typed is left to it", {
  files: { [OMP]: patterns("* -> prompt") },
  lines: { raw: ["git status", "rtk git status"] },
});
testHost("omp", "the project's patterns take the place of the user's, in either file", {
  files: {
    [OMP]: patterns("git log* -> deny"),
    "project/.omp/settings.json": '{ "bash": { "patterns": [{ "match": "ls*", "approval": "deny" }] } }',
  },
  lines: { denied: ["ls"], rewritten: ["git log"] },
});
testHost("omp", "the project is where it was started, wherever a call moves its command", {
  files: {
    "project/.omp/config.yml": patterns("ls* -> deny"),
    "began/.omp/config.yml": patterns("git log* -> deny"),
  },
  env: { RTK_HOST_FOLDER: "@HOME/began" },
  lines: { denied: ["git log"], rewritten: ["ls"] },
});
testHost("omp", "a file of another host in the project may hold its rules", {
  files: {
    "project/.claude/settings.json": '{ "bash": { "patterns": [{ "match": "ls*", "approval": "deny" }] } }',
  },
  lines: { raw: ["git status", "ls"] },
});
testHost("omp", "a file of another host in the project that says nothing about them", {
  files: { "project/.claude/settings.json": '{ "permissions": { "deny": ["Bash(ls:*)"] } }' },
  lines: { rewritten: ["git status", "ls"] },
});
testHost("omp", "variables move the user's folder", {
  files: {
    "moved/config.yml": patterns("git log* -> deny"),
    ".omp/profiles/work/agent/config.yml": patterns("ls* -> deny"),
  },
  env: { PI_CODING_AGENT_DIR: "@HOME/moved" },
  lines: { denied: ["git log"], rewritten: ["ls"] },
});
testHost("omp", "files that a variable names outrank the project's", {
  files: {
    "project/.omp/config.yml": patterns("ls* -> deny"),
    "a.yml": patterns("cargo* -> deny"),
    "began/b.yml": patterns("git log* -> prompt"),
  },
  env: { PI_CONFIG_FILES: "~/a.yml::b.yml", RTK_HOST_FOLDER: "@HOME/began" },
  lines: { raw: ["git log"], refused: ["rtk git log"], rewritten: ["ls", "cargo test"] },
});
testHost("omp", "and files that flags name outrank those", {
  files: { "a.yml": patterns("ls* -> deny"), "project/my settings.yml": patterns("git log* -> prompt") },
  env: { PI_CONFIG_FILES: "@HOME/a.yml", RTK_HOST_CONFIG: '["my settings.yml"]' },
  lines: { raw: ["git log"], rewritten: ["ls"] },
});
testHost("omp", "such a file that is not there any more may have denied anything", {
  env: { RTK_HOST_CONFIG: '["/dev/fd/63"]' },
  lines: { raw: ["git log"] },
});
testHost("omp", "of config.yml and config.yaml the first counts alone", {
  files: {
    [OMP]: patterns("git log* -> prompt"),
    ".omp/agent/config.yaml": patterns("ls* -> deny"),
  },
  lines: { raw: ["git log"], rewritten: ["ls"] },
});
testHost("omp", "config.yaml counts where it is alone", {
  files: { ".omp/agent/config.yaml": patterns("ls* -> deny") },
  lines: { denied: ["ls"] },
});
testHost("omp", "a profile has a folder of its own", {
  files: { ".omp/profiles/work/agent/config.yml": patterns("ls* -> deny") },
  env: { OMP_PROFILE: "work", PI_CODING_AGENT_DIR: "@HOME/moved" },
  lines: { denied: ["ls"], rewritten: ["git log"] },
});
for (
  const [what, text] of Object.entries({
    "no YAML": "bash: [",
    "no mapping": "- a\n",
    "an interceptor that knows commands by their names": "bashInterceptor:\n  enabled: true\n",
  })
) {
  testHost("omp", `a file that holds ${what}: all stays raw`, {
    files: { [OMP]: text },
    lines: { raw: ["git status", "cargo test"] },
  });
}

Deno.test("the rule readers of plugins never throw, whatever stands in their files", async () => {
  const texts = [
    "",
    "\ufeff",
    "null",
    "[]",
    '{"permission": null, "agent": 5, "bash": 5}',
    "bash: {patterns: [1, {match: 5}]}",
    "\0",
  ];
  const paths = [
    USER,
    "project/.opencode/opencode.jsonc",
    ".config/opencode/agents/a.md",
    OMP,
    "project/.omp/settings.json",
  ];
  using host = new ScratchHost();
  for (const text of texts) {
    for (const path of paths) host.write(path, text);
    for (const id of ["opencode", "omp", "pi"]) {
      const agent = await loaded(id);
      const env = (name: string): string | undefined => host.variables[name];
      const { rules } = agent.rules({ env, envNames: () => [], cwd: host.project, request: undefined });
      assert.ok(Array.isArray(rules.deny), `${id}: ${text}`);
    }
  }
});
