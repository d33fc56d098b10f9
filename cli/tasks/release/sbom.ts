/** The software bill of materials of a release: CycloneDX 1.6, from deno.lock and the pins of the WebAssembly files. */
import { createHash } from "node:crypto";
import type { Pin } from "../setup.ts";
import type { ReleaseFile } from "./checksums.ts";

/** What is read of deno.lock (version 5). */
export interface LockFile {
  readonly version: string;
  readonly npm?: Readonly<Record<string, LockedPackage>>;
  readonly [section: string]: unknown;
}

interface LockedPackage {
  readonly integrity: string;
  readonly dependencies?: readonly string[];
  readonly optionalDependencies?: readonly string[];
}

export interface SbomInput {
  readonly version: string;
  readonly repository: string;
  /** Version of the Deno runtime that is part of each executable. */
  readonly deno: string;
  readonly lock: LockFile;
  readonly wasm: Readonly<Record<string, Pin>>;
  /** Names of the packages that the product's own sources import; the others serve tests and tasks. */
  readonly imported: ReadonlySet<string>;
  readonly executables: readonly ReleaseFile[];
}

interface Component {
  readonly type: string;
  readonly "bom-ref": string;
  readonly [key: string]: unknown;
}

/** Sections of deno.lock that hold no code from elsewhere. */
const KNOWN_SECTIONS = ["version", "specifiers", "npm", "workspace"];

/**
 * Makes the bill: every locked package with its hash, whether it is shipped (`required`) or not (`excluded`), the runtime,
 * and the WebAssembly files as parts of their packages.
 * @throws Error where the lock file holds a kind of code or a hash that the bill would not tell.
 */
export function sbom(input: SbomInput): Record<string, unknown> {
  const { lock, version } = input;
  const unknown = Object.keys(lock).filter((section) => !KNOWN_SECTIONS.includes(section));
  if (lock.version !== "5" || unknown.length > 0) {
    throw new Error(
      `Cannot tell what deno.lock holds: version ${lock.version}, sections ${unknown.join(", ")}`,
    );
  }
  const root = `pkg:generic/rtk@${version}`;
  const runtime = `pkg:github/denoland/deno@v${input.deno}`;
  const packages = lock.npm ?? {};
  const pinned = Object.entries(input.wasm).filter(([name, pin]) => !(`${name}@${pin.version}` in packages));
  const shipped = shippedKeys(packages, input.imported);
  const extra = pinned.map(([name, { version }]) => purl(`${name}@${version}`));
  const direct = Object.keys(packages).filter((key) => input.imported.has(parseKey(key).name)).map(purl);
  const components: Component[] = [
    {
      type: "platform",
      "bom-ref": runtime,
      name: "deno",
      version: input.deno,
      purl: runtime,
      scope: "required",
    },
    ...Object.entries(packages).map(([key, one]) => ({
      ...packageComponent(key, input.wasm),
      scope: shipped.has(key) ? "required" : "excluded",
      hashes: [integrityHash(key, one.integrity)],
    })),
    ...pinned.map(([name, pin]) => ({
      ...packageComponent(`${name}@${pin.version}`, input.wasm),
      scope: "required",
    })),
  ].sort((a, b) => a["bom-ref"] < b["bom-ref"] ? -1 : 1);
  const dependencies = [
    { ref: root, dependsOn: [runtime, ...direct, ...extra].sort() },
    { ref: runtime, dependsOn: [] },
    ...Object.entries(packages).map(([key, one]) => ({
      ref: purl(key),
      dependsOn: dependsOn(one, packages),
    })),
    ...extra.map((ref) => ({ ref, dependsOn: [] })),
  ];
  const content = { metadata: { component: rootComponent(root, input) }, components, dependencies };
  const serialNumber = `urn:uuid:${uuidOf(JSON.stringify(content))}`;
  return { bomFormat: "CycloneDX", specVersion: "1.6", serialNumber, version: 1, ...content };
}

function rootComponent(ref: string, { version, repository, executables }: SbomInput): Component {
  return {
    type: "application",
    "bom-ref": ref,
    name: "rtk",
    version,
    licenses: [{ license: { id: "MIT" } }],
    externalReferences: [{ type: "vcs", url: repository }],
    components: executables.map(({ name, sha256 }) => ({
      type: "file",
      "bom-ref": `file:${name}`,
      name,
      hashes: [{ alg: "SHA-256", content: sha256 }],
    })),
  };
}

function packageComponent(key: string, wasm: Readonly<Record<string, Pin>>): Component {
  const { name, version } = parseKey(key);
  const ref = purl(key);
  const pin = wasm[name];
  const file = pin?.version === version ? pin : undefined;
  return {
    type: "library",
    "bom-ref": ref,
    name,
    version,
    purl: ref,
    ...(file === undefined ? {} : {
      components: [{
        type: "file",
        "bom-ref": `${ref}#${file.file}`,
        name: file.file,
        hashes: [{ alg: "SHA-256", content: file.sha256 }],
      }],
    }),
  };
}

/** The imported packages and all that they need. */
function shippedKeys(
  packages: Readonly<Record<string, LockedPackage>>,
  imported: ReadonlySet<string>,
): Set<string> {
  const found = new Set<string>();
  const waiting = Object.keys(packages).filter((key) => imported.has(parseKey(key).name));
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    if (found.has(key)) continue;
    found.add(key);
    waiting.push(...dependencyKeys(packages[key], packages));
  }
  return found;
}

function dependsOn(one: LockedPackage, packages: Readonly<Record<string, LockedPackage>>): string[] {
  return [...new Set(dependencyKeys(one, packages).map(purl))].sort();
}

/** A dependency stands as `name` where one version is locked, else as `name@version`. */
function dependencyKeys(
  one: LockedPackage | undefined,
  packages: Readonly<Record<string, LockedPackage>>,
): string[] {
  return [...one?.dependencies ?? [], ...one?.optionalDependencies ?? []].map((wanted) => {
    const key = Object.keys(packages).find((key) => key === wanted || parseKey(key).name === wanted);
    if (key === undefined) throw new Error(`Cannot find ${wanted} in deno.lock`);
    return key;
  });
}

/** `@scope/name@1.0.0_peer@2.0.0`: the part behind `_` tells the peers that were chosen. */
function parseKey(key: string): { readonly name: string; readonly version: string } {
  const at = key.indexOf("@", 1);
  return { name: key.slice(0, at), version: key.slice(at + 1).split("_")[0] ?? "" };
}

/** The package URL (purl specification, type npm). */
function purl(key: string): string {
  const { name, version } = parseKey(key);
  return `pkg:npm/${name.replace("@", "%40")}@${version}`;
}

function integrityHash(key: string, integrity: string): { alg: string; content: string } {
  const [, digest] = /^sha512-(.+)$/.exec(integrity) ?? [];
  if (digest === undefined) throw new Error(`Cannot read the integrity of ${key}: ${integrity}`);
  return { alg: "SHA-512", content: Uint8Array.fromBase64(digest).toHex() };
}

/** The same content has the same number: a UUID of version 8 (RFC 9562), from a digest. */
function uuidOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  const variant = "89ab"[parseInt(hex.charAt(16), 16) % 4];
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
  ];
  return [...parts, hex.slice(20, 32)].join("-");
}
