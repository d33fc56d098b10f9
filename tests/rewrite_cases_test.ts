/** Tables of commands with the number or the text of their insertions. */
import assert from "node:assert/strict";
import type { GateConfig } from "../core/config/gate_config.ts";
import type { Rewrite } from "../core/rewrite/rewrite.ts";
import { fullTable, isStandIn, nameCounts } from "./harness/all_names.ts";
import { gate } from "./harness/gate.ts";
import { jsonLines } from "./harness/json_lines.ts";

interface Row {
  readonly id: string;
  readonly cmd: string;
  readonly config?: { readonly exclude?: string[]; readonly transparent_prefixes?: string[] };
  readonly insertions: number;
}

interface Report {
  readonly id: string;
  readonly cmd: string;
  /** Right texts; null: unchanged. */
  readonly expect: readonly (string | null)[];
  readonly exclude?: readonly string[];
  readonly filters?: readonly string[];
  readonly disabled?: boolean;
}

/** Rows that have another right answer here, with the part of the design that decides; at most one in twenty. */
const DECIDED_OTHERWISE: Readonly<Record<string, string>> = {
  "rw-0006": "already-rtk: nothing is inserted, and the one rtk was typed",
  "rw-0017": "units: git branch with an operand makes a branch and prints nothing",
  "rw-0126": "background: `head … a &` stays raw, its $! must be the tool's",
  "rw-0250": "units: git commit without a message opens an editor",
  "rw-0401": "parsing: a comment is none of the words, whatever quotes it holds",
  "rw-0406": "parsing: a comment is none of the words, whatever quotes it holds",
  ...Object.fromEntries(
    ["rw-0500", "rw-0514", "rw-0526", "rw-0593"].map((id) => [id, "units: `vitest` without `run` streams"]),
  ),
  "rw-0599": "parsing: a tab is a blank",
  "rw-0606": "runners: rtk goes before pnpm, which still sees all of its words",
  "rw-0631": "names that hold a slash are not looked up, wherever they lie",
  "rw-0639": "names that hold a slash are not looked up, wherever they lie",
  "rw-0771":
    "wrappers: timeout takes no `--` behind the duration (coreutils 9.1 starts a program of that name)",
};

/** Reports whose lines hold a form at which the unit steps aside, so that they stay raw for another reason. */
const STEPS_ASIDE = [
  "cd /tmp\ngrep -c x /tmp/f.txt\ngrep -c x /tmp/f.txt",
  "git -C /path/to/repo log --oneline -5",
];

const rows = jsonLines<Row>(new URL("cases/rewrite.jsonl", import.meta.url));
const reports = jsonLines<Report>(new URL("cases/rewrite_reports.jsonl", import.meta.url));
const table = fullTable([...rows, ...reports].map(({ cmd }) => cmd));

Deno.test("rewriteProgram() makes the number of insertions that the table asks for", async () => {
  const wrong: string[] = [];
  let waiting = 0;
  for (const { id, cmd, config, insertions } of rows) {
    const result = await gate(cmd, {
      table,
      config: {
        excludeCommands: config?.exclude ?? [],
        transparentPrefixes: config?.transparent_prefixes ?? [],
      },
    });
    const made = result.parts.filter(({ kind }) => kind === "rewrite").length;
    if ((made === insertions) !== (id in DECIDED_OTHERWISE)) continue;
    // A stand-in knows no option at which its unit will step aside.
    if (made > insertions && usesStandIn(result)) waiting++;
    else wrong.push(`${id} ${JSON.stringify(cmd)} asks ${insertions}, made ${made}: ${told(result)}`);
  }
  const { all, registered } = nameCounts();
  console.log(
    `${rows.length} rows; ${registered} of ${all} commands have units; ${waiting} rows wait for one`,
  );
  assert.deepEqual(wrong, []);
  assert(Object.keys(DECIDED_OTHERWISE).length <= rows.length / 20);
});

Deno.test("rewriteProgram() gives one of the texts that public reports ask for", async () => {
  const wrong: string[] = [];
  for (const { id, cmd, expect, exclude, filters, disabled } of reports) {
    const config: Partial<GateConfig> = {
      excludeCommands: exclude ?? [],
      filters: (filters ?? []).map((pattern) => ({ id: "user", pattern, name: undefined })),
    };
    const result = await gate(cmd, { table, config, facts: { isDisabled: disabled === true } });
    const text = result.kind === "rewrite" ? result.command : null;
    const isRight = expect.includes(text) || (text === null && STEPS_ASIDE.includes(cmd));
    if (!isRight && !usesStandIn(result)) {
      wrong.push(`${id} ${JSON.stringify(cmd)}: ${JSON.stringify(text)}: ${told(result)}`);
    }
  }
  assert.deepEqual(wrong, []);
});

function usesStandIn({ parts }: Rewrite): boolean {
  return parts.some(({ kind, toolId }) => kind === "rewrite" && isStandIn(toolId));
}

function told({ parts }: Rewrite): string {
  return parts.map(({ name, reason }) => `${name}:${reason ?? "+"}`).join(" ");
}
