/** A scratch home in which the built rtk is run as a user would run it. */

const dist = decodeURIComponent(new URL("../../dist/", import.meta.url).pathname);

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ScratchHome extends Disposable {
  readonly path: string;
  /** A folder first on PATH that holds rtk as a user installs it: a link. */
  readonly bin: string;
  /** Runs a command with this home, in a folder below it. */
  run(argv: readonly string[], options?: RunOptions): Promise<Ran>;
  read(file: string): string | undefined;
  write(file: string, text: string): void;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
}

/** Makes a home with an empty configuration, no agents, and rtk on PATH. */
export function scratchHome(): ScratchHome {
  const path = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "rtk-home-" }));
  const bin = `${path}/bin`;
  Deno.mkdirSync(bin);
  Deno.symlinkSync(`${dist}rtk`, `${bin}/rtk`);
  const file = (name: string): string => name.startsWith("/") ? name : `${path}/${name}`;
  return {
    path,
    bin,
    run: (argv, options = {}) =>
      run(argv, { cwd: path, ...options }, { HOME: path, PATH: `${bin}:/usr/bin:/bin` }),
    read(name) {
      try {
        return Deno.readTextFileSync(file(name));
      } catch {
        return undefined;
      }
    },
    write(name, text) {
      const target = file(name);
      Deno.mkdirSync(target.slice(0, target.lastIndexOf("/")), { recursive: true });
      Deno.writeTextFileSync(target, text);
    },
    [Symbol.dispose]: () => Deno.removeSync(path, { recursive: true }),
  };
}

/** The same with a project under git; `files` lie in it, by path. */
export async function projectHome(files: Readonly<Record<string, string>>): Promise<ScratchHome> {
  const home = scratchHome();
  for (const [path, text] of Object.entries(files)) home.write(`project/${path}`, text);
  const git = (...args: string[]) => home.run(["git", ...args], { cwd: `${home.path}/project` });
  await git("init", "-q", "-b", "main");
  await git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "--allow-empty", "-m", "first");
  return home;
}

async function run(
  [command = "", ...args]: readonly string[],
  { cwd, env, stdin }: RunOptions,
  base: Readonly<Record<string, string>>,
): Promise<Ran> {
  const child = new Deno.Command(command === "rtk" ? `${dist}rtk` : command, {
    args,
    ...(cwd !== undefined && { cwd }),
    env: { ...base, ...env },
    clearEnv: true,
    stdin: stdin === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  if (stdin !== undefined) {
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(stdin));
    await writer.close();
  }
  const { code, stdout, stderr } = await child.output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}
