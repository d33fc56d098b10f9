/** Lines of yarn 1 around the output of scripts and installs. Seen with yarn 1.22. */
import type { InstallText } from "./install_text.ts";

// "yarn run v1.22.22", "[3/4] Linking dependencies...", "Done in 4.99s."
const NOISE = [
  /^yarn [\w-]+ v\d+\.\d+\.\d+$/,
  /^\[\d+\/\d+\] .+\.\.\.$/,
  // The line about the saved one follows.
  /^info No lockfile found\.$/,
  /^(?:✨ +)?Done in [\d.]+m?s\.$/,
  /^info Visit https:\/\/yarnpkg\.com\/en\/docs\/cli\/\S+ for documentation about this command\.$/,
];

export const yarnInstallText: InstallText = {
  noise: NOISE,
  verdict: /^success |^error /,
};

// Besides the noise: "error Command failed with exit code 3.", "error Command "nope" not found."
const OWN = /^error Command (?:failed with exit code \d+|failed with signal "\w+"|".*" not found)\.$/;

/** Whether yarn wrote the line, and not a script. */
export function isYarnLine(line: string): boolean {
  return OWN.test(line) || NOISE.some((noise) => noise.test(line));
}

/** yarn's own lines without those that say nothing. */
export function cleanYarn(lines: readonly string[]): string[] {
  return [...new Set(lines)].filter((line) => !NOISE.some((noise) => noise.test(line)));
}
