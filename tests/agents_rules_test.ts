/** What hosts' own rules make of a line: no verdict gets milder by a rewrite, and no approval gets lost by one. */
import assert from "node:assert/strict";
import { readRuleFile } from "../agents/codex/rule_file.ts";
import { codexRules } from "../agents/codex/rules.ts";
import { covers } from "../agents/line_rules.ts";
import { loaded, ScratchHost } from "./harness/agent_call.ts";

/** `approved`: rewritten, and the host need not ask. `refused`: the host's deny. */
type Outcome = "raw" | "rewritten" | "approved" | "refused";

/** `@HOME` in its texts is the scratch home. */
interface Case {
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly seen?: string;
  /** What the tool's input holds besides the command. */
  readonly input?: Readonly<Record<string, string>>;
  /** Lines by what becomes of them. */
  readonly lines: Partial<Readonly<Record<Outcome, readonly string[]>>>;
}

function payloadOf(id: string, command: string, project: string, input: Case["input"] = {}): string {
  const cwd = project;
  switch (id) {
    case "antigravity":
    case "antigravity-program":
      return JSON.stringify({
        toolCall: { name: "run_command", args: { CommandLine: command, Cwd: project } },
        transcriptPath: `/x/.gemini/${id === "antigravity" ? id : "antigravity-cli"}/t.jsonl`,
      });
    case "cline":
      return JSON.stringify({
        workspaceRoots: [project],
        tool_call: { name: "run_commands", input: { commands: [command] } },
      });
    case "copilot-program":
      return JSON.stringify({ cwd, toolName: "bash", toolArgs: { command } });
    case "droid-low":
    case "droid-high": {
      const input = { command, riskLevel: "low", riskLevelReason: "r" };
      const mode = `auto-${id.slice(6)}`;
      return JSON.stringify({ cwd, tool_name: "Execute", permission_mode: mode, tool_input: input });
    }
    default: {
      const tool = {
        codex: "Bash",
        copilot: "run_in_terminal",
        cursor: "Shell",
        droid: "Execute",
        gemini: "run_shell_command",
        trae: "RunCommand",
        vibe: "bash",
      }[id];
      const tool_input = { ...input, command };
      return JSON.stringify({ cwd, tool_name: tool, permission_mode: "default", tool_input });
    }
  }
}

function outcomeOf(stdout: string): Outcome {
  if (/"(?:permissionDecision|decision|permission)":"deny"|"cancel":true/.test(stdout)) return "refused";
  if (!stdout.includes("rtk ")) return "raw";
  return stdout.includes('"permission":"allow"') ? "approved" : "rewritten";
}

function testHost(id: string, title: string, { files = {}, env = {}, seen, input = {}, lines }: Case): void {
  Deno.test(`${id}: ${title}`, async () => {
    using host = new ScratchHost();
    const at = (text: string): string => text.replaceAll("@HOME", host.home);
    const all = (texts: Readonly<Record<string, string>>) =>
      Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, at(text)]));
    for (const [name, text] of Object.entries(all(files))) host.write(name, text);
    Object.assign(host.variables, all(env));
    host.seen = seen && at(seen);
    const wrong: string[] = [];
    for (const [outcome, texts] of Object.entries(lines)) {
      for (const text of texts) {
        const payload = payloadOf(id, text, host.project, all(input));
        const stdout = await host.ask(id.split("-")[0] ?? "", payload);
        if (outcomeOf(stdout) !== outcome) wrong.push(`${text}: ${stdout}, not ${outcome}`);
      }
    }
    assert.deepEqual(wrong, []);
  });
}

/** Ways to hide a command that a deny rule for `git push` covers. */
const DISGUISED = ["git push", "cd x && git push -f", "timeout 5 git push", "git status; /usr/bin/git push"];

const GRANTS = ".gemini/antigravity-cli/settings.json";
const SHARED_GRANTS = ".gemini/config/config.json";

testHost("antigravity", "without files it asks about everything: read and build units are rewritten", {
  lines: { rewritten: ["git status", "cargo test", "cat a | wc -l"], raw: ["git push", "ls > f"] },
});
testHost("antigravity", "an allowed line needs its rewritten form allowed as well, in any of the lists", {
  files: {
    [GRANTS]: '{ "permissions": { "allow": ["command(git status)", "command( ls )", "read_file(*)"] } }',
    [SHARED_GRANTS]:
      '{ "userSettings": { "globalPermissionGrants": { "allow": ["unsandboxed(cargo)", "command(rtk ls)"] } } }',
  },
  lines: {
    raw: ["git status", "git status -s", "git status && ls", "cargo test --all", "git  status"],
    rewritten: ["ls -la", "git log", "git statusx; go test ./...", "git status && git log"],
  },
});
testHost(
  "antigravity",
  "what is denied or asked about stays raw, in every disguise, and may not hide behind rtk",
  {
    files: {
      [GRANTS]: '{ "permissions": { "deny": ["command(git push)"], "allow": ["command(git push)"] } }',
      [SHARED_GRANTS]: '{ "userSettings": { "globalPermissionGrants": { "ask": ["command(npm test)"] } } }',
      ".gemini/config/projects/p.json":
        '{ "permissionGrants": { "permissionGrants": { "deny": ["unsandboxed(cargo)"] } } }',
    },
    lines: {
      raw: [...DISGUISED, "npm test -- --ci", "cargo test", "FOO=1 cargo test"],
      refused: ["rtk git push", "rtk proxy git push", "rtk cargo test"],
      rewritten: ["git log", "npm ls", "go test ./..."],
    },
  },
);
testHost("antigravity", "* is every command", {
  files: { [GRANTS]: '{ "permissions": { "deny": ["command(*)"] } }' },
  lines: { raw: ["git status", "cargo test"] },
});
testHost("antigravity", "with everything allowed the rewritten text is, too", {
  files: { [GRANTS]: '{ "permissions": { "allow": ["command(*)"] } }' },
  lines: { rewritten: ["git status", "cargo test"], raw: ["git push"] },
});
testHost("antigravity", "patterns are for one word each", {
  files: {
    [GRANTS]:
      '{ "permissions": { "deny": ["command(regex:git (log|diff))"], "ask": ["command(regex:ca?rgo .*)"] } }',
  },
  lines: {
    raw: ["git log", "git diff --stat", "cargo test", "cargo build -q"],
    rewritten: ["git status", "git logx || ls", "go test ./..."],
  },
});
testHost("antigravity", "a pattern that cannot be read may forbid anything", {
  files: { [GRANTS]: '{ "permissions": { "deny": ["command(regex:(?i)rm)"] } }' },
  lines: { raw: ["git status"] },
});
testHost("antigravity", "a pattern that cannot be read may allow anything", {
  files: { [GRANTS]: '{ "permissions": { "allow": ["command(regex:(?i)rm)"] } }' },
  lines: { raw: ["git status", "cargo test"] },
});
testHost("antigravity", "a file that cannot be read may deny anything", {
  files: { ".gemini/config/projects/p.json": "{" },
  lines: { raw: ["git status"] },
});
testHost("antigravity-program", "in the mode that never asks everything is rewritten that no list forbids", {
  files: {
    [GRANTS]:
      '{ "toolPermission": "always-proceed", "permissions": { "allow": ["command(ls)"], "deny": ["command(cargo)"] } }',
  },
  lines: { rewritten: ["git status", "ls"], raw: ["cargo test"] },
});
testHost("antigravity", "that mode is the program's alone: windows have their own", {
  files: { [GRANTS]: '{ "toolPermission": "always-proceed", "permissions": { "allow": ["command(ls)"] } }' },
  lines: { rewritten: ["git status"], raw: ["ls"] },
});
testHost("antigravity", "with its flag it asks about nothing", {
  files: { [GRANTS]: '{ "permissions": { "allow": ["command(ls)"] } }' },
  seen: "sh\0-c\0x\0\x01/home/u/.local/bin/agy\0-p\0x\0--dangerously-skip-permissions\0\x01",
  lines: { rewritten: ["ls", "git status"] },
});

Deno.test("antigravity: what a project allows counts in its own folders only", async () => {
  using host = new ScratchHost();
  const project = (folder: string): string =>
    JSON.stringify({
      projectResources: { resources: [{ gitFolder: { folderUri: `file://${folder}/` } }] },
      permissionGrants: { permissionGrants: { allow: ["command(ls)"] } },
    });
  for (const [folder, outcome] of [[host.project, "raw"], [host.home, "raw"], ["/elsewhere", "rewritten"]]) {
    host.write(".gemini/config/projects/a%20b.json", project(folder ?? ""));
    const stdout = await host.ask("antigravity", payloadOf("antigravity", "ls -la", host.project));
    assert.equal(outcomeOf(stdout), outcome, folder);
  }
});

testHost("cursor", "without files read and build units are rewritten, and nothing is approved", {
  lines: { rewritten: ["git status", "cargo test"], raw: ["git push", "ls > f"] },
});
testHost("cursor", "the editor's list approves what it names, and only whole lines", {
  files: {
    ".cursor/permissions.json": '{ /* mine */ "terminalAllowlist": ["git status", "cargo:test*",], }',
    "project/.cursor/permissions.json": '{ "terminalAllowlist": ["ls"] }',
  },
  lines: {
    approved: ["git status", "cargo test --all", "git status && ls", "ls -la"],
    rewritten: ["git statusx || git log", "git status && git diff"],
    raw: ["git status $(date)", "git status > f", "A=1 git status"],
  },
});
testHost("cursor", "deny rules of the command line program hold, in every disguise and behind rtk", {
  files: {
    ".cursor/cli-config.json": '{ "permissions": { "deny": ["Shell(git:push*)"], "allow": ["Shell(ls)"] } }',
  },
  lines: {
    raw: [...DISGUISED, "ls -la"],
    refused: ["rtk git push", "rtk proxy git push"],
    rewritten: ["git log"],
  },
});
testHost("cursor", "variables move the configuration of the command line program", {
  files: {
    "own/cli-config.json": '{ "permissions": { "deny": ["Shell(cargo)"] } }',
    "shared/cursor/cli-config.json": '{ "permissions": { "deny": ["Shell(tsc)"] } }',
  },
  env: { CURSOR_CONFIG_DIR: "@HOME/own", XDG_CONFIG_HOME: "@HOME/shared" },
  lines: { raw: ["cargo test", "tsc", "rtk tsc"], refused: ["rtk cargo test"], rewritten: ["git status"] },
});
testHost("cursor", "a file above the project may not count, so it refuses no typed rtk", {
  files: {
    ".cursor/cli.json": '{ "permissions": { "deny": ["Shell(tsc)"] } }',
    "project/.cursor/cli.json": '{ "permissions": { "deny": ["Shell(cargo)"] } }',
  },
  lines: { raw: ["cargo test", "tsc", "rtk tsc"], refused: ["rtk cargo test"], rewritten: ["git status"] },
});
testHost("cursor", "a call that runs outside of the project keeps the project's rules", {
  files: { "project/.cursor/cli.json": '{ "permissions": { "deny": ["Shell(cargo)"] } }' },
  input: { working_directory: "@HOME/other" },
  lines: { raw: ["cargo test"], rewritten: ["git status"] },
});
testHost("cursor", "a file that cannot be read may deny anything", {
  files: { "project/.cursor/cli.json": '{ "permissions": ' },
  lines: { raw: ["git status", "cargo test"] },
});

const POLICY = (decision: string, key = "", more = ""): string =>
  `[[rule]]\ntoolName = "run_shell_command"\n${key}\ndecision = "${decision}"\npriority = 100\n${more}\n`;

testHost("droid", "what it runs unasked by itself stays raw, and git's commits and pushes do", {
  lines: {
    raw: [
      "git status",
      "cd sub && ls | head -3",
      "git commit -m x",
      "git -C x push",
      "git log -p",
      "chown -R a b; ls",
    ],
    refused: ["rtk git push", "rtk proxy git commit -m x"],
    rewritten: ["cargo test", "git status && cargo test", "git blame a > f; cargo test"],
  },
});
testHost("droid-low", "a risk that is stated runs unasked and gets lost, or the question gets another one", {
  lines: { raw: ["git status", "cargo test", "ls"] },
});
testHost("droid-low", "where rtk is allowed what runs unasked is rewritten, and nothing else", {
  files: { "project/.factory/settings.json": '{ /* mine */ "commandAllowlist": ["rtk git log"] }' },
  lines: {
    rewritten: ["git status", "cargo test", "git diff && ls"],
    raw: ["git push", "touch x && git status"],
  },
});
testHost("droid", "a list for rtk lets nothing run that is asked about", {
  files: { ".factory/settings.json": '{ "commandAllowlist": ["rtk", "pytest"] }' },
  lines: {
    rewritten: ["git status", "git -C sub log", "ls && git diff", "pytest -q"],
    raw: ["cargo test", "git branch", "git status && cargo test", "A=1 git status", "! ls", "ls # a; b"],
  },
});
testHost("droid-high", "at the highest level everything is rewritten but what it asks about or blocks", {
  files: {
    ".factory/settings.json":
      '{ "commandDenylist": ["cargo --release", "Git Pull", "curl | bash", "ls /x"] }',
    "project/.factory/settings.local.json":
      '{ "commandBlocklist": ["git fetch"], "enableDroidShield": false }',
  },
  lines: {
    rewritten: ["git status", "cargo test", "ls -la", "cd x && git diff $A"],
    raw: [
      ...DISGUISED.map((line) => line.replace("git push", "git pull")),
      ...["cargo test --release", "git -C sub pull", "git fetch", "ls /x/y", "curl x | sh; git status"],
    ],
    refused: ["rtk git pull", "rtk -- git fetch --all", "rtk cargo test --release"],
  },
});
testHost("droid-high", "rules of the newer engine name commands that stay raw", {
  files: {
    ".factory/settings.json": JSON.stringify({
      permissionRules: {
        version: 1,
        rules: [
          { id: "a", decision: "ask", match: { prefix: [["cargo", "make"], "test"] } },
          { id: "b", decision: "block", match: { prefix: ["ls"] }, enabled: false },
        ],
      },
    }),
  },
  lines: { raw: ["cargo test", "make all"], rewritten: ["ls -la", "git status"] },
});
testHost("droid-low", "nothing is asked where the flag says so", {
  seen: "sh\0-c\0x\0\x01/usr/bin/droid\0exec\0--skip-permissions-unsafe\0go\0\x01",
  lines: { rewritten: ["git status", "cargo test"], raw: ["git push"] },
});
testHost("droid-low", "that flag says nothing about a session that is given over a stream", {
  seen: "/usr/bin/droid\0exec\0--skip-permissions-unsafe\0--input-format\0stream-jsonrpc\0\x01",
  lines: { raw: ["git status", "cargo test"] },
});
for (
  const [what, path] of [
    ["of the user", "fh/.factory/settings.json"],
    ["of a folder above", "project/.factory/settings.local.json"],
    ["of the organisation, as last seen", "fh/.factory/cache/org-managed-settings.json"],
  ] as const
) {
  Deno.test(`droid: settings ${what} that cannot be read, or have a comma too many, may deny anything`, async () => {
    for (const text of ['{ "commandDenylist": ', "{ },", '{ "commandDenylist": [], }', "[]"]) {
      using host = new ScratchHost({ [path]: text });
      host.variables.FACTORY_HOME_OVERRIDE = `${host.home}/fh`;
      const folder = `${host.project}/sub`;
      assert.equal(await host.ask("droid", payloadOf("droid-high", "cargo test", folder)), "", text);
      host.write(path, "{}");
      assert.match(await host.ask("droid", payloadOf("droid-high", "cargo test", folder)), /rtk cargo test/);
    }
  });
}
Deno.test("droid: its organisation's last answer and the session's own settings deny as well", async () => {
  using host = new ScratchHost({
    ".factory/cache/org-managed-settings.json": '{ "managedSettings": { "commandBlocklist": ["git log"] } }',
    "overlay.json": '{ "commandDenylist": ["cargo"] }',
  });
  const ask = (text: string): Promise<string> =>
    host.ask("droid", payloadOf("droid-high", text, host.project));
  assert.match(await ask("cargo test"), /rtk cargo test/);
  assert.equal(await ask("git log"), "");
  host.variables.FACTORY_RUNTIME_SETTINGS_PATH = `${host.home}/overlay.json`;
  assert.equal(await ask("cargo test"), "");
  host.variables.FACTORY_ORG_MANAGED_SETTINGS_URL = "https://example.org";
  assert.equal(await ask("git status"), "");
});

testHost("gemini", "what it runs unasked by itself stays raw, the rest is rewritten", {
  lines: { raw: ["git status", "cat a | wc -l", "find . -delete"], rewritten: ["cargo test", "git push"] },
});
testHost("gemini", "options before git's own word make no difference to it", {
  lines: { raw: ["git -C sub status", "git --no-pager log"] },
});
testHost("gemini", "in the yolo mode everything is rewritten", {
  seen: "sh\0-c\0x\0\x01node\0/usr/local/bin/gemini\0--yolo\0\x01",
  lines: { rewritten: ["git status", "git push"] },
});
testHost("gemini", "policies deny and ask, and an allowed line needs its rewritten form allowed as well", {
  files: {
    ".gemini/policies/a.toml": POLICY("deny", 'commandPrefix = ["git push", "rm"]') +
      POLICY("ask_user", 'commandRegex = "cargo (test|run)"') +
      POLICY("allow", 'commandPrefix = "git commit"'),
    ".gemini/policies/b.toml": POLICY("allow", 'commandPrefix = "git status"') +
      POLICY("allow", 'commandPrefix = "rtk git status"') + POLICY("allow", 'commandPrefix = "rtk git tag"'),
  },
  lines: {
    raw: [...DISGUISED, "cargo test --all", "git commit -m x", "git tag"],
    refused: ["rtk git push", "rtk cargo test"],
    rewritten: ["git status", "cargo build"],
  },
});
testHost("gemini", "lists in settings with comments, and flags", {
  files: {
    ".gemini/settings.json":
      '{ // mine\n"tools": { "exclude": ["run_shell_command(git push)"], "allowed": ["run_shell_command(cargo)"] } }',
  },
  lines: { raw: [...DISGUISED, "cargo test", "pytest"] },
});
testHost("gemini", "a flag takes the place of the list, and names only what is asked without it", {
  files: { ".gemini/settings.json": '{ "tools": { "allowed": ["run_shell_command(cargo)"] } }' },
  seen:
    "/usr/local/bin/gemini\0--allowed-tools\0run_shell_command(make),run_shell_command(tsc),run_shell_command(rtk tsc)\0",
  lines: { raw: ["cargo test", "make all"], rewritten: ["tsc -p ."] },
});

testHost("gemini", "a call that runs outside of the project keeps the project's settings", {
  files: {
    "pol/p.toml": POLICY("deny", 'commandPrefix = "git push"'),
    "project/.gemini/settings.json": '{ "policyPaths": ["@HOME/pol/p.toml"] }',
  },
  input: { dir_path: "@HOME/other" },
  lines: { raw: DISGUISED, rewritten: ["cargo test"] },
});
testHost("gemini", "a policy that cannot be read may deny anything", {
  files: { ".gemini/policies/a.toml": "[[rule]\n" },
  lines: { raw: ["cargo test"] },
});
testHost("gemini", "a pattern that cannot be read may deny anything", {
  files: { ".gemini/policies/a.toml": POLICY("deny", 'commandRegex = "("') },
  lines: { raw: ["cargo test"] },
});
testHost("gemini", "where only some commands may run at all, those behind rtk may not", {
  files: { ".gemini/settings.json": '{ "tools": { "core": ["ReadFile", "run_shell_command(cargo)"] } }' },
  lines: { raw: ["cargo test"] },
});

const SEEN = (...flags: string[]): string =>
  `node\0/usr/local/bin/gemini\0${flags.map((flag) => `${flag}\0`).join("")}\x01`;
const TOOLS = (tools: Record<string, readonly string[]>): NonNullable<Case["files"]> => ({
  ".gemini/settings.json": JSON.stringify({ tools }),
});

testHost("gemini", "in the yolo mode too a list that names single commands denies all others", {
  files: TOOLS({ allowed: ["run_shell_command(git)"] }),
  seen: SEEN("--yolo"),
  lines: { raw: ["git status", "git log -1", "cargo test"] },
});
testHost("gemini", "such a list with rtk in it lets rtk run, and nothing run through it that may not", {
  files: TOOLS({ allowed: ["run_shell_command(rtk)"] }),
  seen: SEEN("--yolo"),
  lines: { raw: ["git status", "cargo test", "rtk git status"] },
});
testHost(
  "gemini",
  "in the yolo mode too it asks about a tool whose calls are to be confirmed, not about reading",
  {
    files: TOOLS({ confirmationRequired: ["run_shell_command"] }),
    seen: SEEN("--yolo"),
    lines: { raw: ["git status", "cargo test", "rtk git push"] },
  },
);
testHost("gemini", "the tools that there are may hold rtk", {
  files: TOOLS({ core: ["run_shell_command(git)", "run_shell_command(rtk)"] }),
  lines: { raw: ["cargo test", "rtk cargo test"], rewritten: ["git status", "git push"] },
});
testHost("gemini", "flags name policies, which take the place of those that settings name", {
  files: {
    "a/p.toml": POLICY("deny", 'commandPrefix = "git push"'),
    "b.toml": POLICY("deny", 'commandPrefix = "tsc"'),
    "c.toml": POLICY("deny", 'commandPrefix = "make"'),
    "project/d.toml": POLICY("deny", 'commandPrefix = "pytest"'),
    ".gemini/settings.json": '{ "policyPaths": ["@HOME/c.toml"] }',
  },
  seen: SEEN("--yolo", "--policy", "@HOME/a,@HOME/b.toml", "--policy=d.toml", "--adminPolicy", "~/b.toml"),
  lines: {
    raw: [...DISGUISED, "tsc", "pytest"],
    refused: ["rtk git push"],
    rewritten: ["make", "git status"],
  },
});
testHost("gemini", "extensions deny, those that lie elsewhere as well", {
  files: {
    ".gemini/extensions/one/policies/p.toml": POLICY("deny", 'commandPrefix = "git push"'),
    ".gemini/extensions/two/.gemini-extension-install.json": '{ "source": "@HOME/two", "type": "link" }',
    "two/policies/p.toml": POLICY("deny", 'commandPrefix = "tsc"') +
      POLICY("allow", 'commandPrefix = "make"'),
  },
  seen: SEEN("--yolo"),
  lines: {
    raw: [...DISGUISED, "tsc"],
    refused: ["rtk git push", "rtk tsc"],
    rewritten: ["make", "git status"],
  },
});
testHost("gemini", "of the rules that match the one with the highest priority decides", {
  files: {
    ".gemini/policies/a.toml": POLICY("deny") +
      '[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = ["git", "rtk git"]\ndecision = "allow"\npriority = 200\n' +
      '[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "git push"\ndecision = "deny"\npriority = 300\n',
  },
  lines: {
    rewritten: ["git status"],
    raw: [...DISGUISED, "rtk git status", "cargo test", "rtk cargo test"],
    refused: ["rtk git push"],
  },
});
testHost("gemini", "what may not count on the host keeps lines raw, and refuses no typed rtk", {
  files: {
    ...TOOLS({ exclude: ["run_shell_command(git commit)"] }),
    ".gemini/policies/p.toml": POLICY("deny", 'commandPrefix = "git push"', 'modes = ["plan"]'),
    "project/.gemini/policies/q.toml": POLICY("deny", 'commandPrefix = "cargo"'),
  },
  seen: SEEN("--yolo"),
  lines: {
    raw: [
      "git push",
      "rtk git push",
      "cargo test",
      "rtk cargo test",
      "git commit -m x",
      "rtk git commit -m x",
    ],
    rewritten: ["git status"],
  },
});
testHost("gemini", "a bar in an expression parts all of it, and a blank in a prefix is one", {
  files: {
    ".gemini/policies/a.toml": POLICY("allow", 'commandRegex = "ls|k cargo test"') +
      POLICY("allow", 'commandPrefix = ["pytest", "rtk pytest ", "tsc ", "rtk tsc "]'),
  },
  lines: { raw: ["cargo test", "pytest"], rewritten: ["tsc -p ."] },
});
testHost("gemini", "rules are about the text as written, quotes and blanks as they are", {
  files: { ".gemini/policies/a.toml": POLICY("allow", 'commandPrefix = ["cargo", "rtk"]') },
  lines: { raw: ['"cargo" test', "cargo\ttest"], rewritten: ["cargo test"] },
});
testHost("gemini", "where all is allowed it still asks about forms that it knows as dangerous", {
  files: { ".gemini/policies/a.toml": POLICY("allow") },
  lines: {
    raw: ["find . -delete", "git diff --ext-diff", "git -c a=b log", "git branch -a new", "rm -rf x"],
    refused: ["rtk find . -delete"],
    rewritten: ["git status", "git branch -a -vv", "git branch", "cargo test"],
  },
});
testHost("gemini", "and refuses no typed rtk about which it asks anyway", {
  lines: { raw: ["find . -delete", "rtk find . -delete"] },
});

testHost("codex", "rules of user and project: forbidden, prompt and allow", {
  files: {
    ".codex/rules/default.rules": `# mine
prefix_rule(pattern = ["git", ["push", "pull"]], decision = "forbidden", justification = "no",)
prefix_rule(["cargo", "test"], 'prompt', match = [["cargo", "test"]])
network_rule(host = "example.org", decision = "allow")`,
    "project/.codex/rules/p.rules": 'prefix_rule(pattern = ["tsc"])',
  },
  lines: {
    raw: [...DISGUISED, "git pull", "cargo test --all", "tsc -p ."],
    refused: ["rtk git push", "rtk -- cargo test"],
    rewritten: ["git status", "cargo build", "cargo testx; git log"],
  },
});
testHost("codex", "rules of a project that may not count refuse nothing", {
  files: { "project/.codex/rules/p.rules": 'prefix_rule(pattern = ["cargo"], decision = "forbidden")' },
  lines: { raw: ["cargo test", "rtk cargo test"], rewritten: ["git status"] },
});
testHost("codex", "rules of a trusted project hold behind rtk as well", {
  files: {
    ".codex/config.toml": '[projects."@HOME/project"]\ntrust_level = "trusted"\n',
    "project/.codex/rules/p.rules": 'prefix_rule(pattern = ["cargo"], decision = "forbidden")',
  },
  lines: { raw: ["cargo test"], refused: ["rtk cargo test"] },
});
testHost("codex", "in a linked worktree the rules of its main checkout hold, where that is trusted", {
  files: {
    ".codex/config.toml": '[projects."@HOME/main"]\ntrust_level = "trusted"\n',
    "main/.git/worktrees/linked/HEAD": "",
    "main/.codex/rules/m.rules": 'prefix_rule(pattern = ["cargo"], decision = "forbidden")',
    "project/.git": "gitdir: @HOME/main/.git/worktrees/linked\n",
    "project/.codex/rules/p.rules": 'prefix_rule(pattern = ["tsc"], decision = "forbidden")',
  },
  lines: {
    raw: ["cargo test", "tsc -p .", "rtk tsc -p ."],
    refused: ["rtk cargo test"],
    rewritten: ["git status"],
  },
});
testHost("codex", "rules name programs by the last part of their path as well", {
  files: { ".codex/rules/a.rules": 'prefix_rule(pattern = ["git"])' },
  lines: { raw: ["git status", "/usr/bin/git status"], rewritten: ["/usr/bin/cargo test"] },
});
testHost("codex", "of a file that is more than literals the commands that it names stay raw", {
  files: {
    "ch/rules/a.rules":
      'for name in ["git", "tsc"]:\n  prefix_rule(pattern = [name], decision = "forbidden")',
  },
  env: { CODEX_HOME: "" },
  lines: { rewritten: ["git status"] },
});
Deno.test("codex: such a file is found where CODEX_HOME says", async () => {
  using host = new ScratchHost({
    "ch/rules/a.rules": 'X = ["git"]\nprefix_rule(pattern = X, decision = "forbidden")',
  });
  host.variables.CODEX_HOME = `${host.home}/ch`;
  const ask = async (text: string): Promise<Outcome> =>
    outcomeOf(await host.ask("codex", payloadOf("codex", text, host.project)));
  assert.deepEqual([await ask("git status"), await ask("cargo test")], ["raw", "rewritten"]);
});
const bundle = (...contents: readonly string[]): string =>
  JSON.stringify({
    signed_payload: {
      bundle: { requirements_toml: { enterprise_managed: contents.map((one) => ({ contents: one })) } },
    },
  });
testHost("codex", "what a server of an organisation requires", {
  files: {
    ".codex/cloud-config-bundle-cache.json": bundle(
      '[rules]\nprefix_rules = [{ pattern = [{ token = "git" }, { any_of = ["push", "fetch"] }], decision = "forbidden" }]',
      '[[rules.prefix_rules]]\npattern = [{ token = "cargo" }]\ndecision = "prompt-user"',
      'allowed_sandbox_modes = ["read-only"]',
    ),
  },
  lines: { raw: [...DISGUISED, "cargo test"], refused: ["rtk git fetch"], rewritten: ["git status"] },
});
for (
  const text of [
    "{",
    bundle("[rules"),
    bundle('[[rules.prefix_rules]]\npattern = []\ndecision = "forbidden"'),
    bundle('[[rules.prefix_rules]]\npattern = [{ token = "git" }]\ndecision = "never"'),
  ]
) {
  testHost("codex", `requirements that cannot be read may forbid anything: ${text}`, {
    files: { ".codex/cloud-config-bundle-cache.json": text },
    lines: { raw: ["git status"] },
  });
}
Deno.test("codex: the machine's requirements and rules count", () => {
  using host = new ScratchHost({
    "etc/requirements.toml":
      '[rules]\nprefix_rules = [{ pattern = [{ token = "git" }, { token = "push" }], decision = "forbidden", justification = "no" }]',
    "etc/rules/a.rules": 'prefix_rule(pattern = ["cargo"], decision = "forbidden")\n',
  });
  const surroundings = { env: () => undefined, envNames: () => [], cwd: host.project, request: undefined };
  const { deny } = codexRules(surroundings, `${host.home}/etc`).rules;
  const isDenied = (line: string): boolean => deny.some((rule) => covers(rule, line));
  assert.deepEqual(["git push -f", "cargo test", "git status"].map(isDenied), [true, true, false]);
});

Deno.test("codex: the reader takes literals only", () => {
  const rule = 'prefix_rule(pattern=["a", ["b", \'c\']], decision="allow")';
  assert.deepEqual(readRuleFile(rule), [{ pattern: [["a"], ["b", "c"]], decision: "allow" }]);
  assert.deepEqual(readRuleFile("# nothing\n"), []);
  for (
    const text of [
      "x = 1",
      'prefix_rule(pattern=["a"] + ["b"])',
      'prefix_rule(pattern=["a"]',
      'prefix_rule(pattern=[], decision="allow")',
      'prefix_rule(pattern=["a"], decision="maybe")',
      'prefix_rule(pattern=["a" "b"])',
      'prefix_rule(pattern=["\\x61"])',
      'other_rule(pattern=["a"])',
      "prefix_rule(",
      '"',
    ]
  ) assert.equal(readRuleFile(text), undefined, text);
});

testHost("copilot", "VS Code: the list that comes with it runs reading commands unasked, so they stay raw", {
  lines: { raw: ["git status", "ls", "npm run build", "git push"], rewritten: ["cargo test", "tsc"] },
});
testHost("copilot", "VS Code: settings with comments approve, and ask again", {
  files: {
    ".config/Code/User/settings.json":
      '{ // mine\n"chat.tools.terminal.autoApprove": { "/^(rtk )?git (status|diff)/": true, "cargo": true, "rg": null, }, }',
    "project/.vscode/settings.json":
      '{ "chat.tools.terminal.autoApprove": { "tsc": false, "/pytest/i": { "approve": false, "matchCommandLine": true } } }',
  },
  lines: {
    rewritten: ["git status", "git diff && git status", "eslint ."],
    raw: ["cargo test", "tsc -p .", "eslint . && PYTEST=1 tsc", "pytest"],
    refused: ["rtk tsc"],
  },
});
testHost("copilot", "VS Code: a pattern that cannot be read may refuse anything", {
  files: { "project/.vscode/settings.json": '{ "chat.tools.terminal.autoApprove": { "/(/": false } }' },
  lines: { raw: ["cargo test"] },
});
testHost("copilot-program", "where its flags cannot be seen read and build units are rewritten", {
  lines: { rewritten: ["git status", "cargo test"], raw: ["git push"] },
});
testHost("copilot-program", "what it runs unasked by itself stays raw, as long as nothing allows rtk", {
  seen: "/opt/copilot\0-p\0go\0\x01",
  lines: { raw: ["git status", "ls", "gh pr list", "cd sub && git log -1"], rewritten: ["cargo test"] },
});
testHost("copilot-program", "flags deny, in every disguise and behind rtk", {
  seen:
    "node\0/opt/copilot/npm-loader.js\0--allow-all-tools\0--deny-tool\0shell(git push)\0shell(tsc:*)\0-p\0x\0\x01",
  lines: {
    raw: [...DISGUISED, "git -C sub push", "tsc -p ."],
    refused: ["rtk git push", "rtk -- tsc"],
    rewritten: ["git status", "cargo test", "echo $(date) && ls"],
  },
});
testHost(
  "copilot-program",
  "flags and approvals that it keeps let lines run unasked, and rewritten where rtk may too",
  {
    files: {
      ".copilot/permissions-config.json": JSON.stringify({
        locations: {
          "/elsewhere": { tool_approvals: [{ kind: "commands", commandIdentifiers: ["rtk"] }] },
        },
      }),
    },
    seen: "/opt/copilot\0--allow-tool=shell(cargo:*),shell(git)\0\x01",
    lines: { raw: ["cargo test", "git status"], rewritten: ["pytest", "tsc"] },
  },
);
testHost(
  "copilot-program",
  "a name alone covers what rtk runs, and of a program with commands of its own none",
  {
    seen:
      "/opt/copilot\0--allow-tool\0shell(rtk)\0shell(cargo)\0shell(tsc)\0shell(make all)\0shell(go test)\0\x01",
    lines: { raw: ["cargo test", "tsc -p .", "make all"], rewritten: ["tsc", "go test ./...", "git status"] },
  },
);
testHost(
  "copilot-program",
  "an approval for rtk is enough for what it runs unasked by itself, not for more",
  {
    files: { ".copilot/permissions-config.json": "{}" },
    seen: "/opt/copilot\0--allow-tool\0shell(rtk:*)\0shell(cargo test)\0\x01",
    lines: {
      rewritten: ["git status", "cat a.txt", "cargo test", "git status && ls -la sub"],
      raw: ["cat /etc/passwd", "cat ../x", "git diff --output=x", "git -C sub log", "pytest", "cargo build"],
    },
  },
);
testHost("copilot-program", "approvals that cannot be read may be any", {
  files: { ".copilot/permissions-config.json": "{" },
  lines: { raw: ["git status", "cargo test"] },
});

testHost("trae", "its lists are in no file: read and build units are rewritten", {
  lines: { rewritten: ["git status", "cargo test"], raw: ["git push"] },
});

testHost("vibe", "without a file its own lists hold", {
  lines: { raw: ["git status", "git log && ls", "cat /etc/passwd"], rewritten: ["cargo test", "git push"] },
});
testHost("vibe", "lists of user and project", {
  files: {
    ".vibe/config.toml": '[tools.bash]\nallowlist = ["git status", "rtk git status", "tsc"] # mine\n',
    "project/.vibe/config.toml": '[tools.bash]\ndenylist = ["git push"]\nsensitive_patterns = ["cargo"]\n',
  },
  lines: {
    raw: [...DISGUISED, "cargo test", "tsc"],
    refused: ["rtk git push", "rtk cargo test"],
    rewritten: ["git status", "git log"],
  },
});
testHost("vibe", "a file that cannot be read may deny anything", {
  files: { ".vibe/config.toml": "[tools.bash\n" },
  lines: { raw: ["cargo test"] },
});

const CAREFUL = {
  ".vibe/config.toml": '[tools.bash]\npermission = "always"\n',
  ".vibe/agents/careful.toml": '[tools.bash]\ndenylist = ["git push"]\nsensitive_patterns = ["cargo"]\n',
};
const WITH_CAREFUL = {
  raw: [...DISGUISED, "cargo test"],
  refused: ["rtk git push", "rtk cargo test"],
  rewritten: ["git status"],
};
testHost("vibe", "the profile of the agent that a flag names", {
  files: CAREFUL,
  seen: "/opt/vibe-rs\0-p\0go\0--agent\0careful\0\x01",
  lines: WITH_CAREFUL,
});
testHost("vibe", "that of the default agent, of the project and of a variable", {
  files: {
    ...CAREFUL,
    ".vibe/config.toml": `default_agent = "other"\n${CAREFUL[".vibe/config.toml"]}`,
    "project/.vibe/config.toml": 'default_agent = "ask"\n',
  },
  env: { Vibe_Default_Agent: "careful" },
  lines: WITH_CAREFUL,
});
testHost("vibe", "a session may have gone over to any agent, which is no reason to refuse", {
  files: { ...CAREFUL, "project/.vibe/agents/b.toml": '[tools.bash]\npermission = "never"\n' },
  lines: { raw: [...DISGUISED, "cargo test", "rtk git push", "rtk cargo test", "git status"] },
});
testHost("vibe", "profiles in further folders", {
  files: {
    ".vibe/config.toml": 'agent_paths = ["more"]\ndefault_agent = "a"\n',
    "project/more/a.toml": '[tools.bash]\ndenylist = ["git push"]\n',
    "project/even/b.toml": '[tools.bash]\ndenylist = ["cargo"]\n',
    "project/near/.vibe/agents/c.toml": '[tools.bash]\nsensitive_patterns = ["docker"]\n',
  },
  env: { vibe_agent_paths: '["even"]' },
  seen: "/opt/vibe\0--add-dir=near\0\x01",
  lines: { raw: [...DISGUISED, "cargo test", "docker ps"], refused: ["rtk git push"], rewritten: ["make"] },
});
testHost("vibe", "a profile that cannot be read may deny anything", {
  files: { ".vibe/agents/a.toml": "[tools.bash\n" },
  lines: { raw: ["make"] },
});
testHost("vibe", "what an organisation enforces", {
  files: {
    ".vibe/config.toml": '[tools.bash]\npermission = "always"\n',
    ".vibe/managed_config_cache.json": JSON.stringify({
      key: { stored_at_timestamp: 1, payload: '[tools.bash]\ndenylist = ["git push"]\n' },
    }),
  },
  lines: { raw: DISGUISED, refused: ["rtk git push"], rewritten: ["git status", "cargo test"] },
});
for (const name of ["VIBE_TOOLS", "vibe_tools__bash__denylist", "Vibe_Tools__Bash"]) {
  testHost("vibe", `the variable ${name} may deny anything`, {
    env: { [name]: "{}" },
    lines: { raw: ["make"] },
  });
}
testHost("vibe", "variables that are about something else", {
  env: { VIBE_TOOLS__EDIT__PERMISSION: "never", vibe_tools: "" },
  lines: { rewritten: ["make"] },
});

testHost("cline", "without the variable read and build units are rewritten", {
  lines: { rewritten: ["git status", "cargo test"], raw: ["git push"] },
});
testHost("cline", "the variable denies and allows", {
  env: { CLINE_COMMAND_PERMISSIONS: '{"deny":["git push*"],"allow":["git *"]}' },
  lines: { raw: [...DISGUISED, "git status"], refused: ["rtk git push"], rewritten: ["cargo test"] },
});
testHost("cline", "a variable that cannot be read may deny anything", {
  env: { CLINE_COMMAND_PERMISSIONS: "{" },
  lines: { raw: ["cargo test"] },
});

Deno.test("a rule reader never throws, whatever stands in its files", async () => {
  const texts = [
    "",
    "\ufeff",
    "null",
    "[]",
    '{"permissions": 5, "tools": [], "hooks": null}',
    '{"permissions": {"deny": ["command()", "command(", 5], "allow": {}}, "userSettings": []}',
    "[tools]\nbash = 5",
    "rule = 5",
    "\0",
    "approvals: {deny: {a: 1}, mode: [off]}\nterminal: 5",
  ];
  const paths = [
    ".cursor/permissions.json",
    ".cursor/cli-config.json",
    ".gemini/settings.json",
    ".gemini/policies/a.toml",
    ".codex/rules/a.rules",
    ".factory/settings.json",
    ".vibe/config.toml",
    ".hermes/config.yaml",
    ".config/Code/User/settings.json",
    ".gemini/antigravity-cli/settings.json",
    ".gemini/config/config.json",
    ".gemini/config/projects/p.json",
  ];
  using host = new ScratchHost();
  for (const text of texts) {
    for (const path of paths) host.write(path, text);
    for (
      const id of [
        "antigravity",
        "cline",
        "codex",
        "copilot",
        "cursor",
        "droid",
        "gemini",
        "hermes",
        "trae",
        "vibe",
      ]
    ) {
      const agent = await loaded(id);
      const env = (name: string): string | undefined => host.variables[name];
      const envNames = (): string[] => [];
      const { rules } = agent.rules({ env, envNames, cwd: host.project, request: undefined });
      assert.ok(Array.isArray(rules.deny), `${id}: ${text}`);
    }
  }
});

/** The paths that a reader looks at for a session in `/`. */
async function lookedAt(id: string): Promise<ReadonlySet<string>> {
  const paths = new Set<string>();
  const { readTextFileSync, readDirSync } = Deno;
  const nothing = (path: string | URL): never => {
    paths.add(String(path).replaceAll(/\/+/g, "/"));
    throw new Deno.errors.NotFound();
  };
  const agent = await loaded(id);
  const request = {
    command: "ls",
    input: {},
    cwd: "/",
    mode: undefined,
    isBackground: false,
    form: "editor",
  };
  try {
    Object.assign(Deno, { readTextFileSync: nothing, readDirSync: nothing });
    const env = (name: string): string | undefined => name === "HOME" ? "/root" : undefined;
    agent.rules({ env, envNames: () => ["HOME"], cwd: "/", request });
  } finally {
    Object.assign(Deno, { readTextFileSync, readDirSync });
  }
  return paths;
}

Deno.test("a session in the root folder has its files there", async () => {
  const files = {
    codex: "/.codex/rules",
    copilot: "/.vscode/settings.json",
    cursor: "/.cursor/cli.json",
    gemini: "/.gemini/settings.json",
    opencode: "/opencode.json",
    vibe: "/.vibe/config.toml",
  };
  for (const [id, path] of Object.entries(files)) assert.ok((await lookedAt(id)).has(path), id);
});
