/** Runs rtk from source as a process of its own, in a home folder made for the test. */

const root = new URL("../../", import.meta.url);

export interface RtkRun {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RtkOptions {
  readonly home: string;
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs rtk with these words; the working directory is the home folder's `project`. */
export async function rtk(
  words: readonly string[],
  { home, stdin = "", env = {} }: RtkOptions,
): Promise<RtkRun> {
  const cwd = `${home}/project`;
  Deno.mkdirSync(cwd, { recursive: true });
  const own = ["PATH", "DENO_DIR", "NPM_CONFIG_REGISTRY", "DENO_TLS_CA_STORE"];
  const kept = Object.fromEntries(own.flatMap((name) => {
    const value = Deno.env.get(name);
    return value === undefined ? [] : [[name, value]];
  }));
  const denoDir = Deno.env.get("DENO_DIR") ?? `${Deno.env.get("HOME")}/.cache/deno`;
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "-A",
      "--config",
      new URL("deno.json", root).pathname,
      new URL("mod.ts", root).pathname,
      ...words,
    ],
    cwd,
    clearEnv: true,
    env: { ...kept, HOME: home, DENO_DIR: denoDir, DENO_NO_UPDATE_CHECK: "1", NO_COLOR: "1", ...env },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(stdin)).catch(() => {});
  await writer.close().catch(() => {});
  const { code, stdout, stderr } = await child.output();
  const decoder = new TextDecoder();
  return { status: code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

/** A home folder with these files in it, removed after the test. */
export async function withHome(
  files: Readonly<Record<string, string>>,
  test: (home: string) => Promise<void>,
): Promise<void> {
  const home = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "rtk-home-" }));
  try {
    for (const [path, text] of Object.entries(files)) {
      Deno.mkdirSync(`${home}/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
      Deno.writeTextFileSync(`${home}/${path}`, text);
    }
    await test(home);
  } finally {
    Deno.removeSync(home, { recursive: true });
  }
}
