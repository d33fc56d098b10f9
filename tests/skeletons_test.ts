/** `deno task new-agent` and `new-tool` on a copy of the checkout: what they write compiles, is sorted in, and acts on nothing yet. */
import assert from "node:assert/strict";
import { type NewAgent, type Tier } from "../cli/tasks/new_agent_text.ts";
import { newAgent } from "../cli/tasks/new_agent.ts";
import { newTool } from "../cli/tasks/new_tool.ts";
import type { Installation } from "../agents/installations.ts";
import type { Agent } from "../agents/agent.ts";
import { scopeIn } from "./harness/scope.ts";

const root = new URL("../", import.meta.url);

/** A checkout without tests and history, removed after the test. */
class Copy implements Disposable {
  readonly path = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "rtk-copy-" }));
  readonly url = new URL(`file://${this.path}/`);

  constructor() {
    for (const name of ["agents", "core", "deno.json", "deno.lock"]) {
      copy(new URL(name, root), new URL(name, this.url));
    }
  }

  async deno(...args: string[]): Promise<string> {
    const { code, stderr, stdout } = await new Deno.Command(Deno.execPath(), { args, cwd: this.path })
      .output();
    const text = new TextDecoder().decode(stderr) + new TextDecoder().decode(stdout);
    assert.equal(code, 0, text);
    return text;
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.path, { recursive: true });
  }
}

function copy(from: URL, to: URL): void {
  if (Deno.statSync(from).isFile) return Deno.copyFileSync(from, to);
  Deno.mkdirSync(to);
  for (const { name } of Deno.readDirSync(from)) copy(new URL(`${from}/${name}`), new URL(`${to}/${name}`));
}

/** An id before all others, one in between with a hyphen, one behind all others. */
const AGENTS: readonly NewAgent[] = [
  { id: "aaa", title: "Triple A", tier: "hook" },
  { id: "cool-code", title: 'Cool "Code"', tier: "plugin" },
  { id: "zed", title: "Zed's", tier: "rules" },
];

const FILES: Readonly<Record<Tier, readonly string[]>> = {
  hook: ["README.md", "installation.ts", "mod.ts"],
  plugin: ["README.md", "installation.ts", "mod.ts", "rtk.ts"],
  rules: ["README.md", "installation.ts"],
};

Deno.test("new-agent: three tiers compile, stand where the order wants them, and tell what is left", async () => {
  using made = new Copy();
  for (const agent of AGENTS) {
    const { written, left } = newAgent(agent, made.url);
    const own = written.filter((path) => path.startsWith(`agents/${agent.id}/`)).map((path) =>
      path.split("/")[2]
    );
    assert.deepEqual(own.sort(), FILES[agent.tier]);
    assert.equal(written.includes("agents/registry.ts"), agent.tier !== "rules");
    for (const word of ["README.md", "drive the real host", "deno task ok"]) {
      assert.ok(left.some((step) => step.includes(word)), word);
    }
    assert.throws(() => newAgent(agent, made.url), /the id is taken/);
  }
  assert.throws(() => newAgent({ id: "claude", title: "x", tier: "hook" }, made.url), /the id is taken/);
  await made.deno(
    "check",
    "agents/installations.ts",
    "agents/registry.ts",
    ...AGENTS.map(({ id }) => `agents/${id}/*.ts`),
  );
  await made.deno("lint", "agents");
  const { INSTALLATIONS } = await import(`${made.url}agents/installations.ts`) as {
    INSTALLATIONS: Installation[];
  };
  const { AGENT_IDS } = await import(`${made.url}agents/registry.ts`) as { AGENT_IDS: string[] };
  const ids = INSTALLATIONS.map(({ id }) => id);
  assert.deepEqual(ids, [...ids].sort());
  assert.deepEqual(AGENT_IDS, [...AGENT_IDS].sort());
  for (const { id, tier } of AGENTS) {
    assert.ok(ids.includes(id));
    assert.equal(AGENT_IDS.includes(id), tier !== "rules");
  }
});

Deno.test("new-agent: before its blanks are filled in an agent answers nothing", async () => {
  using made = new Copy();
  for (const agent of AGENTS) newAgent(agent, made.url);
  const { agent } = await import(`${made.url}agents/aaa/mod.ts`) as { agent: Agent };
  assert.ok(agent.kind === "hook");
  for (const payload of [undefined, 1, {}, { tool_name: "", tool_input: { command: "git status" } }]) {
    assert.equal(agent.decode(payload), undefined);
  }
  const { INSTALLATIONS } = await import(`${made.url}agents/installations.ts`) as {
    INSTALLATIONS: Installation[];
  };
  for (const kind of ["global", "project"] as const) {
    for (const { id } of AGENTS) {
      const edits = INSTALLATIONS.find((one) => one.id === id)?.edits(
        scopeIn("/home/u", { kind, rtkPath: "/usr/bin/rtk" }),
      );
      assert.equal(edits?.length, 1);
      assert.ok(
        edits?.[0]?.path.startsWith(kind === "global" ? "/home/u/." : "/home/u/project/."),
        edits?.[0]?.path,
      );
    }
  }
});

Deno.test("new-tool: the unit compiles, its row is sorted in, an id is taken once", async () => {
  using made = new Copy();
  for (
    const [id, command, path] of [
      ["aa-tool", "aa tool", "core/tools/aa_tool.ts"],
      ["git-notes", "git notes", "core/tools/git/notes.ts"],
      ["zz", "zz", "core/tools/zz.ts"],
    ] as const
  ) {
    assert.deepEqual(newTool(id, command, made.url), [
      path,
      "core/tools/registry.ts",
      `tests/fixtures/${id}/success/case.json`,
    ]);
    assert.throws(() => newTool(id, command, made.url), /the id is taken/);
  }
  await made.deno("check", "core/tools/registry.ts");
  const { tools } = await import(`${made.url}core/tools/registry.ts`) as { tools: { id: string }[] };
  const ids = tools.map(({ id }) => id);
  assert.deepEqual(ids, [...ids].sort());
  assert.ok(["aa-tool", "git-notes", "zz"].every((id) => ids.includes(id)));
});
