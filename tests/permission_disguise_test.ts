/** A command stays the same command however it is dressed up: a deny rule finds it, and finds nothing that is not there. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { fullTable } from "./harness/all_names.ts";
import { ruling, withRules } from "./harness/claude_judge.ts";

const COMMANDS = [
  "git push origin main",
  "git push --force",
  "git status",
  "git log --oneline -5",
  "cargo test --all",
  "npm run build",
  "rm -rf build",
  "docker ps -a",
  "kubectl get pods",
  "ls -la src",
  "curl -s localhost",
  "pytest -q tests",
] as const;

const RULES = [
  "git push:*",
  "git push *",
  "git push --force",
  "git status",
  "git:*",
  "* --force",
  "git log *",
  "cargo *",
  "npm run build:*",
  "rm:*",
  "rm -rf *",
  "docker ps:*",
  "kubectl *",
  "ls *",
  "curl:*",
  "pytest -q *",
] as const;

/** The first word of a command, written otherwise. */
function withName(write: (name: string) => string): (command: string) => string {
  return (command) => command.replace(/^\S+/, write);
}

const DISGUISES: Readonly<Record<string, (command: string) => string>> = {
  "an absolute path": withName((name) => `/usr/bin/${name}`),
  "a backslash": withName((name) => `\\${name}`),
  "single quotes": withName((name) => `'${name}'`),
  "quotes inside": withName((name) => `${name[0]}"${name.slice(1)}"`),
  "$'…'": withName((name) => `$'${name}'`),
  "double blanks": (command) => command.replaceAll(" ", "  "),
  "tabs": (command) => command.replaceAll(" ", "\t"),
  "a line continuation": (command) => command.replace(" ", " \\\n"),
  "a comment behind": (command) => `${command} # just looking`,
  "!": (command) => `! ${command}`,
  "time": (command) => `time ${command}`,
  "timeout 5": (command) => `timeout 5 ${command}`,
  "env": (command) => `env ${command}`,
  "env with an assignment": (command) => `env -u X A=1 ${command}`,
  "nice": (command) => `nice -n 5 ${command}`,
  "nohup": (command) => `nohup ${command}`,
  "sudo with an option": (command) => `sudo -u root ${command}`,
  "xargs": (command) => `xargs -n 1 ${command}`,
  "( )": (command) => `(${command})`,
  "{ }": (command) => `{ ${command}; }`,
  "sh -c '…'": (command) => `sh -c '${command}'`,
  'bash -lc "…"': (command) => `bash -lc "${command}"`,
  "eval": (command) => `eval "${command}"`,
  "$( )": (command) => `echo $(${command})`,
  "quoted $( )": (command) => `echo "now: $(${command})"`,
  "backquotes": (command) => `echo \`${command}\``,
  "<( )": (command) => `cat <(${command})`,
  "behind true &&": (command) => `true && ${command}`,
  "behind a newline": (command) => `true\n${command}`,
  "in the background": (command) => `true & ${command} &`,
  "a pipeline": (command) => `${command} | cat`,
  "if": (command) => `if true; then ${command}; fi`,
  "for": (command) => `for i in 1 2; do ${command}; done`,
  "a function": (command) => `f() { ${command}; }; f`,
  "find -exec": (command) => `find . -name x -exec ${command} \\;`,
  "a shell's here-document": (command) => `bash <<'EOF'\n${command}\nEOF`,
  "a substitution in a here-document": (command) => `cat <<EOF\n$(${command})\nEOF`,
  "a here-string": (command) => `bash <<< '${command}'`,
  "piped into a shell": (command) => `echo '${command}' | sh`,
  "an assignment": (command) => `A=1 ${command}`,
  "an assigned substitution": (command) => `x=$(${command})`,
  "a redirection in front": (command) => `2>&1 ${command}`,
  "a redirection behind": (command) => `${command} > /dev/null 2>&1`,
  "a carriage return": (command) => `true\r${command}`,
  "an unclosed group": (command) => `{ ${command}`,
};

const bash = (rules: readonly string[]): string[] => rules.map((rule) => `Bash(${rule})`);
const table = fullTable([...COMMANDS, ...Object.values(DISGUISES).map((dress) => dress("git status"))]);
const SEED = 20261130;

Deno.test("a deny rule that covers a command covers it in each of its disguises, and no other", async () => {
  const rules = fc.uniqueArray(fc.constantFrom(...RULES), { minLength: 1, maxLength: 4 });
  const property = fc.asyncProperty(
    rules,
    fc.constantFrom(...COMMANDS),
    fc.constantFrom(...Object.keys(DISGUISES)),
    async (deny, command, name) => {
      const host = withRules({ deny: bash(deny) });
      const plain = (await ruling(command, host, table)).verdict === "deny";
      const dressed = DISGUISES[name]?.(command) ?? command;
      const found = await ruling(dressed, host, table);
      assert.equal(
        found.verdict === "deny",
        plain,
        `${JSON.stringify(deny)} against ${JSON.stringify(dressed)}`,
      );
      if (plain) assert.equal(found.outcome.kind, "raw", dressed);
    },
  );
  await fc.assert(property, { numRuns: 2000, seed: SEED });
});

Deno.test("a typed rtk does not hide a denied command, whatever stands around it", async () => {
  const missed: string[] = [];
  const host = withRules({ deny: ["Bash(git push:*)"] });
  for (
    const typed of [
      "rtk",
      "rtk proxy",
      "rtk --",
      "/usr/local/bin/rtk",
      "'rtk'",
      "rtk err",
      "rtk test",
      "rtk summary",
    ]
  ) {
    for (const [name, dress] of Object.entries(DISGUISES)) {
      const inside = dress(`${typed} git push origin main`);
      if (!(await ruling(inside, host, table)).walksPast && !GUESSED.has(name)) missed.push(inside);
    }
    // The other way round: rtk in front of the disguised command, where that is one command.
    for (
      const name of [
        "an absolute path",
        "a backslash",
        "single quotes",
        "$'…'",
        "tabs",
        "timeout 5",
        "env",
        "sh -c '…'",
      ]
    ) {
      const inside = `${typed} ${DISGUISES[name]?.("git push origin main")}`;
      if (!(await ruling(inside, host, table)).walksPast) missed.push(inside);
    }
  }
  assert.deepEqual(missed, []);
});

/** Text that no shell would run as it stands: it is left alone, not refused. */
const GUESSED = new Set([
  "a carriage return",
  "an absolute path",
  "a backslash",
  "single quotes",
  "quotes inside",
  "$'…'",
]);

Deno.test("a typed rtk is not refused where no rule covers what it runs", async () => {
  const refused: string[] = [];
  const host = withRules({ deny: ["Bash(git push)", "Bash(rm:*)"], ask: ["Bash(npm publish:*)"] });
  const lines = [
    "rtk git status",
    "rtk git push origin main",
    "rtk grep 'git push' docs",
    "rtk git commit -m 'git push; rm -rf x'",
    "echo rtk git push",
    "echo 'rtk git push'",
    "cat > notes.md <<'EOF'\nrtk git push\nrtk rm -rf x\nEOF",
    "git commit -F - <<EOF\nrtk git push\nEOF",
    "rtk ls rm",
    "rtk explain 'git push'",
    "# rtk git push\nls",
  ];
  for (const line of lines) {
    const { walksPast } = await ruling(line, host, table);
    if (walksPast) refused.push(`${line}: ${walksPast.rule.text}`);
  }
  assert.deepEqual(refused, []);
});

Deno.test("an ask rule behind a typed rtk is found like a deny rule", async () => {
  // What Claude finds in the text as typed it denies or asks about itself.
  for (const rules of [{ deny: ["Bash(*git push*)"] }, { ask: ["Bash"] }]) {
    assert.equal((await ruling("rtk git push", withRules(rules), table)).walksPast, undefined);
  }
  const { walksPast } = await ruling("rtk npm publish", withRules({ ask: ["Bash(npm publish:*)"] }), table);
  assert.equal(walksPast?.rule.text, "Bash(npm publish:*)");
});
