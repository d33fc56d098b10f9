/** The edit kinds on files as people have them: twice is once, and taking out gives the bytes back. */
import assert from "node:assert/strict";
import type { Edit, JsonEntry, MarkdownBlock, TomlTable, YamlList } from "../core/install/edit.ts";
import { EditError } from "../core/install/edit.ts";
import { installEdit, removeEdit, stateOfEdit } from "../installer/edit/kinds.ts";

const OURS = { matcher: "Bash", hooks: [{ type: "command", command: "rtk-hook", timeout: 10 }] };

function isOurs(element: unknown): boolean {
  return JSON.stringify(element).includes('"rtk-hook');
}

const json: JsonEntry = {
  kind: "json-entry",
  path: "/x.json",
  at: ["hooks", "PreToolUse"],
  entry: OURS,
  dialect: "json",
  owns: isOurs,
  rivals: (element) => JSON.stringify(element).includes("/opt/rtk-old/bin/rtk hook"),
};
const jsonc: JsonEntry = { ...json, dialect: "jsonc" };
const toml: TomlTable = {
  kind: "toml-table",
  path: "/x.toml",
  name: "hooks",
  values: { name: "rtk", command: "rtk hook vibe" },
  owns: (table) => table.name === "rtk",
};
const yaml: YamlList = { kind: "yaml-list", path: "/x.yaml", at: ["plugins", "enabled"], item: "rtk" };
const markdown: MarkdownBlock = { kind: "markdown-block", path: "/x.md", text: "@RTK.md\n" };

const JSON_FILES: readonly string[] = [
  "{}",
  "{}\n",
  '{\n  "a": 1\n}\n',
  '{\n\t"a": 1,\n\t"hooks": {\n\t\t"PostToolUse": []\n\t}\n}',
  '{\r\n    "hooks": {\r\n        "PreToolUse": [\r\n            { "matcher": "Edit", "hooks": [] }\r\n        ]\r\n    }\r\n}\r\n',
  '{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"other"}]}]},"z":[1,2]}',
  '\uFEFF{\n  "hooks": {},\n  "b": "rtk-hook"\n}\n',
  '{ "hooks": { "PreToolUse": [] } }',
];

const JSONC_FILES: readonly string[] = [
  '// top\n{\n  // why\n  "hooks": { /* none */ }\n}\n// end\n',
  '{\n  "hooks": {\n    "PreToolUse": [\n      // mine\n      { "matcher": "Edit" } // tail\n    ]\n  }\n}\n',
];

const TOML_FILES: readonly string[] = [
  "# top\n",
  'a = 1\r\n[x]\r\nb = "[[hooks]]"\r\n',
  '[[hooks]]\nname = "other"\n# tail',
  'text = """\n[[hooks]]\nname = "rtk"\n"""\n',
];

const YAML_FILES: readonly string[] = [
  "memory:\n  enabled: true\nplugins:\n  enabled:\n    - a\n",
  "plugins:\n  enabled:\n  - a\n  - b # keep\nother: 1\n",
  "plugins:\n  enabled: [a, b]\n",
  "# only a comment\n",
  "other: 1",
  "plugins:\n  path: x\nother: 1\n",
];

const MARKDOWN_FILES: readonly string[] = [
  "# Title\n",
  "# Title\r\ntext\r\n",
  "no final newline",
  "lone\rreturns\r",
  "mixed\nreturns\r",
  "mixed\r\nreturns\r",
  "two\n\n",
  "quoting `<!-- rtk:end -->` and\n    <!-- rtk:end -->\n@RTK.md.backup notes\n",
];

const ROUND_TRIPS: readonly [Edit, readonly string[]][] = [
  [json, JSON_FILES],
  [jsonc, JSONC_FILES],
  [toml, TOML_FILES],
  [yaml, YAML_FILES],
  [markdown, MARKDOWN_FILES],
];

for (const [edit, files] of ROUND_TRIPS) {
  for (const file of files) {
    Deno.test(`${edit.kind} into ${JSON.stringify(file)}: twice is once, other bytes stay`, () => {
      const once = installEdit(file, edit);
      assert.notEqual(once, file);
      assert.equal(stateOfEdit(once, edit), "installed");
      assert.equal(installEdit(once, edit), once);
      const back = removeEdit(once, edit) ?? "";
      assert.equal(stateOfEdit(back === "" ? undefined : back, edit), "absent");
      // Containers that were empty before, and a final newline, are given back from the backup only.
      if (!EMPTIED.has(file)) assert.equal(back, file);
    });
  }

  Deno.test(`${edit.kind} makes a file, and leaves none behind`, () => {
    const fresh = installEdit(undefined, edit);
    assert.equal(stateOfEdit(fresh, edit), "installed");
    assert.equal(removeEdit(fresh, edit), undefined);
  });
}

/** What text edits alone cannot tell from what rtk made itself: empty containers and a missing final newline. */
const EMPTIED: ReadonlySet<string> = new Set([
  "{}",
  "{}\n",
  '\uFEFF{\n  "hooks": {},\n  "b": "rtk-hook"\n}\n',
  '{ "hooks": { "PreToolUse": [] } }',
  '// top\n{\n  // why\n  "hooks": { /* none */ }\n}\n// end\n',
  '[[hooks]]\nname = "other"\n# tail',
  "no final newline",
  "lone\rreturns\r",
  "mixed\nreturns\r",
  "mixed\r\nreturns\r",
  "other: 1",
]);

const REFUSED: readonly [Edit, string, number | undefined][] = [
  [json, '{\n  "a": 1,\n}\n', 3],
  [json, '{\n  // c\n  "a": 1\n}', 2],
  [jsonc, '{\n  "a": 1,\n}\n', 3],
  [json, "[]", 1],
  [json, '{"hooks": []}', undefined],
  [json, '{"hooks": {"PreToolUse": {}}}', undefined],
  [json, '{"hooks": {"Stop": []},\n"a": 1,\n\n\n"hooks": {"PreToolUse": []}}', 5],
  [json, '{"hooks": {"PreToolUse": [\n],\n"x": {"a": 1, "a": 2},\n\n"PreToolUse": []}}', 5],
  [
    { ...json, within: "hooks" },
    '{"hooks": {"PreToolUse": [{"hooks": []},\n\n\n{"hooks": [],\n"hooks": []}]}}',
    5,
  ],
  [toml, "a = = 1\n", 1],
  [toml, 'hooks = "x"\n', undefined],
  [toml, "[hooks]\na = 1\n", undefined],
  [yaml, "a: [1\n", 1],
  [yaml, "plugins: none\n", undefined],
];

for (const [edit, file, line] of REFUSED) {
  Deno.test(`${edit.kind} refuses ${JSON.stringify(file)}`, () => {
    assert.throws(() => installEdit(file, edit), (error) => {
      assert.ok(error instanceof EditError);
      if (line !== undefined) assert.ok(Math.abs((error.line ?? 0) - line) <= 1, `line ${error.line}`);
      return true;
    });
  });
}

Deno.test("json-entry replaces its own older entries and rivals, and keeps neighbours", () => {
  const old = { matcher: "Bash", hooks: [{ type: "command", command: "rtk-hook-1" }] };
  const rival = {
    matcher: "Bash",
    hooks: [{ type: "command", command: "/opt/rtk-old/bin/rtk hook claude" }],
  };
  const other = { matcher: "Bash", hooks: [{ type: "command", command: "mine" }] };
  const file = JSON.stringify({ hooks: { PreToolUse: [old, other, rival, old] } }, null, 2);
  assert.equal(stateOfEdit(file, json), "outdated");
  const { hooks } = JSON.parse(installEdit(file, json)) as { hooks: { PreToolUse: unknown[] } };
  assert.deepEqual(hooks.PreToolUse, [OURS, other]);
});

Deno.test("json-entry takes its own item out of a group that holds others' as well", () => {
  const within: JsonEntry = {
    ...json,
    within: "hooks",
    owns: (hook) => (hook as { command: string }).command === "rtk-hook",
    rivals: (hook) => (hook as { command: string }).command.startsWith("/opt/rtk-old/bin/rtk hook"),
  };
  const mixed =
    '{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"command":"mine"},{"command":"/opt/rtk-old/bin/rtk hook claude"}]}]}}';
  const installed = installEdit(mixed, within);
  assert.deepEqual(JSON.parse(installed).hooks.PreToolUse, [OURS, {
    matcher: "Bash",
    hooks: [{ command: "mine" }],
  }]);
  const moved = mixed.replace("/opt/rtk-old/bin/rtk hook claude", "rtk-hook");
  assert.equal(stateOfEdit(moved, within), "outdated");
  assert.equal(
    removeEdit(moved, within),
    '{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"command":"mine"}]}]}}',
  );
});

Deno.test("markdown-block is renewed in its place", () => {
  const once = installEdit("above\n", markdown);
  const moved = `${once}below\n`;
  const renewed = installEdit(moved, { ...markdown, text: "new\n" });
  assert.equal(stateOfEdit(moved, { ...markdown, text: "new\n" }), "outdated");
  assert.match(renewed, /^above\n\n<!-- rtk:begin .*-->\nnew\n<!-- rtk:end -->\nbelow\n$/);
});

Deno.test("whole-file leaves a file of another origin alone", () => {
  const edit: Edit = {
    kind: "whole-file",
    path: "/h.sh",
    text: "# rtk 2\n",
    owns: (text) => text.startsWith("# rtk"),
  };
  assert.equal(installEdit("# rtk 1\n", edit), "# rtk 2\n");
  assert.throws(() => installEdit("mine\n", edit), EditError);
  assert.equal(removeEdit("mine\n", edit), "mine\n");
});

/** Files that are valid, where rtk's part cannot be added without changing what they mean: what is said of them, with the line. */
const SAID: readonly [Edit, string, line: number, said: RegExp][] = [
  [toml, "a = 1\nhooks = []\n", 2, /^hooks is an array in brackets, .*; remove the line hooks = \[\]$/],
  [toml, 'hooks = [{ name = "a" }]\n', 1, /; write each of its items as a \[\[hooks\]\] table$/],
  [toml, '\nhooks = [{ name = "rtk", command = "old" }]\n', 2, /^hooks is an array in brackets/],
  [
    yaml,
    "b: &b\n  enabled: [a]\nplugins: {<<: *b}\n",
    3,
    /^enabled may come from elsewhere \(<<\); write it out$/,
  ],
  [yaml, "b: &b\n  plugins:\n    enabled: [a]\n<<: *b\nz: 1\n", 4, /^plugins may come from elsewhere/],
  [yaml, "b: &b [a]\nplugins:\n  enabled: *b\n", 3, /^plugins\.enabled stands elsewhere \(\*b\)$/],
  [yaml, "plugins:\n  enabled: &b [a]\nb: *b\n", 2, /^plugins\.enabled is used elsewhere \(&b\)$/],
  [yaml, "plugins: &b\n  x: 1\nb: *b\n", 2, /^the mapping around enabled is used elsewhere \(&b\)$/],
  [yaml, "a: 1\n---\nb: 1\n", 2, /^several documents in one file$/],
];

for (const [edit, file, line, said] of SAID) {
  Deno.test(`${edit.kind} says why it leaves ${JSON.stringify(file)}`, () => {
    assert.throws(() => installEdit(file, edit), (error) => {
      assert.ok(error instanceof EditError);
      assert.match(error.message, said);
      assert.equal(error.line, line);
      return true;
    });
  });
}

Deno.test("yaml-list: a key that is written out beside a merged mapping is added to", () => {
  const text = "b: &b\n  enabled: [a]\nplugins:\n  <<: *b\n  enabled: [c]\n";
  assert.equal(installEdit(text, yaml), text.replace("[c]", "[c, rtk]"));
});

Deno.test("toml-table: rtk's table in an array in brackets is refused where it is to be taken out", () => {
  assert.throws(() => removeEdit('hooks = [{ name = "rtk" }]\n', toml), /array in brackets/);
  assert.equal(removeEdit('hooks = [{ name = "other" }]\n', toml), 'hooks = [{ name = "other" }]\n');
});

for (const text of ["lone\rreturns\r", "mixed\nreturns\r", "mixed\r\nreturns\r", "\r"]) {
  Deno.test(`markdown-block goes from behind ${JSON.stringify(text)} again`, () => {
    const once = installEdit(text, markdown);
    assert.equal(installEdit(once, markdown), once);
    assert.equal(removeEdit(once, markdown), text);
  });
}
