/**
 * `deno task release-files FOLDER --repository URL [--tag vVERSION]`: beside the five executables of a folder writes what
 * is published with them: `SHA256SUMS`, the bill of materials, install scripts that know where the releases lie, the
 * Homebrew formula, the Scoop manifest; and `NOTES.md`, the release's text. The version is that of deno.json.
 */
import { createHash } from "node:crypto";
import config from "../../deno.json" with { type: "json" };
import wasm from "../../wasm/versions.json" with { type: "json" };
import { TARGETS } from "./compile.ts";
import { checksumsText, type ReleaseFile } from "./release/checksums.ts";
import {
  executableName,
  importedPackages,
  missingExecutables,
  publishedTexts,
  releaseNotes,
} from "./release/files.ts";
import type { LockFile } from "./release/sbom.ts";

const root = new URL("../../", import.meta.url);
const USAGE = "usage: deno task release-files FOLDER --repository URL [--tag vVERSION]";

if (import.meta.main) {
  const [folder, ...options] = Deno.args;
  const given = new Map(options.flatMap((name, at) => at % 2 === 0 ? [[name, options[at + 1] ?? ""]] : []));
  const repository = given.get("--repository");
  const unknown = [...given.keys()].filter((name) => name !== "--repository" && name !== "--tag");
  if (!folder || !repository || unknown.length > 0) throw new Error(USAGE);
  const tag = given.get("--tag") ?? `v${config.version}`;
  if (tag !== `v${config.version}`) {
    throw new Error(`Cannot publish ${tag}: deno.json says ${config.version}`);
  }
  const changelog = Deno.readTextFileSync(new URL("CHANGELOG.md", root));
  for (const name of writeReleaseFiles(folder, repository.replace(/\/$/, ""), changelog)) {
    console.log(`${folder}/${name}`);
  }
}

/**
 * Writes the texts of a release into the folder of its executables.
 * @returns their names.
 * @throws Error where an executable is missing, or one is there that is none of ours.
 */
export function writeReleaseFiles(folder: string, repository: string, changelog: string): string[] {
  const names = [...Deno.readDirSync(folder)].map(({ name }) => name).filter((name) =>
    name.startsWith("rtk-")
  );
  const executables = names.sort().map((name) => hashed(folder, name));
  const missing = missingExecutables(TARGETS, executables);
  if (missing.length > 0) {
    throw new Error(`Cannot publish: missing ${missing.join(", ")} among ${names.join(", ")}`);
  }
  const foreign = names.filter((name) => !TARGETS.map(executableName).includes(name));
  if (foreign.length > 0) throw new Error(`Cannot publish: no target of ours: ${foreign.join(", ")}`);
  const read = (name: string): string => Deno.readTextFileSync(new URL(name, root));
  const input = {
    version: config.version,
    repository,
    deno: Deno.version.deno,
    lock: JSON.parse(read("deno.lock")) as LockFile,
    wasm,
    imported: importedPackages(productSources(), Object.keys(config.imports)),
    executables,
    changelog,
    installSh: read("install.sh"),
    installPs1: read("install.ps1"),
  };
  const texts = publishedTexts(input);
  const notes = releaseNotes(input);
  for (const [name, text] of Object.entries(texts)) Deno.writeTextFileSync(`${folder}/${name}`, text);
  const published = [...executables, ...Object.keys(texts).map((name) => hashed(folder, name))];
  Deno.writeTextFileSync(`${folder}/SHA256SUMS`, checksumsText(published));
  Deno.writeTextFileSync(`${folder}/NOTES.md`, notes);
  return [...Object.keys(texts), "SHA256SUMS", "NOTES.md"];
}

function hashed(folder: string, name: string): ReleaseFile {
  const sha256 = createHash("sha256").update(Deno.readFileSync(`${folder}/${name}`)).digest("hex");
  return { name, sha256 };
}

/** The sources that are bundled into the executables: all but the developers' tasks. */
export function productSources(): string[] {
  const read = (folder: string): string[] =>
    [...Deno.readDirSync(new URL(folder, root))].flatMap(({ name, isDirectory }) => {
      const path = `${folder}${name}`;
      if (isDirectory) return path === "cli/tasks" ? [] : read(`${path}/`);
      return name.endsWith(".ts") ? [Deno.readTextFileSync(new URL(path, root))] : [];
    });
  return ["cli/", "core/", "agents/", "installer/", "wasm/"].flatMap(read);
}
