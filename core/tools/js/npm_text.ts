/** Lines of npm's own, around the output of scripts and installs. Seen with npm 11.19. */

// "npm error code E404", "npm ERR! code E404", "npm warn deprecated x@1.0.0: …", "npm notice"
const PREFIXED = /^(npm (?:error|ERR!|warn|WARN|notice|info|http fetch))(?: (.*))?$/;
// "A complete log of this run can be found in: /home/u/.npm/_logs/…-debug-0.log", older npm: the path on the next line
const LOG = /^A complete log of this run can be found in:|^ +\S*[\\/]_logs[\\/]\S+$|^\S*[\\/]_logs[\\/]\S+$/;
// "npm notice New minor version of npm available! 11.19.1 -> 11.20.0"; other notices tell what a package holds
const UPDATE =
  /^New (?:major|minor|patch) version of npm available! |^Changelog: https:\/\/github\.com\/npm\/cli\/|^To update run: npm install -g npm@/;
const ADVICE = [
  /^(?:404 )?Note that you can also install from a$/,
  /^(?:404 )?tarball, folder, http url, or git url\.$/,
  /^For a full report see:$/,
  // Behind the parser's own error with its position.
  /^JSON\.parse Failed to parse JSON data\.$/,
  /^JSON\.parse Note: package\.json must be actual JSON, not just JavaScript\.$/,
  /^This is probably not a problem with npm\. There is likely additional logging output above\.$/,
];
// "28 packages are looking for funding", "  run `npm fund` for details", "Run `npm audit` for details."
const FUNDING =
  /^\d+ packages? (?:is|are) looking for funding$|^ +run `npm fund` for details$|^Run `npm audit` for details\.$/;

// "npm error JSON.parse Invalid package.json: JSONParseError: …"
const PARSER = /^(npm (?:error|ERR!) )JSON\.parse (?=Invalid .*\bJSON)/;

/** Whether npm wrote the line, and not a script. */
export function isNpmLine(line: string): boolean {
  return PREFIXED.test(line);
}

/**
 * Drops what is noise in npm's own lines: the path of its log, news of npm, usage texts, advice, empty lines; the prefix
 * (`npm error`) stays on the first line of a run of equal ones. Lines of others stay in their place.
 */
export function cleanNpm(lines: readonly string[]): string[] {
  const kept: string[] = [];
  let last = "";
  for (const line of blocksOf(withoutUsage(lines)).flatMap(verdictLast)) {
    const [, prefix = "", text = ""] = PREFIXED.exec(line) ?? [];
    if (line.trim() === "" || FUNDING.test(line)) continue;
    if (prefix !== "" && (text.trim() === "" || /^\d+$/.test(text) || isAdvice(text))) continue;
    const shown = line.replace(PARSER, "$1");
    kept.push(prefix !== "" && prefix === last && !VERDICT.test(line) ? text.trimEnd() : shown);
    last = prefix;
  }
  return kept;
}

// "npm error code E404", "npm error Missing script: "x"", "6 vulnerabilities (2 moderate, 4 high)"
const VERDICT =
  /^npm (?:error|ERR!) (?:code |Missing script: )|^\d+ (?:\w+ severity )?vulnerabilit(?:y|ies)\b/;

// "npm error Lifecycle script `check` failed with error:", one per workspace that failed
const LIFECYCLE = /^npm (?:error|ERR!) Lifecycle script `.*` failed with error:/;

/** The errors of several workspaces, each with its own code. */
function blocksOf(lines: readonly string[]): string[][] {
  const blocks: string[][] = [[]];
  for (const line of lines) {
    if (LIFECYCLE.test(line) && blocks.at(-1)!.some((one) => LIFECYCLE.test(one))) blocks.push([]);
    blocks.at(-1)!.push(line);
  }
  return blocks;
}

// "npm error workspace @y/b@1.0.0", npm 8: "npm ERR!   in workspace: @y/b@1.0.0"
const WORKSPACE = /^npm (?:error|ERR!) +(?:workspace|in workspace:) (\S+)\s*$/;

/** Workspaces whose script failed, with its status; 1 where npm does not tell it (8, 9). */
export function failedWorkspaces(lines: readonly string[]): ReadonlyMap<string, number> {
  return new Map(
    blocksOf(lines.filter(isNpmLine)).flatMap((block) => {
      const workspace = block.flatMap((line) => WORKSPACE.exec(line)?.[1] ?? [])[0];
      const code = block.flatMap((line) => /^npm (?:error|ERR!) code (\d+)$/.exec(line)?.[1] ?? [])[0];
      return workspace === undefined ? [] : [[workspace, Number(code ?? 1)]];
    }),
  );
}

/** What went wrong comes after its details and the advice, so that the last line tells it. */
function verdictLast(lines: readonly string[]): string[] {
  return [...lines.filter((line) => !VERDICT.test(line)), ...lines.filter((line) => VERDICT.test(line))];
}

function isAdvice(text: string): boolean {
  return LOG.test(text) || UPDATE.test(text) || ADVICE.some((advice) => advice.test(text));
}

// "npm error Usage:", and at its end "npm error Run "npm help ci" for more info"
const USAGE = /^npm (?:error|ERR!) Usage:$/;
const USAGE_END = /^npm (?:error|ERR!) Run "?npm help /;

/** The usage text of an EUSAGE error, with the line before it that says what the command is for. */
function withoutUsage(lines: readonly string[]): readonly string[] {
  const start = lines.findIndex((line) => USAGE.test(line));
  const end = lines.findIndex((line, at) => at > start && USAGE_END.test(line));
  if (start < 0 || end < 0) return lines;
  const before = lines.slice(0, start);
  while (/^npm (?:error|ERR!)\s*$/.test(before.at(-1) ?? "")) before.pop();
  before.pop();
  return [...before, ...lines.slice(end + 1)];
}
