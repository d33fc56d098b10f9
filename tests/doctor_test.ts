/**
 * Broken set-ups, one row each: what is damaged, what `rtk doctor` says of it, and that the cure which it names mends it. Each
 * row starts from a home in which doctor finds nothing. On the built executable.
 */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { digestOf } from "../installer/manifest.ts";
import { afterCures, cureLines, type FindingRow, findingsOf } from "./harness/findings.ts";
import { boundUser } from "./harness/other_user.ts";
import { type RunOptions, type ScratchHome, scratchHome } from "./harness/home.ts";

interface Row {
  readonly name: string;
  /** Default: claude. */
  readonly agent?: string;
  damage(home: ScratchHome): void | Promise<void>;
  /** `about: text` of the finding. */
  readonly says: RegExp;
  /** The cure as it is printed. */
  readonly cure: RegExp;
  /** Does what the cure says; absent where the cure is a command, which is run then. */
  byHand?(home: ScratchHome): void | Promise<void>;
  /** Variables of the user's shell. */
  readonly env?: (home: ScratchHome) => RunOptions["env"];
}

const SCRIPT = ".claude/hooks/rtk-hook.sh";
const SETTINGS = ".claude/settings.json";
const DATA = ".local/share/rtk";

function edit(home: ScratchHome, file: string, change: (text: string) => string): void {
  const before = home.read(file) ?? "";
  const after = change(before);
  assert.notEqual(after, before, `${file} stays as it is`);
  home.write(file, after);
}

function program(home: ScratchHome, name: string, text: string): void {
  const path = `${home.bin}/${name}`;
  try {
    Deno.removeSync(path);
  } catch {
    // It was not there.
  }
  Deno.writeTextFileSync(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
}

/** Leaves a file of rtk's as if an older version had written it. */
async function asOlderVersion(home: ScratchHome, file: string, text: string): Promise<void> {
  home.write(file, text);
  const digest = await digestOf(text);
  edit(home, `${DATA}/installed.json`, (json) => {
    const rows = JSON.parse(json) as { path: string; after: string; parts: Record<string, string[]> }[];
    const row = rows.find(({ path }) => path === `${home.path}/${file}`);
    assert.ok(row);
    row.after = digest;
    for (const owner of Object.keys(row.parts)) row.parts[owner] = [digest];
    return JSON.stringify(rows);
  });
}

/** What Codex notes when its user trusts the hook (the form of 0.171.0). */
async function trust(home: ScratchHome): Promise<void> {
  const file = `${home.path}/.codex/hooks.json`;
  const { hooks } = JSON.parse(home.read(file) ?? "") as {
    hooks: { PreToolUse: { matcher: string; hooks: { command: string }[] }[] };
  };
  const [group] = hooks.PreToolUse;
  const command = group?.hooks[0]?.command;
  const handler = { async: false, command, statusMessage: "rtk", timeout: 10, type: "command" };
  const text = JSON.stringify({ event_name: "pre_tool_use", hooks: [handler], matcher: group?.matcher });
  home.write(
    ".codex/config.toml",
    `[hooks.state."${file}:pre_tool_use:0:0"]\ntrusted_hash = "sha256:${await digestOf(text)}"\n`,
  );
}

const RIVAL = { matcher: "Bash", hooks: [{ type: "command", command: "~/.claude/hooks/rtk-rewrite.sh" }] };

const ROWS: readonly Row[] = [
  {
    name: "rtk is not on PATH",
    damage: (home) => Deno.removeSync(`${home.bin}/rtk`),
    says: /^rtk on PATH: not found/,
    cure: /^export PATH=\S+:"\$PATH"$/,
  },
  {
    name: "another program called rtk is first on PATH",
    damage: (home) => program(home, "rtk", "echo rtk 0.42.2"),
    says: /^rtk on PATH: .*\/bin\/rtk is another program of that name/,
    cure: /^export PATH=/,
  },
  {
    name: "the hook entry was taken out by hand",
    damage: (home) => home.write(SETTINGS, "{}\n"),
    says: /^Claude Code \(global\): rtk's entry in .*settings\.json is gone/,
    cure: /^rtk init -g --agent claude$/,
  },
  {
    name: "the only entry of an agent was taken out by hand",
    agent: "cursor",
    damage: (home) => home.write(".cursor/hooks.json", "{}\n"),
    says: /^Cursor \(global\): rtk's entry in .*hooks\.json is gone/,
    cure: /^rtk init -g --agent cursor$/,
  },
  {
    name: "the hook script is not executable",
    damage: (home) => Deno.chmodSync(`${home.path}/${SCRIPT}`, 0o644),
    says: /rtk-hook\.sh cannot be executed/,
    cure: /^rtk init -g --agent claude$/,
  },
  {
    name: "the hook script was changed",
    damage: (home) => edit(home, SCRIPT, (text) => text.replace("exit 0\n", "exit 2\n")),
    says: /rtk-hook\.sh was modified by hand \(line \d+ of rtk's part is `exit 2`, not `exit 0`\)/,
    cure: /^rtk init -g --agent claude$/,
  },
  {
    name: "another text stands in place of the hook script",
    damage: (home) => home.write(SCRIPT, "#!/bin/sh\nexec evil\n"),
    says: /rtk-hook\.sh holds another text than rtk's/,
    cure: /^mv \S+rtk-hook\.sh \S+rtk-hook\.sh\.other && rtk init -g --agent claude$/,
  },
  {
    name: "the host switched its hooks off, beside rtk's own",
    agent: "droid",
    damage: (home) =>
      edit(home, ".factory/hooks.json", (text) => text.replace("{", '{ // mine\n"hooksDisabled": true,')),
    says: /hooksDisabled is true in .*hooks\.json/,
    cure: /^set hooksDisabled to false in .*hooks\.json$/,
    byHand: (home) => edit(home, ".factory/hooks.json", (text) => text.replace("true", "false")),
  },
  {
    name: "the settings file is broken",
    damage: (home) => edit(home, SETTINGS, (text) => text.replace(/\}\s*$/, "},\n}\n")),
    says: /^Claude Code \(global\): .*settings\.json:\d+: not valid JSON/,
    cure: /^mend line \d+ of .*settings\.json, then rtk doctor again$/,
    byHand: (home) => edit(home, SETTINGS, (text) => text.replace("},\n}\n", "}\n")),
  },
  {
    name: "the host switched its hooks off",
    damage: (home) => edit(home, SETTINGS, (text) => text.replace("{", '{\n"disableAllHooks": true,')),
    says: /disableAllHooks is true in .*settings\.json/,
    cure: /^take disableAllHooks out of .*settings\.json$/,
    byHand: (home) => edit(home, SETTINGS, (text) => text.replace('\n"disableAllHooks": true,', "")),
  },
  {
    name: "the host switched its hooks off, in a file with comments",
    agent: "gemini",
    damage: (home) =>
      edit(
        home,
        ".gemini/settings.json",
        (text) => text.replace("{", '{ // mine\n"hooksConfig": { "enabled": false },'),
      ),
    says: /hooksConfig\.enabled is false in .*settings\.json/,
    cure: /^set hooksConfig\.enabled to true/,
    byHand: (home) => edit(home, ".gemini/settings.json", (text) => text.replace("false", "true")),
  },
  {
    name: "the host switched rtk's own set of hooks off",
    agent: "antigravity",
    damage: (home) =>
      edit(
        home,
        ".gemini/config/hooks.json",
        (text) => text.replace('"rtk": {', '"rtk": {\n"enabled": false,'),
      ),
    says: /rtk\.enabled is false in .*hooks\.json/,
    cure: /^set rtk\.enabled to true/,
    byHand: (home) => edit(home, ".gemini/config/hooks.json", (text) => text.replace("false", "true")),
  },
  {
    name: "the entry calls a script that is gone",
    damage: (home) => edit(home, SETTINGS, (text) => text.replaceAll(home.path, "/nowhere")),
    says:
      /rtk's entry in .*settings\.json was modified by hand \(it calls \/nowhere\/.*rtk-hook\.sh, which is gone\)/,
    cure: /^rtk init -g --agent claude$/,
  },
  {
    name: "the entry falls back on an rtk that is gone",
    agent: "cursor",
    damage: (home) =>
      edit(home, ".cursor/hooks.json", (text) => text.replace(/echo \S+\)/, "echo /opt/gone/rtk)")),
    says: /it calls \/opt\/gone\/rtk, which is gone/,
    cure: /^rtk init -g --agent cursor$/,
  },
  {
    name: "another rtk's old script is called as well",
    damage: (home) =>
      edit(
        home,
        SETTINGS,
        (text) => text.replace('"PreToolUse": [', `"PreToolUse": [${JSON.stringify(RIVAL)},`),
      ),
    says: /another rtk's entry in .*settings\.json: .*rtk-rewrite\.sh/,
    cure: /^rtk init -g --agent claude --auto-patch$/,
  },
  {
    name: "a key of the configuration is faulty",
    damage: (home) => home.write(".config/rtk/config.toml", "[hooks]\nenabled = 3\n"),
    says: /^configuration: .*config\.toml:2: hooks\.enabled: expected true or false/,
    cure: /^mend line 2 of .*config\.toml$/,
    byHand: (home) => home.write(".config/rtk/config.toml", "[hooks]\nenabled = true\n"),
  },
  {
    name: "the configuration pauses rtk",
    damage: (home) => home.write(".config/rtk/config.toml", "[hooks]\nenabled = false\n"),
    says: /^configuration: hooks\.enabled is false/,
    cure: /^rtk config set hooks\.enabled true$/,
  },
  {
    name: "the environment pauses rtk",
    damage: () => {},
    env: () => ({ RTK_DISABLED: "1" }),
    says: /^configuration: RTK_DISABLED is set/,
    cure: /^unset RTK_DISABLED$/,
  },
  {
    name: "the inserted path is one where rtk is not",
    damage: (home) => home.write(".config/rtk/config.toml", '[hooks]\nrtk_path = "/opt/gone/rtk"\n'),
    says: /^configuration: hooks\.rtk_path is \/opt\/gone\/rtk, where this rtk is not/,
    cure: /^rtk config set hooks\.rtk_path \S+\/rtk$/,
  },
  {
    name: "the data folder is gone",
    damage: (home) => Deno.removeSync(`${home.path}/${DATA}`, { recursive: true }),
    says: /^history and recall: .*rtk is not there: nothing is cut, nothing is counted/,
    cure: /^mkdir -p -m 700 /,
  },
  {
    name: "outputs cannot be kept",
    damage: (home) => home.write(`${DATA}/recall`, ""),
    says: /^history and recall: .*recall is no folder: nothing is cut/,
    cure: /^mv \S+recall \S+recall\.other$/,
  },
  {
    name: "the history is broken",
    damage: (home) =>
      home.write(`${DATA}/history.db`, "no database at all, and long enough to be read as one\n".repeat(99)),
    says: /^history and recall: .*history\.db is broken \(file is not a database\)/,
    cure: /^mv \S+history\.db \S+history\.db\.broken && rm -f/,
  },
  {
    name: "the history is one of another program",
    damage: (home) => {
      const database = new DatabaseSync(`${home.path}/${DATA}/history.db`);
      database.exec("CREATE TABLE runs (id INTEGER)");
      database.close();
    },
    says: /history\.db is broken \(no such column: ts\)/,
    cure: /^mv \S+history\.db /,
  },
  {
    name: "the history is locked",
    damage: (home) => {
      const database = new DatabaseSync(`${home.path}/${DATA}/history.db`);
      database.exec("BEGIN EXCLUSIVE");
      held = database;
    },
    says: /^history and recall: .*history\.db is locked \(database is locked\)/,
    cure: /^end the program that holds it: fuser /,
    byHand: () => held?.close(),
  },
  {
    name: "an alias stands for a tool",
    env: () => ({ SHELL: "/bin/bash" }),
    damage: (home) => home.write(".bashrc", "alias git=hub\n"),
    says: /^aliases and functions: git would run past your alias or function/,
    cure: /^rtk config set hooks\.shadowed '\["git"\]'$/,
  },
  {
    name: "a function stands for rtk",
    env: () => ({ SHELL: "/bin/bash" }),
    damage: (home) => home.write(".bashrc", "rtk() { true; }\n"),
    says: /^aliases and functions: rtk is an alias or a function of your shell/,
    cure: /^take it out of your shell's start-up files$/,
    byHand: (home) => home.write(".bashrc", ""),
  },
  {
    name: "the host's shell finds another rtk",
    // A non-interactive bash reads the file that BASH_ENV names.
    env: (home) => ({ SHELL: "/bin/bash", BASH_ENV: `${home.path}/shell-start` }),
    damage: (home) => {
      home.write("shell-start", `PATH=${home.path}/other:/usr/bin:/bin\n`);
      home.write("other/rtk", "#!/bin/sh\necho Rust Type Kit\n");
      Deno.chmodSync(`${home.path}/other/rtk`, 0o755);
    },
    says: /^Claude Code \(global\): its shell \(\/bin\/bash -c\) takes \S+\/other\/rtk for rtk/,
    cure: /^rtk config set hooks\.rtk_path \S+\/bin\/rtk$/,
  },
  {
    name: "the host's login shell does not find rtk",
    agent: "codex",
    damage: async (home) => {
      await trust(home);
      home.write(".config/rtk/config.toml", "");
      home.write(".bash_profile", "PATH=/usr/bin:/bin\n");
    },
    says: /^Codex \(global\): its shell \(bash -lc\) does not find rtk, so rewritten commands fail/,
    cure: /^rtk config set hooks\.rtk_path \S+\/bin\/rtk$/,
  },
  {
    name: "an older version left its text",
    damage: (home) => asOlderVersion(home, ".claude/RTK.md", "# rtk\n\nOld words.\n"),
    says: /RTK\.md is outdated$/,
    cure: /^rtk init -g --agent claude$/,
  },
  {
    name: "a run of init hangs and holds the lock",
    damage: async (home) => {
      const lock = `${home.path}/${DATA}/lock`;
      const hold = `const file = Deno.openSync(${JSON.stringify(lock)}, { write: true });
        file.lockSync(true);
        Deno.writeTextFileSync(${JSON.stringify(lock)}, Deno.pid + "\\n");
        Deno.writeTextFileSync(${JSON.stringify(`${home.path}/held`)}, "");
        setTimeout(() => {}, 60_000);`;
      const child = new Deno.Command(Deno.execPath(), { args: ["eval", hold], stdin: "null" }).spawn();
      waiting.push(child.status);
      while (home.read("held") === undefined) await new Promise((resolve) => setTimeout(resolve, 20));
    },
    says: /^left behind: an rtk init \(process \d+\) holds .*lock: others wait in vain/,
    cure: /^kill \d+$/,
  },
  {
    name: "a run of init was killed while it wrote",
    damage: (home) => home.write(`${SETTINGS}.rtk-partial`, "{"),
    says: /^left behind: .*settings\.json\.rtk-partial, by a run that was killed/,
    cure: /^rm \S+settings\.json\.rtk-partial$/,
  },
  {
    name: "the settings file is read-only, and init has something to change in it",
    damage: (home) => {
      home.write(SETTINGS, "{}\n");
      Deno.chmodSync(`${home.path}/${SETTINGS}`, 0o444);
    },
    says: /rtk's entry in .*settings\.json is gone; the file is read-only/,
    cure: /^chmod u\+w \S+settings\.json && rtk init -g --agent claude$/,
  },
  {
    name: "Codex does not trust the hook",
    agent: "codex",
    damage: (home) => home.write(".codex/config.toml", ""),
    says: /^Codex \(global\): Codex does not trust the hook yet/,
    cure: /^start codex, type \/hooks and trust rtk's hook/,
    byHand: trust,
  },
  {
    name: "Codex trusts another hook in that place",
    agent: "codex",
    damage: async (home) => {
      await trust(home);
      edit(home, ".codex/config.toml", (text) => text.replace(/sha256:.{4}/, "sha256:0000"));
    },
    says: /^Codex \(global\): the hook is another one than Codex was told to trust/,
    cure: /\/hooks/,
    byHand: trust,
  },
  {
    name: "Codex runs no hooks at all",
    agent: "codex",
    damage: async (home) => {
      await trust(home);
      edit(home, ".codex/config.toml", (text) => `${text}[features]\nhooks = false\n`);
    },
    says: /features\.hooks is false in .*config\.toml/,
    cure: /^take hooks = false out of .*config\.toml$/,
    byHand: (home) => edit(home, ".codex/config.toml", (text) => text.replace("hooks = false", "")),
  },
  {
    name: "the host is too old for the hook",
    agent: "vibe",
    damage: (home) => program(home, "vibe", "echo vibe 2.18.4"),
    says: /^Mistral Vibe \(global\): Mistral Vibe 2\.18\.4 does not run this hook/,
    cure: /^update Mistral Vibe to 3$/,
    byHand: (home) => program(home, "vibe", "echo vibe 3.1.5"),
  },
];

/** The database that a row keeps locked, and the processes that a cure ends. */
let held: DatabaseSync | undefined;
const waiting: Promise<unknown>[] = [];

/** A home in which rtk is installed for an agent, and all is well. */
async function wellHome(agent: string): Promise<ScratchHome> {
  const home = scratchHome();
  const { code, stderr } = await home.run(["rtk", "init", "-g", "--agent", agent]);
  assert.equal(code, 0, stderr);
  if (agent === "codex") await trust(home);
  return home;
}

for (const row of ROWS) {
  Deno.test(`doctor: ${row.name}`, async () => {
    using home = await wellHome(row.agent ?? "claude");
    const before = await home.run(["rtk", "doctor"]);
    assert.equal(before.code, 0, before.stdout);
    await row.damage(home);
    const env = row.env?.(home) ?? {};
    const { code, rows } = await findingsOf(home, ["doctor"], { env });
    assert.equal(code, 1, JSON.stringify(rows, null, 1));
    const found = rows.filter(({ state, about, text }) =>
      state === "fault" && row.says.test(`${about}: ${text}`)
    );
    assert.equal(found.length, 1, JSON.stringify(rows, null, 1));
    assert.match(found[0]?.cure ?? "", row.cure);
    assert.equal(found[0]?.isCommand, row.byHand === undefined);
    const printed = await home.run(["rtk", "doctor"], { env });
    assert.equal(printed.code, 1);
    assert.ok(printed.stdout.includes(`cure: ${found[0]?.cure}`), printed.stdout);
    await row.byHand?.(home);
    const after = await afterCures(home, cureLines(rows), ["doctor"], { env });
    assert.equal(after.code, 0, after.stdout + after.stderr);
    await Promise.all(waiting.splice(0));
  });
}

Deno.test("doctor: a data folder without the right to write is named, with a cure that gives it back", async () => {
  using home = await wellHome("claude");
  const folder = `${home.path}/${DATA}`;
  const run = await boundUser(home);
  assert.equal((await run("rtk doctor")).code, 0);
  Deno.chmodSync(folder, 0o500);
  const { code, stdout, stderr } = await run("rtk doctor --json");
  assert.deepEqual([code, stderr], [1, ""]);
  const fault = (JSON.parse(stdout) as FindingRow[]).find(({ about }) => about === "history and recall");
  assert.match(fault?.text ?? "", /rtk cannot be written \(Permission denied/);
  assert.match(fault?.cure ?? "", /^chmod u\+rwx \S+ 2>\/dev\/null \|\| sudo chown -R "\$\(id -u\)"/);
  const after = await run(`${fault?.cure}; rtk doctor`);
  assert.equal(after.code, 0, after.stdout + after.stderr);
});

Deno.test("doctor: off in one line where nothing is installed, with the way in for what is in use", async () => {
  using home = scratchHome();
  const bare = await home.run(["rtk", "doctor"]);
  assert.equal(bare.code, 1);
  assert.match(bare.stdout, /^FAULT rtk: off: not installed for any agent\n {6}cure: rtk init -g --agent ID/);
  assert.match(bare.stdout, /^off {3}not in use here: Google Antigravity, Claude Code, .*Mistral Vibe/m);
  home.write(".claude/settings.json", "{}");
  const used = await home.run(["rtk", "doctor"]);
  assert.match(
    used.stdout,
    /^FAULT rtk: off: not installed for any agent\n {6}cure: rtk init -g --agent claude$/m,
  );
  assert.match(used.stdout, /^off {3}Claude Code: not installed\n {6}cure: rtk init -g --agent claude$/m);
  assert.ok(used.stdout.split("\n").length <= 24, "one screen");
  assert.equal((await home.run(["rtk", "doctor", "--agent"])).code, 1);
  const unknown = await home.run(["rtk", "doctor", "--agent", "clod"]);
  assert.match(unknown.stderr, /^rtk: Cannot find the agent "clod": expected one of antigravity, claude, /);
  await home.run(["rtk", "init", "-g"]);
  const on = await home.run(["rtk", "doctor", "--agent=claude"]);
  assert.equal(on.code, 0, on.stdout);
  assert.match(on.stdout, /^ok {4}rtk: on for Claude Code \(global\)$/m);
  await home.run(["rtk", "config", "set", "hooks.enabled", "false"]);
  assert.match((await home.run(["rtk", "doctor"])).stdout, /^FAULT rtk: off; 1 thing needs a hand$/m);
});

Deno.test("doctor: what another version installed is not called off", async () => {
  using home = await wellHome("claude");
  await asOlderVersion(home, SCRIPT, (home.read(SCRIPT) ?? "").replace("exit 0", "exit 0 # as ever"));
  Deno.chmodSync(`${home.path}/${SCRIPT}`, 0o755);
  const { code, stdout } = await home.run(["rtk", "doctor"]);
  assert.equal(code, 1);
  assert.match(stdout, /^FAULT rtk: outdated for Claude Code \(global\); 1 thing needs a hand$/m);
});

Deno.test("init notes the path of rtk where the host's shell does not find it, and what it rewrites names that", async () => {
  using home = scratchHome();
  home.write(".bash_profile", "PATH=/usr/bin:/bin\n");
  const { stdout } = await home.run(["rtk", "init", "-g", "--agent", "codex"]);
  assert.match(stdout, /^bash -lc does not find this rtk: rewritten commands name \S+\/bin\/rtk$/m);
  const { stdout: rewritten } = await home.run(["rtk", "rewrite", "git status"]);
  assert.equal(rewritten, `'${home.bin}/rtk' git status`);
  await home.run(["git", "init", "-q", "."]);
  const ran = await home.run(["bash", "-lc", rewritten]);
  assert.equal(ran.code, 0, ran.stderr);
});
