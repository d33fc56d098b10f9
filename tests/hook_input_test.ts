/** The built `rtk hook` on what hosts send, and on what they should not: it never blocks, never hangs, never fails. */
import assert from "node:assert/strict";
import { builtRtk, command, type Ran, run, Scratch } from "./harness/runner.ts";

const rtk = builtRtk();

function payload(
  text: string,
  more: Readonly<Record<string, unknown>> = {},
  top: Record<string, unknown> = {},
): string {
  return JSON.stringify({
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    permission_mode: "default",
    tool_input: { command: text, ...more },
    ...top,
  });
}

async function hook(
  scratch: Scratch,
  stdin: string | Uint8Array,
  words: readonly string[] = ["claude"],
): Promise<Ran> {
  return await run(scratch, [rtk, "hook", ...words], { stdin });
}

function assertSilent({ code, stdout, stderr }: Ran, what: string): void {
  assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: "", stderr: "" }, what);
}

function rewrittenBy({ stdout }: Ran): Record<string, unknown> {
  const reply = JSON.parse(stdout) as { hookSpecificOutput: { updatedInput: Record<string, unknown> } };
  return reply.hookSpecificOutput.updatedInput;
}

const good = payload("git status");

const BAD_INPUT: Readonly<Record<string, string | Uint8Array>> = {
  "nothing": "",
  "blanks": " \n\t\n",
  "a byte order mark": "\ufeff",
  "no JSON": "not json",
  "an array": `[${good}]`,
  "a string": JSON.stringify(good),
  "a number": "42",
  "null": "null",
  "half of it": good.slice(0, 40),
  "all but the last byte": good.slice(0, -1),
  "a second value": `${good}${good}`,
  "text behind it": `${good} x`,
  "a trailing comma": good.replace(/\}$/, ",}"),
  "an unknown tool": payload("git status", {}, { tool_name: "Read" }),
  "a tool of no host": payload("git status", {}, { tool_name: "Bash2" }),
  "PowerShell": payload("git status", {}, { tool_name: "PowerShell" }),
  "no tool name": payload("git status", {}, { tool_name: undefined }),
  "a tool name that is no text": payload("git status", {}, { tool_name: 5 }),
  "no input": JSON.stringify({ tool_name: "Bash" }),
  "input null": payload("", {}, { tool_input: null }),
  "input a text": payload("", {}, { tool_input: "git status" }),
  "input an array": payload("", {}, { tool_input: ["git status"] }),
  "no command": payload("", {}, { tool_input: {} }),
  "a command that is a number": payload("", {}, { tool_input: { command: 5 } }),
  "a command that is an array": payload("", {}, { tool_input: { command: ["git", "status"] } }),
  "an empty command": payload(""),
  "a blank command": payload(" \n"),
  "a command with a NUL": payload("git status\0"),
  "a mode that is no text": payload("git status", {}, { permission_mode: 7, tool_name: "x" }),
  "invalid UTF-8": new Uint8Array([...new TextEncoder().encode(good.slice(0, -2)), 0xff, 0xfe, 0x7d, 0x7d]),
  "UTF-16": new Uint8Array([0xff, 0xfe, ...[...good].flatMap((letter) => [letter.charCodeAt(0), 0])]),
  "two megabytes": payload(`git status ${"x".repeat(2 * 1024 * 1024)}`),
  "deep nesting": "[".repeat(200_000),
  "deep nesting in an object": `{"a":${"[".repeat(200_000)}`,
};

Deno.test("rtk hook is silent and successful on bad input", async () => {
  using scratch = new Scratch();
  for (const [what, stdin] of Object.entries(BAD_INPUT)) assertSilent(await hook(scratch, stdin), what);
});

Deno.test("rtk hook is silent for a host that it does not know, and without one", async () => {
  using scratch = new Scratch();
  for (
    const words of [[], ["nobody"], ["--contract", "1"], ["claude", "--contract", "99"], [
      "claude",
      "--contract",
      "x",
    ]]
  ) {
    assertSilent(await hook(scratch, good, words), words.join(" "));
  }
});

Deno.test("rtk hook takes a byte order mark, blanks around the object and CRLF", async () => {
  using scratch = new Scratch();
  for (
    const stdin of [
      `\ufeff${good}`,
      `\n  ${good}\r\n`,
      JSON.stringify(JSON.parse(good), null, 2).replaceAll("\n", "\r\n"),
    ]
  ) {
    assert.equal(
      rewrittenBy(await hook(scratch, stdin, ["claude", "--contract", "1"])).command,
      "rtk git status",
    );
  }
});

Deno.test("rtk hook answers as soon as one object is complete, though stdin stays open", async () => {
  using scratch = new Scratch();
  const child = command(scratch, [rtk, "hook", "claude"], { stdin: "" }).spawn();
  const writer = child.stdin.getWriter();
  // In two pieces, the cut inside of a string.
  const bytes = new TextEncoder().encode(good);
  await writer.write(bytes.slice(0, 60));
  await new Promise((resolve) => setTimeout(resolve, 50));
  await writer.write(bytes.slice(60));
  const { code, stdout } = await child.output();
  assert.equal(code, 0);
  assert.match(new TextDecoder().decode(stdout), /rtk git status/);
  await writer.close().catch(() => {});
});

Deno.test("rtk hook gives up on a payload that never comes", async () => {
  using scratch = new Scratch();
  for (const begun of ["", good.slice(0, 30)]) {
    const child = command(scratch, [rtk, "hook", "claude"], { stdin: "" }).spawn();
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(begun));
    const start = performance.now();
    const { code, stdout, stderr } = await child.output();
    assert.deepEqual([code, stdout.length, stderr.length], [0, 0, 0]);
    // One second, and the start on a busy machine.
    assert.ok(performance.now() - start < 20_000);
    await writer.close().catch(() => {});
  }
});

Deno.test("every other field of the tool's input comes back", async () => {
  using scratch = new Scratch();
  const more = {
    timeout: 60_000,
    description: "état ✓",
    run_in_background: false,
    nested: { list: [1, null, { a: "b" }], empty: "" },
    "odd key": true,
  };
  const input = rewrittenBy(await hook(scratch, payload("git status", more)));
  assert.deepEqual(input, { command: "rtk git status", ...more });
});

Deno.test("a call that runs in the background is left alone", async () => {
  using scratch = new Scratch();
  assertSilent(await hook(scratch, payload("git status", { run_in_background: true })), "background");
});

Deno.test("a name that the hook's PATH does not find is left alone", async () => {
  using scratch = new Scratch();
  const ran = await run(scratch, [rtk, "hook", "claude"], {
    stdin: payload("git status"),
    env: { PATH: scratch.bin },
  });
  assertSilent(ran, "not on PATH");
});

Deno.test("a deny rule silences the hook, and a typed rtk that would walk past it is refused", async () => {
  using scratch = new Scratch();
  Deno.mkdirSync(`${scratch.path}/.claude`);
  scratch.file(".claude/settings.json", JSON.stringify({ permissions: { deny: ["Bash(git status:*)"] } }));
  assertSilent(await hook(scratch, payload("git status")), "denied");
  assert.match((await hook(scratch, payload("git diff"))).stdout, /rtk git diff/);
  for (
    const typed of ["rtk git status", "rtk proxy git status -s", "rtk -- git status", 'r"t"k git status']
  ) {
    const { stdout } = await hook(scratch, payload(typed));
    assert.deepEqual(JSON.parse(stdout), {
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "deny",
        permissionDecisionReason: `rule Bash(git status:*) covers git status${
          typed.endsWith("-s") ? " -s" : ""
        }`,
      },
    }, typed);
  }
});

Deno.test("a broken settings file, a folder in its place and a home that is not there change nothing", async () => {
  using scratch = new Scratch();
  Deno.mkdirSync(`${scratch.path}/.claude/settings.local.json`, { recursive: true });
  scratch.file(".claude/settings.json", "{ // a comment\n");
  assert.match((await hook(scratch, payload("git status"))).stdout, /rtk git status/);
  for (const HOME of ["/nonexistent", ""]) {
    const ran = await run(scratch, [rtk, "hook", "claude"], { stdin: payload("git status"), env: { HOME } });
    assert.match(ran.stdout, /rtk git status/, HOME);
    assert.equal(ran.code, 0);
  }
});

Deno.test("RTK_DISABLED leaves everything alone", async () => {
  using scratch = new Scratch();
  const ran = await run(scratch, [rtk, "hook", "claude"], { stdin: good, env: { RTK_DISABLED: "1" } });
  assertSilent(ran, "disabled");
});
