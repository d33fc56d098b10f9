/** What is published beside the executables: held against fixed inputs, and the real lock file against its own rules. */
import assert from "node:assert/strict";
import config from "../deno.json" with { type: "json" };
import wasm from "../wasm/versions.json" with { type: "json" };
import { TARGETS } from "../cli/tasks/compile.ts";
import { checksumsText } from "../cli/tasks/release/checksums.ts";
import {
  executableName,
  importedPackages,
  publishedTexts,
  type ReleaseInput,
  releaseNotes,
} from "../cli/tasks/release/files.ts";
import { type LockFile, sbom } from "../cli/tasks/release/sbom.ts";
import { productSources, writeReleaseFiles } from "../cli/tasks/release_files.ts";
import { sha256 } from "./harness/release_server.ts";

const root = new URL("../", import.meta.url);
const installSh = Deno.readTextFileSync(new URL("install.sh", root));
const installPs1 = Deno.readTextFileSync(new URL("install.ps1", root));
const lock = JSON.parse(Deno.readTextFileSync(new URL("deno.lock", root))) as LockFile;

/** sha512 of nothing, as lock files and as bills spell it. */
const EMPTY =
  "sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==";
const EMPTY_HEX =
  "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e";

const FIXED: ReleaseInput = {
  version: "1.2.3",
  repository: "https://github.com/owner/rtk",
  deno: "2.9.6",
  lock: {
    version: "5",
    npm: {
      "@scope/shipped@1.0.0": { integrity: EMPTY, dependencies: ["inner"] },
      "inner@2.0.0_peer@9.9.9": { integrity: EMPTY },
      "tested@3.0.0": { integrity: EMPTY, dependencies: ["twice@1.0.0"] },
      "twice@1.0.0": { integrity: EMPTY },
      "twice@2.0.0": { integrity: EMPTY },
    },
  },
  wasm: { parser: { version: "0.1.0", file: "parser.wasm", sha256: "a".repeat(64) } },
  imported: new Set(["@scope/shipped"]),
  executables: TARGETS.map((target, at) => ({ name: executableName(target), sha256: `${at}`.repeat(64) })),
  changelog:
    "# Changelog\n\n## Unreleased\n\n- later\n\n## 1.2.3 - 2026-01-02\n\n- this\n- that\n\n## 1.2.2\n\n- old\n",
  installSh,
  installPs1,
};

interface Bill {
  readonly serialNumber: string;
  readonly components: readonly {
    readonly "bom-ref": string;
    readonly scope: string;
    readonly hashes?: unknown;
  }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

function bill(input: Partial<ReleaseInput> = {}): Bill {
  return sbom({ ...FIXED, ...input }) as unknown as Bill;
}

Deno.test("the bill of materials tells what is shipped, what is not, and what needs what", () => {
  assert.deepEqual(Object.fromEntries(bill().components.map((one) => [one["bom-ref"], one.scope])), {
    "pkg:github/denoland/deno@v2.9.6": "required",
    "pkg:npm/%40scope/shipped@1.0.0": "required",
    "pkg:npm/inner@2.0.0": "required",
    "pkg:npm/parser@0.1.0": "required",
    "pkg:npm/tested@3.0.0": "excluded",
    "pkg:npm/twice@1.0.0": "excluded",
    "pkg:npm/twice@2.0.0": "excluded",
  });
  assert.deepEqual(Object.fromEntries(bill().dependencies.map(({ ref, dependsOn }) => [ref, dependsOn])), {
    "pkg:generic/rtk@1.2.3": [
      "pkg:github/denoland/deno@v2.9.6",
      "pkg:npm/%40scope/shipped@1.0.0",
      "pkg:npm/parser@0.1.0",
    ],
    "pkg:github/denoland/deno@v2.9.6": [],
    "pkg:npm/%40scope/shipped@1.0.0": ["pkg:npm/inner@2.0.0"],
    "pkg:npm/inner@2.0.0": [],
    "pkg:npm/tested@3.0.0": ["pkg:npm/twice@1.0.0"],
    "pkg:npm/twice@1.0.0": [],
    "pkg:npm/twice@2.0.0": [],
    "pkg:npm/parser@0.1.0": [],
  });
  const inner = bill().components.find((one) => one["bom-ref"] === "pkg:npm/inner@2.0.0");
  assert.deepEqual(inner?.hashes, [{ alg: "SHA-512", content: EMPTY_HEX }]);
});

Deno.test("the bill of materials has the same number for the same content only", () => {
  const uuid = /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  assert.match(bill().serialNumber, uuid);
  assert.equal(bill().serialNumber, bill().serialNumber);
  assert.notEqual(bill().serialNumber, bill({ deno: "2.9.7" }).serialNumber);
});

Deno.test("the bill of materials is not made of a lock file that holds more than it would tell", () => {
  const npm = FIXED.lock.npm ?? {};
  const refused: readonly (readonly [LockFile, RegExp])[] = [
    [{ version: "5", npm, jsr: {} }, /Cannot tell what deno\.lock holds: version 5, sections jsr/],
    [{ version: "5", npm, remote: {} }, /sections remote/],
    [{ version: "6", npm }, /version 6/],
    [{ version: "5", npm: { "a@1.0.0": { integrity: "sha1-x" } } }, /Cannot read the integrity of a@1\.0\.0/],
    [{ version: "5", npm: { "a@1.0.0": { integrity: EMPTY, dependencies: ["b"] } } }, /Cannot find b in/],
  ];
  for (const [lock, message] of refused) assert.throws(() => bill({ lock }), message);
});

Deno.test("the packages that are shipped are those that the product imports", () => {
  const names = ["yaml", "dax", "tested", "jsonc-parser"];
  const sources = [
    'import { parse } from "yaml";\nimport x from "./tested.ts";\n',
    'const { default: $ } = await import("dax");',
    'import type { A } from "jsonc-parser/lib/a";\nexport { b } from "node:fs";',
    'const text = "tested";',
  ];
  assert.deepEqual([...importedPackages(sources, names)].sort(), ["dax", "jsonc-parser", "yaml"]);

  const imported = importedPackages(productSources(), Object.keys(config.imports));
  const scopes = new Map(bill({ lock, wasm, imported }).components.map((one) => [one["bom-ref"], one.scope]));
  const scopeOf = (name: string): string | undefined =>
    [...scopes].find(([ref]) => ref.startsWith(`pkg:npm/${name}@`))?.[1];
  for (const name of ["web-tree-sitter", "tree-sitter-bash", "smol-toml", "yaml", "dax", "undici-types"]) {
    assert.equal(scopeOf(name), "required", name);
  }
  for (const name of ["fast-check", "gpt-tokenizer", "mvdan-sh"]) {
    assert.equal(scopeOf(name), "excluded", name);
  }
});

Deno.test("the formula has each target's address and checksum at its place", () => {
  const formula = publishedTexts(FIXED)["rtk.rb"] ?? "";
  const rows = [...formula.matchAll(/on_(macos|linux) do|on_(arm|intel) do|url "(.+)"|sha256 "(.+)"/g)]
    .map(([, system, processor, url, sum]) => system ?? processor ?? url ?? sum);
  const from = (name: string): string => `https://github.com/owner/rtk/releases/download/v1.2.3/rtk-${name}`;
  assert.deepEqual(rows, [
    ...["macos", "arm", from("aarch64-apple-darwin"), "3".repeat(64)],
    ...["intel", from("x86_64-apple-darwin"), "2".repeat(64)],
    ...["linux", "arm", from("aarch64-unknown-linux-gnu"), "1".repeat(64)],
    ...["intel", from("x86_64-unknown-linux-gnu"), "0".repeat(64)],
  ]);
  assert.match(formula, /^class Rtk < Formula$/m);
  assert.match(formula, /^ {2}version "1\.2\.3"$/m);
});

Deno.test("the manifest has the Windows executable, and where the next one will be", () => {
  const manifest = JSON.parse(publishedTexts(FIXED)["rtk.json"] ?? "");
  const from = (version: string): string =>
    `https://github.com/owner/rtk/releases/download/v${version}/rtk-x86_64-pc-windows-msvc.exe#/rtk.exe`;
  assert.equal(manifest.version, "1.2.3");
  assert.deepEqual(manifest.architecture, { "64bit": { url: from("1.2.3"), hash: "4".repeat(64) } });
  assert.equal(manifest.autoupdate.architecture["64bit"].url, from("$version"));
  assert.equal(manifest.bin, "rtk.exe");
});

Deno.test("the published install scripts know where the releases lie, and differ in nothing else", () => {
  const texts = publishedTexts(FIXED);
  const url = "https://github.com/owner/rtk/releases";
  assert.deepEqual(texts["install.sh"]?.replace(url, ""), installSh);
  assert.match(
    texts["install.sh"] ?? "",
    /^ {2}published_url='https:\/\/github\.com\/owner\/rtk\/releases'$/m,
  );
  assert.deepEqual(texts["install.ps1"]?.replace(url, ""), installPs1);
  assert.match(
    texts["install.ps1"] ?? "",
    /^ {2}\$publishedUrl = 'https:\/\/github\.com\/owner\/rtk\/releases'$/m,
  );
  assert.throws(() => publishedTexts({ ...FIXED, installSh: "" }), /no single line published_url=''/);
});

Deno.test("nothing is published for a wrong version or an address that would end a quotation", () => {
  for (const version of ["1.2", "v1.2.3", '1.2.3"', ""]) {
    assert.throws(() => publishedTexts({ ...FIXED, version }), /no version/);
  }
  for (
    const repository of [
      "http://github.com/o/r",
      "https://github.com/o/r'",
      'https://x/"#{`id`}',
      "https://x",
    ]
  ) {
    assert.throws(() => publishedTexts({ ...FIXED, repository }), /no address of a repository/);
  }
});

Deno.test("the notes are the changelog's section, and how to get that version", () => {
  const notes = releaseNotes(FIXED);
  assert.ok(notes.startsWith("- this\n- that\n\n## Get it\n"), notes);
  assert.ok(!notes.includes("later") && !notes.includes("old"));
  assert.ok(notes.includes("/releases/download/v1.2.3/install.sh | sh -s -- --version 1.2.3 "), notes);
  assert.ok(notes.includes("gh attestation verify FILE --repo owner/rtk"));
  assert.throws(() => releaseNotes({ ...FIXED, version: "1.2.4" }), /CHANGELOG\.md has no section 1\.2\.4/);
  assert.throws(() => releaseNotes({ ...FIXED, changelog: "## 1.2.3\n\n## 1.2.2\n\n- x\n" }), /no section/);
});

Deno.test("checksums are sorted, in the form that sha256sum reads", () => {
  const files = [{ name: "b", sha256: "1".repeat(64) }, { name: "a", sha256: "2".repeat(64) }];
  assert.equal(checksumsText(files), `${"2".repeat(64)}  a\n${"1".repeat(64)}  b\n`);
});

Deno.test("the task writes every file with its checksum, and nothing where an executable is missing", () => {
  const folder = Deno.makeTempDirSync({ prefix: "rtk-release-" });
  const changelog = `## ${config.version}\n\n- all\n`;
  const write = (): string[] => writeReleaseFiles(folder, FIXED.repository, changelog);
  try {
    for (const target of TARGETS.slice(1)) {
      Deno.writeTextFileSync(`${folder}/${executableName(target)}`, target);
    }
    assert.throws(write, /missing rtk-x86_64-unknown-linux-gnu among/);
    Deno.writeTextFileSync(`${folder}/rtk-x86_64-unknown-linux-gnu`, "first");
    Deno.writeTextFileSync(`${folder}/rtk-other`, "");
    assert.throws(write, /no target of ours: rtk-other/);
    Deno.removeSync(`${folder}/rtk-other`);
    assert.equal([...Deno.readDirSync(folder)].length, TARGETS.length);
    const names = write();
    const files = [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
    assert.deepEqual(files, [...TARGETS.map(executableName), ...names].sort());
    const sums = Deno.readTextFileSync(`${folder}/SHA256SUMS`).trimEnd().split("\n").map((line) =>
      line.split("  ")
    );
    const summed = files.filter((name) => name !== "SHA256SUMS" && name !== "NOTES.md");
    const expected = summed.map((name) => [sha256(Deno.readFileSync(`${folder}/${name}`)), name]);
    assert.deepEqual(sums, expected);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});
