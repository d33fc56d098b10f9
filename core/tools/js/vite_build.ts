import { joinLines, splitLines } from "../../text/lines.ts";
import type { Run, Tool } from "../tool.ts";

/**
 * `vite build`: drops progress, the banner, column padding and frames of vite itself. Files with their sizes, warnings,
 * errors with their place, and how it ended stay. Seen with vite 7.3.
 */
export const tool: Tool = {
  id: "vite-build",
  commands: ["vite build"],
  summary: "Builds: vite build",
  effect: "build",
  args: {
    switches: "--emptyOutDir --no-emptyOutDir --app --no-clearScreen -h --help",
    withArgument:
      "--target --outDir --assetsDir --assetsInlineLimit -c --config --base --configLoader -m --mode",
    optionalArgument: "--ssr --sourcemap --minify --manifest --ssrManifest --clearScreen",
    declines: {
      "exact-format": "-l --logLevel -d --debug -f --filter --profile",
      "follow-mode": "-w --watch",
    },
    operands: "any",
  },
  pipeline: { first: "report" },
  output: "whole",
  filter(run: Run) {
    const [stdout = "", stderr = ""] = [run.stdout, run.stderr].map((text) =>
      joinLines(compact(splitLines(text)))
    );
    return { stdout, stderr };
  },
  examples: {
    rewrites: ["vite build", "npx vite build --mode staging --outDir out"],
    declines: ["vite", "vite build --watch", "vite preview", "vite build -l info"],
  },
};

const NOISE = [
  /^vite v\d\S* building .+\.\.\.$/,
  /^(?:transforming|rendering chunks|computing gzip size)(?: \(\d+\))?\.\.\.$/,
  /^✓ \d+ modules? transformed\.$/,
  /^\s*$/,
  /^ +at .*(?:node_modules|node:|\(index \d+\))/,
];
// "dist/assets/index-KY-d-aAl.js  0.74 kB │ gzip: 0.41 kB"
const ASSET = /^\S+ +[\d.,]+ kB(?: │ .*)?$/;
// "✓ built in 375ms", "✗ Build failed in 150ms"
const ENDING = /^✓ built in \S+$|^[✗x] Build failed in \S+$/;

function compact(lines: readonly string[]): string[] {
  const kept = lines.filter((line) => !NOISE.some((noise) => noise.test(line)))
    .map((line) => ASSET.test(line) ? line.replaceAll(/ {2,}/g, " ") : line);
  return [...kept.filter((line) => !ENDING.test(line)), ...kept.filter((line) => ENDING.test(line))];
}
