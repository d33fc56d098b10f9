/**
 * `deno task compile [TARGET...]`: standalone executables in `dist/bin/`, over the bundles that `build` made. Without
 * names all five targets are made. DENORT_BIN names the base binary where the one of the release cannot be fetched.
 */
import config from "../../deno.json" with { type: "json" };
import { permissionFlags } from "../permissions.ts";
import { build, V8_FLAGS } from "./build.ts";
import { executableName } from "./release/files.ts";

const dist = new URL("../../dist/", import.meta.url);

/** The systems rtk is released for; Linux needs glibc. */
export const TARGETS: readonly string[] = [
  "x86_64-unknown-linux-gnu",
  "aarch64-unknown-linux-gnu",
  "x86_64-apple-darwin",
  "aarch64-apple-darwin",
  "x86_64-pc-windows-msvc",
];

/** Where the executable of a target is written. */
export function executablePath(target: string): string {
  return decodeURIComponent(new URL(`bin/${executableName(target)}`, dist).pathname);
}

/**
 * The environment in which executables are compiled: Deno 2.9.6 would build in the modules that NODE_OPTIONS names
 * (`require_modules` of the metadata) and telemetry that OTEL_DENO turns on (`otel_config`).
 * @param own the environment of the task.
 */
export function compileEnvironment(own: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(own).filter(([name]) => !/^(?:NODE|OTEL)_/i.test(name)));
}

/**
 * Compiles one target from the bundles in `dist/`, which must be there.
 * @param base the base binary; undefined lets Deno fetch the one of its release.
 * @param own the environment of the task.
 * @throws Error with Deno's message when that fails.
 */
export async function compile(
  target: string,
  base?: string,
  own: Readonly<Record<string, string>> = Deno.env.toObject(),
): Promise<void> {
  const folder = decodeURIComponent(dist.pathname);
  const parts = [...Deno.readDirSync(dist)].map(({ name }) => name);
  const included = parts.filter((name) =>
    ["agents", "tables", "tools"].includes(name) || /\.(?:wasm|js)$/.test(name) && name !== "rtk.js"
  );
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "compile",
      "--quiet",
      "--no-config",
      "--no-lock",
      "--no-remote",
      "--no-npm",
      "--no-prompt",
      // The cache would have a predictable name in a shared temporary folder.
      "--no-code-cache",
      ...permissionFlags(config.permissions.default),
      V8_FLAGS[0],
      "--target",
      target,
      ...included.flatMap((name) => ["--include", `${folder}${name}`]),
      "--output",
      executablePath(target),
      `${folder}rtk.js`,
    ],
    clearEnv: true,
    env: { ...compileEnvironment(own), ...(base === undefined ? {} : { DENORT_BIN: base }) },
    stdout: "null",
    stderr: "piped",
  }).output();
  if (!success) throw new Error(`Cannot compile for ${target}: ${new TextDecoder().decode(stderr)}`);
}

if (import.meta.main) {
  await build(dist);
  for (const target of Deno.args.length > 0 ? Deno.args : TARGETS) {
    await compile(target, Deno.env.get("DENORT_BIN"));
    console.log(executablePath(target));
  }
}
