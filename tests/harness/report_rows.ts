/**
 * Faults seen in public reports on tools of this kind, as rows: a folder, a line, and what must be right of the line run
 * through the built rtk. The same line runs without rtk in an equal folder; whatever holds of every run is checked too.
 */
import { COMMANDS } from "../../cli/commands/registry.ts";
import { inventedNumbers, newLines, successClaims } from "./facts.ts";
import { jsonLines } from "./json_lines.ts";
import { builtRtk, type Ran, run, Scratch, shell } from "./runner.ts";
import { isInstalled } from "./tool_run.ts";

export interface ReportRow {
  /** The report, with a suffix where one report has several cases. */
  readonly id: string;
  /** What is right, as the title of the test. */
  readonly right: string;
  /** Files below the folder in which the line runs. */
  readonly files?: Readonly<Record<string, string>>;
  /** Shell lines run in that folder before; `$BIN` is a folder on PATH. */
  readonly setup?: string;
  /** Fake tools: what they print, their status, and what else they do. Their arguments go to `$HERE/NAME.argv`. */
  readonly fakes?: Readonly<Record<string, Fake>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Tools without which the row says `absent`. */
  readonly tools?: readonly string[];
  /** A word of rtk's own; the row says `absent` while there is none. */
  readonly needs?: string;
  /** The line; `rtk` is the built one, and without it a stand-in that runs its arguments. */
  readonly run: string;
  /** The line without rtk, where it is another one. */
  readonly raw?: string;
  readonly stdin?: string;

  readonly exit?: number;
  /** Equal to the run without rtk: one stream or both, byte for byte. */
  readonly equal?: "stdout" | "both";
  readonly stdout?: string;
  /** Texts that must be there, white space folded, on the stream where the tool wrote them. */
  readonly has?: readonly string[];
  /** Patterns that must match no line. */
  readonly lacks?: readonly string[];
  /** A shell line; every line that it prints must be in the output. */
  readonly every?: string;
  /** A shell line; prints the same after both runs. */
  readonly state?: string;
  /** Paths, put back together from the compact form, are those of the run without rtk. */
  readonly paths?: true;
  /** The compact form was used, so that the row says something about it. */
  readonly compact?: true;
  /** A marker tells a cut and `rtk recall` gives the raw bytes. */
  readonly cut?: true;
  /** Milliseconds for the run through rtk. */
  readonly within?: number;
}

export interface Fake {
  readonly out?: string;
  readonly err?: string;
  readonly exit?: number;
  /** Shell text instead. */
  readonly script?: string;
}

interface Runs {
  readonly raw: Ran;
  readonly ran: Ran;
  readonly rawState: string;
  readonly state: string;
  readonly every: string;
  readonly recalled: Ran | undefined;
}

const GIT = {
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_SYSTEM: "/dev/null",
  GIT_AUTHOR_NAME: "Ada",
  GIT_AUTHOR_EMAIL: "ada@example.org",
  GIT_COMMITTER_NAME: "Ada",
  GIT_COMMITTER_EMAIL: "ada@example.org",
  GIT_AUTHOR_DATE: "2026-03-01T09:00:00Z",
  GIT_COMMITTER_DATE: "2026-03-01T09:00:00Z",
  GIT_EDITOR: "true",
};

/** Stands before each line: `as_hooked LINE` runs what the gate makes of it. */
const PRELUDE = `as_hooked() {
  local text status
  text=$(rtk rewrite "$1"); status=$?
  if [ $status != 0 ] && [ $status != 3 ]; then text=$1; fi
  eval "$text"
}
`;

const MARKER = /^\[rtk: (\d+) lines? cut; all of it: rtk recall ([0-9a-f]+)\]$/m;

/** Registers a test per row of a table. */
export function testReports(table: string): void {
  const rows = jsonLines<ReportRow>(new URL(`../cases/${table}`, import.meta.url));
  for (const row of rows) {
    Deno.test(`${row.right} (${row.id})`, async () => {
      const missing = row.tools?.find((tool) => !isInstalled(tool)) ?? missingWord(row);
      if (missing) return console.log(`absent: ${missing}`);
      const found = await faultsOf(row);
      if (found.length > 0) throw new Error(`${row.run}\n${found.join("\n")}`);
    });
  }
}

function missingWord({ needs }: ReportRow): string | undefined {
  return needs !== undefined && !Object.hasOwn(COMMANDS, needs) ? `rtk ${needs}` : undefined;
}

/** What is wrong with a row; empty when all of it holds. */
export async function faultsOf(row: ReportRow): Promise<string[]> {
  using scratch = new Scratch();
  const runs = await runBoth(scratch, row);
  return [
    ...statusFaults(row, runs),
    ...streamFaults(row, runs),
    ...factFaults(row, runs),
    ...lawFaults(runs),
    ...cutFaults(row, runs),
  ];
}

async function runBoth(scratch: Scratch, row: ReportRow): Promise<Runs> {
  const work = `${scratch.path}/work`;
  furnish(scratch, row);
  const env = { ...GIT, HERE: scratch.path, BIN: scratch.bin, ...row.env };
  const options = { rtk: builtRtk(), cwd: work, env };
  const lineOptions = { ...options, ...row.stdin !== undefined && { stdin: row.stdin } };
  const set = await shell(scratch, `(${row.setup ?? ":"}\n) >&2 && cp -a ../work ../fresh`, options);
  if (set.code !== 0) throw new Error(`Cannot prepare the row: ${set.stderr}`);
  const every = row.every === undefined ? "" : (await shell(scratch, row.every, options)).stdout;
  const rawLine = `PATH=$HERE/plain:$PATH\n${PRELUDE}${row.raw ?? row.run}`;
  const raw = await shell(scratch, rawLine, lineOptions);
  const tidy = "cd ..; rm -rf work; mv fresh work; rm -f *.argv";
  const rawState = (await shell(scratch, `${row.state ?? ":"}\n${tidy}`, options)).stdout;
  const ran = await shell(scratch, `${PRELUDE}${row.run}`, lineOptions);
  const state = row.state === undefined ? "" : (await shell(scratch, row.state, options)).stdout;
  const id = MARKER.exec(ran.stdout)?.[2] ?? MARKER.exec(ran.stderr)?.[2];
  const recalled = id === undefined ? undefined : await run(scratch, [builtRtk(), "recall", id]);
  return { raw, ran, rawState, state, every, recalled };
}

function furnish(scratch: Scratch, row: ReportRow): void {
  for (const folder of ["work", "plain", ".local/share/rtk"]) {
    Deno.mkdirSync(`${scratch.path}/${folder}`, { recursive: true });
  }
  Deno.symlinkSync(builtRtk(), `${scratch.bin}/rtk`);
  const standIn = '#!/bin/sh\ncase $1 in rewrite) exit 1 ;; proxy|--|err) shift ;; esac\nexec "$@"\n';
  scratch.file("plain/rtk", standIn, 0o755);
  for (const [name, text] of Object.entries(row.files ?? {})) {
    const folder = name.includes("/") ? `/${name.slice(0, name.lastIndexOf("/"))}` : "";
    Deno.mkdirSync(`${scratch.path}/work${folder}`, { recursive: true });
    scratch.file(`work/${name}`, text);
  }
  for (const [name, fake] of Object.entries(row.fakes ?? {})) {
    scratch.file(`${name}.out`, fake.out ?? "");
    scratch.file(`${name}.err`, fake.err ?? "");
    const text = fake.script ??
      `cat "$HERE/${name}.out"; cat "$HERE/${name}.err" >&2; exit ${fake.exit ?? 0}`;
    scratch.tool(name, `for word do printf '%s\\0' "$word"; done >"$HERE/${name}.argv"\n${text}`);
  }
}

function statusFaults(row: ReportRow, { raw, ran, rawState, state }: Runs): string[] {
  const found: string[] = [];
  if (ran.code !== raw.code) found.push(`status ${ran.code}, without rtk ${raw.code}`);
  if (row.exit !== undefined && raw.code !== row.exit) {
    found.push(`the row expects status ${row.exit}, without rtk ${raw.code}`);
  }
  if (state !== rawState) found.push(`left behind: ${state}\nwithout rtk: ${rawState}`);
  if (row.state !== undefined && rawState === "") found.push("the row's state is empty");
  if (row.within !== undefined && ran.ms > row.within) found.push(`${ran.ms} ms`);
  return found;
}

function streamFaults(row: ReportRow, { raw, ran }: Runs): string[] {
  const found: string[] = [];
  const same = isEqual(ran.stdoutBytes, raw.stdoutBytes);
  if (row.equal && !same) found.push(`stdout: ${ran.stdout}\nwithout rtk: ${raw.stdout}`);
  if (row.equal === "both" && ran.stderr !== raw.stderr) found.push(`stderr: ${ran.stderr}`);
  if (row.stdout !== undefined && ran.stdout !== row.stdout) found.push(`stdout: ${ran.stdout}`);
  if (row.compact && same && ran.stderr === raw.stderr) found.push("nothing was compacted");
  if (raw.stdout.endsWith("\n") && ran.stdout !== "" && !ran.stdout.endsWith("\n")) {
    found.push("no last newline");
  }
  if (ran.stdout.includes("\ufffd") && !raw.stdout.includes("\ufffd")) found.push("a character was parted");
  return found;
}

function factFaults(row: ReportRow, { raw, ran, every }: Runs): string[] {
  const found: string[] = [];
  for (const fact of row.has ?? []) {
    const streams = (["stdout", "stderr"] as const).filter((stream) => holds(raw[stream], fact));
    if (streams.length === 0) found.push(`not even without rtk: ${fact}`);
    else if (!streams.some((stream) => holds(ran[stream], fact))) found.push(`lost: ${fact}`);
  }
  const lines = [...ran.stdout.split("\n"), ...ran.stderr.split("\n")];
  for (const pattern of row.lacks ?? []) {
    found.push(
      ...lines.filter((line) => new RegExp(pattern, "i").test(line)).map((line) => `shown: ${line}`),
    );
  }
  const wanted = every.split("\n").filter((line) => line !== "");
  if (row.every !== undefined && wanted.length === 0) found.push("the row's list is empty");
  found.push(
    ...wanted.filter((line) => !holds(ran.stdout + ran.stderr, line)).map((line) => `lost: ${line}`),
  );
  if (row.paths) {
    const [shown, paths] = [pathsOf(ran.stdout), raw.stdout.split("\n").filter((line) => line !== "").sort()];
    if (shown.join("\n") !== paths.join("\n")) {
      found.push(`paths: ${shown.join(" ")}\nnot ${paths.join(" ")}`);
    }
  }
  return found;
}

/** What holds of every run: not longer, no success that was none, nothing invented. */
function lawFaults({ raw, ran }: Runs): string[] {
  const [shown, all] = [`${ran.stdout}\n${ran.stderr}`, `${raw.stdout}\n${raw.stderr}`];
  // Part of an id, of a size with its unit.
  const isPart = (line: string): boolean => all.includes(line.slice(0, line.indexOf(" in: ")));
  const found = inventedNumbers(shown, all).filter((line) => !isPart(line)).map((line) =>
    `invented: ${line}`
  );
  const length = (text: string): number => new TextEncoder().encode(text).length;
  if (length(shown) > length(all)) {
    found.push(`${length(shown)} bytes, without rtk ${length(all)}:\n${shown}`);
  }
  if (ran.code !== 0) {
    found.push(...successClaims(newLines(shown, all)).map((line) => `claims success: ${line}`));
  }
  return found;
}

function cutFaults(row: ReportRow, { raw, ran, recalled }: Runs): string[] {
  if (!recalled) return row.cut ? ["nothing was cut"] : [];
  const found: string[] = [];
  if (!isEqual(recalled.stdoutBytes, raw.stdoutBytes)) found.push("recall does not give the output back");
  const told = Array.from(`${ran.stdout}\n${ran.stderr}`.matchAll(/^.*\[rtk: .*$/gm), ([line]) => line);
  found.push(...told.filter((line) => !MARKER.test(line)).map((line) => `no marker: ${line}`));
  return found;
}

function holds(text: string, fact: string): boolean {
  return fold(text).includes(fold(fact));
}

function fold(text: string): string {
  return text.replaceAll(/\x1b\[[0-9;]*m/g, "").replaceAll(/\s+/g, " ").trim();
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}

/** Paths from `folder: a b` and from lines that are paths themselves. */
function pathsOf(text: string): string[] {
  let folder = "";
  const paths = text.split("\n").filter((line) => line !== "").flatMap((line) => {
    const [, header, names] = /^(\S*): (.*)$/.exec(line) ?? [];
    if (header !== undefined) folder = `${header}/`;
    else if (!line.startsWith(" ")) folder = "";
    return (names ?? line).trim().split(" ").map((name) => folder + name);
  });
  return paths.sort();
}
