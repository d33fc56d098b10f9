import { fillLines, isPlainName } from "../text/columns.ts";
import { joinLines, splitLines } from "../text/lines.ts";
import { hasOption, optionValue } from "../argv/parse_args.ts";
import type { ParsedArgs, Tool } from "./tool.ts";

/**
 * `ls`: of long rows it drops the total, `.` and `..`, link counts, the usual mode, an owner that all rows share, the
 * size of folders and the time that nobody sorted by; every name, size, unusual mode, mark and link target stays. In
 * listings of several folders a folder's names share lines. Seen with coreutils 9.1.
 */
export const tool: Tool = {
  id: "ls",
  commands: ["ls"],
  summary: "Directory listings",
  effect: "read",
  args: {
    switches: "-a --all -A --almost-all -B --ignore-backups -c -d --directory -F --file-type -f " +
      "--group-directories-first -h --human-readable --si -H --dereference-command-line " +
      "--dereference-command-line-symlink-to-dir -k --kibibytes -l -L --dereference -N --literal -q " +
      "--hide-control-chars --show-control-chars -r --reverse -R --recursive -S -t -u -U -v -X",
    withArgument: "--block-size --hide -I --ignore --sort --time -T --tabsize -w --width",
    optionalArgument: "--classify",
    declines: {
      // One name per line, other columns, other quoting: each was asked for.
      "exact-format":
        "-1 -b --escape -C --color -D --dired --format --full-time -g -G --no-group --hyperlink -i " +
        "--inode -m -n --numeric-uid-gid -o -p --indicator-style -Q --quote-name --quoting-style -s --size " +
        "--time-style -x -Z --context --zero --author",
    },
    operands: "any",
  },
  output: "whole",
  verbatim: true,
  filter({ stdout, args }) {
    const sections = sectionsOf(stdout, args);
    if (!sections) return undefined;
    if (!hasOption(args, "-l")) {
      const headers = new Set(sections.map(({ header }) => header ?? ""));
      const shown = sections.filter((section) => !isTold(section, headers));
      return sections.length > 1 ? { stdout: joinLines(shown.flatMap(shortSection)) } : undefined;
    }
    const rows = sections.map(({ lines }) => lines.map(parseRow));
    if (rows.some((section) => section.includes(undefined))) return undefined;
    const parsed = rows.map((section) => section.filter((row) => row !== undefined));
    return longListing(sections, parsed, args);
  },
  examples: {
    rewrites: ["ls", "ls -la", "ls -lh src", 'ls "$DIR"', "ls -R"],
    declines: ["ls -1", "ls -lZ", "ls --full-time", "ls -li", "ls --color=always"],
  },
};

interface Section {
  /** `./src:`; absent for the operands that are files, and where there is one folder only. */
  readonly header: string | undefined;
  readonly lines: readonly string[];
}

/** A folder's names follow its header; sections are parted by an empty line. A file's name may be `a:`. */
function sectionsOf(stdout: string, args: ParsedArgs): Section[] | undefined {
  const hasHeaders = hasOption(args, "-R", "--recursive") || args.operands.length > 1;
  const sections: Section[] = [];
  for (const [index, text] of stdout.replace(/\n$/, "").split("\n\n").entries()) {
    const lines = splitLines(text);
    const isFolder = hasHeaders && lines[0]?.endsWith(":") === true;
    // Files named on the command line come first, without a header.
    if (!isFolder && index > 0) return undefined;
    sections.push(isFolder ? { header: lines[0], lines: lines.slice(1) } : { header: undefined, lines });
  }
  return sections;
}

function shortSection({ header, lines }: Section): string[] {
  if (header === undefined || lines.length === 0 || !lines.every(isPlainName)) {
    return [...(header === undefined ? [] : [header]), ...lines];
  }
  return fillLines([header, ...lines], " ");
}

/** The folder of a `-R` listing that has folders and nothing else: their own headers name them. */
function isTold(section: Section, headers: ReadonlySet<string>): boolean {
  const { header, lines } = section;
  if (header === undefined || lines.length === 0) return false;
  const folder = header.slice(0, -1);
  return lines.every((line) => headers.has(`${folder === "/" ? "" : folder}/${line.replace(/\/$/, "")}:`));
}

type Row =
  /** The total, or a message of ls itself. */
  | { readonly kind: "total" }
  | { readonly kind: "message"; readonly line: string }
  | {
    readonly kind: "entry";
    readonly mode: string;
    readonly owner: string;
    readonly size: string;
    readonly time: string;
    readonly name: string;
  };
type Entry = Extract<Row, { kind: "entry" }>;

// "-rwxr-xr-x  1 root root   18 Nov 30 09:48 run.sh"; devices have "1, 3" for a size, macOS modes end in @ or +.
// Dates in other languages do not match, and the listing stays raw.
const ROW = new RegExp(
  "^([-dlbcpsD][-rwxsStT]{9}[.+@]?) +\\d+ (\\S+ +\\S+) +(\\d+, *\\d+|\\d[\\d.,]*[A-Za-z]*) " +
    "([A-Z][a-z]{2} [ \\d]\\d (?: \\d{4}|\\d\\d:\\d\\d)|\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d) (.*)$",
);

function parseRow(line: string): Row | undefined {
  if (/^total \d[\d.,]*[A-Za-z]*$/.test(line)) return { kind: "total" };
  if (line.startsWith("ls: ")) return { kind: "message", line };
  const found = ROW.exec(line);
  if (!found) return undefined;
  const [, mode = "", owner = "", size = "", time = "", name = ""] = found;
  return { kind: "entry", mode: mode.replace(/\.$/, ""), owner: owner.replace(/ +/, " "), size, time, name };
}

/** Fewer rows than this were asked for by name, or are short enough: their details stay. */
const FEW_ROWS = 4;

function longListing(sections: readonly Section[], rows: readonly Row[][], args: ParsedArgs) {
  const isEntry = (row: Row): row is Entry => row.kind === "entry" && row.name !== "." && row.name !== "..";
  const entries = rows.flat().filter(isEntry);
  if (entries.length === 0 && sections.length === 1 && rows.flat().every((row) => row.kind !== "message")) {
    return { stdout: rows.flat().length > 0 ? "(none)\n" : "" };
  }
  if (entries.length < FEW_ROWS) return undefined;
  const style = {
    usual: usualModes(entries),
    owner: entries.some((entry) => entry.owner !== entries[0]?.owner),
    time: hasOption(args, "-t", "-u", "-c", "--time") || optionValue(args, "--sort") === "time",
    marks: !hasOption(args, "-F", "--classify", "--file-type"),
  };
  const lines = sections.flatMap(({ header }, index) => [
    ...(header === undefined ? [] : [header]),
    ...(rows[index] ?? []).filter((row) => row.kind === "message" || isEntry(row)).map((row) =>
      row.kind === "entry" ? longRow(row, style) : row.kind === "message" ? row.line : ""
    ),
  ]);
  return { stdout: joinLines(lines) };
}

interface RowStyle {
  readonly usual: readonly string[];
  readonly owner: boolean;
  readonly time: boolean;
  readonly marks: boolean;
}

/** What umask 022 and umask 002 give folders, files and programs; the one that most entries have is left out. */
const MODES = [["drwxr-xr-x", "-rw-r--r--", "-rwxr-xr-x"], [
  "drwxrwxr-x",
  "-rw-rw-r--",
  "-rwxrwxr-x",
]] as const;

function usualModes(entries: readonly Entry[]): readonly string[] {
  const [strict, shared] = MODES.map((modes) =>
    entries.filter(({ mode }) => modes.some((one) => one === mode))
  );
  return (strict?.length ?? 0) >= (shared?.length ?? 0) ? MODES[0] : MODES[1];
}

function longRow({ mode, owner, size, time, name }: Entry, style: RowStyle): string {
  const isUsual = style.usual.includes(mode) || /^l(rwx){3}$/.test(mode);
  const hasSize = !/^[dl]/.test(mode);
  return [
    ...(isUsual ? [] : [mode]),
    ...(style.owner ? [owner] : []),
    ...(hasSize ? [size] : []),
    ...(style.time ? [time] : []),
    name + (style.marks ? markOf(mode, isUsual) : ""),
  ].join(" ");
}

/** The marks of `ls -F`; an unusual mode tells by itself who may execute. */
function markOf(mode: string, isUsual: boolean): string {
  if (mode.startsWith("d")) return "/";
  return isUsual && mode.startsWith("-") && mode.includes("x") ? "*" : "";
}
