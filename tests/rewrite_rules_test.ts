/** Each rule of where rtk may go, as lines with what happens to each of their commands. */
import assert from "node:assert/strict";
import type { GateConfig } from "../core/config/gate_config.ts";
import type { Facts } from "../core/rewrite/rewrite.ts";
import { type GateEntry, tableOf } from "../core/tools/gate_table.ts";
import { WRAPPER_NAMES, wrapperRules } from "../core/rewrite/wrapper_data.ts";
import { gate } from "./harness/gate.ts";

/** A few invented units, so that the rules are seen apart from any tool. */
const entry = (id: string, more: Partial<GateEntry> = {}): GateEntry => ({
  id,
  effect: "read",
  args: {
    switches: "-a -v --all",
    withArgument: "-n --name",
    declines: { "exact-format": "--json", "follow-mode": "-f" },
    operands: "any",
  },
  output: "whole",
  ...more,
});
const table = tableOf({
  list: { "": entry("list") },
  show: { "": entry("show", { noGain: "small-files" }) },
  pick: { "": entry("pick", { pipeline: { last: true } }) },
  build: { "": entry("build", { effect: "build", pipeline: { first: "report" } }) },
  vcs: { status: entry("vcs-status"), push: entry("vcs-push", { effect: "write" }) },
  uv: { "pip list": entry("uv-pip-list") },
  yarn: { install: entry("yarn-install", { effect: "write" }) },
});

/** A line, and of each of its commands the name and `+` or the reason. */
type Row = readonly [line: string, parts: string];

async function hold(
  rows: readonly Row[],
  config: Partial<GateConfig> = {},
  facts: Partial<Facts> = {},
): Promise<void> {
  const wrong: string[] = [];
  for (const [line, parts] of rows) {
    const result = await gate(line, { table, config, facts });
    const told = result.parts.map(({ name, reason }) => `${name} ${reason ?? "+"}`).join(", ");
    if (told !== parts) wrong.push(`${JSON.stringify(line)}: ${told}; not ${parts}`);
  }
  assert.deepEqual(wrong, []);
}

Deno.test("rewriteProgram() inserts behind the assignment prefix and keeps every byte", async () => {
  for (
    const [line, expected] of [
      ["A=1 list", "A=1 rtk list"],
      ["A='x y' B=\"$C\" list -a", "A='x y' B=\"$C\" rtk list -a"],
      [" list  -a ; show x", " rtk list  -a ; rtk show x"],
      ["/usr/bin/list -a", "rtk /usr/bin/list -a"],
      ["./list", "rtk ./list"],
      ['"list" -a', 'rtk "list" -a'],
      ["li\\st", "rtk li\\st"],
      ["list.exe -a", "rtk list.exe -a"],
      ["cd x&&list", "cd x&&rtk list"],
      ["list \\\n  -a", "rtk list \\\n  -a"],
      ["time -p list", "time -p rtk list"],
      ["! list", "! rtk list"],
      ["2>/dev/null list -a", "2>/dev/null rtk list -a"],
      ["list # list", "rtk list # list"],
      ["echo 'list; list' && list", "echo 'list; list' && rtk list"],
      ["list 😀; list", "rtk list 😀; rtk list"],
    ] as const
  ) {
    const result = await gate(line, { table });
    assert.equal(result.command, expected);
    assert.equal(
      (await gate(result.command, { table })).command,
      expected,
      "a second rewrite changes nothing",
    );
  }
});

Deno.test("rewriteProgram() inserts the quoted absolute path where one is configured", async () => {
  const config = { rtkPath: "/opt/a b/it's/rtk" };
  const once = await gate("list && timeout 5 show x", { table, config });
  const path = "'/opt/a b/it'\\''s/rtk'";
  assert.equal(once.command, `${path} list && timeout 5 ${path} show x`);
  const twice = await gate(once.command, { table, config });
  assert.equal(twice.command, once.command);
  assert.deepEqual(twice.parts.map(({ reason }) => reason), ["already-rtk", "already-rtk"]);
});

Deno.test("rewriteProgram() leaves commands raw where RTK_DISABLED says so", async () => {
  await hold([
    ["RTK_DISABLED=1 list", "list disabled"],
    ["RTK_DISABLED=yes A=1 list", "list disabled"],
    ["RTK_DISABLED=$X list", "list disabled"],
    ["RTK_DISABLED= list", "list +"],
    ["RTK_DISABLED=0 list", "list +"],
    ["env RTK_DISABLED=1 list", "env disabled"],
    ["timeout 5 env A=1 RTK_DISABLED=1 list", "timeout disabled"],
    ["export RTK_DISABLED=1; list", "export no-tool, list disabled"],
    [
      "export RTK_DISABLED=1; list; export RTK_DISABLED=0; list",
      "export no-tool, list disabled, export no-tool, list +",
    ],
    ["RTK_DISABLED=1; list", " no-tool, list disabled"],
    ["RTK_DISABLED=1 list && show x", "list disabled, show +"],
    ["eval 'export RTK_DISABLED=1'; list", "eval nested-shell, list environment"],
  ]);
  await hold([["list", "list disabled"], ["RTK_DISABLED=0 list", "list +"]], {}, { isDisabled: true });
  await hold([["list", "list disabled"]], { enabled: false });
});

Deno.test("rewriteProgram() looks through wrappers that exec their operand", async () => {
  await hold([
    ["timeout 5 list", "timeout +"],
    ["timeout -k 5 -s KILL 5m list -a", "timeout +"],
    ["timeout --kill-after=5 5 list", "timeout +"],
    ["timeout --bogus 5 list", "timeout unknown-option"],
    ["timeout 5", "timeout no-tool"],
    ["nice -n 5 nohup setsid -w ionice -c3 list", "nice +"],
    ["nice -10 list", "nice +"],
    ["command list", "command +"],
    ["command -v list", "command unknown-option"],
    ["exec list", "exec +"],
    ["exec -a x list", "exec unknown-option"],
    ["noglob list *", "noglob +"],
    ["env A=1 B=2 list", "env +"],
    ["env -- A=1 list", "env +"],
    ["env -u A list", "env unknown-option"],
    ["uv run --frozen list", "uv +"],
    ["uv run --module list", "uv unknown-option"],
    ["uv pip list", "uv +"],
    ["bundle exec list", "bundle +"],
    ["mise exec node@20 -- list", "mise +"],
    ["direnv exec . list", "direnv +"],
    ["dotenv -e .env -- list", "dotenv +"],
    ["cross-env A=1 list", "cross-env +"],
    ["timeout 5 other list", "timeout no-tool"],
    ["timeout $T list", "timeout dynamic-name"],
    ['timeout "$T" list', "timeout +"],
    ['timeout "$@" list', "timeout dynamic-name"],
    ["env $VARS list", "env dynamic-name"],
    ["env A=$X list", "env dynamic-name"],
    ['env A="$X" list', "env +"],
    ["nice $N list", "nice dynamic-name"],
  ]);
});

Deno.test("rewriteProgram() inserts before runners with tables of their own", async () => {
  for (
    const [line, expected] of [
      ["npx list -a", "rtk npx list -a"],
      ["timeout 5 npx list", "timeout 5 rtk npx list"],
      ["uv run python -m list", "uv run rtk python -m list"],
      ["python3.11 -m list -a", "rtk python3.11 -m list -a"],
      ["poetry run npx list", "rtk poetry run npx list"],
      ["pnpm exec list", "rtk pnpm exec list"],
      ["yarn list", "rtk yarn list"],
      ["yarn install", "rtk yarn install"],
      ["npx list@latest -a", "rtk npx list@latest -a"],
      ["npx -y @scope/list@1.2 -a", "rtk npx -y @scope/list@1.2 -a"],
      ["php -d memory_limit=-1 vendor/bin/list", "rtk php -d memory_limit=-1 vendor/bin/list"],
    ] as const
  ) assert.equal((await gate(line, { table })).command, expected);
  await hold([
    ["npx other", "npx no-tool"],
    ["npx --bogus list", "npx unknown-option"],
    ["list@latest", "list@latest no-tool"],
    ["python script.py", "python no-tool"],
    ["npx list --json", "npx exact-format"],
  ]);
});

Deno.test("rewriteProgram() takes transparent prefixes of the user, the longest first", async () => {
  const config = {
    transparentPrefixes: ["doppler", "doppler run --", "docker exec app", " ", "sudo", "ssh host"],
  };
  await hold([
    ["doppler run -- list", "doppler +"],
    ["docker exec app list", "docker +"],
    ["docker exec other list", "docker no-tool"],
    ["dopplers list", "dopplers no-tool"],
    ["ssh host list", "ssh +"],
    ["ssh other list", "ssh nested-shell"],
    ["sudo list", "sudo privileged"],
    ["doppler run -- sudo list", "doppler privileged"],
  ], config);
});

Deno.test("rewriteProgram() stays out of changed rights and of nested shells", async () => {
  await hold([
    ["sudo list", "sudo privileged"],
    ["sudo -u root list", "sudo privileged"],
    ["doas list", "doas privileged"],
    ["timeout 5 sudo list", "timeout privileged"],
    ["sh -c 'list'", "sh nested-shell"],
    ["bash -lc list", "bash nested-shell"],
    ["bash script.sh list", "bash no-tool"],
    ["echo list | bash", "echo no-tool, bash nested-shell"],
    ["xargs list", "xargs nested-shell"],
    ["ssh host list", "ssh nested-shell"],
    ["wsl.exe list", "wsl.exe nested-shell"],
    ["eval list", "eval nested-shell"],
    ["find . -exec list {} \\;", "find no-tool"],
    ["docker exec app list", "docker no-tool"],
  ]);
});

Deno.test("rewriteProgram() asks that the name is found, unless PATH changes first", async () => {
  const facts = { resolvesOnPath: (name: string) => name === "show" || name === "uv" };
  await hold(
    [
      ["list", "list not-on-path"],
      ["show x", "show +"],
      ["timeout 5 list", "timeout not-on-path"],
      ["./list", "./list +"],
      [".venv/bin/list -a", ".venv/bin/list +"],
      ["uv run list", "uv +"],
      ["bundle exec list", "bundle not-on-path"],
      ["npx list", "npx not-on-path"],
      ["source .venv/bin/activate && list", "source no-tool, list +"],
      ['. "$HOME/.cargo/env" && list', ". no-tool, list +"],
      ["export PATH=$HOME/bin:$PATH; list", "export no-tool, list +"],
      ['export PATH="$PATH:/x"; list', "export no-tool, list +"],
      ["PATH=/x:${PATH}; list", " no-tool, list +"],
      ["PATH+=:/x; list", " no-tool, list +"],
      ["(source bin/activate); list", "( compound-command, list not-on-path"],
      ["source bin/activate | cat; list", "source no-tool, cat no-tool, list not-on-path"],
      ["list; source bin/activate", "list not-on-path, source no-tool"],
      ["if [ -d v ]; then . v/bin/activate; fi; list", "if compound-command, list +"],
    ],
    {},
    facts,
  );
});

Deno.test("rewriteProgram() stays out behind shell text that it cannot see", async () => {
  const known = [
    ".venv/bin/activate",
    "'venv/bin/activate'",
    "venv/Scripts/activate",
    "activate base",
    "/opt/conda/etc/profile.d/conda.sh",
    "~/.cargo/env",
    '"$HOME/.cargo/env"',
    '"$NVM_DIR/nvm.sh"',
    "~/.sdkman/bin/sdkman-init.sh",
    "~/.asdf/asdf.sh",
    "~/.ghcup/env",
    "~/.bashrc",
    '"${HOME}/.profile"',
  ];
  await hold(known.flatMap((file): Row[] => [
    [`source ${file} && list`, "source no-tool, list +"],
    [`. ${file}; list`, ". no-tool, list +"],
  ]));
  const unknown = [
    "/etc/profile",
    "./env.sh",
    ".env",
    ".bashrc",
    "activate.sh",
    '"$X"',
    "notnvm.sh",
    "'$HOME/.x'",
  ];
  await hold(unknown.flatMap((file): Row[] => [
    [`source ${file}; list`, "source no-tool, list environment"],
    [`command . ${file} && list`, "command no-tool, list environment"],
  ]));
  await hold([
    ["set -a; . ./env.sh; set +a; list", "set no-tool, . no-tool, set no-tool, list environment"],
    ["list; . ./env.sh", "list +, . no-tool"],
    ["(. ./env.sh); list", "( compound-command, list +"],
    ["{ . ./env.sh; }; list", "{ compound-command, list environment"],
    ["[ -f .env ] && . ./.env; list", "[ no-tool, . no-tool, list environment"],
    ["source <(cat x); list", "source substitution, list environment"],
    ['eval "$X"; list', "eval nested-shell, list environment"],
    ['eval "$(cat env.sh)"; list', "eval substitution, list environment"],
    ["eval echo $X && list", "eval nested-shell, list environment"],
    ["eval 'echo x'; list", "eval nested-shell, list +"],
    ["eval '. ./env.sh'; list", "eval nested-shell, list environment"],
    ["eval 'source env.sh'; list", "eval nested-shell, list environment"],
    ["eval 'eval \"$X\"'; list", "eval nested-shell, list environment"],
    ['trap "$X" DEBUG; list', "trap no-tool, list environment"],
    ['trap "rm -rf $tmp" EXIT; list', "trap no-tool, list +"],
    ["trap '. ./env.sh' ERR; list", "trap no-tool, list environment"],
  ]);
});

Deno.test("rewriteProgram() notices every way to assign to a variable that reaches rtk", async () => {
  const assigning = [
    "for PATH in /x; do :; done",
    "select PATH in /x; do break; done",
    "declare -n p=PATH; p=/x",
    "declare -gn p=$x; p=/x",
    "local -n p; p=PATH; p=/x",
    "typeset -T PATH folders",
    "declare -a PATH",
    "declare +x PATH",
    'export P"A"TH=/x',
    "export 'PATH'=/x",
    "export P\\ATH=/x",
    "export $(cat .env)",
    'declare "$x"',
    "integer PATH=1",
    "declare BASH_CMDS[list]=/x",
    "declare -A BASH_CMDS=([list]=/x)",
    "declare 'BASH_ALIASES[list]'=x",
    "typeset 'functions[list]'=x",
    "printf -v 'BASH_CMDS[list]' /x",
    "printf -vPATH /x",
    'printf -v "$n" /x',
    "print -v PATH /x",
    "read -raPATH",
    "read 'PATH?which: '",
    "read $x",
    "mapfile -t PATH",
    "getopts ab PATH",
    "unset $x",
    "vared PATH",
    "wait -n -p PATH",
    "let x=1 PATH=2",
    "let 'x=1, PATH=2'",
    "set -A path /x",
    "set -k",
    "set -o keyword",
    "exec {PATH}>f",
    "echo x {PATH}>/dev/null",
    ": ${PATH:=/x}",
    'echo "${path=/x}"',
    "echo ${PATH::=/x}",
    'echo "${!x:=/x}"',
    "((PATH=1))",
    "(( x=(1), PATH += 2 ))",
    "echo $((PATH++))",
    "echo $((--PATH))",
    "echo $[PATH=1]",
    "echo ${a[PATH=1]}",
    "for ((PATH=1;0;)); do :; done",
    "until read PATH; do :; done",
    "eval 'declare -n p=PATH'",
    "eval 'export P\"A\"TH=/x'",
    "emulate sh -c 'PATH=/x'",
  ];
  const harmless = [
    "for p in /x; do :; done",
    "declare -p PATH",
    "typeset -gx PATH",
    'declare -i n="$x"; declare -a files=("$@")',
    "local -n p=files",
    "export -f $x",
    'printf "%s\\n" "$PATH" PATH -v',
    'read -p "$prompt" answer',
    'getopts "$options" option',
    "wait $pid",
    'mapfile -d "$end" -t lines',
    "unset -v x",
    "let x=1",
    "set -euo pipefail",
    "echo x {fd}>/dev/null",
    ": ${x:=/x} ${PATH:-/x} ${PATH#*:}",
    "((x=1)); (( PATH == 1 )) || :",
    "n=$((n+1)) && export PATH=$PATH:/x",
    "[ $PATH = x ] || :",
    "eval 'PYTHONPATH=x'",
    "trap 'echo done' EXIT",
  ];
  const last = async (line: string): Promise<string> => {
    const part = (await gate(`${line}; list`, { table })).parts.at(-1);
    return `${part?.name} ${part?.reason ?? "+"}`;
  };
  const told = async (lines: readonly string[]): Promise<string[]> =>
    await Promise.all(lines.map(async (line) => `${line}: ${await last(line)}`));
  assert.deepEqual(await told(assigning), assigning.map((line) => `${line}: list environment`));
  assert.deepEqual(await told(harmless), harmless.map((line) => `${line}: list +`));
});

Deno.test("rewriteProgram() leaves functions and aliases to the shell", async () => {
  await hold([
    ["list() { true; }; list", "list compound-command, list shadowed"],
    ["list; function list { true; }", "list shadowed, list compound-command"],
    ["alias list='list -a'; list", "alias no-tool, list shadowed"],
    ["alias list='list -a'\ntimeout 5 list", "alias no-tool, timeout +"],
    ["alias list='list -a'\ncommand list", "alias no-tool, command +"],
    ["alias list='list -a'\nnoglob list", "alias no-tool, noglob shadowed"],
    ['alias "$x"; list', "alias no-tool, list shadowed"],
    ["alias -g L='| cat'; show L", "alias no-tool, show shadowed"],
    ["rtk() { :; }; list", "rtk compound-command, list shadowed"],
    ["command_not_found_handle() { :; }; list", "command_not_found_handle compound-command, list shadowed"],
    ["hash -p /x/list list; list", "hash no-tool, list shadowed"],
    ["eval 'list() { :; }'; list", "eval nested-shell, list shadowed"],
    ["( list() { :; } ); list", "( compound-command, list +"],
    ["npx() { :; }; npx list", "npx compound-command, npx shadowed"],
  ]);
  await hold([["list", "list shadowed"], ["/bin/list", "/bin/list +"], ["show x", "show +"]], {
    shadowed: ["list"],
  });
});

Deno.test("rewriteProgram() stays out where rtk itself would be hit", async () => {
  await hold([
    ["PATH=/x list", "list environment"],
    ["PATH=$PATH:/x list", "list environment"],
    ["env PATH=/x list", "env environment"],
    ["export PATH=/x; list", "export no-tool, list environment"],
    ["export PATH='$PATH:/x'; list", "export no-tool, list environment"],
    ['export PATH="\\$PATH:$X"; list', "export no-tool, list environment"],
    ["export PATH=${PATH#*:}; list", "export no-tool, list environment"],
    ["PATH=; list", " no-tool, list environment"],
    ["unset PATH; list", "unset no-tool, list environment"],
    ["read PATH; list", "read no-tool, list environment"],
    ["printf -v PATH x; list", "printf no-tool, list environment"],
    ["export -n PATH; list", "export no-tool, list environment"],
    ["path=x; list", " no-tool, list environment"],
    ["LD_PRELOAD=x.so list", "list environment"],
    ["LD_LIBRARY_PATH=/x A=1 list", "list environment"],
    ["DYLD_INSERT_LIBRARIES=x list", "list environment"],
    ["DENO_DIR=/x list", "list environment"],
    ["NODE_CHANNEL_FD=9 list", "list environment"],
    ["NODE_CHANNEL_SERIALIZATION_MODE=x list", "list environment"],
    ["export RUST_MIN_STACK=9999999999999; list", "export no-tool, list environment"],
    ["OTEL_DENO=1 list", "list environment"],
    ["env OTEL_DENO_CONSOLE=replace list", "env environment"],
    ["OTEL_SDK_DISABLED=yes list", "list environment"],
    ["RUST_BACKTRACE=1 RUST_LOG=x NODE_ENV=y OTEL_SERVICE_NAME=z list", "list +"],
    ["EXECIGNORE='*rtk'; list", " no-tool, list environment"],
    ["export LD_PRELOAD=x; list", "export no-tool, list environment"],
    ["NODE_OPTIONS='--require ./x.js' list", "list environment"],
    ["NODE_OPTIONS=$X list", "list environment"],
    ["NODE_OPTIONS=--max-old-space-size=4096 list", "list +"],
    ["LD_PRELOAD=x . ./e; list", ". no-tool, list environment"],
    ["HOME=/x XDG_CONFIG_HOME=/y list", "list +"],
    ["stdbuf -oL list", "stdbuf environment"],
    ["env -i list", "env environment"],
    ["env - list", "env environment"],
    ["env -S 'list -a'", "env environment"],
    ["ulimit -v 1000; list", "ulimit environment, list environment"],
    ["{ ulimit -n 9; }; list", "{ compound-command, list environment"],
    ["(ulimit -n 9); list", "( compound-command, list +"],
    ['eval "export PATH=/x"; list', "eval nested-shell, list environment"],
    ["trap 'PATH=/x' DEBUG; list", "trap no-tool, list environment"],
    ["$E PATH=/x; list", "$E dynamic-name, list environment"],
    ["set -r; list", "set no-tool, list environment"],
    ["set -euo pipefail; list", "set no-tool, list +"],
    ["trap 'echo \"$BASH_COMMAND\"' ERR; list", "trap no-tool, list environment"],
  ]);
});

Deno.test("rewriteProgram() leaves redirected output alone", async () => {
  await hold([
    ["list 2>&1", "list +"],
    ["list >&2", "list +"],
    ["list 1>&2", "list +"],
    ["list 2>/dev/null", "list +"],
    ["list 2>>'/dev/null' </dev/null", "list +"],
    ["list 2>&-", "list +"],
    ["list > f", "list stdout-elsewhere"],
    ["list >> f", "list stdout-elsewhere"],
    ["list >| f", "list stdout-elsewhere"],
    ["list &> f", "list stdout-elsewhere"],
    ["list &>> f", "list stdout-elsewhere"],
    ["list >& f", "list stdout-elsewhere"],
    ["list >/dev/null", "list stdout-elsewhere"],
    ["list > /dev/tty", "list stdout-elsewhere"],
    ["list >&-", "list stdout-elsewhere"],
    ["list 2> f", "list stdout-elsewhere"],
    ["list 2>&1 >/dev/null", "list stdout-elsewhere"],
    ["> f list", "list stdout-elsewhere"],
    ["list < f", "list stdin-file"],
    ["list <&-", "list stdin-file"],
    ["list 3> f", "list redirection"],
    ["list 3>&1", "list redirection"],
    ["list 2>&3", "list stdout-elsewhere"],
    ["list <> f", "list redirection"],
    ["list {fd}> f", "list redirection"],
    ["list > $f", "list redirection"],
    ["list > *.txt", "list redirection"],
    ["list > $(date)", "list substitution"],
    ["exec > log; list", "exec no-tool, list stdout-elsewhere"],
    ["exec 2>&1; list", "exec no-tool, list +"],
    ["exec < f; list", "exec no-tool, list stdin-file"],
    ["command exec > log; list", "command no-tool, list stdout-elsewhere"],
    ["$X > log; list", "$X dynamic-name, list stdout-elsewhere"],
    ["if true; then exec >f; fi; list", "if compound-command, list stdout-elsewhere"],
    ["other > f; list", "other no-tool, list +"],
  ]);
});

Deno.test("rewriteProgram() takes at most one stage of a pipeline", async () => {
  await hold([
    ["other | pick x", "other no-tool, pick +"],
    ["list | pick x", "list pipeline-first, pick +"],
    ["other | list", "other no-tool, list pipeline-last"],
    ["other | pick x | cat", "other no-tool, pick pipeline-middle, cat no-tool"],
    ["list | other | pick x", "list pipeline-first, other no-tool, pick +"],
    ["build | tail -40", "build +, tail no-tool"],
    ["build 2>&1 | tail -n 40", "build +, tail no-tool"],
    ["build 2>&1 | head -n5 | cat", "build +, head no-tool, cat no-tool"],
    ["build | tail", "build +, tail no-tool"],
    ["build | /usr/bin/tail -3", "build +, /usr/bin/tail no-tool"],
    ["build | tail -f", "build pipeline-first, tail no-tool"],
    ["build | tail -n +5", "build pipeline-first, tail no-tool"],
    ["build | tail -c 40", "build pipeline-first, tail no-tool"],
    ["build | tail -5 f", "build pipeline-first, tail no-tool"],
    ["build | head 20", "build pipeline-first, head no-tool"],
    ["build | tail -$N", "build pipeline-first, tail no-tool"],
    ["build | cat -", "build pipeline-first, cat no-tool"],
    ["build | cat f", "build pipeline-first, cat no-tool"],
    ["build | other", "build pipeline-first, other no-tool"],
    ["build | pick x", "build pipeline-first, pick +"],
    ["build | tail -5 > f", "build pipeline-first, tail no-tool"],
    ["build | tail -5 2> f", "build pipeline-first, tail no-tool"],
    ["build | tail -5 < /dev/null", "build pipeline-first, tail no-tool"],
    ["build | tail -5 2>/dev/null", "build +, tail no-tool"],
    ["build > f | tail", "build stdout-elsewhere, tail no-tool"],
    ["build | A=1 tail", "build pipeline-first, tail no-tool"],
    ["build | tee f | tail", "build pipeline-first, tee no-tool, tail no-tool"],
    ["build |& tail", "build stderr-pipeline, tail stderr-pipeline"],
    ["other | build |& pick x", "other stderr-pipeline, build stderr-pipeline, pick stderr-pipeline"],
    ["build | { cat; }", "build compound-command, { compound-command"],
    ["other | pick x > f", "other no-tool, pick stdout-elsewhere"],
    ["timeout 5 build | tail", "timeout +, tail no-tool"],
    ["! other | pick x", "other no-tool, pick +"],
    ["other |\npick x", "other no-tool, pick +"],
  ]);
});

Deno.test("rewriteProgram() defers what it cannot decompose and takes the rest of the list", async () => {
  await hold([
    ['echo "$(date)" && list', "echo substitution, list +"],
    ["list $(date)", "list substitution"],
    ["list `date`", "list substitution"],
    ["A=$(date) list", "list substitution"],
    ["list <(date)", "list substitution"],
    ["$CMD list; list", "$CMD dynamic-name, list +"],
    ["l* ; list", "l* dynamic-name, list +"],
    ["~/bin/list", "~/bin/list dynamic-name"],
    ["if list; then list; fi && list", "if compound-command, list +"],
    ["for i in 1; do list; done; list", "for compound-command, list +"],
    ["(list); list", "( compound-command, list +"],
    ["[[ -f x ]] && list", "[[ compound-command, list +"],
    ["cat <<E && list\nx\nE", " here-document"],
    ["cat <<< x; list", " here-document"],
    ["list 'x", " syntax-error"],
    ["list; { cat <<E\nx\nE\n}", " here-document"],
    ["x=(1 2); list", " no-tool, list +"],
    ["list -n \"$(cat <<'E'\nx\nE\n)\"; show x", "list here-document, show here-document"],
    ["for i in 1\ndo show x\ndone\nlist", "for compound-command, list compound-command"],
    ["list\n[[ -f a &&\n-f b ]]", "list compound-command, [[ compound-command"],
    ["echo $(date\n)\nlist", "echo substitution, list substitution"],
  ]);
});

Deno.test("rewriteProgram() leaves background jobs raw", async () => {
  await hold([
    ["list &", "list background"],
    ["list & show x", "list background, show +"],
    ["build && list & show x", "build background, list background, show +"],
    ["build | tail & show x", "build background, tail no-tool, show +"],
  ]);
  await hold([["list", "list background-payload"]], {}, { inBackground: true });
});

Deno.test("rewriteProgram() honours exclusions in every spelling of the command", async () => {
  await hold([
    ["list", "list excluded"],
    ["list -a x", "list excluded"],
    ["A=1 timeout 5 /usr/bin/list -a", "timeout excluded"],
    ["npx list", "npx excluded"],
    ["npx list@2", "npx excluded"],
    ["python -m list", "python excluded"],
    ["./list.exe", "./list.exe excluded"],
    ["show x", "show excluded"],
    ["show y", "show +"],
    ['show "x" y', "show excluded"],
    ["pick -a", "pick excluded"],
    ["build", "build +"],
    ["vcs   push", "vcs excluded"],
    ["vcs status", "vcs +"],
    ["list-all", "list-all no-tool"],
  ], { excludeCommands: ["list", "show x", "^pick\\b", "^build [a", "build[", "", "vcs push"] });
});

Deno.test("rewriteProgram() knows its own name by either string", async () => {
  await hold([
    ["rtk list", "rtk already-rtk"],
    ["/usr/local/bin/rtk list", "/usr/local/bin/rtk already-rtk"],
    ["timeout 5 rtk list", "timeout already-rtk"],
    ["A=1 rtk list && list", "rtk already-rtk, list +"],
    ["rtk proxy list", "rtk already-rtk"],
    ["rtk-helper list", "rtk-helper no-tool"],
    ["'/opt/x y/self' list", "/opt/x y/self already-rtk"],
  ], { rtkPath: "/opt/x y/self" });
});

Deno.test("rewriteProgram() asks the unit about its arguments", async () => {
  await hold([
    ["list --json", "list exact-format"],
    ["list -f", "list follow-mode"],
    ["list --bogus", "list unknown-option"],
    ["list -n 5 x", "list +"],
    ['list "$X" *.ts', "list +"],
    ["list -$X", "list unknown-option"],
    ["vcs other", "vcs no-tool"],
    ["vcs status", "vcs +"],
  ]);
});

Deno.test("rewriteProgram() rewrites up to the effect that hooks.rewrite names", async () => {
  const lines = ["list", "build", "vcs push"];
  const kinds = async (rewrite: GateConfig["rewrite"]): Promise<string> => {
    const parts = await Promise.all(lines.map((line) => gate(line, { table, config: { rewrite } })));
    return parts.map((result) => result.parts[0]?.reason ?? "+").join(" ");
  };
  assert.equal(await kinds("all"), "+ + +");
  assert.equal(await kinds("build"), "+ + effect");
  assert.equal(await kinds("read"), "+ effect effect");
});

Deno.test("rewriteProgram() passes small files, found from where the line stands", async () => {
  const seen: string[] = [];
  const facts = {
    isSmallTextFile(path: string): boolean {
      seen.push(path);
      return !path.endsWith("big");
    },
  };
  await hold(
    [
      ["show a", "show no-gain"],
      ["show a big", "show +"],
      ["show *.ts", "show +"],
      ["show", "show +"],
      ["cd sub && show a", "cd no-tool, show no-gain"],
      ["cd $X && show a", "cd no-tool, show +"],
      ["cd $X && show /a", "cd no-tool, show no-gain"],
      ["cd sub; cd /abs; cd x; show a", "cd no-tool, cd no-tool, cd no-tool, show no-gain"],
      ["(cd sub); show a", "( compound-command, show no-gain"],
      ["list a", "list +"],
    ],
    {},
    facts,
  );
  assert.deepEqual(seen, ["a", "a", "big", "sub/a", "/a", "/abs/x/a", "a"]);
});

Deno.test("the names of the wrappers are those of their rules", () => {
  const names = wrapperRules().map(({ words }) => words.split(" ")[0]);
  assert.deepEqual(WRAPPER_NAMES.split(" "), [...new Set(names)]);
});
