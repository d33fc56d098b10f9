/** `rtk explain` and `rtk rewrite` as processes: what they print and how they end. */
import assert from "node:assert/strict";
import { jsonLines } from "./harness/json_lines.ts";
import { rtk, withHome } from "./harness/rtk_process.ts";

const SETTINGS = JSON.stringify({ permissions: { deny: ["Bash(git push:*)"], ask: ["Bash(git commit:*)"] } });

Deno.test("rtk explain marks each command and says in a sentence what happens to it", async () => {
  await withHome({}, async (home) => {
    const line = "A=1 git status && sudo git log | head -5";
    const { status, stdout } = await rtk(["explain", line], { home });
    assert.equal(status, 0);
    const lines = stdout.split("\n");
    assert.equal(lines[0], line);
    assert.equal(lines[1], "1~~~~~~~~~~~~~    2~~~~~~~~~~~   3~~~~~~");
    assert.match(stdout, /^ 1 {2}A=1 git status\n +goes through rtk: filter git-status, which only reads$/m);
    assert.match(stdout, /^ 2 {2}sudo git log\n +left as it is: it runs with other rights.*\(privileged\)$/m);
    assert.match(stdout, /^rewritten: {2}A=1 rtk git status && sudo git log \| head -5$/m);
  });
});

Deno.test("rtk explain marks commands on several lines, behind tabs and emoji", async () => {
  await withHome({}, async (home) => {
    const { stdout } = await rtk(["explain", "echo 😀; git status\n\tgit log \\\n  -3"], { home });
    const shown = stdout.split("\n").slice(0, 6);
    assert.deepEqual(shown, [
      "echo 😀; git status",
      "1~~~~~  2~~~~~~~~~",
      "\tgit log \\",
      "\t3~~~~~~~~",
      "  -3",
      "~~~~",
    ]);
  });
});

Deno.test("rtk explain --json tells each token with the option that owns it", async () => {
  await withHome({}, async (home) => {
    const line = "X=\"$Y\" timeout 5 git -C sub log -n 3 --stat -- 'a b' 2>&1";
    const { stdout } = await rtk(["explain", "--json", line], { home });
    const answer = JSON.parse(stdout);
    assert.equal(answer.cmd, line);
    const tokens: string[] = answer.parts[0].tokens.map((token: Record<string, unknown>) => {
      const [start, end] = token.span as [number, number];
      assert.equal(line.slice(start, end), token.text);
      const marks = [token.quoted && "quoted", token.option, token.afterTerminator && "after --"];
      return [token.text, token.type, ...marks.filter(Boolean)].join(" | ");
    });
    assert.deepEqual(tokens, [
      'X="$Y" | assignment | quoted',
      "timeout | wrapper",
      "5 | wrapper",
      "git | name",
      "-C | option | -C",
      "sub | option-argument | -C",
      "log | subcommand",
      "-n | option | -n",
      "3 | option-argument | -n",
      "--stat | option | --stat",
      "-- | terminator",
      "'a b' | operand | quoted | after --",
      "2>&1 | redirection",
    ]);
  });
});

Deno.test("rtk explain --ndjson answers every line of a history with one object", async () => {
  const rows = jsonLines<{ cmd: string }>(new URL("cases/agent_lines.jsonl", import.meta.url));
  const lines = [...rows.map(({ cmd }) => cmd), "", "git status", "ls\r\nls", "😀"];
  await withHome({}, async (home) => {
    const stdin = `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`;
    const { status, stdout } = await rtk(["explain", "--ndjson"], { home, stdin });
    assert.equal(status, 0);
    const answers = stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
    assert.deepEqual(answers.map(({ cmd }) => cmd), lines);
    for (const answer of answers) {
      assert.deepEqual(Object.keys(answer), ["cmd", "kind", "command", "verdict", "parts"]);
      assert(["rewrite", "pass", "defer"].includes(answer.kind));
      assert(["allow", "ask", "deny", "none"].includes(answer.verdict));
      assert.equal(answer.command === null, answer.kind !== "rewrite");
      if (answer.command !== null) {
        assert.equal(answer.command.replaceAll("rtk ", ""), answer.cmd.replaceAll("rtk ", ""));
      }
      for (const part of answer.parts) {
        assert.deepEqual(Object.keys(part), ["span", "name", "kind", "reason"]);
        assert.equal(part.reason === null, part.kind === "rewrite");
      }
    }
  });
});

Deno.test("rtk explain --ndjson reports a line that is no JSON string and goes on", async () => {
  await withHome({}, async (home) => {
    const { status, stdout } = await rtk(["explain", "--ndjson"], {
      home,
      stdin: 'git status\n"git status"',
    });
    const [bad, good] = stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
    assert.equal(status, 1);
    assert.match(bad.error, /^Cannot read this line/);
    assert.equal(good.command, "rtk git status");
  });
});

Deno.test("rtk explain takes every name as installed; --here looks at PATH and at files", async () => {
  await withHome({ "project/small.txt": "x\n", "bin/cat": "" }, async (home) => {
    Deno.chmodSync(`${home}/bin/cat`, 0o755);
    const reasons = async (...words: string[]): Promise<unknown[]> => {
      const { stdout } = await rtk(["explain", "--json", ...words], { home, env: { PATH: `${home}/bin` } });
      return JSON.parse(stdout).parts.map(({ reason }: { reason: unknown }) => reason);
    };
    assert.deepEqual(await reasons("cargo check; cat small.txt"), [null, null]);
    assert.deepEqual(await reasons("--here", "cargo check; cat small.txt"), ["not-on-path", "no-gain"]);
    assert.deepEqual(await reasons("--here", "cd / && cat small.txt"), ["no-tool", null]);
  });
});

Deno.test("rtk explain names the rule that decides, and its file", async () => {
  await withHome({ ".claude/settings.json": SETTINGS }, async (home) => {
    const { stdout } = await rtk(["explain", "git status && git push"], { home });
    assert.match(
      stdout,
      /Claude Code says: {2}denied\n {2}Bash\(git push:\*\) in .*\/\.claude\/settings\.json/,
    );
    assert.match(stdout, /\(permission-deny\)/);
    assert.match(stdout, /^rewritten: {2}no/m);
  });
});

Deno.test("rtk explain refuses what it does not know", async () => {
  await withHome({}, async (home) => {
    for (const words of [["--agent", "nobody", "ls"], ["--bogus", "ls"], []]) {
      const { status, stdout, stderr } = await rtk(["explain", ...words], { home });
      assert.equal(status, 1, words.join(" "));
      assert.equal(stdout, "");
      assert.match(stderr, /^rtk: Cannot /);
    }
  });
});

Deno.test({
  name: "rtk explain sees carriage returns at the end of a line",
  ignore: Deno.build.os !== "linux",
  async fn() {
    await withHome({}, async (home) => {
      for (const line of ["git log x\r", "git log x\r\r", "git status\r"]) {
        const { stdout } = await rtk(["explain", "--json", line], { home });
        assert.equal(JSON.parse(stdout).cmd, line);
      }
    });
  },
});

Deno.test("rtk explain refuses a line whose bytes it was not given", async () => {
  await withHome({}, async (home) => {
    const { status, stdout, stderr } = await rtk(["explain", "git log \ufffd"], { home });
    assert.deepEqual([status, stdout], [1, ""]);
    assert.match(stderr, /^rtk: Cannot explain a command that is no UTF-8/);
  });
});

Deno.test("rtk rewrite prints the text alone and ends as plugins expect", async () => {
  const config = '[hooks]\nexclude_commands = ["git log"]\n';
  const files = { ".claude/settings.json": SETTINGS, ".config/rtk/config.toml": config };
  await withHome(files, async (home) => {
    const run = async (words: string[], env: Record<string, string> = {}): Promise<[number, string]> => {
      const { status, stdout, stderr } = await rtk(["rewrite", ...words], { home, env });
      // Plugins refuse such a call and show why.
      const refused = words[0] === "rtk git push" ? "rtk: rule Bash(git push:*) covers git push\n" : "";
      assert.equal(stderr, refused);
      return [status, stdout];
    };
    assert.deepEqual(await run(["git status"]), [0, "rtk git status"]);
    assert.deepEqual(await run(["--", "git", "status", "--short"]), [1, ""]);
    assert.deepEqual(await run(["git", "diff", "HEAD"]), [0, "rtk git diff HEAD"]);
    assert.deepEqual(await run(["git fetch"]), [3, "rtk git fetch"]);
    assert.deepEqual(await run(["git push"]), [2, ""]);
    assert.deepEqual(await run(["rtk git push"]), [2, ""]);
    assert.deepEqual(await run(["git commit -m x"]), [1, ""]);
    assert.deepEqual(await run(["git log"]), [1, ""]);
    assert.deepEqual(await run(["rtk git status"]), [1, ""]);
    assert.deepEqual(await run(["rtk cd /tmp"]), [1, ""]);
    assert.deepEqual(await run(["echo hello"]), [1, ""]);
    assert.deepEqual(await run([]), [1, ""]);
    // Deno shows neither bytes that are no UTF-8 nor carriage returns at the end as they are.
    assert.deepEqual(await run(["git fetch \ufffd"]), [1, ""]);
    if (Deno.build.os !== "linux") return;
    assert.deepEqual(await run(["git fetch\r"]), [1, ""]);
    assert.deepEqual(await run(["git\r", "fetch"]), [1, ""]);
    assert.deepEqual(await run(["git push\r"]), [2, ""]);
    assert.deepEqual(await run(["--agent", "nobody", "git status"]), [1, ""]);
    assert.deepEqual(await run(["--agent=claude", "git status"]), [0, "rtk git status"]);
    assert.deepEqual(await run(["git status"], { RTK_DISABLED: "1" }), [1, ""]);
    assert.deepEqual(await run(["git status"], { RTK_AGENT: "nobody" }), [1, ""]);
  });
});
