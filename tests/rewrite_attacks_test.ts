/** Lines made by hand to have a rewrite change their meaning; each is judged, and run in both forms under three shells. */
import assert from "node:assert/strict";
import { gate } from "./harness/gate.ts";
import { type Shell, STUB_TABLE } from "./harness/shell_program.ts";
import { makeStubs, runAll, shellsHere } from "./harness/shell_run.ts";

/** A line and what it must become; null: as it is. */
type Attack = readonly [line: string, rewritten: string | null];

const ATTACKS: readonly Attack[] = [
  // Words that are no command.
  ['"show a.txt"', null],
  ["show\\ a.txt", null],
  ["show\u00a0a.txt", null],
  ["# show a.txt", null],
  ["echo # ; show a.txt", null],
  ["echo a#b; show a.txt", "echo a#b; rtk show a.txt"],
  ["show a.txt #' ; show words", "rtk show a.txt #' ; show words"],
  ["echo 'x\nshow a.txt\n'", null],
  ["args '%s\\n' show a.txt", "rtk args '%s\\n' show a.txt"],
  ["show=show", null],
  ["A=1 show=2 show a.txt", "A=1 show=2 rtk show a.txt"],
  ["for show in show; do echo $show; done", null],
  ["case show in show) show a.txt;; esac", null],
  ["a=(show a.txt); show words", "a=(show a.txt); rtk show words"],
  ["show[0]=1; show a.txt", null],
  ["let show=1; show a.txt", "let show=1; rtk show a.txt"],
  ["((show=1)); show a.txt", "((show=1)); rtk show a.txt"],
  ["declare show=1; show a.txt", "declare show=1; rtk show a.txt"],
  ["echo $((show)); show a.txt", "echo $((show)); rtk show a.txt"],
  // Names that only the shell knows, or that shells know differently.
  ["show=show; $show a.txt", null],
  ["${x:-show} a.txt", null],
  ["{show,a.txt}", null],
  ["sh?w a.txt", null],
  ['set -- show; "$@" a.txt', null],
  ["$'show' a.txt", null],
  ['sh"ow" a.txt', 'rtk sh"ow" a.txt'],
  ["\\show a.txt", "rtk \\show a.txt"],
  // Operators glued and split.
  ["show a.txt&&show words", "rtk show a.txt&&rtk show words"],
  ["show a.txt;show words;", "rtk show a.txt;rtk show words;"],
  ["show a.txt|pick e", "show a.txt|rtk pick e"],
  ["show a.txt |\n\n  # note\n  pick e", "show a.txt |\n\n  # note\n  rtk pick e"],
  ["show a.txt \\\n&& show words", "rtk show a.txt \\\n&& rtk show words"],
  ["show a.txt \\", null],
  ["2>&1 show a.txt", "2>&1 rtk show a.txt"],
  ["show a.txt 2>&1|pick e", "show a.txt 2>&1|rtk pick e"],
  ["show a.txt 2>& 1", "rtk show a.txt 2>& 1"],
  // Output and input that do not belong to the agent.
  [">out show a.txt", null],
  ["<a.txt show", null],
  ["show a.txt >out 2>&1; show out", "show a.txt >out 2>&1; rtk show out"],
  ["show a.txt >/dev/stderr", null],
  ["exec >out; show a.txt", null],
  ["command exec >out; show a.txt", null],
  ["exec 3>&1; show a.txt", null],
  ["E=exec; $E >out; show a.txt", null],
  ["if :; then exec >out; fi; show a.txt", null],
  ["{ exec >out; show a.txt; }; show words", null],
  ["3<a.txt show /dev/fd/3", null],
  ["show a.txt | show words", null],
  ["show a.txt | pick e | count -l", "show a.txt | pick e | rtk count -l"],
  ["show a.txt | pick e >out", null],
  ["show a.txt | pick e | show > out", null],
  ["build 9 | tail -2 >out", null],
  ["build 9 | tail -n +3", null],
  ["build 9 | tail -2 | pick 9", "build 9 | tail -2 | rtk pick 9"],
  ["build 9 | tail -2 | cat", "rtk build 9 | tail -2 | cat"],
  ["build 9 | tee log | tail -1; show log", "build 9 | tee log | tail -1; rtk show log"],
  ['x=$(show a.txt); echo "$x"', null],
  ['show "$(show a.txt)"', null],
  ["show `echo a.txt`", null],
  // Functions, aliases and other meanings of a name.
  ["show() { echo mine; }; show a.txt", null],
  ["show () ( echo mine ); show a.txt", null],
  ["if :; then show() { echo mine; }; fi; show a.txt", null],
  ["eval 'show() { echo mine; }'; show a.txt", null],
  ["alias show=fail\nshow a.txt", null],
  ["shopt -s expand_aliases 2>/dev/null\nalias show=fail\nshow a.txt", null],
  ["rtk() { echo mine; }; show a.txt", null],
  ["alias rtk=fail\nshow a.txt", null],
  ["unset -f show; show a.txt", "unset -f show; rtk show a.txt"],
  ["hash -r; show a.txt", "hash -r; rtk show a.txt"],
  ["show() { echo mine; }; command show a.txt", "show() { echo mine; }; command rtk show a.txt"],
  ["show() { echo mine; }; timeout 9 show a.txt", "show() { echo mine; }; timeout 9 rtk show a.txt"],
  ["trap 'show a.txt' EXIT", null],
  ["eval show a.txt", null],
  ["eval 'show a.txt'; show words", "eval 'show a.txt'; rtk show words"],
  // Wrappers whose words are not what they seem.
  ["timeout show a.txt", null],
  ["nice -n show a.txt", null],
  ["T='9 echo'; timeout $T show a.txt", null],
  ['T=9; timeout "$T" show a.txt', 'T=9; timeout "$T" rtk show a.txt'],
  ["E='X=1 echo'; env $E show a.txt", null],
  ["E='1 echo'; env X=$E show a.txt", null],
  ["env -i show a.txt", null],
  ["env - show a.txt", null],
  ["env -u PATH show a.txt", null],
  ["env --split-string='show a.txt'", null],
  ["env PATH=/nowhere show a.txt", null],
  ["command -v show", null],
  ["command command show a.txt", "command command rtk show a.txt"],
  ["nohup nice timeout 9 env A=1 show a.txt", "nohup nice timeout 9 env A=1 rtk show a.txt"],
  ["sh -c 'show a.txt'", null],
  ["sh -ec show", null],
  ["show words | xargs show", null],
  ["exec show a.txt; show words", "exec rtk show a.txt; rtk show words"],
  // The environment that rtk itself would meet.
  ["PATH=/nowhere; show a.txt", null],
  ["export PATH=/nowhere:/usr/bin; cat a.txt; show a.txt", null],
  ["P=PATH; export $P=/nowhere; show a.txt", null],
  ["unset PATH; show a.txt", null],
  ["PATH=/nowhere :; show a.txt", null],
  ["PATH=/nowhere export A=1; show a.txt", null],
  ['export PATH="$PATH:/nowhere"; show a.txt', 'export PATH="$PATH:/nowhere"; rtk show a.txt'],
  ["export PATH; show a.txt", "export PATH; rtk show a.txt"],
  ["LD_PRELOAD=/nowhere.so show a.txt", null],
  ["ulimit -c 0; show a.txt", null],
  ["path=sub; show a.txt", null],
  ["trap 'echo \"$BASH_COMMAND\"' EXIT; show a.txt", null],
  ["for PATH in /nowhere; do :; done; show a.txt", null],
  ["declare -n p=PATH; p=/nowhere; show a.txt", null],
  ["declare BASH_CMDS[show]=/bin/echo; show a.txt", null],
  ["declare -p PATH >/dev/null; show a.txt", "declare -p PATH >/dev/null; rtk show a.txt"],
  [": ${PATH:=/nowhere}; show a.txt", null],
  [". ./env.sh; show a.txt", null],
  ["set -a; . ./env.sh; set +a; show a.txt", null],
  ['eval "$(cat env.sh)"; show a.txt', null],
  ["(. ./env.sh); show a.txt", "(. ./env.sh); rtk show a.txt"],
  ["set -r; show a.txt", null],
  // Lists, jobs and statuses.
  ["show a.txt & wait $!; show words", "show a.txt & wait $!; rtk show words"],
  ["fail && show a.txt & wait", null],
  ["! fail; echo $?", "! rtk fail; echo $?"],
  ["! ! fail", null],
  ["fail || show a.txt", "rtk fail || rtk show a.txt"],
  ["set -e; fail; show a.txt", "set -e; rtk fail; rtk show a.txt"],
  ["show a.txt; echo $_", "rtk show a.txt; echo $_"],
  ["show missing; echo $?", "rtk show missing; echo $?"],
  ["while show a.txt; do break; done; show words", "while show a.txt; do break; done; rtk show words"],
  ["[ -f a.txt ] && show a.txt", "[ -f a.txt ] && rtk show a.txt"],
  ["test -f show || show a.txt", "test -f show || rtk show a.txt"],
  ["(cd sub && show d.txt); show a.txt", "(cd sub && show d.txt); rtk show a.txt"],
  ["cd sub && show d.txt", "cd sub && rtk show d.txt"],
  // Texts that are no program, or bodies that a shell reads otherwise.
  ["show 'a.txt", null],
  ["show a.txt;; show words", null],
  ["show a.txt; }", null],
  ["show <<E\nshow a.txt\nE", null],
  ["show <<E; show words\nx\nE\nshow a.txt", null],
  ["show <<< 'show a.txt'", null],
  ["show a.txt |& pick e", null],
  // rtk already there, however it is spelled.
  ["rtk show a.txt", null],
  ["\\rtk show a.txt", null],
  ["'rtk' show a.txt", null],
  ["env rtk show a.txt", null],
  ["rtk show a.txt && show words", "rtk show a.txt && rtk show words"],
  ["RTK_DISABLED=1 show a.txt", null],
  ["RTK_DISABLED=1; export RTK_DISABLED; show a.txt", null],
];

Deno.test("a hand-made attack gets exactly the rewrite that keeps its meaning", async () => {
  const wrong: string[] = [];
  for (const [line, rewritten] of ATTACKS) {
    const { kind, command, parts } = await gate(line, { table: STUB_TABLE });
    const text = kind === "rewrite" ? command : null;
    const told = parts.map(({ name, reason }) => `${name} ${reason ?? "+"}`).join(", ");
    if (text !== rewritten) wrong.push(`${JSON.stringify(line)}: ${JSON.stringify(text)}: ${told}`);
  }
  assert.deepEqual(wrong, []);
});

Deno.test("a hand-made attack runs the same rewritten under bash, dash and zsh", async () => {
  const stubs = makeStubs();
  try {
    const pairs = ATTACKS.flatMap(([line, rewritten]) =>
      rewritten === null ? [] : [[line, rewritten] as const]
    );
    for (const shell of shellsHere()) await compare(shell, pairs, stubs);
  } finally {
    Deno.removeSync(stubs, { recursive: true });
  }
});

async function compare(
  shell: Shell,
  pairs: readonly (readonly [string, string])[],
  stubs: string,
): Promise<void> {
  const before = await runAll(shell, pairs.map(([line]) => line), stubs);
  const after = await runAll(shell, pairs.map(([, rewritten]) => rewritten), stubs);
  for (const [index, [line]] of pairs.entries()) {
    assert.deepEqual(after[index], before[index], `${shell}: ${line}`);
  }
}
