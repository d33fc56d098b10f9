/**
 * `deno task setup`: takes the WebAssembly files out of the pinned npm packages into `wasm/` and checks their sha256.
 * Files that are there already are only checked.
 */
import versions from "../../wasm/versions.json" with { type: "json" };

/** One file of one package. */
export interface Pin {
  readonly version: string;
  readonly file: string;
  readonly sha256: string;
}

const FOLDER = new URL("../../wasm/", import.meta.url);

/**
 * Puts every pinned file in place.
 * @param pins by package name.
 * @throws Error where a file cannot be had or is not the pinned one.
 */
export async function setup(pins: Readonly<Record<string, Pin>> = versions): Promise<void> {
  for (const [name, pin] of Object.entries(pins)) await place(name, pin);
}

async function place(name: string, pin: Pin): Promise<void> {
  const target = new URL(pin.file, FOLDER);
  if (await sha256(await readIfPresent(target)) === pin.sha256) return;
  const bytes = await fetchFile(`npm:${name}@${pin.version}/${pin.file}`);
  const found = await sha256(bytes);
  if (found !== pin.sha256) {
    throw new Error(
      `Cannot use ${pin.file} of ${name}@${pin.version}: sha256 is ${found}, not ${pin.sha256}`,
    );
  }
  // Another set-up may run at the same time: nobody sees half a file.
  const temporary = new URL(`${pin.file}.${Deno.pid}`, FOLDER);
  await Deno.writeFile(temporary, bytes);
  await Deno.rename(temporary, target);
  console.log(`wasm/${pin.file}: ${name}@${pin.version}`);
}

async function readIfPresent(file: URL): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await Deno.readFile(file);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return new Uint8Array();
    throw error;
  }
}

/** A child process, because only the unstable flag lets a module be imported as bytes (Deno 2.9). */
async function fetchFile(specifier: string): Promise<Uint8Array<ArrayBuffer>> {
  const code = `const file = await import(${JSON.stringify(specifier)}, { with: { type: "bytes" } });
for (let rest = file.default; rest.length > 0;) rest = rest.subarray(await Deno.stdout.write(rest));`;
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", "--quiet", "--no-lock", "--unstable-raw-imports", code],
    cwd: FOLDER,
    env: { NO_COLOR: "1" },
  }).output();
  if (!success) throw new Error(`Cannot fetch ${specifier}: ${new TextDecoder().decode(stderr).trim()}`);
  return stdout;
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}

if (import.meta.main) await setup();
