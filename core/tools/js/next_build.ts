import { joinLines, splitLines } from "../../text/lines.ts";
import { dropCodeFrames } from "../../text/test_report.ts";
import type { Run, Tool } from "../tool.ts";

/**
 * `next build`: drops progress, banner, telemetry and legend. Errors and warnings with their places, and every route
 * with its mark and sizes, stay. Seen with next 16.4.
 */
export const tool: Tool = {
  id: "next-build",
  commands: ["next build"],
  summary: "Builds: next build",
  effect: "build",
  args: {
    switches: "--no-lint --no-mangling --turbo --turbopack --webpack --experimental-app-only -h --help",
    withArgument: "--experimental-build-mode",
    declines: { "exact-format": "-d --debug --debug-prerender --profile --experimental-debug-memory-usage" },
    operands: "any",
  },
  pipeline: { first: "report" },
  output: "whole",
  filter(run: Run) {
    const [out, err] = [run.stdout, run.stderr].map((text) => compact(splitLines(text)));
    const isDone = splitLines(run.stdout).some((line) => /^Route \(/.test(line));
    if (run.exit === 0 && !isDone) return undefined;
    const verdict = run.exit === 0 ? ["next build: ok"] : [];
    return {
      stdout: joinLines([...failureLast(out ?? []), ...verdict]),
      stderr: joinLines(failureLast(err ?? [])),
    };
  },
  examples: {
    rewrites: ["next build", "npx next build --turbo"],
    declines: ["next dev", "next build --profile", "next start"],
  },
};

const NOISE = [
  /^ *▲ Next\.js \d/,
  /^ *✓ (?:Running next\.config took|Compiled successfully|Generating static pages|Collecting|Finalizing|Linting)/,
  /^ *(?:Creating an optimized production build|Collecting page data|Generating static pages|Finalizing page optimization|Collecting build traces|Linting and checking validity of types|Running TypeScript|Checking validity of types)\b.*$/,
  /^ *Finished TypeScript in \S+ \.\.\.$/,
  /^[○●◐ƒλ] {2}\((?:Static|SSG|Dynamic|ISR|Server|Partial Prerender)\) /,
  /^ {13,}(?:inference|initial|incremental|server-rendered|prerendered)/,
  /^Attention: Next\.js now collects completely anonymous telemetry/,
  /^This information is used to shape Next\.js' roadmap/,
  /^You can learn more, including how to opt-out/,
  /^https:\/\/nextjs\.org\/telemetry$/,
  /^ +at <unknown> \(https:\/\/nextjs\.org\/docs\/messages\/\S+\)$/,
];
// "> Build error occurred", "Error: Turbopack build failed with 1 error:", "Failed to type check."
const FAILURE =
  /^> Build (?:error occurred|failed because of .+)$|^Error: Turbopack build failed with \d+ errors?:$|^Failed to (?:type check|compile)\.$/;

function failureLast(lines: readonly string[]): string[] {
  return [...lines.filter((line) => !FAILURE.test(line)), ...lines.filter((line) => FAILURE.test(line))];
}

// "┌ ○ /", "├ ● /blog/[slug]      1.2 kB     90 kB", "+ First Load JS shared by all  87 kB"
const ROUTE = /^([┌├└+]| {2}[├└]) (\S.*)$/;

// "○ /about", with no sizes behind it
const BARE_ROUTE = /^([○●◐ƒλ]) (\/\S*)$/;

/** Neighbours with the same mark share a line: `○ /about /blog`. */
function joinRoutes(lines: readonly string[]): string[] {
  const out: string[] = [];
  let open = "";
  for (const line of lines) {
    const [, mark = "", route = ""] = BARE_ROUTE.exec(line) ?? [];
    if (mark !== "" && mark === open) out.push(`${out.pop()} ${route}`);
    else out.push(line);
    open = mark;
  }
  return out;
}

function compact(lines: readonly string[]): string[] {
  return joinRoutes(compactRows(lines));
}

function compactRows(lines: readonly string[]): string[] {
  return dropCodeFrames(lines, { marked: false }).flatMap((line) => {
    if (line.trim() === "" || NOISE.some((noise) => noise.test(line))) return [];
    const [, branch = "", route] = ROUTE.exec(line) ?? [];
    if (route === undefined) {
      const made = line.replace(/^ *We detected TypeScript in your project and (?=created )/, "");
      return [/^Route \(/.test(line) ? line.replaceAll(/ {2,}/g, " ").trimEnd() : made];
    }
    return [(branch === "+" ? "+ " : "") + route.replaceAll(/ {2,}/g, " ").trimEnd()];
  });
}
