/** What package managers are told of a release: the Homebrew formula and the Scoop manifest. */
import type { ReleaseFile } from "./checksums.ts";

/** A release as packages need it. */
export interface Release {
  readonly version: string;
  /** `https://github.com/OWNER/rtk`. */
  readonly repository: string;
  readonly executables: readonly ReleaseFile[];
}

const SUMMARY = "Compact, faithful output of shell commands for coding agents";
const WINDOWS = "rtk-x86_64-pc-windows-msvc.exe";

/** The formula of a tap: the executable of the release for the four Unix targets. */
export function homebrewFormula(release: Release): string {
  const place = (name: string): string => {
    const { sha256 } = executable(release, name);
    return `      url "${downloadUrl(release, name)}"\n      sha256 "${sha256}"\n`;
  };
  const system = (block: string, target: string): string =>
    `  ${block} do
    on_arm do
${place(`rtk-aarch64-${target}`)}    end
    on_intel do
${place(`rtk-x86_64-${target}`)}    end
  end
`;
  return `class Rtk < Formula
  desc "${SUMMARY}"
  homepage "${release.repository}"
  version "${release.version}"
  license "MIT"

${system("on_macos", "apple-darwin")}
${system("on_linux", "unknown-linux-gnu")}
  def install
    bin.install Dir["rtk-*"].first => "rtk"
  end

  def caveats
    <<~TEXT
      To put rtk into your coding agents: rtk init -g
      Before you uninstall it: rtk init -g --uninstall
    TEXT
  end

  test do
    assert_equal "rtk #{version} (deno)\\n", shell_output("#{bin}/rtk --version")
  end
end
`;
}

/** The manifest of a bucket. */
export function scoopManifest(release: Release): string {
  const { sha256 } = executable(release, WINDOWS);
  const url = downloadUrl(release, WINDOWS);
  const renamed = "#/rtk.exe";
  const next = url.replace(`/v${release.version}/`, "/v$version/");
  const manifest = {
    version: release.version,
    description: SUMMARY,
    homepage: release.repository,
    license: "MIT",
    notes: [
      "To put rtk into your coding agents: rtk init -g",
      "Before you uninstall it: rtk init -g --uninstall",
    ],
    architecture: { "64bit": { url: `${url}${renamed}`, hash: sha256 } },
    bin: "rtk.exe",
    checkver: { github: release.repository },
    autoupdate: {
      architecture: { "64bit": { url: `${next}${renamed}`, hash: { url: "$baseurl/SHA256SUMS" } } },
    },
  };
  return `${JSON.stringify(manifest, null, 4)}\n`;
}

/** Where a file of the release can be fetched. */
export function downloadUrl({ repository, version }: Omit<Release, "executables">, name: string): string {
  return `${repository}/releases/download/v${version}/${name}`;
}

function executable({ executables }: Release, name: string): ReleaseFile {
  const found = executables.find((one) => one.name === name);
  if (found === undefined) throw new Error(`Cannot make the packages: ${name} is missing`);
  return found;
}
