/**
 * Every hook and every installed command line on one matrix of bad input, and with an rtk that is gone, cannot be started or
 * crashes: the host's form of no opinion, status 0, within two seconds.
 */
import assert from "node:assert/strict";
import type { HookAgent } from "../agents/agent.ts";
import { AGENT_IDS } from "../agents/registry.ts";
import { installationOf } from "../agents/installations.ts";
import { hookCommand, type HookStreams } from "../cli/commands/hook.ts";
import { loaded, loadedHook } from "./harness/agent_call.ts";
import { AGENT_ROWS, AgentMachine, type AgentRow } from "./harness/agent_rows.ts";
import { type Input, inputsFrom, wrongTypes } from "./harness/bad_input.ts";
import { testContext } from "./harness/cli_context.ts";
import { entryOf, installedLines, textsIn } from "./harness/installed_lines.ts";
import { builtRtk } from "./harness/runner.ts";
import { USELESS_RTK } from "./harness/useless_rtk.ts";

const kinds = await Promise.all(AGENT_IDS.map(async (id) => ({ id, kind: (await loaded(id)).kind })));
const HOOK_IDS = kinds.filter(({ kind }) => kind === "hook").map(({ id }) => id);

/** Scopes in which a host with hooks has no place for them, and why. */
const RULES_ONLY: Readonly<Record<string, string>> = {
  "cline, project": "its extension reads no replaced input, and a project's hook files would be everybody's",
};

/** Where hosts' own limits stand: ten seconds in each host's unit, by the key that it reads. */
const TIMEOUTS: Readonly<Record<string, Readonly<Record<string, number>> | string>> = {
  antigravity: { timeout: 10 },
  claude: { timeout: 10 },
  cline: "a file without an entry: Cline itself ends it after 120 seconds",
  codex: { timeout: 10 },
  copilot: { timeout: 10, timeoutSec: 10 },
  cursor: { timeout: 10 },
  droid: { timeout: 10 },
  gemini: { timeout: 10_000 },
  trae: { timeout: 10 },
  vibe: { timeout: 10 },
};

function payloadOf(id: string): string {
  const payload = installationOf(id)?.smokePayload;
  assert.ok(payload !== undefined && payload.includes('"git status"'), `${id} has no payload for its hook`);
  return payload;
}

function silenceOf(agent: HookAgent): string {
  return agent.encode({ kind: "silent" }, undefined);
}

interface Answer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly milliseconds: number;
}

/** Runs a line as hosts do. */
async function ask(machine: AgentMachine, line: string, input: Input, shell = "/bin/sh"): Promise<Answer> {
  const cache = Deno.env.get("DENO_DIR") ?? `${Deno.env.get("HOME") ?? "/tmp"}/.cache/deno`;
  const start = performance.now();
  const child = new Deno.Command(shell, {
    args: ["-c", line],
    cwd: machine.project,
    clearEnv: true,
    env: {
      HOME: machine.home,
      PATH: `${machine.bin}:/usr/bin:/bin`,
      RTK_DATA_DIR: machine.data,
      DENO_DIR: cache,
    },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  // Who does not read to the end closes the pipe.
  const fed = writer.write(input.bytes.slice()).then(() => input.isOpen ? undefined : writer.close()).catch(
    () => {},
  );
  const { code, stdout, stderr } = await child.output();
  const milliseconds = performance.now() - start;
  await fed;
  if (input.isOpen) await writer.close().catch(() => {});
  const text = new TextDecoder();
  return { code, stdout: text.decode(stdout), stderr: text.decode(stderr), milliseconds };
}

/** The same, again where a busy machine took its time. */
async function askInTime(machine: AgentMachine, line: string, input: Input, shell?: string): Promise<Answer> {
  for (let tries = 0;; tries++) {
    const answer = await ask(machine, line, input, shell);
    if (answer.milliseconds < LIMIT || tries === 4) return answer;
  }
}

const LIMIT = 2000;

/** Does some work for each item, a few at once. */
async function forEach<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const lanes = Array.from({ length: 4 }, async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  });
  await Promise.all(lanes);
}

async function faultsOn(machine: AgentMachine, agent: HookAgent, line: string): Promise<string[]> {
  const wrong: string[] = [];
  const silence = silenceOf(agent);
  // Each answer comes alone: what a host's rules say of the plain payload is said of it in every form.
  const { stdout: usual } = await ask(machine, line, {
    what: "",
    bytes: new TextEncoder().encode(payloadOf(agent.id)),
  });
  await forEach(inputsFrom(payloadOf(agent.id)), async (input) => {
    const { code, stdout, stderr, milliseconds } = await askInTime(machine, line, input);
    const expected = input.isWhole ? usual : silence;
    if (code !== 0 || stdout !== expected || stderr !== "") {
      wrong.push(`${input.what}: ${code} ${stdout} ${stderr}`);
    }
    if (milliseconds > LIMIT) wrong.push(`${input.what}: ${milliseconds} ms`);
  });
  return wrong;
}

for (const id of HOOK_IDS) {
  Deno.test(`rtk hook ${id}: no opinion on bad input, status 0, not a word on stderr, in two seconds`, async () => {
    using machine = new AgentMachine();
    Deno.symlinkSync(builtRtk(), `${machine.bin}/rtk`);
    assert.deepEqual(await faultsOn(machine, await loadedHook(id), `rtk hook ${id}`), []);
  });

  Deno.test(`rtk hook ${id}: a member of another type, at any depth, is answered in the host's form`, async () => {
    const inputs = wrongTypes(payloadOf(id));
    assert.ok(inputs.length > 20);
    const silence = silenceOf(await loadedHook(id));
    for (const { what, bytes } of inputs) {
      const { code, stdout } = await hookHere(id, bytes);
      assert.equal(code, 0, what);
      assert.ok(stdout === silence || stdout.includes("rtk git status"), `${what}: ${stdout}`);
      if (stdout !== "") JSON.parse(stdout);
    }
  });
}

/** The hook in this process. */
async function hookHere(id: string, bytes: Uint8Array): Promise<{ code: number; stdout: string }> {
  let stdout = "";
  const chunks = [bytes];
  const streams: HookStreams = {
    read: () => Promise.resolve(chunks.shift() ?? null),
    write: (text) => void (stdout += text),
  };
  const code = await hookCommand([id], testContext(), streams);
  return { code, stdout };
}

const HOOK_ROWS = AGENT_ROWS.filter(({ agent, name }) =>
  HOOK_IDS.includes(agent.id as typeof HOOK_IDS[number]) && !RULES_ONLY[name]
);

/** The lines of a row, installed on a machine. */
async function installed(machine: AgentMachine, row: AgentRow): Promise<string[]> {
  await machine.install(row);
  const lines = installedLines(machine.edits(row));
  assert.ok(lines.length > 0, "nothing that a host could run is installed");
  return lines;
}

for (const row of HOOK_ROWS) {
  Deno.test(`${row.name}: the installed line answers as the hook does, on bad input as well`, async () => {
    using machine = new AgentMachine();
    Deno.symlinkSync(builtRtk(), `${machine.bin}/rtk`);
    const agent = await loadedHook(row.agent.id);
    for (const line of await installed(machine, row)) {
      assert.deepEqual(await faultsOn(machine, agent, line), [], line);
    }
  });

  Deno.test(`${row.name}: with rtk gone, not executable or crashing the installed line has no opinion`, async () => {
    for (const [what, { text, mode }] of Object.entries(USELESS_RTK)) {
      using machine = new AgentMachine();
      const lines = await installed(machine, row);
      for (const path of [`${machine.bin}/rtk`, machine.rtkPath]) {
        if (mode !== undefined) machine.write(path, text, mode);
      }
      const payload = { what: "", bytes: new TextEncoder().encode(payloadOf(row.agent.id)) };
      for (const [line, shell] of lines.flatMap((line) => SHELLS.map((shell) => [line, shell] as const))) {
        const { code, stdout, stderr, milliseconds } = await askInTime(machine, line, payload, shell);
        assert.equal(code, 0, what);
        assert.equal(stdout.trimEnd(), silenceOf(await loadedHook(row.agent.id)), what);
        // Claude Code's script may say once that rtk is missing.
        const mayTell = row.name === "claude, global" && (what === "gone" || what === "not executable");
        assert.ok(mayTell ? /^rtk: not found.*\n$/.test(stderr) : stderr === "", `${what}: ${stderr}`);
        assert.ok(milliseconds < LIMIT, `${what}: ${milliseconds} ms`);
      }
    }
  });

  Deno.test(`${row.name}: the installed line calls the rtk on PATH, else for the user the one of the installation`, async () => {
    using machine = new AgentMachine();
    const lines = await installed(machine, row);
    const text = '#!/bin/sh\nprintf "%s " "${0##*/}" "$@"; cat\n';
    const payload = { what: "", bytes: new TextEncoder().encode("{}") };
    machine.write(machine.rtkPath, text.replace("printf", 'printf "known "; printf'), 0o755);
    const atInit = row.kind === "global"
      ? `known rtk hook ${row.agent.id} `
      : silenceOf(await loadedHook(row.agent.id));
    for (const line of lines) assert.ok((await ask(machine, line, payload)).stdout.startsWith(atInit), line);
    machine.write(`${machine.bin}/rtk`, text, 0o755);
    for (const line of lines) {
      assert.match(
        (await ask(machine, line, payload)).stdout,
        new RegExp(`^rtk hook ${row.agent.id} .*\\{\\}$`),
        line,
      );
      assert.ok(row.kind === "global" || !line.includes(machine.path), "others share it");
    }
  });

  Deno.test(`${row.name}: the host ends the hook after ten seconds, and on Windows it is as harmless`, () => {
    using machine = new AgentMachine();
    const expected = TIMEOUTS[row.agent.id];
    assert.ok(expected, "say in TIMEOUTS what the host reads");
    const entries = machine.edits(row).map(entryOf).filter((entry) => entry !== undefined);
    const found = Object.fromEntries(entries.flatMap((entry) => timeoutsIn(entry)));
    assert.deepEqual(found, typeof expected === "string" ? {} : expected);
    for (const line of entries.flatMap((entry) => textsIn(entry, WINDOWS_KEYS))) {
      assert.match(
        line,
        new RegExp(
          `^(?:powershell -NoProfile -Command ")?if \\(Get-Command rtk -EA SilentlyContinue\\) \\{ rtk hook ${row.agent.id} \\}; exit 0"?$`,
        ),
      );
    }
  });
}

/** Shells that tell in different words, and on different streams, how a program ended. */
const SHELLS = ["/bin/sh", "bash"];

const WINDOWS_KEYS = new Set(["powershell", "commandWindows"]);

function timeoutsIn(value: unknown): (readonly [string, unknown])[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key.startsWith("timeout") ? [[key, member] as const] : timeoutsIn(member)
  );
}

Deno.test("a scope without a hook line is one of rules only", () => {
  using machine = new AgentMachine();
  for (const name of Object.keys(RULES_ONLY)) {
    const row = AGENT_ROWS.find((one) => one.name === name);
    assert.ok(row, name);
    assert.deepEqual(installedLines(machine.edits(row)), [], name);
  }
});
