/** The table of known payloads and replies, and the one list of rows that have another right answer here. */
import { jsonLines } from "./json_lines.ts";

/** A row of `cases/hooks.jsonl`. */
export interface HookCase {
  readonly id: string;
  readonly agent: string;
  readonly stdin: string;
  readonly argv?: readonly string[];
  readonly expect_stdout: unknown;
  readonly expect_exit?: number;
  /** What was asked for in words of its own, where the row says something else. */
  readonly seed_expect?: unknown;
  readonly rules?: { readonly deny?: string[]; readonly ask?: string[]; readonly allow?: string[] };
}

/** All rows. */
export const HOOK_CASES: readonly HookCase[] = jsonLines<HookCase>(
  new URL("../cases/hooks.jsonl", import.meta.url),
);

/** Rows with another right answer here, and the section of the design that decides. */
export const DECIDED_OTHERWISE: Readonly<Record<string, string>> = {
  "hk-0019": "§9: an ask rule leaves the line to the host, which asks about what was typed",
  "hk-0072": "§5: a background job stays raw, its $! must be the tool's",
  "hk-0087": "§6: --oneline asks for a format of its own, which stays exact",
  "hk-0166": "§9: a line that begins with rtk is no rewrite, status 1",
};

/** The hosts of the table and the tests that hold their rows. */
export const HELD_IN: Readonly<Record<string, string>> = {
  "claude": "agent_claude_test.ts",
  "cursor": "agents_payload_test.ts",
  "gemini": "agents_payload_test.ts",
  "codex": "agents_payload_test.ts",
  "trae": "agents_payload_test.ts",
  "vibe": "agents_payload_test.ts",
  "copilot-cli": "agents_payload_test.ts",
  "copilot-ide": "agents_payload_test.ts",
  "copilot-vscode": "agents_payload_test.ts",
  "hermes-plugin": "plugins/hermes_plugin_test.py",
  "rewrite-cli": "agents_cases_test.ts",
  "droid": "agents_payload_test.ts",
  "antigravity": "agents_payload_test.ts",
};
