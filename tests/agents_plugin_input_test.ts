/**
 * Every plugin, in every scope it has, on the matrix of bad input that hooks are held to, once as what the host says and once
 * as what rtk answers, and with an rtk that is gone, cannot be started, crashes or hangs: the command runs as it is.
 */
import assert from "node:assert/strict";
import { AGENT_IDS } from "../agents/registry.ts";
import type { WholeFile } from "../core/install/edit.ts";
import { loaded } from "./harness/agent_call.ts";
import { AGENT_ROWS, AgentMachine, type AgentRow } from "./harness/agent_rows.ts";
import { type Input, inputsFrom } from "./harness/bad_input.ts";
import { USELESS_RTK } from "./harness/useless_rtk.ts";

/** What a plugin did with a call. */
interface Outcome {
  readonly input: unknown;
  readonly refusal: string | null;
  readonly milliseconds: number;
}

interface Call {
  readonly tool: string;
  readonly input: unknown;
}

/** How a plugin's host is played: its shell tool, and the program that loads the plugin and makes calls. */
interface PluginHost {
  readonly tool: string;
  argv(plugin: string, calls: readonly Call[], folder: string): readonly [string, ...string[]];
}

function script(host: "opencode" | "pi"): PluginHost {
  const entry = decodeURIComponent(new URL("harness/plugin_entry.ts", import.meta.url).pathname);
  return {
    tool: "bash",
    argv: (plugin, calls, folder) => {
      const all = calls.map((call) => ({ ...call, host, folder }));
      return [Deno.execPath(), "run", "-A", "--quiet", "--no-config", entry, plugin, JSON.stringify(all)];
    },
  };
}

/** By id. An agent with a plugin that is not here has no tests yet. */
const HOSTS: Readonly<Record<string, PluginHost>> = {
  opencode: script("opencode"),
  pi: script("pi"),
  omp: script("pi"),
  hermes: {
    tool: "terminal",
    argv: (plugin, calls) => {
      const entry = decodeURIComponent(new URL("plugins/hermes_entry.py", import.meta.url).pathname);
      return ["python3", "-B", entry, plugin, JSON.stringify(calls)];
    },
  },
};

const kinds = await Promise.all(AGENT_IDS.map(async (id) => ({ id, kind: (await loaded(id)).kind })));
const PLUGIN_IDS = kinds.filter(({ kind }) => kind === "plugin").map(({ id }) => String(id));
const PLUGIN_ROWS = AGENT_ROWS.filter(({ agent }) => PLUGIN_IDS.includes(agent.id));

function hostOf({ agent }: AgentRow): PluginHost {
  const host = HOSTS[agent.id];
  assert.ok(host, `say in HOSTS how the host of ${agent.id} is played`);
  return host;
}

/** The file that the host loads: the one with code in it. */
function pluginFile(machine: AgentMachine, row: AgentRow): WholeFile {
  const file = machine.edits(row).find((edit) =>
    edit.kind === "whole-file" && /\.(?:ts|js|py)$/.test(edit.path)
  );
  assert.ok(file?.kind === "whole-file", "no plugin is installed");
  return file;
}

async function outcomes(machine: AgentMachine, row: AgentRow, calls: readonly Call[]): Promise<Outcome[]> {
  await machine.install(row);
  const [program, ...args] = hostOf(row).argv(pluginFile(machine, row).path, calls, machine.project);
  const { code, stdout, stderr } = await new Deno.Command(program, {
    args,
    cwd: machine.project,
    clearEnv: true,
    env: {
      HOME: machine.home,
      HERE: machine.path,
      PATH: `${machine.bin}:/usr/bin:/bin`,
      DENO_DIR: `${machine.path}/deno`,
    },
    stdin: "null",
  }).output();
  const [out, err] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  assert.deepEqual([code, err], [0, ""], "the host fails, or the plugin prints");
  const found = JSON.parse(out ?? "") as Outcome[];
  assert.equal(found.length, calls.length);
  return found;
}

/** A call of the shell tool about the command of a numbered case. */
function call(row: AgentRow, number: number | string): Call {
  return { tool: hostOf(row).tool, input: { command: commandOf(number), timeout: 5 } };
}

function commandOf(number: number | string): string {
  return `git status #${number}`;
}

function assertRaw(what: string, made: Call, { input, refusal }: Outcome): void {
  assert.deepEqual([input, refusal], [made.input, null], what);
}

const LIMIT = 2000;
/** What a busy machine may need on top. */
const SLACK = 1000;

/** Runs the script of the case that stands behind the command's last #. */
const BY_CASE = '#!/bin/sh\nfor word do :; done\n. "$HERE/case-${word##*#}"\n';

for (const row of PLUGIN_ROWS) {
  Deno.test(`${row.name}: whatever rtk answers that is no rewrite, the command runs as it is, after two seconds at most`, async () => {
    using machine = new AgentMachine();
    machine.write(`${machine.bin}/rtk`, BY_CASE, 0o755);
    const answers = answersTo(row).map(({ what, bytes, isOpen }, number) => {
      machine.write(`${machine.path}/bytes-${number}`, bytes);
      const end = isOpen ? "exec sleep 60" : "exit 3";
      machine.write(`${machine.path}/case-${number}`, `cat "$HERE/bytes-${number}"; ${end}\n`);
      return { what, made: call(row, number), isOpen: isOpen ?? false };
    });
    machine.write(`${machine.path}/case-good`, 'printf "rtk git status #good"; exit 3\n');
    const calls = [...answers.map(({ made }) => made), call(row, "good")];
    const found = await outcomes(machine, row, calls);
    for (const [at, { what, made, isOpen }] of answers.entries()) {
      const outcome = found[at];
      assert.ok(outcome);
      assertRaw(what, made, outcome);
      assert.ok(outcome.milliseconds < LIMIT + SLACK, `${what}: ${outcome.milliseconds} ms`);
      if (isOpen) assert.ok(outcome.milliseconds > LIMIT - 100, `${what}: ${outcome.milliseconds} ms`);
    }
    assert.deepEqual(found.at(-1)?.input, { command: "rtk git status #good", timeout: 5 });
  });

  Deno.test(`${row.name}: whatever the host says that is no command, rtk is not asked and nothing changes`, async () => {
    using machine = new AgentMachine();
    machine.write(
      `${machine.bin}/rtk`,
      '#!/bin/sh\necho asked >>"$HERE/asked"\nprintf "rtk %s" "$5"\n',
      0o755,
    );
    const { tool } = hostOf(row);
    const calls = [
      ...CALLS.map((input) => ({ tool, input })),
      ...["Unknown", "", "read_file"].map((other) => ({ tool: other, input: { command: "git status" } })),
    ];
    const found = await outcomes(machine, row, calls);
    for (const [at, outcome] of found.entries()) {
      const made = calls[at];
      assert.ok(made);
      assertRaw(JSON.stringify(made).slice(0, 200), made, outcome);
    }
    assert.throws(() => Deno.statSync(`${machine.path}/asked`), Deno.errors.NotFound);
  });

  Deno.test(`${row.name}: with rtk gone, not executable or crashing the command runs as it is (anolisa-750)`, async () => {
    await Promise.all(
      Object.entries(USELESS_RTK).map(async ([what, { text, mode }]) => {
        using machine = new AgentMachine();
        for (const path of [`${machine.bin}/rtk`, machine.rtkPath]) {
          if (mode !== undefined) machine.write(path, text, mode);
        }
        const made = call(row, 1);
        const [outcome] = await outcomes(machine, row, [made]);
        assert.ok(outcome);
        assertRaw(what, made, outcome);
        assert.ok(outcome.milliseconds < LIMIT, `${what}: ${outcome.milliseconds} ms`);
      }),
    );
  });
}

/** What may come from rtk about the command of a case: what may come to it, and answers with something wrong about them. */
function answersTo(row: AgentRow): Input[] {
  const encoder = new TextEncoder();
  const wrong: readonly ((command: string) => Omit<Input, "bytes"> & { readonly text: string })[] = [
    (command) => ({ what: "a byte order mark", text: `\ufeffrtk ${command}` }),
    (command) => ({ what: "a second line", text: `rtk ${command}\nrtk ${command}` }),
    (command) => ({ what: "a newline", text: `rtk ${command}\n` }),
    () => ({ what: "another command", text: "rtk git push" }),
    (command) => ({ what: "more than the command", text: `rtk ${command}; rm -rf x` }),
    (command) => ({ what: "an answer, and no end", text: `rtk ${command}`, isOpen: true }),
  ];
  const texts = wrong.map((make, at) => {
    const { text, ...more } = make(commandOf(at));
    return { ...more, bytes: encoder.encode(text) };
  });
  const bytes = encoder.encode(`rtk ${commandOf(texts.length)}`);
  const payload = JSON.stringify({ tool_name: hostOf(row).tool, tool_input: { command: "git status" } });
  return [...texts, { what: "no UTF-8", bytes: new Uint8Array([...bytes, 0xff]) }, ...inputsFrom(payload)];
}

/** Inputs of a shell tool that hold no command, or one that no program can be given. */
const CALLS: readonly unknown[] = [
  {},
  { command: null },
  { command: 5 },
  { command: true },
  { command: ["git", "status"] },
  { command: { text: "git status" } },
  { Command: "git status" },
  { command: "git status\0" },
];
