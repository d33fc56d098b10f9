/** The plugins of OpenCode, Pi and Oh My Pi as files on their own, with every kind of rtk that there may be on a machine. */
import assert from "node:assert/strict";
import { installationOf } from "../agents/installations.ts";
import type { InstallScope } from "../core/install/scope.ts";
import { planInstall } from "../installer/plan.ts";
import type { PluginCall, PluginResult } from "./harness/plugin_entry.ts";
import { scopeIn } from "./harness/scope.ts";

const IDS = ["opencode", "pi", "omp"] as const;
type Id = typeof IDS[number];

const entry = decodeURIComponent(new URL("harness/plugin_entry.ts", import.meta.url).pathname);
const root = decodeURIComponent(new URL("../", import.meta.url).pathname);

/** A machine with a plugin on it, and a project. */
class Machine implements Disposable {
  readonly path = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "rtk-plugin-" }));
  readonly plugin: string;

  constructor(readonly id: Id, kind: InstallScope["kind"] = "global") {
    for (const folder of ["bin", "bin2", "project/sub", "opt"]) {
      Deno.mkdirSync(`${this.path}/${folder}`, { recursive: true });
    }
    const scope = scopeIn(this.path, { kind, rtkPath: `${this.path}/opt/it's rtk` });
    const edit = installationOf(id)?.edits(scope)[0];
    assert.ok(edit?.kind === "whole-file");
    this.plugin = `${this.path}/plugin.ts`;
    Deno.writeTextFileSync(this.plugin, edit.text);
  }

  /** Puts a program called rtk first on PATH. */
  rtk(script: string, mode = 0o755, name = "bin/rtk"): void {
    Deno.writeTextFileSync(`${this.path}/${name}`, `#!/bin/sh\n${script}\n`, { mode });
    Deno.chmodSync(`${this.path}/${name}`, mode);
  }

  async call(command: unknown, more: Partial<PluginCall> = {}): Promise<PluginResult> {
    const call: PluginCall = {
      host: this.id === "opencode" ? "opencode" : "pi",
      tool: "bash",
      folder: `${this.path}/project`,
      ...more,
      input: { command, timeout: 5, description: "d", ...more.input },
    };
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "-A",
        "--quiet",
        "--no-config",
        entry,
        this.plugin,
        JSON.stringify(call),
        ...call.flags ?? [],
      ],
      env: {
        HOME: this.path,
        HERE: this.path,
        PATH: `${this.path}/bin:${this.path}/bin2:/usr/bin:/bin`,
        DENO_NO_UPDATE_CHECK: "1",
        DENO_DIR: `${this.path}/deno`,
      },
      clearEnv: true,
      stdin: "null",
    }).output();
    assert.equal(code, 0, new TextDecoder().decode(stderr));
    return JSON.parse(new TextDecoder().decode(stdout)) as PluginResult;
  }

  read(name: string): string {
    return Deno.readTextFileSync(`${this.path}/${name}`);
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.path, { recursive: true });
  }
}

const GOOD = "printf 'rtk %s' \"$5\"; exit 3";

/** Programs called rtk that give no usable answer, by what is wrong with them. */
const USELESS: Readonly<Record<string, string>> = {
  "has nothing to rewrite": "exit 1",
  "finds the command denied": "exit 2",
  "says no and prints all the same": "printf 'rtk git status'; exit 1",
  "denies and prints all the same": "printf 'rtk git status'; exit 2",
  "prints nothing": "exit 0",
  "prints the command itself": "printf 'git status'; exit 3",
  "is another program, with a help text": "echo 'Usage: rtk <COMMAND>'",
  "prints another command": "printf 'rtk git push'; exit 3",
  "adds to the command": "printf 'rtk git status; rm -rf x'; exit 0",
  "knows no such command": "echo \"error: unexpected argument '--agent' found\" >&2; exit 2",
  "crashes": "kill -SEGV $$",
  "crashes after it answered": "printf 'rtk git status'; kill -KILL $$",
  "prints garbage": "head -c 3000 /dev/urandom; exit 3",
};

Deno.test("omp: rtk hears of the files of settings that flags name", async () => {
  using machine = new Machine("omp");
  machine.rtk(`printf '%s' "$RTK_HOST_CONFIG" >"$HERE/asked"; exit 1`);
  for (
    const [flags, files] of [
      [["--config", "a b.yml", "--config=c.yml", "-p", "--config"], ["a b.yml", "c.yml"]],
      [["--configure", "x"], []],
    ] as const
  ) {
    await machine.call("git status", { flags });
    assert.deepEqual(JSON.parse(machine.read("asked")), files);
  }
});

for (const id of IDS) {
  Deno.test(`${id}: the plugin is well typed and exports what the host loads, and nothing else`, async () => {
    using machine = new Machine(id);
    const { code, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["check", "--quiet", "--config", `${root}deno.json`, machine.plugin],
    }).output();
    assert.equal(code, 0, new TextDecoder().decode(stderr));
    const { exports } = await machine.call("ls");
    assert.deepEqual(exports, [id === "opencode" ? "RtkPlugin" : "default"]);
    assert.doesNotMatch(machine.read("plugin.ts"), /from "\.|from "(?!node:)/);
  });

  Deno.test(`${id}: the command changes and nothing else, for either status of a rewrite`, async () => {
    for (const status of [0, 3]) {
      using machine = new Machine(id);
      machine.rtk(`printf 'rtk %s' "$5"; exit ${status}`);
      const { input, refusal } = await machine.call("git status", { input: { extra: [1, { a: null }] } });
      assert.deepEqual([input, refusal], [{
        command: "rtk git status",
        timeout: 5,
        description: "d",
        extra: [1, { a: null }],
      }, null]);
    }
  });

  Deno.test(`${id}: rtk gets the command as it is, in the folder where it will run`, async () => {
    using machine = new Machine(id);
    machine.rtk(
      `printf '%s\\0' "$@" "$PWD" "$RTK_HOST_FOLDER" "$RTK_HOST_AGENT" "$RTK_HOST_START" >"$HERE/asked"; exit 1`,
    );
    for (const command of ["git status", "--version", "echo 'a\"b' $(x) \\\n\tü &", "-"]) {
      const moved = id === "opencode" ? { workdir: "sub" } : { cwd: "sub" };
      await machine.call(command, { input: moved, agent: "plan" });
      const host = [`${machine.path}/project`, ...id === "opencode" ? ["plan", Deno.cwd()] : ["", ""]];
      assert.deepEqual(machine.read("asked").split("\0"), [
        "rewrite",
        "--agent",
        id,
        "--",
        command,
        `${machine.path}/project/sub`,
        ...host,
        "",
      ]);
    }
  });

  Deno.test(`${id}: an rtk without a usable answer leaves the command as it is`, async () => {
    using machine = new Machine(id);
    for (const [what, script] of Object.entries(USELESS)) {
      machine.rtk(script);
      const { input, refusal } = await machine.call("git status");
      assert.deepEqual([input.command, refusal], ["git status", null], what);
    }
  });

  Deno.test(`${id}: without rtk, or with one that cannot be started, the command stays as it is`, async () => {
    using machine = new Machine(id);
    const { input, refusal, milliseconds } = await machine.call("git status");
    assert.deepEqual([input.command, refusal], ["git status", null]);
    assert.ok(milliseconds < 500, `${milliseconds}`);
    machine.rtk(GOOD, 0o644);
    assert.equal((await machine.call("git status")).input.command, "git status");
    machine.rtk(GOOD, 0o755, "bin2/rtk");
    assert.equal((await machine.call("git status")).input.command, "rtk git status", "the next on PATH");
    Deno.removeSync(`${machine.path}/bin2/rtk`);
    Deno.writeTextFileSync(`${machine.path}/bin/rtk`, "\x7fELF no program", { mode: 0o755 });
    Deno.chmodSync(`${machine.path}/bin/rtk`, 0o755);
    assert.equal((await machine.call("git status")).input.command, "git status");
    assert.equal(
      (await machine.call("git status", { folder: "/nowhere/at/all" })).input.command,
      "git status",
    );
  });

  Deno.test(`${id}: an rtk that hangs is ended after two seconds, whoever holds its pipes`, async () => {
    using machine = new Machine(id);
    for (
      const script of [
        "exec sleep 60",
        "sleep 60 & wait",
        "printf 'rtk git status'; exec sleep 60",
        "exec yes",
      ]
    ) {
      machine.rtk(`echo $$ >"$HERE/pid"; ${script}`);
      const start = performance.now();
      const { input, refusal, milliseconds } = await machine.call("git status");
      assert.ok(performance.now() - start < 20_000, "what was left keeps the host from its end");
      assert.deepEqual([input.command, refusal], ["git status", null], script);
      assert.ok(milliseconds < 2700, `${script}: ${milliseconds}`);
      if (script !== "exec yes") assert.ok(milliseconds > 1900, `${script}: ${milliseconds}`);
      const pid = Number(machine.read("pid"));
      assert.throws(() => Deno.kill(pid, "SIGCONT"), Deno.errors.NotFound, script);
    }
  });

  Deno.test(`${id}: a typed rtk that would walk past a rule is refused with the rule, and only that`, async () => {
    using machine = new Machine(id);
    machine.rtk(`echo 'rtk: rule "git push*": "deny" covers git push' >&2; exit 2`);
    const { input, refusal } = await machine.call("rtk git push");
    assert.deepEqual([input.command, refusal], [
      "rtk git push",
      'rtk: rule "git push*": "deny" covers git push',
    ]);
    assert.equal((await machine.call("git push")).refusal, null);
    machine.rtk("echo \"error: unexpected argument '--agent' found\" >&2; exit 2");
    assert.equal((await machine.call("rtk git push")).refusal, null);
  });

  Deno.test(`${id}: other tools, other inputs and commands in the background are nothing to rtk`, async () => {
    using machine = new Machine(id);
    machine.rtk(`echo asked >>"$HERE/asked"; ${GOOD}`);
    for (const tool of ["read", "Bash", "powershell", "bash2"]) {
      assert.equal((await machine.call("git status", { tool })).input.command, "git status", tool);
    }
    for (const command of [5, null, ["git", "status"], undefined]) {
      assert.deepEqual((await machine.call(command)).input.command, command);
    }
    const background = id === "opencode" ? { background: true } : { async: true };
    assert.equal((await machine.call("git status", { input: background })).input.command, "git status");
    assert.throws(() => machine.read("asked"), Deno.errors.NotFound);
  });

  Deno.test(`${id}: where PATH has no rtk the one of the installation is asked, and told so; in a project none is`, async () => {
    for (const kind of ["global", "project"] as const) {
      using machine = new Machine(id, kind);
      const known = `${machine.path}/opt/it's rtk`;
      machine.rtk(
        `printf %s "$RTK_CALLED_AS" >"$HERE/called"; printf "'%s' git status" "$(printf %s "$RTK_CALLED_AS" | sed "s/'/'\\\\\\\\''/g")"; exit 3`,
        0o755,
        "opt/it's rtk",
      );
      const { input } = await machine.call("git status");
      if (kind === "project") {
        assert.equal(input.command, "git status");
        continue;
      }
      assert.equal(input.command, `'${known.replace("'", "'\\''")}' git status`);
      assert.equal(machine.read("called"), known);
      machine.rtk(`printf %s "$RTK_CALLED_AS" >"$HERE/called"; ${GOOD}`);
      assert.equal((await machine.call("git status")).input.command, "rtk git status");
      assert.equal(machine.read("called"), "", "found on PATH");
    }
  });
}

function pathOf(id: Id, kind: InstallScope["kind"], variables: Readonly<Record<string, string>>): string {
  return installationOf(id)?.edits({ ...SCOPE, kind, env: (name) => variables[name] })[0]?.path ?? "";
}

const SCOPE = scopeIn("/home/u", { project: "/p", rtkPath: "/usr/bin/rtk" });

Deno.test("variables of the hosts move the user's plugin, and never the project's", () => {
  const rows: readonly [Id, Readonly<Record<string, string>>, string][] = [
    ["opencode", {}, "/home/u/.config/opencode/plugins/rtk.ts"],
    ["opencode", { XDG_CONFIG_HOME: "/x" }, "/x/opencode/plugins/rtk.ts"],
    ["opencode", { XDG_CONFIG_HOME: "/x", OPENCODE_CONFIG_DIR: "/o" }, "/o/plugins/rtk.ts"],
    ["pi", {}, "/home/u/.pi/agent/extensions/rtk.ts"],
    ["pi", { PI_CODING_AGENT_DIR: "~/a" }, "/home/u/a/extensions/rtk.ts"],
    ["omp", {}, "/home/u/.omp/agent/extensions/rtk.ts"],
    ["omp", { PI_CODING_AGENT_DIR: "/a" }, "/a/extensions/rtk.ts"],
    ["omp", { PI_CONFIG_DIR: ".mine" }, "/home/u/.mine/agent/extensions/rtk.ts"],
    ["omp", { PI_PROFILE: "work" }, "/home/u/.omp/profiles/work/agent/extensions/rtk.ts"],
    ["omp", { OMP_PROFILE: "", PI_PROFILE: "work" }, "/home/u/.omp/agent/extensions/rtk.ts"],
    ["omp", { OMP_PROFILE: "default" }, "/home/u/.omp/agent/extensions/rtk.ts"],
    [
      "omp",
      { OMP_PROFILE: "w", PI_CODING_AGENT_DIR: "/a" },
      "/home/u/.omp/profiles/w/agent/extensions/rtk.ts",
    ],
  ];
  for (const [id, variables, path] of rows) {
    assert.equal(pathOf(id, "global", variables), path);
    const folder = { opencode: ".opencode/plugins", pi: ".pi/extensions", omp: ".omp/extensions" }[id];
    assert.equal(pathOf(id, "project", variables), `/p/${folder}/rtk.ts`);
  }
});

Deno.test("an older plugin of rtk's is renewed, another program's is refused by name", () => {
  for (const id of IDS) {
    using machine = new Machine(id);
    const edits = installationOf(id)?.edits({ ...SCOPE, home: machine.path }) ?? [];
    const path = edits[0]?.path ?? "";
    Deno.mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
    Deno.writeTextFileSync(path, machine.read("plugin.ts"));
    assert.equal(planInstall(edits).length, 1);
    Deno.writeTextFileSync(path, "export const RtkPlugin = async () => ({})\n");
    assert.throws(() => planInstall(edits), new RegExp(`${path}: a file of another origin`));
  }
});
