/** `install.ps1` under both PowerShells, on Windows alone: there it is run for real, with executables made on the spot. */
import assert from "node:assert/strict";
import { ReleaseServer } from "./harness/release_server.ts";

const TARGET = "x86_64-pc-windows-msvc";
const FILE = `/latest/download/rtk-${TARGET}.exe`;
const script = decodeURIComponent(new URL("../install.ps1", import.meta.url).pathname.slice(1));
const ignore = Deno.build.os !== "windows";

interface Said {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function powershell(
  shell: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Said> {
  const child = new Deno.Command(shell, {
    args: ["-NoProfile", "-NonInteractive", "-ExecutionPolicy", "Bypass", ...args],
    env,
    stdin: "null",
  });
  const { code, stdout, stderr } = await child.output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr).trim() };
}

/** Only Windows PowerShell compiles executables. */
async function executable(folder: string, line: string): Promise<Uint8Array> {
  const path = `${folder}\\made.exe`;
  const source = `class P { static void Main() { System.Console.WriteLine("${line}"); } }`;
  const command =
    `Add-Type -OutputType ConsoleApplication -OutputAssembly '${path}' -TypeDefinition '${source}'`;
  const made = await powershell("powershell", ["-Command", command]);
  assert.equal(made.code, 0, made.stderr);
  const bytes = Deno.readFileSync(path);
  Deno.removeSync(path);
  return bytes;
}

/** Names below a folder; none where it is not there. */
function namesIn(folder: string): string[] {
  try {
    return [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
  } catch {
    return [];
  }
}

for (const shell of ["powershell", "pwsh"]) {
  Deno.test({
    name: `install.ps1 installs, upgrades, and leaves nothing where the download is wrong (${shell})`,
    ignore,
    async fn() {
      await using server = new ReleaseServer();
      const home = Deno.makeTempDirSync({ prefix: "rtk-install-" });
      const folder = `${home}\\Programs\\rtk`;
      const install = (...args: string[]): Promise<Said> =>
        powershell(shell, ["-File", script, ...args], { LOCALAPPDATA: home, RTK_RELEASES_URL: server.url });
      try {
        const missing = await install();
        assert.match(missing.stderr, /^install\.ps1: cannot download http:\S+SHA256SUMS: .+$/);
        assert.deepEqual([missing.code, namesIn(home)], [1, []]);

        server.publish(TARGET, await executable(home, "rtk 0.8.0 (deno)"));
        const good = server.files.get(FILE)!;
        server.files.set(FILE, { body: new Uint8Array(9) });
        const damaged = await install();
        assert.match(damaged.stderr, /^install\.ps1: the download is damaged: .+; nothing was installed$/);
        assert.deepEqual([damaged.code, namesIn(home)], [1, []]);

        server.files.set(FILE, good);
        const first = await install();
        assert.equal(first.stderr, "");
        assert.ok(first.stdout.includes(`rtk 0.8.0 is installed: ${folder}\\rtk.exe`), first.stdout);
        assert.ok(first.stdout.includes(`${folder} is not on PATH`), first.stdout);
        assert.match((await install()).stdout, /rtk 0\.8\.0 is there already/);

        server.publish(TARGET, await executable(home, "rtk 0.9.0 (deno)"));
        assert.match((await install()).stdout, /rtk 0\.9\.0 is installed: .+ \(was 0\.8\.0\)/);
        assert.deepEqual(namesIn(folder), ["rtk.exe"]);

        server.publish(TARGET, good.body, { version: "0.8.0" });
        const chosen = await install("-Version", "v0.8.0", "-Dir", `${home}\\other`);
        assert.match(chosen.stdout, /rtk 0\.8\.0 is installed: .+\\other\\rtk\.exe/);

        Deno.writeFileSync(`${folder}\\rtk.exe`, await executable(home, "rtk 0.42.2"));
        const foreign = await install();
        assert.match(foreign.stderr, /^install\.ps1: .+rtk\.exe is another program; remove it or use -Dir$/);
        assert.equal(foreign.code, 1);
      } finally {
        Deno.removeSync(home, { recursive: true });
      }
    },
  });
}
