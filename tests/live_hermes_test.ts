/**
 * A working day with the real Hermes, headless, against a fake model on 127.0.0.1. RTK_HERMES_CLIENT names its `hermes` (PyPI
 * `hermes-agent`, seen with 0.19.0); without it the suite prints that it is absent.
 */
import assert from "node:assert/strict";
import { holdsControls, lineReader } from "../agents/hermes/reading.ts";
import { corpus } from "./harness/corpus.ts";
import { type ScratchHome, scratchHome } from "./harness/home.ts";
import { ScratchHost } from "./harness/agent_call.ts";
import { type ChatCall, type FakeChatModel, startFakeChatModel } from "./live/fake_chat_model.ts";

const client = Deno.env.get("RTK_HERMES_CLIENT");
if (client === undefined) console.log("absent: hermes (RTK_HERMES_CLIENT)");

const CONFIG = `# mine
model:
  default: fake
  provider: custom
  base_url: http://127.0.0.1:PORT/v1
  api_key: x
approvals:
  mode: manual
  timeout: 1  # nobody is there
  deny:
  - git push origin*
`;

function terminal(command: string, more: Readonly<Record<string, unknown>> = {}): ChatCall {
  return { tool: "terminal", args: { command, ...more } };
}

/** Runs a session that makes these calls; the installed rtk keeps its line of the configuration. */
async function work(home: ScratchHome, calls: readonly ChatCall[]): Promise<FakeChatModel> {
  const model = startFakeChatModel(calls);
  const config = home.read(".hermes/config.yaml") ?? "";
  home.write(".hermes/config.yaml", config.replace(/127\.0\.0\.1:\w+/, `127.0.0.1:${model.port}`));
  const { code, stdout, stderr } = await home.run(
    ["timeout", "120", client ?? "", "chat", "-Q", "-q", "go"],
    {
      cwd: `${home.path}/project`,
      env: { TERM: "dumb", OPENAI_API_KEY: "x" },
    },
  );
  await model.stop();
  home.write(
    ".hermes/config.yaml",
    (home.read(".hermes/config.yaml") ?? "").replace(/(127\.0\.0\.1:)\d+/, "$1PORT"),
  );
  assert.equal(code, 0, stdout + stderr);
  return model;
}

async function office(): Promise<ScratchHome> {
  const home = scratchHome();
  for (const [name, branch] of [["project", "main"], ["other", "side"]] as const) {
    home.write(`${name}/${branch}.txt`, "one\n");
    const git = (...args: string[]) => home.run(["git", ...args], { cwd: `${home.path}/${name}` });
    await git("init", "-q", "-b", branch);
    await git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "--allow-empty", "-m", "first");
  }
  // Hermes runs commands with what a login shell has set.
  home.write(".profile", 'PATH="$HOME/bin:$PATH"\n');
  home.write(".hermes/config.yaml", CONFIG);
  return home;
}

async function init(home: ScratchHome, ...options: string[]): Promise<void> {
  const { code, stderr } = await home.run(["rtk", "init", "-g", "--agent", "hermes", ...options]);
  assert.equal(code, 0, stderr);
}

const SCRIPT = `from hermes_tools import terminal
print("as a program reads it:", terminal("git status")["output"])`;

Deno.test({
  name: "after rtk init -g compact output reaches the model, denied stays denied, unasked stays unasked",
  ignore: client === undefined,
  async fn() {
    using home = await office();
    const before = await work(home, [terminal("git status")]);
    assert.match(before.results[0] ?? "", /On branch main/);
    await init(home);
    const calls = [
      terminal("git status"),
      terminal("touch made.txt && git log -1"),
      terminal("git status", { workdir: `${home.path}/other`, timeout: 30 }),
      terminal("git status", { background: true }),
      terminal("git push origin main"),
      terminal("rtk git push origin main"),
      terminal("git status && git push --force"),
      { tool: "execute_code", args: { code: SCRIPT } },
    ];
    const { results, history } = await work(home, calls);
    const [status, touch, other, background, push, typedPush, force, script] = results;
    assert.match(status ?? "", /main(?![\s\S]*On branch)[\s\S]*main\.txt/);
    assert.match(touch ?? "", /"exit_code": 0/);
    assert.doesNotMatch(touch ?? "", /Author:/);
    assert.equal(home.read("project/made.txt"), "");
    assert.match(other ?? "", /side(?![\s\S]*On branch)[\s\S]*side\.txt/);
    assert.match(background ?? "", /session_id|proc_/);
    assert.match(push ?? "", /BLOCKED[\s\S]*approvals\.deny/);
    assert.match(typedPush ?? "", /rtk: rule approvals\.deny git push origin\* covers git push origin main/);
    assert.match(force ?? "", /denied|BLOCKED/);
    assert.match(script ?? "", /as a program reads it: On branch/);
    assert.deepEqual(history.map((text) => JSON.parse(text)), calls.map(({ args }) => args));
  },
});

Deno.test({
  name: "with rtk gone or hanging commands run as they are, and after uninstall nothing of it is left",
  ignore: client === undefined,
  async fn() {
    using home = await office();
    await init(home);
    Deno.renameSync(`${home.bin}/rtk`, `${home.bin}/gone`);
    const gone = await work(home, [terminal("git status")]);
    assert.match(gone.results[0] ?? "", /On branch main/);
    home.write("bin/rtk", "#!/bin/sh\nsleep 60\n");
    Deno.chmodSync(`${home.bin}/rtk`, 0o755);
    const hanging = await work(home, [terminal("git status"), terminal("git log -1")]);
    assert.match(hanging.results[0] ?? "", /On branch main/);
    assert.match(hanging.results[1] ?? "", /Author:/);
    const took = (hanging.times[2] ?? 0) - (hanging.times[1] ?? 0);
    assert.ok(took > 1900 && took < 3500, `${took} ms`);
    Deno.removeSync(`${home.bin}/rtk`);
    Deno.renameSync(`${home.bin}/gone`, `${home.bin}/rtk`);
    await init(home, "--uninstall");
    assert.equal(home.read(".hermes/config.yaml"), CONFIG);
    assert.throws(() => Deno.statSync(`${home.path}/.hermes/plugins/rtk`), Deno.errors.NotFound);
    const after = await work(home, [terminal("git status")]);
    assert.match(after.results[0] ?? "", /On branch main/);
  },
});

interface Verdict {
  readonly blocked: readonly unknown[];
  readonly asked: readonly unknown[];
  readonly read: string;
}

/** `@HOME` in lines is the home folder, below which Hermes' own lies. */
async function verdicts(lines: readonly string[]): Promise<Verdict[]> {
  const folder = Deno.makeTempDirSync({ prefix: "rtk-hermes-" });
  const at = (text: string): string => text.replaceAll("@HOME", folder);
  try {
    Deno.writeTextFileSync(`${folder}/in`, JSON.stringify(lines.map(at)));
    const python = `${client?.slice(0, client.lastIndexOf("/"))}/python`;
    const script = new URL("live/hermes_verdicts.py", import.meta.url).pathname;
    const { stdout, stderr } = await new Deno.Command("/bin/sh", {
      args: ["-c", '"$0" "$1" <"$2"', python, script, `${folder}/in`],
      env: { HOME: folder, HERMES_HOME: `${folder}/own` },
    }).output();
    const text = new TextDecoder().decode(stdout);
    if (text === "") throw new Error(`Cannot ask Hermes: ${new TextDecoder().decode(stderr)}`);
    const found = JSON.parse(text) as Verdict[];
    return found.map((one) => ({ ...one, read: one.read.replaceAll(folder, "@HOME") }));
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

Deno.test({
  name: "Hermes reads lines as rtk thinks that it does",
  ignore: client === undefined,
  async fn() {
    const lines = [
      ...["ls @HOME", "ls @HOME/.ssh 'x y'@HOME/a", "cat @HOME/own/.env >@HOME//x", "ls x@HOME/y @HOMEx/y"],
      ...["g\\it st''atus", "git\\\n log", "git${IFS}log $IFS-1", "git \uff50ush", "ls \\@HOME\\a\\b"],
      ...corpus().lines.map(({ cmd }) => cmd).filter((line) => /\\|''|""|\$IFS|[^ -~\n]/.test(line)).slice(
        0,
        400,
      ),
    ];
    // Any folder of two parts that is nowhere in the corpus stands for the home folder.
    const home = "/h0me/rtk-tests";
    const env = (name: string): string | undefined =>
      ({ HOME: home, HERMES_HOME: `${home}/own` } as Readonly<Record<string, string>>)[name];
    const read = lineReader(env);
    const found = await verdicts(lines);
    const wrong = lines.flatMap((line, at) => {
      if (holdsControls(line) || line.includes("\0")) return [];
      const expected = found[at]?.read;
      const own = read(line.replaceAll("@HOME", home)).replaceAll(home, "@HOME");
      return own === expected ? [] : [`${JSON.stringify(line)}: ${own}, not ${expected}`];
    });
    assert.deepEqual(wrong, []);
  },
});

for (const mode of ["manual", "off"]) {
  Deno.test({
    name: `Hermes judges no rewritten line in another way than the line itself (approvals.mode: ${mode})`,
    ignore: client === undefined,
    async fn() {
      using host = new ScratchHost({ ".hermes/config.yaml": `approvals:\n  mode: "${mode}"\n` });
      const pairs: [string, string][] = [];
      for (const { cmd } of corpus().lines) {
        const { stdout } = await host.rewrite("hermes", cmd);
        if (stdout !== "") pairs.push([cmd, stdout]);
      }
      assert.ok(pairs.length > 100);
      const [before, after] = await Promise.all(
        [0, 1].map((at) => verdicts(pairs.map((pair) => pair[at] ?? ""))),
      );
      const wrong = pairs.filter((_, at) => {
        const [one, other] = [before?.[at], after?.[at]];
        if (String(one?.blocked) !== String(other?.blocked)) return true;
        return mode === "manual" && (one?.asked[0] === true || other?.asked[0] === true);
      });
      assert.deepEqual(wrong, []);
    },
  });
}
