/** `SHA256SUMS`: the checksums of a release, as sha256sum writes and checks them. */

/** One file of a release. */
export interface ReleaseFile {
  readonly name: string;
  /** 64 hexadecimal digits. */
  readonly sha256: string;
}

/** The text of the list, sorted by name. */
export function checksumsText(files: readonly ReleaseFile[]): string {
  const sorted = files.toSorted((a, b) => a.name < b.name ? -1 : 1);
  return sorted.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join("");
}
