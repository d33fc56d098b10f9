/** Plans carried out on a scratch home: bytes come back, a broken file stops everything, a killed run leaves old or new. */
import assert from "node:assert/strict";
import type { Edit } from "../core/install/edit.ts";
import { applyInstall } from "../installer/apply.ts";
import { applyRemove } from "../installer/remove.ts";
import { diffText } from "../installer/diff.ts";
import { lockHolder, withLock } from "../installer/lock.ts";
import { readManifest } from "../installer/manifest.ts";
import { PlanError, planInstall, planRemove, stateOfEdits } from "../installer/plan.ts";

interface Scratch extends Disposable {
  readonly home: string;
  readonly data: string;
  readonly edits: readonly Edit[];
}

function scratch(owner = "a"): Scratch {
  const home = Deno.realPathSync(Deno.makeTempDirSync());
  const owns = (element: unknown): boolean => JSON.stringify(element).includes(`rtk-${owner}`);
  const edits: Edit[] = [
    {
      kind: "whole-file",
      path: `${home}/made/deep/hook-${owner}.sh`,
      text: `# rtk ${owner}\n`,
      mode: 0o755,
      owns: (text) => text.startsWith("# rtk"),
    },
    { kind: "markdown-block", path: `${home}/notes.md`, text: "@RTK.md\n" },
    {
      kind: "json-entry",
      path: `${home}/settings.json`,
      at: ["hooks", "PreToolUse"],
      entry: { command: `rtk-${owner}` },
      dialect: "json",
      owns,
    },
  ];
  return {
    home,
    data: `${home}/data`,
    edits,
    [Symbol.dispose]: () => Deno.removeSync(home, { recursive: true }),
  };
}

const ODD_SETTINGS = '\uFEFF{\r\n\t"hooks": {},\r\n\t"z": "ä"\r\n}';

async function install({ data, edits }: Scratch, owner = "a:global"): Promise<void> {
  await withLock(data, () => applyInstall(data, owner, planInstall(edits)));
}

async function remove({ data, edits }: Scratch, owner = "a:global"): Promise<void> {
  await withLock(data, () => applyRemove(data, owner, planRemove(edits)));
}

function tree(folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    if (name === "data") continue;
    if (!isDirectory) found[name] = Deno.readTextFileSync(`${folder}/${name}`);
    else {for (const [path, text] of Object.entries(tree(`${folder}/${name}`))) {
        found[`${name}/${path}`] = text;
      }}
  }
  return found;
}

Deno.test("install twice is once; removing gives every byte back and leaves no folder behind", async () => {
  using place = scratch();
  Deno.writeTextFileSync(`${place.home}/settings.json`, ODD_SETTINGS);
  Deno.writeTextFileSync(`${place.home}/notes.md`, "no final newline");
  const before = tree(place.home);
  await install(place);
  const once = tree(place.home);
  assert.equal(stateOfEdits(place.edits), "installed");
  assert.equal(Deno.statSync(`${place.home}/made/deep/hook-a.sh`).mode! & 0o777, 0o755);
  await install(place);
  assert.deepEqual(tree(place.home), once);
  await remove(place);
  assert.deepEqual(tree(place.home), before);
  assert.throws(() => Deno.statSync(`${place.home}/made`), Deno.errors.NotFound);
  assert.throws(() => Deno.statSync(`${place.data}/installed.json`), Deno.errors.NotFound);
  assert.throws(() => Deno.statSync(`${place.data}/backups`), Deno.errors.NotFound);
});

Deno.test("files that rtk made are gone after removing", async () => {
  using place = scratch();
  await install(place);
  await remove(place);
  assert.deepEqual(tree(place.home), {});
});

Deno.test("what the user edits after the installation stays when rtk goes", async () => {
  using place = scratch();
  Deno.writeTextFileSync(`${place.home}/settings.json`, '{\n  "a": 1\n}\n');
  await install(place);
  const path = `${place.home}/settings.json`;
  Deno.writeTextFileSync(path, Deno.readTextFileSync(path).replace('"a": 1', '"a": 2'));
  await remove(place);
  assert.equal(Deno.readTextFileSync(path), '{\n  "a": 2\n}\n');
});

Deno.test("a symbolic link stays a link, and modes stay", async () => {
  using place = scratch();
  Deno.mkdirSync(`${place.home}/dotfiles`);
  Deno.writeTextFileSync(`${place.home}/dotfiles/settings.json`, "{}\n", { mode: 0o600 });
  Deno.symlinkSync("dotfiles/settings.json", `${place.home}/settings.json`);
  await install(place);
  assert.ok(Deno.lstatSync(`${place.home}/settings.json`).isSymlink);
  assert.equal(Deno.statSync(`${place.home}/settings.json`).mode! & 0o777, 0o600);
  await remove(place);
  assert.equal(Deno.readTextFileSync(`${place.home}/dotfiles/settings.json`), "{}\n");
});

Deno.test("a file that does not parse is named with its line, and nothing at all is written", async () => {
  using place = scratch();
  Deno.writeTextFileSync(`${place.home}/settings.json`, '{\n  "a": 1,\n}\n');
  const before = tree(place.home);
  await assert.rejects(() => install(place), (error) => {
    assert.ok(error instanceof PlanError);
    assert.match(error.message, /^Cannot edit .*settings\.json:3: not valid JSON/);
    return true;
  });
  assert.deepEqual(tree(place.home), before);
});

Deno.test("of two owners in one file, removing the first leaves the second", async () => {
  using first = scratch("a");
  const second = { ...first, edits: scratchEdits(first.home, "b") };
  Deno.writeTextFileSync(`${first.home}/settings.json`, ODD_SETTINGS);
  await install(first);
  await install(second, "b:global");
  await remove(first);
  const kept = Deno.readTextFileSync(`${first.home}/settings.json`);
  assert.ok(kept.includes("rtk-b") && !kept.includes("rtk-a"));
  await remove(second, "b:global");
  assert.equal(Deno.readTextFileSync(`${first.home}/settings.json`), ODD_SETTINGS);
});

function scratchEdits(home: string, owner: string): Edit[] {
  return [{
    kind: "json-entry",
    path: `${home}/settings.json`,
    at: ["hooks", "PreToolUse"],
    entry: { command: `rtk-${owner}` },
    dialect: "json",
    owns: (element) => JSON.stringify(element).includes(`rtk-${owner}`),
  }];
}

Deno.test("the dry run is a diff and writes nothing", () => {
  using place = scratch();
  Deno.writeTextFileSync(`${place.home}/settings.json`, '{\n  "a": 1\n}\n');
  const before = tree(place.home);
  const text = diffText(planInstall(place.edits));
  assert.match(text, /^\+ {2}"hooks": \{$/m);
  assert.match(text, /^ {3}"a": 1$/m);
  assert.deepEqual(tree(place.home), before);
});

Deno.test("kill -9 at a hundred moments leaves files old or new, and the next run repairs", async () => {
  const rounds = Array.from({ length: 100 }, (_, round) => round);
  for (let at = 0; at < rounds.length; at += 4) await Promise.all(rounds.slice(at, at + 4).map(killedAt));
});

async function killedAt(round: number): Promise<void> {
  using place = scratch();
  Deno.writeTextFileSync(`${place.home}/settings.json`, ODD_SETTINGS);
  const child = new Deno.Command(Deno.execPath(), {
    args: ["eval", "--ext=ts", KILLED],
    env: { PLACE: place.home },
    stdin: "null",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const reader = child.stdout.getReader();
  await reader.read();
  // The whole installation takes a few milliseconds after the child says that it starts.
  await new Promise((resolve) => setTimeout(resolve, (round % 20) * 0.7));
  child.kill("SIGKILL");
  await child.status;
  await reader.cancel();
  const settings = Deno.readTextFileSync(`${place.home}/settings.json`);
  assert.ok(settings === ODD_SETTINGS || stateOfEdits(place.edits.slice(2)) === "installed", settings);
  await install(place);
  assert.equal(stateOfEdits(place.edits), "installed");
  const partial = Object.keys(tree(place.home)).filter((path) => path.endsWith(".rtk-partial"));
  assert.deepEqual(partial, []);
  await remove(place);
  assert.deepEqual(tree(place.home), { "settings.json": ODD_SETTINGS });
}

const KILLED = `
import { applyInstall } from "${new URL("../installer/apply.ts", import.meta.url).href}";
import { planInstall } from "${new URL("../installer/plan.ts", import.meta.url).href}";
const home = Deno.env.get("PLACE");
const edits = [
  { kind: "whole-file", path: home + "/made/deep/hook-a.sh", text: "# rtk a\\n", mode: 0o755, owns: (text) => text.startsWith("# rtk") },
  { kind: "markdown-block", path: home + "/notes.md", text: "@RTK.md\\n" },
  { kind: "json-entry", path: home + "/settings.json", at: ["hooks", "PreToolUse"], entry: { command: "rtk-a" }, dialect: "json",
    owns: (element) => JSON.stringify(element).includes("rtk-a") },
];
Deno.mkdirSync(home + "/data", { recursive: true });
Deno.stdout.writeSync(new TextEncoder().encode("start\\n"));
for (;;) await applyInstall(home + "/data", "a:global", planInstall(edits));
`;

Deno.test("a file that its owner made read-only is left alone, with the way out; nothing else is written", () => {
  using place = scratch();
  const path = `${place.home}/settings.json`;
  Deno.writeTextFileSync(path, "{}\n");
  Deno.chmodSync(path, 0o444);
  const before = tree(place.home);
  assert.throws(() => planInstall(place.edits), {
    name: "PlanError",
    message: new RegExp(`^Cannot edit ${path}: it is read-only; chmod u\\+w ${path}, then`),
  });
  assert.deepEqual(tree(place.home), before);
});

Deno.test("a script that cannot be executed any more is mended, and uninstalling gives every byte back", async () => {
  using place = scratch();
  const before = tree(place.home);
  await install(place);
  const script = `${place.home}/made/deep/hook-a.sh`;
  Deno.chmodSync(script, 0o640);
  assert.equal(diffText(planInstall(place.edits)), `chmod +x ${script}\n`);
  await install(place);
  assert.equal(Deno.statSync(script).mode! & 0o777, 0o751);
  assert.deepEqual(planInstall(place.edits), []);
  Deno.chmodSync(script, 0o640);
  await remove(place);
  assert.deepEqual(tree(place.home), before);
});

Deno.test("the lock names its holder while it is held", async () => {
  using place = scratch();
  assert.equal(lockHolder(place.data), undefined);
  await withLock(place.data, () => {
    assert.equal(lockHolder(place.data), Deno.pid);
    return Promise.resolve();
  });
  assert.equal(lockHolder(place.data), undefined);
});

/** Notes that nothing can be made of. */
const BROKEN_NOTES = [
  "",
  "{",
  "{}",
  "null",
  "[3, null, []]",
  '[{"path": "/x"}]',
  '[{"path": 5, "owners": [], "folders": [], "after": ""}]',
  '[{"path": "x", "owners": [], "folders": [], "after": ""}]',
  '[{"path": "/x", "owners": ["a", 1], "folders": [], "after": ""}]',
  '[{"path": "/x", "owners": ["a"], "folders": [], "after": "", "parts": {"a": "b"}}]',
  '[{"path": "/x", "owners": ["a"], "folders": [], "after": "", "variables": [1]}]',
];

Deno.test("notes that are broken count as none, row by row", () => {
  using place = scratch();
  Deno.mkdirSync(place.data);
  const well = { path: `${place.home}/x`, owners: ["a:global"], folders: [], after: "" };
  for (const text of BROKEN_NOTES) {
    Deno.writeTextFileSync(`${place.data}/installed.json`, text);
    assert.deepEqual([...readManifest(place.data)], [], text);
    if (!text.startsWith("[")) continue;
    Deno.writeTextFileSync(`${place.data}/installed.json`, `[${JSON.stringify(well)},${text.slice(1)}`);
    assert.deepEqual([...readManifest(place.data).values()], [{ ...well, parts: {} }], text);
  }
});
