/** The table of known payloads as a whole: every row is held somewhere, and few have another right answer here. */
import assert from "node:assert/strict";
import { hookCommand } from "../cli/commands/hook.ts";
import { ScratchHost } from "./harness/agent_call.ts";
import { testContext } from "./harness/cli_context.ts";
import { DECIDED_OTHERWISE, HELD_IN, HOOK_CASES } from "./harness/hook_cases.ts";
import { jsonLines } from "./harness/json_lines.ts";
import { sharedFolder } from "./harness/shared.ts";

Deno.test("every row is held by a test, but for one in twenty at most, and the design decides about those", () => {
  for (const { id, agent } of HOOK_CASES) {
    const file = HELD_IN[agent];
    assert.ok(file, `${id}: nothing holds rows of ${agent}`);
    Deno.statSync(new URL(file, import.meta.url));
  }
  const ids = HOOK_CASES.map(({ id }) => id);
  for (const [id, why] of Object.entries(DECIDED_OTHERWISE)) {
    assert.ok(ids.includes(id), id);
    assert.match(why, /^§\d+: ./, id);
  }
  assert.ok(Object.keys(DECIDED_OTHERWISE).length <= HOOK_CASES.length / 20, `${HOOK_CASES.length} rows`);
});

Deno.test(`the table is the larger one's (${sharedFolder() ? "compared" : "absent: the larger table"})`, () => {
  const folder = sharedFolder();
  if (folder) assert.deepEqual(HOOK_CASES, jsonLines(new URL("cases/hooks.jsonl", folder)));
});

Deno.test("rtk rewrite: the known lines get the known answers and statuses", async () => {
  // The rows tell of no rules: Trae has none that rtk could read.
  using host = new ScratchHost();
  const wrong: string[] = [];
  for (
    const { id, argv = [], expect_stdout, expect_exit } of HOOK_CASES.filter(({ agent }) =>
      agent === "rewrite-cli"
    )
  ) {
    const { status, stdout } = await host.rewrite("trae", argv.slice(1).join(" "));
    const isRight = status === expect_exit && stdout === expect_stdout;
    if (isRight === id in DECIDED_OTHERWISE) wrong.push(`${id} ${argv}: ${status} ${stdout}`);
  }
  assert.deepEqual(wrong, []);
});

Deno.test("a hook of a host that rtk does not know gets silence and status 0, whatever the payload", async () => {
  for (const { id, stdin } of HOOK_CASES) {
    let stdout = "";
    const chunks = [new TextEncoder().encode(stdin)];
    const streams = {
      read: () => Promise.resolve(chunks.shift() ?? null),
      write: (text: string) => void (stdout += text),
    };
    assert.equal(await hookCommand(["no-such-host"], testContext(), streams), 0, id);
    assert.equal(stdout, "", id);
  }
});

/** Tests that hold reported faults of hooks and installers, by the report's id. */
const REPORT_TESTS = [
  "reports_agents_test.ts",
  "reports_install_test.ts",
  "agents_plugin_test.ts",
  "agents_plugin_input_test.ts",
  "agent_hermes_test.ts",
  "plugins/hermes_plugin_test.py",
];

Deno.test(`every report on hooks and installers is held (${sharedFolder() ? "the larger set" : "absent: the larger set"})`, () => {
  const folder = sharedFolder();
  if (!folder) return;
  const reports = jsonLines<{ readonly id: string; readonly area: string }>(
    new URL("cases/bugs.jsonl", folder),
  )
    .filter(({ area }) => area === "hook" || area === "installer");
  assert.ok(reports.length > 30);
  const texts = REPORT_TESTS.map((file) => Deno.readTextFileSync(new URL(file, import.meta.url))).join("\n");
  const open = reports.map(({ id }) => id).filter((id) => !new RegExp(`${id}(?![0-9])`).test(texts));
  assert.deepEqual(open, []);
});
