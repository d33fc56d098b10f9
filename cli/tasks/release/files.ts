/** All texts of a release, from what is known of its executables: pure, so that tests hold them against fixed inputs. */
import type { ReleaseFile } from "./checksums.ts";
import { downloadUrl, homebrewFormula, scoopManifest } from "./packages.ts";
import { sbom, type SbomInput } from "./sbom.ts";

export interface ReleaseInput extends SbomInput {
  readonly changelog: string;
  readonly installSh: string;
  readonly installPs1: string;
}

/** The texts that are published beside the executables, by file name. */
export function publishedTexts(input: ReleaseInput): Record<string, string> {
  const { repository, version } = input;
  if (!/^https:\/\/[\w.-]+(?:\/[\w.-]+)+$/.test(repository)) {
    throw new Error(`Cannot publish: no address of a repository: ${repository}`);
  }
  if (!/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/.test(version)) {
    throw new Error(`Cannot publish: no version: ${version}`);
  }
  return {
    "install.ps1": withUrl(input.installPs1, "  $publishedUrl = ''", repository),
    "install.sh": withUrl(input.installSh, "  published_url=''", repository),
    "rtk.cdx.json": `${JSON.stringify(sbom(input), null, 2)}\n`,
    "rtk.json": scoopManifest(input),
    "rtk.rb": homebrewFormula(input),
  };
}

/** Writes the address of the releases into an install script. */
function withUrl(script: string, line: string, repository: string): string {
  const parts = script.split(`${line}\n`);
  if (parts.length !== 2) throw new Error(`Cannot write the address: no single line ${line.trim()}`);
  return parts.join(`${line.slice(0, -1)}${repository}/releases'\n`);
}

/**
 * The release notes: what the changelog says of the version, and how to get it.
 * @throws Error where the changelog has no section of that version.
 */
export function releaseNotes({ changelog, version, repository }: ReleaseInput): string {
  const sections = changelog.split(/^## /m).map((text) => text.split("\n"));
  const lines = sections.find(([title = ""]) => title.split(" ")[0] === version)?.slice(1).join("\n").trim();
  if (!lines) throw new Error(`Cannot publish: CHANGELOG.md has no section ${version}`);
  const url = (name: string): string => downloadUrl({ repository, version }, name);
  return `${lines}

## Get it

\`\`\`sh
curl -fsSL ${url("install.sh")} | sh -s -- --version ${version}   # Linux (glibc), macOS
\`\`\`

\`\`\`powershell
& ([scriptblock]::Create((irm ${url("install.ps1")}))) -Version ${version}   # Windows
\`\`\`

Both check the download against \`SHA256SUMS\`. Where a file comes from:
\`gh attestation verify FILE --repo ${repository.split("/").slice(-2).join("/")}\`.
`;
}

/** Names of the packages of the import map that sources import. */
export function importedPackages(sources: Iterable<string>, names: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (const source of sources) {
    for (const [, specifier = ""] of source.matchAll(/(?:from|import)[ (]?\s*"([^"./][^"]*)"/g)) {
      const name = names.find((name) => specifier === name || specifier.startsWith(`${name}/`));
      if (name !== undefined) found.add(name);
    }
  }
  return found;
}

/** The files that no release may lack: one executable per target. */
export function missingExecutables(targets: readonly string[], files: readonly ReleaseFile[]): string[] {
  return targets.map(executableName).filter((name) => !files.some((file) => file.name === name));
}

/** The name of a target's executable in `dist/bin` and in a release. */
export function executableName(target: string): string {
  return `rtk-${target}${target.includes("windows") ? ".exe" : ""}`;
}
