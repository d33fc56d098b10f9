/**
 * Reads the embedded section of the compiled executables back: the base binary of a release cannot be had everywhere, so
 * the npm binaries of Deno stand in for it; they have the right file format for each target.
 */
import assert from "node:assert/strict";
import config from "../deno.json" with { type: "json" };
import { compile, executablePath, TARGETS } from "../cli/tasks/compile.ts";
import { tools } from "../core/tools/registry.ts";
import { Scratch } from "./harness/runner.ts";

const DENO_VERSION = "2.9.6";
const NPM_BINARIES: Readonly<Record<string, string>> = {
  "x86_64-unknown-linux-gnu": "linux-x64-glibc",
  "aarch64-unknown-linux-gnu": "linux-arm64-glibc",
  "x86_64-apple-darwin": "darwin-x64",
  "aarch64-apple-darwin": "darwin-arm64",
  "x86_64-pc-windows-msvc": "win32-x64",
};
const cache = decodeURIComponent(new URL("../dist/denort/", import.meta.url).pathname);

for (const target of TARGETS) {
  Deno.test(`compile ${target}: assets are in, net and ffi denied, prompt off`, async () => {
    await compile(target, await baseBinary(target));
    const { metadata, files } = embedded(Deno.readFileSync(executablePath(target)));
    const { permissions } = metadata;
    assert.deepEqual(permissions.deny_net, []);
    assert.equal(permissions.allow_net, null);
    assert.deepEqual(permissions.deny_ffi, []);
    assert.equal(permissions.allow_ffi, null);
    assert.deepEqual(permissions.allow_run, []);
    assert.equal(metadata.app_version ?? config.version, config.version);
    assert.equal(permissions.prompt ?? metadata.prompt, false);
    const expected = [
      "rtk.js",
      "run.js",
      "cold.js",
      "syntax.js",
      "web-tree-sitter.wasm",
      "tree-sitter-bash.wasm",
    ];
    for (const name of [...expected, "git~status.json", ...tools.map(({ id }) => `${id}.js`)]) {
      assert.ok(files.has(name), `not embedded: ${name}`);
    }
    const wasm = Deno.statSync(new URL("../wasm/tree-sitter-bash.wasm", import.meta.url)).size;
    assert.equal(files.get("tree-sitter-bash.wasm"), wasm);
    Deno.removeSync(executablePath(target));
  });
}

Deno.test("compile: what the builder's environment has for Node and telemetry is not built in", async () => {
  const [target = ""] = TARGETS;
  const base = await baseBinary(target);
  using scratch = new Scratch();
  const module = scratch.file("load.cjs", "");
  const own = {
    ...Deno.env.toObject(),
    NODE_OPTIONS: `--require ${module}`,
    OTEL_DENO: "true",
  };
  await compile(target, base, own);
  const { metadata } = embedded(Deno.readFileSync(executablePath(target)));
  Deno.removeSync(executablePath(target));
  assert.deepEqual(metadata.require_modules ?? [], []);
  assert.deepEqual(metadata.preload_modules ?? [], []);
  assert.equal(metadata.otel_config.tracing_enabled, false);
  assert.equal(metadata.otel_config.metrics_enabled, false);
  assert.equal(metadata.otel_config.console, "Ignore");
});

async function baseBinary(target: string): Promise<string> {
  const name = NPM_BINARIES[target]!;
  const file = `${cache}${name}/package/deno${target.includes("windows") ? ".exe" : ""}`;
  try {
    Deno.statSync(file);
  } catch {
    Deno.mkdirSync(`${cache}${name}`, { recursive: true });
    await run("npm", [
      "pack",
      "--silent",
      "--pack-destination",
      `${cache}${name}`,
      `@deno/${name}@${DENO_VERSION}`,
    ]);
    const archive = `${cache}${name}/deno-${name}-${DENO_VERSION}.tgz`;
    await run("tar", ["-xzf", archive, "-C", `${cache}${name}`]);
    Deno.removeSync(archive);
  }
  return file;
}

async function run(command: string, args: string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(command, { args, stdout: "null", stderr: "piped" })
    .output();
  assert.ok(success, `${command} ${args.join(" ")}: ${new TextDecoder().decode(stderr)}`);
}

interface Metadata {
  readonly app_version?: string;
  readonly prompt?: boolean;
  readonly require_modules?: readonly string[];
  readonly preload_modules?: readonly string[];
  readonly otel_config: Readonly<Record<string, unknown>>;
  readonly permissions: Readonly<Record<string, unknown>> & { readonly prompt?: boolean };
}

const MAGIC = new TextEncoder().encode("d3n0l4nd");

/** Finds `d3n0l4nd` u64 length, metadata JSON … and the tree of embedded files (deno 2.9, cli/standalone/binary.rs). */
function embedded(bytes: Uint8Array<ArrayBuffer>): { metadata: Metadata; files: Map<string, number> } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const decoder = new TextDecoder();
  for (let at = bytes.indexOf(MAGIC[0]!); at >= 0; at = bytes.indexOf(MAGIC[0]!, at + 1)) {
    if (!MAGIC.every((byte, index) => bytes[at + index] === byte) || bytes[at + 16] !== 0x7b) continue;
    const length = Number(view.getBigUint64(at + 8, true));
    const metadata = JSON.parse(decoder.decode(bytes.subarray(at + 16, at + 16 + length))) as Metadata;
    return { metadata, files: filesIn(decoder.decode(bytes.subarray(at + 16 + length))) };
  }
  throw new Error("Cannot find the embedded section");
}

function filesIn(section: string): Map<string, number> {
  const files = new Map<string, number>();
  for (const match of section.matchAll(/\{"File":\{"n":"([^"]+)",[^{}]*?"o":\[(\d+),(\d+)\]/g)) {
    files.set(match[1]!, Number(match[3]));
  }
  return files;
}
