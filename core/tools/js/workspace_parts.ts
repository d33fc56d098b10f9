/** Output of the same script in several packages, as pnpm prefixes it. */
import { joinLines, splitLines } from "../../text/lines.ts";
import type { Inner, Run } from "../tool.ts";

interface Package {
  /** "packages/a test" */
  readonly name: string;
  /** "packages/a test$ vitest run" */
  readonly banner: string;
  readonly command: string;
  readonly lines: string[];
  /** How pnpm says that it ended. */
  ending: string;
}

// "packages/a test$ vitest run", "packages/a test: 3 passed", "packages/a test: Failed"
const START = /^(\S+ \S+)\$ (\S.*)$/;
const LINE = /^(\S+ \S+): ?(.*)$/;

/** One part per package, failed ones first; undefined where the output is not of several packages. */
export function workspaceParts(run: Run): Inner[] | undefined {
  const packages = new Map<string, Package>();
  const others: string[] = [];
  for (const line of splitLines(run.stdout)) {
    if (!readLine(line, packages) && line.trim() !== "") others.push(line);
  }
  if (packages.size === 0) return undefined;
  const first = partOf("", { stdout: joinLines(others), stderr: run.stderr, exit: 0 });
  const done = [...packages.values()].toSorted((a, b) => rank(a) - rank(b));
  return [first, ...done.map((one) => packagePart(one, run.exit))];
}

function readLine(line: string, packages: Map<string, Package>): boolean {
  const [, started, command = ""] = START.exec(line) ?? [];
  if (started !== undefined && !packages.has(started)) {
    packages.set(started, { name: started, banner: line, command, lines: [], ending: "" });
    return true;
  }
  const [, name = "", text = ""] = LINE.exec(line) ?? [];
  const known = packages.get(name);
  if (!known) return false;
  if (/^(?:Done|Failed)$/.test(text)) known.ending = text;
  else known.lines.push(text);
  return true;
}

function rank({ ending }: Package): number {
  return ending === "Failed" ? 0 : 1;
}

function packagePart({ name, banner, command, lines, ending }: Package, exit: number): Inner {
  // Without an ending the run broke off, and no unit may say how it went.
  const status = ending === "Done" ? 0 : exit === 0 ? 1 : exit;
  const part = partOf(ending === "" ? "" : command, { stdout: joinLines(lines), stderr: "", exit: status });
  const last = ending === "Failed" ? `${name}: Failed\n` : "";
  return { ...part, wrap: ({ stdout, stderr }) => ({ stdout: `${banner}\n${stdout}${last}`, stderr }) };
}

function partOf(command: string, body: Inner["body"]): Inner {
  return { command, body, wrap: (compact) => compact };
}
