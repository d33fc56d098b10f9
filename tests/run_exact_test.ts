/** Law 3: program, arguments, environment and input are the user's. `wc` has a unit, `plain` has none; both are fakes. */
import assert from "node:assert/strict";
import { builtRtk, environment, isCompiled, run, Scratch, shell } from "./harness/runner.ts";

const rtk = builtRtk();
const NAMES = ["plain", "wc"] as const;

/** Keeps the arguments, each ended by NUL. */
const KEEP_ARGUMENTS = 'for a; do printf "%s\\0" "$a"; done >"$OUT"';

const AWKWARD = [
  "",
  " ",
  "a b",
  "new\nline",
  "new\nline\n",
  "'",
  '"',
  "\\",
  "$HOME",
  "*",
  "é",
  "\u{1f600}",
  "a=b",
  "\rb",
  "a\r\n",
  // `deno run` takes these off, and only Linux tells of them; a compiled executable has them everywhere.
  ...(Deno.build.os === "linux" || isCompiled() ? ["\r", "a\r", "a\r\r", "a\n\r"] : []),
];

Deno.test("arguments arrive as they are, whatever they hold", async () => {
  using scratch = new Scratch();
  const env = { OUT: `${scratch.path}/args` };
  for (const name of NAMES) {
    scratch.tool(name, KEEP_ARGUMENTS);
    const lists = [AWKWARD, ["-l", ...AWKWARD, "--", "-n", "--"], ["--version"], ["-"], ["--", "--help"], [
      "-A",
    ]];
    for (const argv of lists) {
      const ran = await run(scratch, [rtk, name, ...argv], { env });
      assert.equal(ran.code, 0);
      assert.equal(scratch.read("args"), argv.map((one) => `${one}\0`).join(""), name);
      const merged = await shell(scratch, '"$RTK" "$@" >out 2>&1', { rtk, env }, [name, ...argv]);
      assert.equal(merged.code, 0);
      assert.equal(scratch.read("args"), argv.map((one) => `${one}\0`).join(""), `${name}, merged`);
    }
  }
});

Deno.test("rtk's own words end at the tool's name", async () => {
  using scratch = new Scratch();
  scratch.tool("plain", 'echo "$#:$*"');
  for (const before of [["proxy"], ["--"], ["proxy", "--"]]) {
    const ran = await run(scratch, [rtk, ...before, "plain", "--", "proxy", "-x"]);
    assert.equal(ran.stdout, "3:-- proxy -x\n");
  }
});

Deno.test("argv[0] stays as typed, by name and by path, apart and merged", async () => {
  using scratch = new Scratch();
  // A shell tells its argv[0]. `-c` is an option of wc's unit too.
  for (const name of NAMES) Deno.symlinkSync("/bin/sh", `${scratch.bin}/${name}`);
  for (const name of ["plain", "wc", "./bin/wc", `${scratch.bin}/plain`, `${scratch.bin}/wc`]) {
    for (const redirection of ["2>/dev/null", "2>&1"]) {
      const script = `"$RTK" ${name} -c 'echo "$0"' ${redirection} | cat`;
      const { stdout } = await shell(scratch, script, { rtk });
      assert.equal(stdout, `${name}\n`, `${name} ${redirection}`);
    }
  }
});

/** Writes down the environment as the kernel was given it, before this shell could change it. */
const KEEP_ENVIRONMENT = 'cat /proc/$$/environ >"$OUT"; echo "  1 x"';

/** Names that are no identifiers, exported functions, and what shells set or read in ways of their own. */
const ODD: Readonly<Record<string, string>> = {
  "a.b": "dot",
  "npm_config_//registry": "slash",
  "with space": "x",
  "-u": "option",
  "BASH_FUNC_greet%%": "() {  echo 'hi\n  there'\n}",
  "BASH_FUNC_exec%%": "() {  echo no\n}",
  IFS: ":",
  OPTIND: "7",
  PS4: "> ",
  PPID: "1",
  LINENO: "3",
  RANDOM: "5",
  MULTI: "one\ntwo\n",
  EMPTY: "",
  LC_ALL: "de_DE.UTF-8",
  COLUMNS: "33",
};

const CALLERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "nothing set by a shell": {},
  "all set by a shell": { PWD: "/nowhere", OLDPWD: "/usr", SHLVL: "4", _: "/usr/bin/thing" },
  "with an update check of the user's own": { DENO_NO_UPDATE_CHECK: "1" },
};

/** Only the launcher keeps these from Deno. */
const LAUNCHED = { ...CALLERS, "with options for Node": { NODE_OPTIONS: "--max-old-space-size=99" } };

for (const [caller, more] of Object.entries(LAUNCHED)) {
  Deno.test(`the environment arrives byte for byte, ${caller}`, async () => {
    using scratch = new Scratch();
    for (const name of NAMES) {
      scratch.tool(name, KEEP_ENVIRONMENT);
      for (const redirection of ["2>/dev/null", "2>&1"]) {
        const env = { ...ODD, ...more };
        const raw = await startExactly(scratch, [name], { env, redirection });
        const proxied = await startExactly(scratch, [rtk, name], { env, redirection });
        assert.deepEqual(proxied, raw, `${name} ${redirection}`);
        for (const [odd, value] of Object.entries(env)) assert.ok(raw.includes(`${odd}=${value}`), odd);
      }
    }
  });
}

/** Starts a program with this environment and no other; answers what it got, sorted. */
async function startExactly(
  scratch: Scratch,
  argv: readonly string[],
  { env, redirection }: { readonly env: Readonly<Record<string, string>>; readonly redirection: string },
): Promise<string[]> {
  const all = environment(scratch, { ...env, OUT: `${scratch.path}/environ` });
  const assignments = Object.entries(all).map(([name, value]) => `${name}=${value}`);
  // env(1) stands behind the shell that redirects, so that the shell has no say in the environment.
  const script = `exec /usr/bin/env -i -- "$@" >out ${redirection}`;
  const ran = await run(scratch, ["/bin/sh", "-c", script, "sh", ...assignments, ...argv]);
  assert.equal(ran.code, 0);
  // The unit takes the padding off: the run went through it.
  if (argv.at(-1) === "wc" && argv.length > 1) assert.equal(scratch.read("out"), "1 x\n");
  return keptEnvironment(scratch);
}

function keptEnvironment(scratch: Scratch): string[] {
  const bytes = Deno.readFileSync(`${scratch.path}/environ`);
  return new TextDecoder("latin1").decode(bytes).split("\0").filter((one) => one !== "").sort();
}

for (const caller of ["bash", "dash"]) {
  Deno.test({
    name: `a tool that ${caller} starts sees what it would have seen without rtk`,
    ignore: absent(`/bin/${caller}`),
    async fn() {
      using scratch = new Scratch();
      const env = { OUT: `${scratch.path}/environ` };
      // The name is what agents type, and what the shell then writes into `_`.
      Deno.symlinkSync(rtk, `${scratch.bin}/rtk`);
      for (const name of NAMES) {
        scratch.tool(name, KEEP_ENVIRONMENT);
        for (const redirection of ["2>/dev/null", "2>&1"]) {
          const [raw, proxied] = [[`${name}`], ["rtk", name]];
          const lines: string[][] = [];
          for (const words of [raw, proxied]) {
            const text = `cd bin; x=1 ${words.join(" ")} ${redirection} | cat`;
            assert.equal((await run(scratch, [`/bin/${caller}`, "-c", text], { env })).code, 0);
            lines.push(keptEnvironment(scratch));
          }
          assert.deepEqual(lines[1], lines[0], `${name} ${redirection}`);
        }
      }
    },
  });
}

for (const shellName of ["dash", "bash", "busybox", "ksh", "mksh", "zsh"]) {
  Deno.test({
    name: `with ${shellName} as sh the environment and the order of the streams survive merging`,
    ignore: absent(`/bin/${shellName}`),
    async fn() {
      using scratch = new Scratch();
      Deno.symlinkSync(`/bin/${shellName}`, `${scratch.path}/sh`);
      scratch.tool("plain", `echo 1; echo 2 >&2; echo 3; ${KEEP_ENVIRONMENT} >/dev/null; exit 9`);
      const start = new URL("harness/merged_start.ts", import.meta.url).href;
      for (const more of Object.values(CALLERS)) {
        const env = { ...ODD, ...more, OUT: `${scratch.path}/environ` };
        const words = [Deno.execPath(), "run", "-A", "--no-lock", start, `${scratch.path}/sh`, "plain"];
        const ran = await run(scratch, words, { env });
        assert.deepEqual([ran.code, ran.stdout], [9, "1\n2\n3\n"]);
        const expected = Object.entries(environment(scratch, env)).map(([name, value]) => `${name}=${value}`);
        assert.deepEqual(keptEnvironment(scratch), expected.sort());
      }
    },
  });
}

Deno.test("a secret in a name that shells drop is never put where other users see it", async () => {
  using scratch = new Scratch();
  const env = { "npm_config_//r.example/:_authToken": "s3cret", OUT: `${scratch.path}/environ` };
  scratch.tool("wc", `${KEEP_ENVIRONMENT}; echo two >&2`);
  const ran = await shell(scratch, '/usr/bin/env -- "$@" "$RTK" wc 2>&1 | cat', { rtk, env: {} }, [
    ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
  ]);
  // Merging would need it among the operands of env(1); so the tool ran raw.
  assert.equal(ran.stdout, "  1 x\ntwo\n");
  assert.ok(keptEnvironment(scratch).includes("npm_config_//r.example/:_authToken=s3cret"));
});

Deno.test("what NODE_OPTIONS names is loaded by the tool alone", async () => {
  using scratch = new Scratch();
  const marker = `${scratch.path}/loaded`;
  const module = scratch.file("load.cjs", `require("fs").appendFileSync(${JSON.stringify(marker)}, "x");\n`);
  const env = { NODE_OPTIONS: `--require ${module}` };
  scratch.tool("plain", 'echo "$NODE_OPTIONS"');
  const ran = await run(scratch, [rtk, "plain"], { env });
  assert.deepEqual([ran.code, ran.stdout, ran.stderr], [0, `--require ${module}\n`, ""]);
  assert.equal(scratch.read("loaded"), undefined);
});

Deno.test("a fake env first on PATH is not used", async () => {
  using scratch = new Scratch();
  scratch.tool("env", "echo fake; exit 99");
  scratch.tool("sh", "echo fake; exit 99");
  for (const name of NAMES) {
    scratch.tool(name, 'echo "ran $1"; exit 4');
    for (const redirection of ["", "2>&1"]) {
      const ran = await shell(scratch, `"$RTK" ${name} x ${redirection}`, { rtk });
      assert.deepEqual([ran.code, ran.stdout], [4, "ran x\n"], `${name} ${redirection}`);
    }
  }
});

Deno.test("input passes to the tool, and is left alone by a tool that does not read it", async () => {
  using scratch = new Scratch();
  const bytes = Uint8Array.from({ length: 70_000 }, (_, at) => at % 251);
  for (const name of NAMES) {
    scratch.tool(name, 'cat >"$OUT"');
    await run(scratch, [rtk, name], { stdin: bytes, env: { OUT: `${scratch.path}/read` } });
    assert.deepEqual(Deno.readFileSync(`${scratch.path}/read`), bytes, name);
    scratch.tool(name, "exit 0");
    const script = `while read x; do "$RTK" ${name}; echo "$x"; done <lines`;
    scratch.file("lines", "1\n2\n3\n");
    const { stdout } = await shell(scratch, script, { rtk });
    assert.equal(stdout, "1\n2\n3\n", name);
  }
});

Deno.test("an input that never ends does not keep rtk from ending", async () => {
  using scratch = new Scratch();
  for (const name of NAMES) {
    scratch.tool(name, "echo done");
    const { stdout } = await shell(scratch, `mkfifo f$$; exec 3<>f$$; "$RTK" ${name} <&3; echo $?`, { rtk });
    assert.equal(stdout, "done\n0\n");
  }
});

Deno.test("descriptors above 2 reach the tool", async () => {
  using scratch = new Scratch();
  for (const name of NAMES) {
    scratch.tool(name, 'cat "$1" - <&3');
    const { stdout } = await shell(scratch, `"$RTK" ${name} <(echo one) 3<<<two`, { rtk });
    assert.equal(stdout, "one\ntwo\n", name);
  }
});

const FOREIGN = [`a\\xffb`, `\\xff\\r`, `\\xe9\\n\\n`, `%s\\xfe%d`, `\\x80'"$x\\\\`, `\\xc3\\x28`];

Deno.test({
  name: "arguments that are no UTF-8 arrive byte for byte, among others and with the environment",
  // The runtime of compiled executables panics on them before rtk starts (deno 2.9, cli/rt/binary.rs).
  ignore: Deno.build.os !== "linux" || isCompiled(),
  async fn() {
    using scratch = new Scratch();
    for (const name of NAMES) {
      scratch.tool(name, `${KEEP_ARGUMENTS}; cat /proc/$$/environ >"$OUT.environ"; exit 5`);
      const words = FOREIGN.map((one) => `$'${one.replaceAll("'", "\\'")}'`).join(" ");
      const list = `-l ${words} 'plain \u{fffd} one' '' $'x\\n'`;
      const env = { "a.b": "dot", X: "1", OUT: `${scratch.path}/args` };
      const raw = await shell(scratch, `${name} ${list}`, { rtk, env });
      const expected = Deno.readFileSync(`${scratch.path}/args`);
      const proxied = await shell(scratch, `"$RTK" ${name} ${list}`, { rtk, env });
      assert.deepEqual([proxied.code, proxied.stderr], [raw.code, ""]);
      assert.deepEqual(Deno.readFileSync(`${scratch.path}/args`), expected, name);
      assert.ok(expected.includes(0xff));
      const environ = scratch.read("args.environ") ?? "";
      assert.ok(environ.split("\0").includes("a.b=dot"));
    }
  },
});

Deno.test("RTK_DISABLED leaves the output as it is, 0 and the empty value do not", async () => {
  using scratch = new Scratch();
  scratch.tool("wc", "echo '  1 x'");
  for (
    const [value, expected] of [["1", "  1 x\n"], ["yes", "  1 x\n"], ["0", "1 x\n"], ["", "1 x\n"]] as const
  ) {
    const ran = await run(scratch, [rtk, "wc"], { env: { RTK_DISABLED: value } });
    assert.equal(ran.stdout, expected, value);
  }
});

function absent(path: string): boolean {
  try {
    Deno.statSync(path);
    return false;
  } catch {
    console.log(`absent: ${path}`);
    return true;
  }
}
