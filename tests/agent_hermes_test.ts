/** Hermes: its plugin in Python, whose rules rtk follows, and what stands in its configuration. */
import assert from "node:assert/strict";
import { fnmatchTest } from "../agents/hermes/fnmatch.ts";
import { installationOf } from "../agents/installations.ts";
import type { Edit } from "../core/install/edit.ts";
import { installEdit, removeEdit } from "../installer/edit/kinds.ts";
import { ScratchHost } from "./harness/agent_call.ts";
import { scratchHome } from "./harness/home.ts";
import { scopeIn } from "./harness/scope.ts";

/** What `rtk rewrite` ends with: 1 raw, 2 denied, 3 rewritten; `refused`: denied with a reason for the plugin. */
type Outcome = 1 | 2 | 3 | "refused";

interface Case {
  readonly config?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly lines: Partial<Readonly<Record<Outcome, readonly string[]>>>;
}

function testRules(title: string, { config, files, env, lines }: Case): void {
  Deno.test(`rules: ${title}`, async () => {
    using host = new ScratchHost({
      ...(config !== undefined && { ".hermes/config.yaml": config }),
      ...files,
    });
    host.variables.HERMES_MANAGED_DIR = `${host.home}/managed`;
    for (const [name, value] of Object.entries(env ?? {})) {
      host.variables[name] = value.replace("@HOME", host.home);
    }
    const wrong: string[] = [];
    for (const [expected, texts] of Object.entries(lines)) {
      for (const text of texts.map((one) => one.replaceAll("@HOME", host.home))) {
        const { status, stdout, stderr } = await host.rewrite("hermes", text);
        const outcome = stderr === "" ? String(status) : "refused";
        if (outcome !== expected) wrong.push(`${text}: ${outcome} ${stdout}${stderr}, not ${expected}`);
        assert.equal(stdout !== "", status === 3, text);
      }
    }
    assert.deepEqual(wrong, []);
  });
}

const PLAIN = ["git status", "cargo test && git push", "npx tsc 2>&1 | tail -5", "rm -f a && git status"];

testRules("without a file everything plain is rewritten", { lines: { 3: PLAIN } });

testRules("what Hermes asks about by itself stays as it is", {
  lines: {
    1: [
      ...["git push --force", "git push origin -f", "git reset --hard && git status", "git clean -fdx && ls"],
      ...["git branch -D x && git branch", "rm -rf build && cargo build", "cargo build && rm -r x"],
      ...["chmod +x gradlew && ./gradlew test", "find . -name x -delete && ls", "ls | xargs rm; git status"],
      ...["python3 -c 'import os' && pytest", "node -e 1; npm test", "bash -c 'ls' && ls", "ls | sh"],
      ...["sudo ls && git status", "kill -9 5; git status", "docker stop x && docker ps", "mkfs x; ls"],
      ...[
        "git\\\n status && git push \\\n--force",
        "git push --fo'rce' && git status",
        "G\\it status; ｒm -rf x",
      ],
      ...["sed -i s/a/b/ ~/.bashrc && git diff", "cp x .env && git status", "ls; echo x > config.yaml"],
      ...["rg --pre cat foo", "systemctl restart x; git status", "psql -c 'drop table x' && git status"],
      // It does not look into grep's pattern, but behind rtk it would.
      ...["grep -rn 'rm -rf /' .", "grep mkfs a.txt"],
      `git log ${"a".repeat(4090)}`,
      // Without its backslashes it could not read these.
      ...['grep -nR "%s/\\" % path" -n || true', "git log --grep it\\'s", "grep -rn x -e", "grep -P 'a' f"],
    ],
    3: ["python3 -m pytest -q", "node --test", "git branch -a", "grep -rn foo src", "git stash push -m x"],
  },
});

testRules("approvals.deny: patterns for whole lines, as fnmatch has them", {
  config:
    'approvals:\n  mode: "smart"\n  deny:  # mine\n    - "git push*"\n    - CARGO [tb]*\n    - "*secret?"\n',
  lines: {
    2: [
      "git push",
      "git push origin main",
      "GIT push x",
      "cargo test --all",
      "cargo build",
      "git log secrets",
    ],
    refused: ["rtk git push", "rtk proxy git push", "rtk -- cargo test"],
    3: ["git status", "cargo clippy", "git log secret"],
  },
});
testRules("deny rules hold behind wrappers, in lists and inside of other commands", {
  config: "approvals: {deny: ['git push*']}",
  lines: {
    2: [
      "cd x && git push -f",
      "timeout 5 git push",
      "git status; /usr/bin/git push",
      "git status $(git push)",
    ],
  },
});
testRules("the machine's own file counts as well", {
  config: "approvals:\n  deny: [git log*]\n",
  files: { "managed/config.yaml": "approvals:\n  deny:\n  - git push*\n" },
  lines: { 2: ["git push", "git log"], 3: ["git status"] },
});
const FOLDED = "approvals:\n  deny: ['git -C ~/private*', 'ls ~/.ssh*', 'head *~/.hermes/.env*']\n";
testRules("the home folder's whole path is that folder to a deny rule", {
  config: FOLDED,
  lines: {
    2: [
      "git -C @HOME/private status",
      "ls ~/.ssh",
      "ls @HOME/.ssh/id",
      "cd x; ls @HOME/.ssh",
      "head @HOME/.hermes/.env",
    ],
    refused: ["rtk ls @HOME/.ssh"],
    3: ["ls @HOME/sub", "git -C @HOMEprivate status", "ls @HOME"],
  },
});
testRules("so is that of Hermes, wherever it was moved", {
  files: { "away/mine/config.yaml": FOLDED },
  env: { HERMES_HOME: "@HOME/away/mine" },
  lines: { 2: ["head -5 @HOME/away/mine/.env", "ls @HOME/.ssh"], 3: ["head -5 @HOME/away/.env"] },
});
testRules("a deny rule is held against a line as Hermes reads it", {
  config: "approvals:\n  deny: ['git log --all*', 'cargo test \"xy\"*']\n",
  lines: {
    2: ["git log --\uff41ll", "git log --a''ll", "git${IFS}log --all; ls", 'cargo test "x\\y"'],
    1: ["git log --x\x1b[0m"],
    3: ["git log -3"],
  },
});
testRules("HERMES_HOME moves the file", {
  config: "approvals:\n  deny: [git push*]\n",
  files: { "profile/config.yaml": "approvals:\n  deny: [git log*]\n" },
  env: { HERMES_HOME: "@HOME/profile" },
  lines: { 2: ["git log"], 3: ["git push"] },
});
for (
  const [title, config] of Object.entries({
    "no YAML": "approvals: [\n",
    "a list in place of the settings": "- a\n",
    "deny rules that are no list": "approvals:\n  deny: git push*\n",
    "a variable in a rule": "approvals:\n  deny: ['${WHAT}*']\n",
    "a pattern that is none": "approvals:\n  deny: ['git [z-a]*']\n",
    "commands in a container": "terminal:\n  backend: docker\n",
  })
) {
  testRules(`${title}: everything stays as it is`, { config, lines: { 1: ["git status", "cargo test"] } });
}
testRules("the variable for where commands run comes before the file", {
  config: "terminal:\n  backend: ssh\n",
  env: { TERMINAL_ENV: "local" },
  lines: { 3: ["git status"] },
});
testRules("the variable alone", { env: { TERMINAL_ENV: "modal" }, lines: { 1: ["git status"] } });

const UNASKED: Readonly<Record<string, Omit<Case, "lines">>> = {
  "mode off, which YAML 1.1 takes for false": { config: "approvals:\n  mode: off\n" },
  "mode off as a text": { config: "approvals: {mode: 'OFF '}" },
  "HERMES_YOLO_MODE": { env: { HERMES_YOLO_MODE: "1" } },
};
for (const [title, given] of Object.entries(UNASKED)) {
  testRules(`with all questions off (${title}) only what is always blocked stays as it is`, {
    ...given,
    lines: {
      3: ["git push --force", "rm -rf build && cargo build", "git reset --hard && git status"],
      1: ["rm -rf / && git status", "grep mkfs a.txt", "git status; reboot", "ls; kill -9 -1"],
    },
  });
}

Deno.test("fnmatchTest() is Python's fnmatch, capitals apart", () => {
  const rows: [string, string, boolean | undefined][] = [
    ["git push*", "git push\n-f", true],
    ["git push", "git push x", false],
    ["*", "", true],
    ["a?c", "a\nc", true],
    ["a[!b]c", "abc", false],
    ["a[!b]c", "axc", true],
    ["a[]x]c", "a]c", true],
    ["a[b", "a[b", true],
    ["a.c", "abc", false],
    ["[a-c]x", "Bx", true],
    ["(a|b)+", "a", false],
    ["\\d", "\\d", true],
    ["[\\d]", "5", false],
    ["[^a]", "^", true],
    ["", "", true],
  ];
  for (const [pattern, text, expected] of rows) {
    assert.equal(fnmatchTest(pattern)?.(text), expected, `${pattern} ${text}`);
  }
});

Deno.test("the installed plugin never fails and never hangs, whatever rtk does", async () => {
  const folder = Deno.makeTempDirSync({ prefix: "rtk-hermes-" });
  try {
    const path = `${folder}/__init__.py`;
    Deno.writeTextFileSync(path, pluginText('/nowhere/it\'s "rtk" \\ é'));
    const { success, stderr } = await new Deno.Command("python3", {
      args: ["-B", "-m", "unittest", "hermes_plugin_test"],
      cwd: new URL("plugins/", import.meta.url),
      env: { RTK_PLUGIN: path, RTK_CASES: new URL("cases/hooks.jsonl", import.meta.url).pathname },
    }).output();
    const told = new TextDecoder().decode(stderr);
    assert.ok(success, told);
    assert.match(told, /^Ran (?:2\d|[3-9]\d) tests/m);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});

function pluginText(rtkPath: string): string {
  const edit = hermesEdits(rtkPath).find(({ path }) => path.endsWith("/__init__.py"));
  assert.ok(edit?.kind === "whole-file");
  assert.ok(edit.text.includes(`RTK_AT_INIT = ${JSON.stringify(rtkPath)}\n`));
  return edit.text;
}

function hermesEdits(rtkPath = "/usr/bin/rtk"): readonly Edit[] {
  return installationOf("hermes")?.edits(scopeIn("/h", { project: "/p", rtkPath })) ?? [];
}

const CONFIGS: Readonly<Record<string, string>> = {
  "another list of that name comes first (rtk-3405)":
    "memory:\n  enabled: true\nplugins:\n  enabled:\n    - a # mine\n  disabled: []\nz: 1\n",
  "a compact list (rtk-1614)": "plugins:\n  enabled:\n  - a\n  - b\nx: {y: [1,  2]}\n",
  "a list in brackets": "plugins: {enabled: [a,b]} # mine\r\n",
  "an empty list": "plugins:\n  enabled: []\n",
  "no list": "# mine\nplugins:\n  hook_callback_timeout: 5\n\nmodel: x",
  "no plugins": "model:\n  default: x\n",
  "nothing": "",
};

for (const [title, config] of Object.entries(CONFIGS)) {
  Deno.test(`init: ${title}: twice is once, comments stay, uninstalling restores the bytes`, async () => {
    using home = scratchHome();
    home.write(".hermes/config.yaml", config);
    for (const _ of [1, 2]) {
      const { code, stdout, stderr } = await home.run(["rtk", "init", "-g", "--agent", "hermes"]);
      assert.deepEqual([code, stderr], [0, ""]);
      assert.match(stdout, /^Hermes: (?:already )?installed\n/);
    }
    const text = home.read(".hermes/config.yaml") ?? "";
    const { stdout } = await home.run([
      "python3",
      "-c",
      "import re,sys; print(len(re.findall(r'\\brtk\\b', sys.argv[1])))",
      text,
    ]);
    assert.equal(stdout, "1\n", text);
    assert.equal(text.includes("# mine"), config.includes("# mine"));
    assert.match(home.read(".hermes/plugins/rtk/plugin.yaml") ?? "", /^name: rtk$/m);
    assert.match(home.read(".hermes/plugins/rtk/__init__.py") ?? "", new RegExp(`"${home.bin}/rtk"`));
    assert.equal((await home.run(["rtk", "init", "-g", "--agent", "hermes", "--check"])).code, 0);
    home.write(".hermes/plugins/rtk/__pycache__/__init__.cpython-311.pyc", "\x00");
    assert.equal((await home.run(["rtk", "init", "-g", "--agent", "hermes", "--uninstall"])).code, 0);
    assert.equal(home.read(".hermes/config.yaml"), config);
    assert.throws(() => Deno.statSync(`${home.path}/.hermes/plugins`), Deno.errors.NotFound);
  });
}

const SHAPES: Readonly<Record<string, string>> = {
  "plugins:\n  enabled:\n": "plugins:\n  enabled:\n    - rtk\n",
  "plugins: # mine\nz: 1\n": "plugins: # mine\n  enabled:\n    - rtk\nz: 1\n",
  "plugins: ~\n": "plugins: \n  enabled:\n    - rtk\n",
  "plugins: {}\n": "plugins: {enabled: [rtk]}\n",
  "plugins: {disabled: [a], x}\n": "plugins: {disabled: [a], x, enabled: [rtk]}\n",
  "plugins:\n    disabled: []\n# about z\nz: 1\n":
    "plugins:\n    disabled: []\n    enabled:\n        - rtk\n# about z\nz: 1\n",
  "plugins:\n  enabled: [a,\n    b, # c\n    ]\n": "plugins:\n  enabled: [a,\n    b, rtk, # c\n    ]\n",
  "plugins:\n  enabled:\n  - a\n  # last\nz: 1\n": "plugins:\n  enabled:\n  - a\n  - rtk\n  # last\nz: 1\n",
  "": "plugins:\n  enabled:\n    - rtk\n",
  "# mine": "# mine\nplugins:\n  enabled:\n    - rtk",
  "plugins:\n  enabled:\n  - rtk-rewrite\n  - a\n": "plugins:\n  enabled:\n  - a\n  - rtk\n",
  "plugins:\n  enabled: [rtk-rewrite]\n": "plugins:\n  enabled: [rtk]\n",
};

Deno.test("the list of plugins is found or made in every form of the file", () => {
  const edit = hermesEdits().find(({ kind }) => kind === "yaml-list");
  assert.ok(edit);
  for (const [text, expected] of Object.entries(SHAPES)) {
    assert.equal(installEdit(text, edit), expected, text);
    assert.equal(installEdit(expected, edit), expected, text);
    const removed = removeEdit(expected, edit);
    assert.ok(removed === undefined || !/\brtk\b/.test(removed), removed);
    assert.equal((removed ?? "").includes("# mine"), text.includes("# mine"));
  }
});

Deno.test("init: the Rust tool's plugin is replaced with consent only", async () => {
  using home = scratchHome();
  const config = "plugins:\n  enabled:\n  - rtk-rewrite\n";
  home.write(".hermes/config.yaml", config);
  const { stdout } = await home.run(["rtk", "init", "-g", "--agent", "hermes"]);
  assert.match(stdout, /another rtk is installed[\s\S]*rtk-rewrite/);
  assert.equal(home.read(".hermes/config.yaml"), config);
  assert.equal((await home.run(["rtk", "init", "-g", "--agent", "hermes", "--auto-patch"])).code, 0);
  assert.equal(home.read(".hermes/config.yaml"), "plugins:\n  enabled:\n  - rtk\n");
  await home.run(["rtk", "init", "-g", "--agent", "hermes", "--uninstall"]);
  assert.equal(home.read(".hermes/config.yaml"), config);
});

Deno.test("init: files of others in the plugin's folder stay", async () => {
  using home = scratchHome();
  await home.run(["rtk", "init", "-g", "--agent", "hermes"]);
  for (const name of ["__pycache__/other.pyc", "__pycache__/__init__.cpython-314.pyc", "notes.txt"]) {
    home.write(`.hermes/plugins/rtk/${name}`, "x");
  }
  await home.run(["rtk", "init", "-g", "--agent", "hermes", "--uninstall"]);
  const folder = `${home.path}/.hermes/plugins/rtk`;
  assert.deepEqual([...Deno.readDirSync(folder)].map(({ name }) => name).sort(), [
    "__pycache__",
    "notes.txt",
  ]);
  assert.deepEqual([...Deno.readDirSync(`${folder}/__pycache__`)].map(({ name }) => name), ["other.pyc"]);
});

Deno.test("init: a configuration that is no YAML is refused by its line, and nothing is written", async () => {
  using home = scratchHome();
  home.write(".hermes/config.yaml", "a: 1\nplugins: [\n");
  const { code, stderr } = await home.run(["rtk", "init", "-g", "--agent", "hermes"]);
  assert.equal(code, 1);
  assert.match(stderr, /\.hermes\/config\.yaml:\d/);
  assert.throws(() => Deno.statSync(`${home.path}/.hermes/plugins`), Deno.errors.NotFound);
});

Deno.test("init: Hermes has no place for a project, and says what has one", async () => {
  using home = scratchHome();
  Deno.mkdirSync(`${home.path}/p`);
  const options = { cwd: `${home.path}/p` };
  const { code, stderr } = await home.run(["rtk", "init", "--agent", "hermes"], options);
  assert.equal(code, 1);
  assert.match(stderr, /rtk init -g --agent hermes/);
  const { stdout } = await home.run(["rtk", "doctor", "--agent", "hermes"], options);
  assert.match(stdout, /^off +Hermes\b.*: not installed$/m);
  assert.doesNotMatch(stdout, /project/);
});

Deno.test("doctor: a plugin that Hermes is told not to load is a fault with its cure", async () => {
  using home = scratchHome();
  home.write(".hermes/config.yaml", "plugins:\n  disabled:\n    - rtk\n");
  await home.run(["rtk", "init", "-g", "--agent", "hermes"]);
  const { code, stdout } = await home.run(["rtk", "doctor", "--agent", "hermes"]);
  assert.equal(code, 1);
  assert.match(
    stdout,
    /^FAULT Hermes\b.*: plugins\.disabled in .*\n +cure: hermes plugins enable rtk$/m,
  );
});
