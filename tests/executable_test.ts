/**
 * The executable as users have it, on every system: the one that RTK_EXECUTABLE names (a release's, before it is
 * published), else the built one, which is for Unix.
 */
import assert from "node:assert/strict";
import config from "../deno.json" with { type: "json" };
import { folderOf } from "../cli/start.ts";
import { builtRtk, isCompiled } from "./harness/runner.ts";

const ignore = Deno.build.os === "windows" && !isCompiled();
const rtk = ignore ? "" : builtRtk();
const scratch = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "rtk-executable-" }));
globalThis.addEventListener("unload", () => Deno.removeSync(scratch, { recursive: true }));

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(args: readonly string[], { stdin = "", env = {} }: {
  stdin?: string;
  env?: Readonly<Record<string, string>>;
} = {}): Promise<Ran> {
  const home = { HOME: scratch, USERPROFILE: scratch, LOCALAPPDATA: scratch, XDG_DATA_HOME: "" };
  const child = new Deno.Command(rtk, {
    args: [...args],
    cwd: scratch,
    env: { ...home, XDG_CONFIG_HOME: "", CLAUDE_CONFIG_DIR: "", ...env },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(stdin)).then(() => writer.close()).catch(() => {});
  const { code, stdout, stderr } = await child.output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

function spec(name: string, fn: () => Promise<void>): void {
  Deno.test({ name: `the executable ${name}`, ignore, fn });
}

spec("tells its version, as installers and rtk init look for it", async () => {
  const ran = await run(["--version"]);
  assert.deepEqual([ran.code, ran.stdout.trimEnd(), ran.stderr], [0, `rtk ${config.version} (deno)`, ""]);
});

spec("loads its cold half", async () => {
  const ran = await run(["help"]);
  assert.deepEqual([ran.code, ran.stderr], [0, ""]);
  assert.ok(ran.stdout.includes("Usage:"));
});

spec("reads a line by the scanner and by WebAssembly, and finds the units' tables", async () => {
  for (const line of ["git status && cargo test", 'git status && echo "$(date)"']) {
    const ran = await run(["explain", "--json", line]);
    assert.deepEqual([ran.code, ran.stderr], [0, ""], line);
    assert.ok(JSON.parse(ran.stdout).command.startsWith("rtk git "), ran.stdout);
  }
});

spec("answers a hook call, and stays silent on bad input", async () => {
  const payload = { tool_name: "Bash", cwd: scratch, tool_input: { command: "git status" } };
  const answer = await run(["hook", "claude"], { stdin: JSON.stringify(payload) });
  assert.deepEqual([answer.code, answer.stderr], [0, ""]);
  if (Deno.build.os !== "windows") {
    assert.equal(JSON.parse(answer.stdout).hookSpecificOutput.updatedInput.command, "rtk git status");
  }
  for (const stdin of ["", "{", "[]"]) {
    const bad = await run(["hook", "claude"], { stdin });
    assert.deepEqual([bad.code, bad.stdout, bad.stderr], [0, "", ""], stdin);
  }
});

spec("runs a tool with its unit and without, with its status", async () => {
  assert.match((await run(["git", "--version"])).stdout, /^git version /);
  const outside = await run(["git", "-C", scratch, "status"], { env: { GIT_CEILING_DIRECTORIES: scratch } });
  assert.equal(outside.code, 128);
  assert.match(outside.stderr, /not a git repository/);
  const project = `${scratch}/project`;
  await run(["git", "init", "-q", project]);
  Deno.writeTextFileSync(`${project}/new.txt`, "");
  const status = await run(["git", "-C", project, "status"]);
  const raw = await run(["proxy", "git", "-C", project, "status"]);
  assert.deepEqual([status.code, raw.code], [0, 0]);
  assert.ok(status.stdout.includes("new.txt") && raw.stdout.includes("new.txt"), status.stdout);
  assert.ok(status.stdout.length < raw.stdout.length, status.stdout);
});

spec("loads nothing that NODE_OPTIONS names, and hands it on to the tool", async () => {
  const marker = `${scratch}/loaded`;
  const module = `${scratch}/load.cjs`;
  Deno.writeTextFileSync(module, `require("fs").writeFileSync(${JSON.stringify(marker)}, "");\n`);
  const env = { NODE_OPTIONS: `--require ${module.replaceAll("\\", "/")}` };
  const ran = await run(["help"], { env });
  assert.equal(ran.code, 0);
  assert.throws(() => Deno.statSync(marker), Deno.errors.NotFound);
  const tool = await run(["git", "-c", "alias.told=!printenv NODE_OPTIONS", "told"], { env });
  assert.equal(tool.stdout.trimEnd(), env.NODE_OPTIONS);
});

Deno.test("the bundles are looked for beside the module, in a compiled executable under a drive too", () => {
  const windows = "file:///C:/Users/a%20b/AppData/Local/Temp/deno-compile-rtk.exe/rtk.js";
  assert.equal(folderOf(windows, true), windows.slice(0, -"rtk.js".length));
  if (Deno.build.os === "windows") return;
  const odd = `${scratch}/a b#c?d%20e`;
  Deno.mkdirSync(odd);
  Deno.writeTextFileSync(`${odd}/rtk`, "");
  Deno.symlinkSync(`${odd}/rtk`, `${scratch}/link`);
  const folder = folderOf(`file://${scratch}/link`, false);
  assert.equal(decodeURIComponent(folder), `file://${odd}/`);
  assert.equal(Deno.statSync(new URL("rtk", folder)).isFile, true);
});
