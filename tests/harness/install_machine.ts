/** A pretended machine for tests of `install.sh`: an empty home, and a PATH on which only the needed tools stand. */

/** What runs the script and what it finds. */
export interface Setting {
  readonly shell: "bash" | "dash" | "busybox";
  readonly downloader: "curl" | "wget" | "busybox wget";
  readonly hasher: "sha256sum" | "shasum" | "openssl";
}

/** What the script said and how it ended. */
export interface InstallRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface InstallOptions {
  readonly url?: string | undefined;
  readonly env?: Readonly<Record<string, string>>;
  /** Another text than that of the checkout. */
  readonly script?: string;
  /** Interrupts script and downloader together after a second, as a terminal does. */
  readonly interrupted?: boolean;
  readonly uid?: number | undefined;
}

/** The script under test. */
export const INSTALL_SCRIPT: string = Deno.readTextFileSync(new URL("../../install.sh", import.meta.url));

/** What the script calls besides the downloader and the checksum tool. */
const UTILITIES = ["chmod", "ldd", "mkdir", "mv", "rm", "rmdir", "sed", "sleep"];

export class InstallMachine {
  readonly path: string = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "rtk-install-" }));
  readonly home: string = `${this.path}/home`;
  readonly bin: string = `${this.path}/bin`;

  /** @param without tools that this machine lacks. */
  constructor(readonly setting: Setting, without: readonly string[] = []) {
    Deno.chmodSync(this.path, 0o755);
    for (const folder of [this.home, this.bin]) Deno.mkdirSync(folder);
    for (const name of [...UTILITIES, setting.downloader, setting.hasher]) {
      if (!without.includes(name)) this.#link(name);
    }
    this.system("Linux", "x86_64");
  }

  /** Under busybox all that it has is its own; ldd is the C library's. */
  #link(name: string): void {
    const short = name.replace("busybox ", "");
    const own = this.setting.shell === "busybox" && UTILITIES.includes(name) && name !== "ldd";
    const program = short !== name || own ? "busybox" : name;
    Deno.symlinkSync(locate(program), `${this.bin}/${short}`);
  }

  /** Has `uname` tell this system. */
  system(name: string, machine: string): void {
    this.program(`${this.bin}/uname`, `case $1 in -s) echo '${name}' ;; -m) echo '${machine}' ;; esac`);
  }

  /** Writes a program: a script for `sh`. */
  program(path: string, text: string): void {
    Deno.mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
    Deno.writeTextFileSync(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
    Deno.chmodSync(path, 0o755);
  }

  /** Runs the script from standard input, as after `curl … |`. */
  async install(args: readonly string[], options: InstallOptions = {}): Promise<InstallRun> {
    const { url, env = {}, script = INSTALL_SCRIPT, interrupted = false, uid } = options;
    const { shell } = this.setting;
    const argv = [locate(shell), ...(shell === "busybox" ? ["sh"] : []), "-s", "--", ...args];
    const [program = "", ...rest] = interrupted ? [locate("timeout"), "-s", "INT", "1", ...argv] : argv;
    const child = new Deno.Command(program, {
      args: rest,
      cwd: this.path,
      clearEnv: true,
      env: {
        PATH: this.bin,
        HOME: this.home,
        ...(url === undefined ? {} : { RTK_RELEASES_URL: url }),
        ...env,
      },
      ...(uid === undefined ? {} : { uid }),
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(script)).then(() => writer.close()).catch(() => {});
    const { code, stdout, stderr } = await child.output();
    const decoder = new TextDecoder();
    return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
  }

  /** Everything below the home folder. */
  files(): string[] {
    return below(this.home, "").sort();
  }

  /** The text of the installed executable; undefined where there is none. */
  installed(folder = `${this.home}/.local/bin`): string | undefined {
    try {
      return Deno.readTextFileSync(`${folder}/rtk`);
    } catch {
      return undefined;
    }
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.path, { recursive: true });
  }
}

/** Where a program of this machine lies. @throws where it is absent. */
function locate(name: string): string {
  for (const folder of (Deno.env.get("PATH") ?? "").split(":")) {
    try {
      if (Deno.statSync(`${folder}/${name}`).isFile) return `${folder}/${name}`;
    } catch {
      // Not in this folder.
    }
  }
  throw new Error(`absent: ${name}`);
}

function below(folder: string, name: string): string[] {
  const entries = [...Deno.readDirSync(`${folder}/${name}`)];
  return entries.flatMap((entry) => {
    const path = `${name}${entry.name}`;
    return entry.isDirectory ? [`${path}/`, ...below(folder, `${path}/`)] : [path];
  });
}
