/** `install.sh`: what it puts in place is whole and checked, what fails leaves nothing, and it says so in one line. */
import assert from "node:assert/strict";
import { INSTALL_SCRIPT, InstallMachine, type InstallRun, type Setting } from "./harness/install_machine.ts";
import { ReleaseServer } from "./harness/release_server.ts";
import { testWith } from "./harness/tool_run.ts";

const TARGET = "x86_64-unknown-linux-gnu";
const FILE = `/latest/download/rtk-${TARGET}`;
const SUMS = "/latest/download/SHA256SUMS";

const DEFAULT: Setting = { shell: "dash", downloader: "curl", hasher: "sha256sum" };
const SETTINGS: readonly Setting[] = [
  DEFAULT,
  { shell: "dash", downloader: "wget", hasher: "shasum" },
  { shell: "bash", downloader: "curl", hasher: "openssl" },
  { shell: "bash", downloader: "wget", hasher: "sha256sum" },
  { shell: "busybox", downloader: "curl", hasher: "sha256sum" },
  { shell: "busybox", downloader: "wget", hasher: "openssl" },
  { shell: "busybox", downloader: "busybox wget", hasher: "sha256sum" },
];
/** The real one, where a test replaces it. */
const SLEEP = "/bin/sleep";
const LOCAL_BIN = [".local/", ".local/bin/", ".local/bin/rtk"];

/** The text of an executable that tells a version as rtk does. */
function executable(version: string): string {
  return `#!/bin/sh\necho "rtk ${version} (deno)"\n`;
}

/** Asserts that a run ended with one line on stderr that matches. */
function assertFails(run: InstallRun, message: RegExp, code = 1): void {
  assert.match(run.stderr, message);
  assert.equal(run.stderr.trimEnd().split("\n").length, 1, run.stderr);
  assert.match(run.stderr, /^install\.sh: /);
  assert.equal(run.code, code);
}

function assertInstalls(run: InstallRun, message: RegExp): void {
  assert.equal(run.stderr, "");
  assert.match(run.stdout, message);
  assert.equal(run.code, 0);
}

testWith("shellcheck", "install.sh has no finding of shellcheck", async () => {
  const path = new URL("../install.sh", import.meta.url).pathname;
  const { stdout } = await new Deno.Command("shellcheck", { args: ["--shell=sh", path] }).output();
  assert.equal(new TextDecoder().decode(stdout), "");
});

for (const setting of SETTINGS) {
  const about = `${setting.shell}, ${setting.downloader}, ${setting.hasher}`;

  Deno.test(`install.sh installs, stays, upgrades (${about})`, async () => {
    await using server = new ReleaseServer();
    using machine = new InstallMachine(setting);
    server.publish(TARGET, executable("0.8.0"));
    const first = await machine.install([], server);
    assertInstalls(first, /^rtk 0\.8\.0 is installed: \S+\/\.local\/bin\/rtk$/m);
    assert.deepEqual(machine.files(), LOCAL_BIN);
    assert.equal(machine.installed(), executable("0.8.0"));
    assert.equal(Deno.statSync(`${machine.home}/.local/bin/rtk`).mode! & 0o777, 0o755);
    assert.deepEqual(server.requests, [SUMS, FILE]);

    assertInstalls(await machine.install([], server), /^rtk 0\.8\.0 is there already: /m);
    assert.deepEqual(server.requests, [SUMS, FILE, SUMS]);

    server.publish(TARGET, executable("0.9.0"));
    assertInstalls(await machine.install([], server), /^rtk 0\.9\.0 is installed: \S+ \(was 0\.8\.0\)$/m);
    assert.equal(machine.installed(), executable("0.9.0"));
    assert.deepEqual(machine.files(), LOCAL_BIN);
  });

  Deno.test(`install.sh leaves nothing where the download is wrong (${about})`, async () => {
    await using server = new ReleaseServer();
    using machine = new InstallMachine(setting);
    assertFails(await machine.install([], server), /cannot download http:\S+SHA256SUMS: .*404/);
    assert.deepEqual(machine.files(), []);

    server.publish(TARGET, executable("0.8.0"));
    const whole = server.files.get(FILE)!;
    server.files.delete(FILE);
    assertFails(await machine.install([], server), /cannot download http:\S+linux-gnu: .*404/);
    assert.deepEqual(machine.files(), []);

    server.publish(TARGET, executable("0.8.0"));
    server.files.set(FILE, { body: new TextEncoder().encode(executable("6.6.6")) });
    assertFails(
      await machine.install([], server),
      /the download is damaged: sha256 of rtk-\S+ is [0-9a-f]{64}, not /,
    );
    assert.deepEqual(machine.files(), []);

    server.files.set(FILE, { ...whole, sent: 20, tellsLength: false });
    assertFails(await machine.install([], server), /the download is damaged/);
    server.files.set(FILE, { ...whole, sent: 20 });
    assertFails(await machine.install([], server), /cannot download|the download is damaged/);
    assert.deepEqual(machine.files(), []);
  });
}

Deno.test("install.sh keeps the rtk that is there where the upgrade is wrong", async () => {
  await using server = new ReleaseServer();
  using machine = new InstallMachine(DEFAULT);
  server.publish(TARGET, executable("0.8.0"));
  await machine.install([], server);
  server.publish(TARGET, executable("0.9.0"));
  server.files.set(FILE, { body: new Uint8Array(10) });
  assertFails(await machine.install([], server), /damaged/);
  const crash = "#!/bin/sh\necho 'GLIBC_2.99 not found' >&2; exit 1\n";
  server.publish(TARGET, crash);
  assertFails(
    await machine.install([], server),
    /rtk does not start here \(GLIBC_2\.99 not found\); nothing was/,
  );
  assert.equal(machine.installed(), executable("0.8.0"));
  assert.deepEqual(machine.files(), LOCAL_BIN);
});

Deno.test("install.sh believes one whole checksum of the very file only", async () => {
  await using server = new ReleaseServer();
  using machine = new InstallMachine(DEFAULT);
  server.publish(TARGET, executable("0.8.0"));
  const good = new TextDecoder().decode(server.files.get(SUMS)!.body).split("\n")[1]!.split(" ")[0]!;
  const lists = [
    "",
    `${good}  rtk-${TARGET}.sig\n`,
    `${good}  x/rtk-${TARGET}\n`,
    `${good.slice(1)}  rtk-${TARGET}\n`,
    `${good.slice(1)}g  rtk-${TARGET}\n`,
    `  rtk-${TARGET}\n`,
    "<html>not found</html>\n",
  ];
  for (const list of lists) {
    server.sums("/latest/download", list);
    assertFails(await machine.install([], server), /no checksum of rtk-/);
    assert.deepEqual(machine.files(), [], list);
  }
  // The form for binary files, and no newline at the end.
  server.sums("/latest/download", `${good} *rtk-${TARGET}`);
  assertInstalls(await machine.install([], server), /is installed/);
});

Deno.test("install.sh takes a version and a folder", async () => {
  await using server = new ReleaseServer();
  using machine = new InstallMachine(DEFAULT);
  server.publish(TARGET, executable("0.9.0"));
  server.publish(TARGET, executable("0.8.0-rc.1"), { version: "0.8.0-rc.1" });
  const folder = `${machine.home}/my 'tools'`;
  const forms = [
    ["--version", "v0.8.0-rc.1", "--dir", folder],
    ["--dir=home/my 'tools'/", "--version=0.8.0-rc.1"],
  ];
  for (const args of forms) {
    const run = await machine.install(args, server);
    assertInstalls(run, /rtk 0\.8\.0-rc\.1 is/);
    assert.ok(run.stdout.includes(`export PATH='${machine.home}/my '\\''tools'\\''':"$PATH"`), run.stdout);
    assert.deepEqual(machine.files(), ["my 'tools'/", "my 'tools'/rtk"]);
    Deno.removeSync(folder, { recursive: true });
  }
  assertFails(
    await machine.install(["--version", "7"], server),
    /cannot download \S+\/download\/v7\/SHA256SUMS/,
  );
  assertFails(await machine.install(["--version", "../x"], server), /no version: \.\.\/x/, 2);
  for (const args of [["--version"], ["--dir", ""], ["--dir="]]) {
    assertFails(await machine.install(args, server), /--\w+ needs a value/, 2);
  }
  assertFails(await machine.install(["--force"], server), /unknown argument --force; see --help/, 2);
  const help = await machine.install(["--help"]);
  assertInstalls(help, /^Usage: sh install\.sh \[--version V\] \[--dir D\]$/m);
  assert.deepEqual(machine.files(), []);
});

const SYSTEMS: readonly (readonly [string, string, string])[] = [
  ["Linux", "x86_64", "x86_64-unknown-linux-gnu"],
  ["Linux", "aarch64", "aarch64-unknown-linux-gnu"],
  ["Darwin", "x86_64", "x86_64-apple-darwin"],
  ["Darwin", "arm64", "aarch64-apple-darwin"],
];

for (const [system, processor, target] of SYSTEMS) {
  Deno.test(`install.sh takes ${target} on ${system} ${processor}`, async () => {
    await using server = new ReleaseServer();
    using machine = new InstallMachine(DEFAULT);
    machine.system(system, processor);
    server.publish(target, executable("0.8.0"));
    assertInstalls(await machine.install([], server), /is installed/);
    assert.deepEqual(server.requests, [SUMS, `/latest/download/rtk-${target}`]);
  });
}

Deno.test("install.sh takes the executable of the processor where Rosetta translates the shell", async () => {
  await using server = new ReleaseServer();
  using machine = new InstallMachine(DEFAULT);
  machine.system("Darwin", "x86_64");
  machine.program(`${machine.bin}/sysctl`, '[ "$*" = "-n sysctl.proc_translated" ] && echo 1');
  server.publish("aarch64-apple-darwin", executable("0.8.0"));
  assertInstalls(await machine.install([], server), /is installed/);
});

Deno.test("install.sh names the systems for which there is no rtk, and asks for nothing then", async () => {
  await using server = new ReleaseServer();
  const rows: readonly (readonly [string, string, RegExp])[] = [
    ["Linux", "riscv64", /no rtk for riscv64; x86_64 and aarch64 have one/],
    ["Linux", "i686", /no rtk for i686/],
    ["FreeBSD", "amd64", /no rtk for FreeBSD; Linux \(glibc\), macOS and Windows/],
    ["MINGW64_NT-10.0-26100", "x86_64", /this is Windows: use install\.ps1 in PowerShell/],
    ["CYGWIN_NT-10.0", "x86_64", /install\.ps1/],
  ];
  for (const [system, processor, message] of rows) {
    using machine = new InstallMachine(DEFAULT);
    machine.system(system, processor);
    assertFails(await machine.install([], server), message);
  }
  using musl = new InstallMachine(DEFAULT, ["ldd"]);
  musl.program(`${musl.bin}/ldd`, "echo 'musl libc (x86_64)' >&2; exit 1");
  assertFails(await musl.install([], server), /this Linux uses musl; rtk needs glibc/);
  using plain = new InstallMachine(DEFAULT, ["ldd"]);
  assertFails(await plain.install(["--version", "7"], server), /cannot download/);
  using narrow = new InstallMachine(DEFAULT);
  narrow.program(`${narrow.bin}/getconf`, '[ "$1" = LONG_BIT ] && echo 32');
  assertFails(await narrow.install([], server), /no rtk for 32-bit systems/);
  assert.deepEqual(server.requests, ["/download/v7/SHA256SUMS"]);
});

Deno.test("install.sh names the tool that it lacks", async () => {
  await using server = new ReleaseServer();
  using deaf = new InstallMachine(DEFAULT, ["curl"]);
  assertFails(await deaf.install([], server), /needs curl or wget/);
  using blind = new InstallMachine(DEFAULT, ["sha256sum"]);
  assertFails(await blind.install([], server), /needs sha256sum, shasum or openssl/);
  assert.deepEqual(server.requests, []);
});

Deno.test("install.sh says where it cannot write, and leaves the folder alone", async () => {
  await using server = new ReleaseServer();
  server.publish(TARGET, executable("0.8.0"));
  using machine = new InstallMachine(DEFAULT);
  const folder = `${machine.home}/closed`;
  Deno.mkdirSync(folder, { mode: 0o555 });
  // The superuser may write everywhere.
  const uid = Deno.uid() === 0 ? 65534 : undefined;
  const closed = await machine.install(["--dir", folder], { url: server.url, uid });
  assertFails(closed, /cannot write into \S+\/closed: Permission denied/);
  const inside = await machine.install(["--dir", `${folder}/a/b`], { url: server.url, uid });
  assertFails(inside, /cannot make \S+\/closed\/a\/b: Permission denied/);
  Deno.writeTextFileSync(`${machine.home}/file`, "");
  assertFails(await machine.install(["--dir", `${machine.home}/file`], server), /cannot make \S+\/file: /);
  assert.deepEqual(machine.files(), ["closed/", "file"]);
});

Deno.test("install.sh replaces nothing that rtk did not put there", async () => {
  await using server = new ReleaseServer();
  server.publish(TARGET, executable("0.8.0"));
  using machine = new InstallMachine(DEFAULT);
  const path = `${machine.home}/.local/bin/rtk`;
  machine.program(path, "echo rtk 0.42.2");
  assertFails(
    await machine.install([], server),
    /\.local\/bin\/rtk is another program; remove it or use --dir/,
  );
  assert.equal(machine.installed(), "#!/bin/sh\necho rtk 0.42.2\n");
  Deno.removeSync(path);
  Deno.symlinkSync("/elsewhere/rtk", path);
  assertFails(await machine.install([], server), /\.local\/bin\/rtk is a link/);
  Deno.removeSync(path);
  Deno.mkdirSync(path);
  assertFails(await machine.install([], server), /\.local\/bin\/rtk is another program/);
  assert.deepEqual(server.requests, []);
});

Deno.test("install.sh tells what stands before rtk on PATH", async () => {
  await using server = new ReleaseServer();
  server.publish(TARGET, executable("0.8.0"));
  using machine = new InstallMachine(DEFAULT);
  const own = `${machine.home}/.local/bin`;
  const path = (...folders: string[]) => ({
    url: server.url,
    env: { PATH: [...folders, machine.bin].join(":") },
  });
  const off = await machine.install([], path());
  assert.ok(off.stdout.includes(`${own} is not on PATH; add this line to the profile of your shell:`));
  assert.ok(off.stdout.includes(`\n  export PATH='${own}':"$PATH"\n`));
  const fish = await machine.install([], { ...path(), env: { PATH: machine.bin, SHELL: "/usr/bin/fish" } });
  assert.ok(fish.stdout.includes(`\n  fish_add_path '${own}'\n`));

  Deno.symlinkSync(own, `${machine.path}/same`);
  for (const folder of [own, `${own}/`, `${machine.path}/same`]) {
    const on = await machine.install([], path(folder, ""));
    assert.match(on.stdout, /^rtk 0\.8\.0 is there already: \S+\nNext: rtk init -g\n$/);
  }
  const linked = await machine.install(["--dir", `${machine.path}/same`], path(own));
  assert.match(linked.stdout, /\nNext: rtk init -g\n$/);

  machine.program(`${machine.path}/other/rtk`, "echo rtk 0.42.2");
  machine.program(`${machine.path}/older/rtk`, "echo 'rtk 0.1.0 (deno)'");
  const foreign = await machine.install([], path(`${machine.path}/other`, own));
  const before = `comes first on PATH and is another program of that name: put ${own} before it`;
  assert.ok(foreign.stdout.includes(`${machine.path}/other/rtk ${before}`), foreign.stdout);
  assert.ok(!foreign.stdout.includes("Next:"));
  const older = await machine.install([], path(`${machine.path}/older`, own));
  assert.ok(older.stdout.includes("/older/rtk comes first on PATH and is an rtk 0.1.0: put"), older.stdout);
  const after = await machine.install([], path(own, `${machine.path}/other`));
  assert.ok(!after.stdout.includes("comes first"));
  const alone = await machine.install([], path(`${machine.path}/other`));
  assert.ok(alone.stdout.includes("is not on PATH") && alone.stdout.includes("comes first on PATH"));
});

Deno.test("install.sh asks encrypted servers only, or one on this machine", async () => {
  using machine = new InstallMachine(DEFAULT);
  for (
    const url of [
      "http://mirror.example/rtk",
      "ftp://x",
      "file:///tmp",
      "http://127.0.0.1.example/",
      "http://127.0.0.1:80@mirror.example/",
    ]
  ) {
    assertFails(await machine.install([], { url }), /RTK_RELEASES_URL must start with https:/);
  }
  assertFails(await machine.install([]), /no address of the releases/);
  assert.deepEqual(machine.files(), []);
});

for (const downloader of ["curl", "wget", "busybox wget"] as const) {
  Deno.test(`install.sh follows an encrypted server to no open one (${downloader})`, async () => {
    await using open = new ReleaseServer();
    open.publish(TARGET, executable("0.8.0"));
    using machine = new InstallMachine({ ...DEFAULT, downloader });
    const isBusybox = downloader === "busybox wget";
    if (isBusybox) pretendEncryption(machine);
    const { path, ...keys } = await certificateIn(machine.path);
    Deno.writeTextFileSync(`${machine.home}/.wgetrc`, `ca_certificate = ${path}\n`);
    const listen = { hostname: "127.0.0.1", port: 0, onListen() {}, ...!isBusybox && keys };
    let target = open.url;
    await using server = Deno.serve(listen, (request) => {
      const { pathname } = new URL(request.url);
      const file = target === "" ? open.files.get(pathname) : undefined;
      return file ? new Response(file.body as BodyInit) : Response.redirect(target + pathname);
    });
    const options = { url: `https://127.0.0.1:${server.addr.port}`, env: { CURL_CA_BUNDLE: path } };
    const why = downloader === "curl" ? /https:\S+SHA256SUMS: .*[Pp]rotocol/ : /it lies on an open server/;
    assertFails(await machine.install([], options), why);
    assert.deepEqual(machine.files(), [".wgetrc"]);
    target = "";
    assertInstalls(await machine.install([], options), /^rtk 0\.8\.0 is installed: /m);
  });
}

/** The encryption of busybox needs servers of another kind; what it tells of its way is the same without. */
function pretendEncryption(machine: InstallMachine): void {
  Deno.removeSync(`${machine.bin}/wget`);
  const plain = "case $arg in https:*) arg=http:${arg#https:} ;; esac";
  machine.program(
    `${machine.bin}/wget`,
    `for arg do\n  shift\n  ${plain}\n  set -- "$@" "$arg"\ndone\nexec /bin/busybox wget "$@"`,
  );
}

/** A certificate of this machine's own for 127.0.0.1. */
async function certificateIn(folder: string): Promise<{ path: string; cert: string; key: string }> {
  const [path, keyPath] = [`${folder}/cert.pem`, `${folder}/key.pem`];
  const subject = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"];
  const args = [
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-keyout",
    keyPath,
    "-out",
    path,
    ...subject,
  ];
  const { success, stderr } = await new Deno.Command("openssl", { args }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
  return { path, cert: Deno.readTextFileSync(path), key: Deno.readTextFileSync(keyPath) };
}

Deno.test("install.sh waits for no program that tells no version", async () => {
  await using server = new ReleaseServer();
  server.publish(TARGET, executable("0.8.0"));
  using machine = new InstallMachine(DEFAULT, ["sleep"]);
  machine.program(`${machine.bin}/sleep`, "exit 0");
  machine.program(`${machine.home}/.local/bin/rtk`, `exec ${SLEEP} 60`);
  const started = Date.now();
  assertFails(await machine.install([], server), /\.local\/bin\/rtk is another program/);
  assert.ok(Date.now() - started < 30_000);
});

Deno.test("install.sh clears what a run that was killed has left, and nothing of one that runs", async () => {
  await using server = new ReleaseServer();
  server.publish(TARGET, executable("0.8.0"));
  using machine = new InstallMachine(DEFAULT);
  const folder = `${machine.home}/.local/bin`;
  const ended = await new Deno.Command("sh", { args: ["-c", "echo $$"] }).output();
  const dead = new TextDecoder().decode(ended.stdout).trim();
  for (const pid of [dead, Deno.pid]) Deno.mkdirSync(`${folder}/.rtk-install.${pid}`, { recursive: true });
  Deno.writeTextFileSync(`${folder}/.rtk-install.${dead}/rtk`, "half");
  assertInstalls(await machine.install([], server), /is installed/);
  assert.deepEqual(machine.files(), [
    ".local/",
    ".local/bin/",
    `.local/bin/.rtk-install.${Deno.pid}/`,
    LOCAL_BIN[2],
  ]);
});

for (const shell of ["bash", "dash", "busybox"] as const) {
  Deno.test(`install.sh, interrupted, leaves nothing (${shell})`, async () => {
    await using server = new ReleaseServer();
    using machine = new InstallMachine({ ...DEFAULT, shell });
    server.publish(TARGET, executable("0.8.0"));
    server.files.set(FILE, { ...server.files.get(FILE)!, hangs: true });
    const run = await machine.install([], { url: server.url, interrupted: true });
    assert.deepEqual(server.requests, [SUMS, FILE]);
    assert.notEqual(run.code, 0);
    assert.deepEqual(machine.files(), []);
  });

  Deno.test(`install.sh, cut anywhere, does nothing (${shell})`, async () => {
    await using server = new ReleaseServer();
    using machine = new InstallMachine({ ...DEFAULT, shell });
    server.publish(TARGET, executable("0.8.0"));
    for (const end of cuts(INSTALL_SCRIPT, shell === "dash" ? 1 : 7)) {
      await machine.install([], { url: server.url, script: INSTALL_SCRIPT.slice(0, end) });
      assert.deepEqual([server.requests, machine.files()], [[], []], `cut at ${end}`);
    }
  });
}

/** Places to cut at: the end of every so many lines, and each of the last 60. */
function cuts(text: string, step: number): number[] {
  const lineEnds = [...text.matchAll(/\n/g)].map(({ index }) => index + 1).filter((_, at) => at % step === 0);
  const closing = text.trimEnd().length - 1;
  const last = Array.from({ length: 60 }, (_, at) => closing - at);
  return [...lineEnds.filter((end) => end < closing), ...last];
}
