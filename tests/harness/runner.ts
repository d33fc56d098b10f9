/** Starts rtk in tests: the built one, and one from source with the units of the test suite. */
import config from "../../deno.json" with { type: "json" };
import { launcherLine } from "../../cli/tasks/build.ts";

/** The executable under test: the one that RTK_EXECUTABLE names, else the built one. @throws where there is none. */
export function builtRtk(): string {
  const path = Deno.env.get(EXECUTABLE) ??
    decodeURIComponent(new URL("../../dist/rtk", import.meta.url).pathname);
  try {
    return Deno.realPathSync(path);
  } catch {
    throw new Error(`Cannot test ${path}: there is none; run deno task build`);
  }
}

/** Whether the executable under test is one of a release, with Deno's runtime in it. */
export function isCompiled(): boolean {
  return Deno.env.get(EXECUTABLE) !== undefined;
}

const EXECUTABLE = "RTK_EXECUTABLE";

/** A folder of a test with a `bin` that comes first on PATH. */
export class Scratch {
  readonly path: string = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "rtk-test-" }));
  readonly bin: string = `${this.path}/bin`;

  constructor() {
    Deno.mkdirSync(this.bin);
  }

  /** Writes a file below the folder; answers its path. */
  file(name: string, text: string | Uint8Array, mode = 0o644): string {
    const path = `${this.path}/${name}`;
    if (typeof text === "string") Deno.writeTextFileSync(path, text);
    else Deno.writeFileSync(path, text);
    Deno.chmodSync(path, mode);
    return path;
  }

  /** Writes a tool of that name: a script for `sh`, or for the interpreter of its first line. */
  tool(name: string, script: string): string {
    return this.file(`bin/${name}`, script.startsWith("#!") ? script : `#!/bin/sh\n${script}\n`, 0o755);
  }

  /** rtk with the units of the test suite, as `stub-rtk` on PATH; started as the build starts rtk. */
  stubRtk(): string {
    const deno = `${this.path}/deno`;
    Deno.symlinkSync(Deno.execPath(), deno);
    const line = launcherLine(deno, config.permissions.default);
    const entry = new URL("stub_entry.ts", import.meta.url).href;
    return this.file("bin/stub-rtk", `${line}\nimport "${entry}";\n`, 0o755);
  }

  /** The text of a file below the folder; undefined where there is none. */
  read(name: string): string | undefined {
    try {
      return Deno.readTextFileSync(`${this.path}/${name}`);
    } catch {
      return undefined;
    }
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.path, { recursive: true });
  }
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string | Uint8Array;
}

export interface Ran {
  readonly code: number;
  readonly signal: Deno.Signal | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly stdoutBytes: Uint8Array;
  readonly ms: number;
}

/** The environment of a test's runs: a home without data, the scratch folder's tools first. */
export function environment(
  scratch: Scratch,
  more: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const path = `${scratch.bin}:${Deno.env.get("PATH") ?? "/usr/bin:/bin"}`;
  // Otherwise each test would compile rtk anew.
  const deno = Deno.env.get("DENO_DIR") ?? `${Deno.env.get("HOME") ?? "/tmp"}/.cache/deno`;
  return { PATH: path, HOME: scratch.path, LC_ALL: "C", DENO_DIR: deno, ...more };
}

/** Starts a command in a scratch folder with nothing else in its environment. */
export function command(scratch: Scratch, argv: readonly string[], options: RunOptions = {}): Deno.Command {
  const [name = "", ...args] = argv;
  return new Deno.Command(name, {
    args,
    cwd: options.cwd ?? scratch.path,
    clearEnv: true,
    env: environment(scratch, options.env),
    stdin: options.stdin === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
  });
}

/** Runs a command to its end. */
export async function run(scratch: Scratch, argv: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const start = performance.now();
  const child = command(scratch, argv, options).spawn();
  if (options.stdin !== undefined) await feed(child, options.stdin);
  const { code, signal, stdout, stderr } = await child.output();
  const text = new TextDecoder();
  return {
    code,
    signal,
    stdout: text.decode(stdout),
    stderr: text.decode(stderr),
    stdoutBytes: stdout,
    ms: performance.now() - start,
  };
}

async function feed(child: Deno.ChildProcess, input: string | Uint8Array): Promise<void> {
  const writer = child.stdin.getWriter();
  try {
    await writer.write(typeof input === "string" ? new TextEncoder().encode(input) : input.slice());
    await writer.close();
  } catch {
    // The program does not read its input.
  }
}

/** Runs a line of shell text; `$RTK` is the executable under test, `$@` the words. */
export function shell(
  scratch: Scratch,
  text: string,
  options: RunOptions & { readonly rtk: string },
  words: readonly string[] = [],
): Promise<Ran> {
  const env = { RTK: options.rtk, ...options.env };
  return run(scratch, ["/bin/bash", "--norc", "-c", text, "bash", ...words], { ...options, env });
}

/** Waits until a condition holds. @throws after `ms`. */
export async function until(condition: () => boolean, ms = 10_000): Promise<void> {
  const end = performance.now() + ms;
  while (!condition()) {
    if (performance.now() > end) throw new Error("The condition did not come true in time");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
