import assert from "node:assert/strict";
import { configPaths, digestedConfig, gateConfigFor, type Surroundings } from "../core/config/digest.ts";
import { digestOf, loadConfig, loadDigested } from "../core/config/digest_load.ts";
import { DEFAULT_GATE_CONFIG } from "../core/config/gate_config.ts";
import { mergeConfig } from "../core/config/load.ts";
import { DEFAULT_RUN_CONFIG } from "../core/config/run_config.ts";
import { KEYS, valueFault } from "../core/config/schema.ts";
import { setTomlKey, tomlKeys, tomlValue } from "../core/config/toml_text.ts";

const user = (text: string) => ({ file: "/u/config.toml", text });

Deno.test("every default fits its own key", () => {
  assert.deepEqual(KEYS.filter((key) => valueFault(key, key.default) !== undefined), []);
});

Deno.test("what holds without a file is what the table of keys says", () => {
  const defaults = digestOf(mergeConfig(undefined, undefined));
  assert.deepEqual(defaults.gate, { ...DEFAULT_GATE_CONFIG, rewrite: "auto" });
  assert.deepEqual(defaults.run, DEFAULT_RUN_CONFIG);
});

Deno.test("mergeConfig() takes values with their file and line", () => {
  const { settings, problems } = mergeConfig(
    user('# c\n[hooks]\nexclude_commands = ["git push"]\n'),
    undefined,
  );
  assert.deepEqual(problems, []);
  assert.deepEqual(settings.get("hooks.exclude_commands"), {
    value: ["git push"],
    origin: { file: "/u/config.toml", line: 3 },
  });
  assert.equal(settings.get("hooks.enabled")?.origin, undefined);
});

Deno.test("a faulty key costs only that key and is named with file and line", () => {
  const text = '[hooks]\nenabled = "yes"\nshadowed = ["g"]\nbogus = 1\nexclude_commands = ["^("]\n';
  const { settings, problems } = mergeConfig(user(text), undefined);
  assert.equal(settings.get("hooks.enabled")?.value, true);
  assert.deepEqual(settings.get("hooks.shadowed")?.value, ["g"]);
  assert.deepEqual(problems.map(({ line, message }) => `${line} ${message}`), [
    "2 hooks.enabled: expected true or false",
    "4 unknown key hooks.bogus",
    '5 hooks.exclude_commands: "^(" is no regular expression',
  ]);
});

Deno.test("a file that is no TOML costs the file and names its line", () => {
  const { settings, problems } = mergeConfig(user("[hooks]\nenabled = = 1\n"), undefined);
  assert.equal(settings.get("hooks.enabled")?.value, true);
  assert.equal(problems.length, 1);
  assert.equal(problems[0]?.line, 2);
  assert.match(problems[0]?.message ?? "", /^not valid TOML, the file is ignored/);
});

Deno.test("a project can only make rtk do less", () => {
  const project = {
    file: "/p/.rtk/config.toml",
    text: '[hooks]\nenabled = true\nexclude_commands = ["ls"]\n[filters]\nlevel = "compact"\n',
  };
  const { settings, problems } = mergeConfig(user('[hooks]\nexclude_commands = ["git push"]\n'), project);
  assert.deepEqual(settings.get("hooks.exclude_commands")?.value, ["git push", "ls"]);
  assert.equal(settings.get("filters.level")?.origin, undefined);
  assert.equal(problems.length, 2);
  const lossless = { file: "/p/.rtk/config.toml", text: '[filters]\nlevel = "lossless"\n' };
  assert.equal(mergeConfig(undefined, lossless).settings.get("filters.level")?.value, "lossless");
});

Deno.test("levels of single tools are read from a table and from an inline table", () => {
  for (
    const text of [
      '[filters.levels]\ngit-log = "lossless"\n',
      '[filters]\nlevels = { git-log = "lossless" }\n',
    ]
  ) {
    const { settings, problems } = mergeConfig(user(text), undefined);
    assert.deepEqual(problems, []);
    assert.deepEqual(settings.get("filters.levels")?.value, { "git-log": "lossless" });
  }
});

const EDITS: readonly [string, string, string, string][] = [
  ["", "hooks.enabled", "false", "[hooks]\nenabled = false\n"],
  [
    "# top\n[hooks]\n# why\nenabled = true # on\n",
    "hooks.enabled",
    "false",
    "# top\n[hooks]\n# why\nenabled = false # on\n",
  ],
  [
    "[hooks]\nenabled = true\n\n[recall]\ndays = 3\n",
    "hooks.rewrite",
    '"read"',
    '[hooks]\nenabled = true\nrewrite = "read"\n\n[recall]\ndays = 3\n',
  ],
  ["[recall]\r\ndays = 3\r\n", "recall.days", "4", "[recall]\r\ndays = 4\r\n"],
  [
    "[recall]\r\ndays = 3\r\n",
    "hooks.enabled",
    "false",
    "[recall]\r\ndays = 3\r\n\r\n[hooks]\r\nenabled = false\r\n",
  ],
  ["[hooks]", "hooks.enabled", "false", "[hooks]\nenabled = false\n"],
  [
    "hooks.rewrite = 'read'\n\n[recall]\n",
    "hooks.enabled",
    "false",
    "hooks.rewrite = 'read'\nhooks.enabled = false\n\n[recall]\n",
  ],
  ["hooks.enabled = true\n", "hooks.enabled", "false", "hooks.enabled = false\n"],
];

for (const [before, name, value, after] of EDITS) {
  Deno.test(`setTomlKey() ${name} = ${value} in ${JSON.stringify(before)} keeps every other byte`, () => {
    assert.equal(setTomlKey(before, name, value), after);
    assert.equal(tomlValue(tomlKeys(after).find((key) => key.name === name)?.value), value);
  });
}

Deno.test("the digest is used while the files are unchanged, and is stale after a change", () => {
  const home = Deno.makeTempDirSync();
  const dataFolder = `${home}/data`;
  Deno.mkdirSync(`${home}/.config/rtk`, { recursive: true });
  Deno.mkdirSync(dataFolder);
  const surroundings: Surroundings = {
    env: (name) => name === "HOME" ? home : undefined,
    cwd: `${home}/project/sub`,
    dataFolder,
  };
  assert.equal(digestedConfig(surroundings)?.gate.enabled, true);
  const file = `${home}/.config/rtk/config.toml`;
  Deno.writeTextFileSync(file, "[hooks]\nenabled = false\n");
  assert.equal(digestedConfig(surroundings), undefined, "a file without a digest is not guessed");
  loadDigested(surroundings, { write: true });
  assert.equal(digestedConfig(surroundings)?.gate.enabled, false);
  Deno.writeTextFileSync(file, "[hooks]\nenabled = true # again\n");
  assert.equal(digestedConfig(surroundings), undefined);
  Deno.removeSync(home, { recursive: true });
});

Deno.test("a project's file is found from a sub-folder, and its exclusions reach the gate", () => {
  const home = Deno.makeTempDirSync();
  Deno.mkdirSync(`${home}/project/.rtk`, { recursive: true });
  Deno.mkdirSync(`${home}/project/sub`);
  Deno.writeTextFileSync(`${home}/project/.rtk/config.toml`, '[hooks]\nexclude_commands = ["make"]\n');
  const surroundings: Surroundings = {
    env: (name) => name === "HOME" ? home : undefined,
    cwd: `${home}/project/sub`,
    dataFolder: undefined,
  };
  assert.equal(configPaths(surroundings).at(-1), `${home}/project/.rtk/config.toml`);
  const config = gateConfigFor(digestOf(loadConfig(surroundings)).gate, "build");
  assert.deepEqual(config.excludeCommands, ["make"]);
  assert.equal(config.rewrite, "build");
  Deno.removeSync(home, { recursive: true });
});
