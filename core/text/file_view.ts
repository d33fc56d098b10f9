/** The text of files as `cat`, `head`, `tail`, `nl` and `sed -n` print it: lines exact or absent, never altered. */
import type { Cut } from "../tools/tool.ts";
import { byteLength } from "./byte_length.ts";
import { joinLines, splitLines } from "./lines.ts";
import { isLockFile, lockedPackages } from "./lock_file.ts";
import { isLogText, reduceLog } from "./log.ts";
import { type Numbering, outline } from "./outline.ts";

export interface FileView {
  /** The file, where the command names just one. */
  readonly name: string | undefined;
  readonly numbering: Numbering;
  /** The whole file is shown, so that a log or a lock file may be told by its kinds of lines. */
  readonly whole: boolean;
  readonly cut: Cut | undefined;
}

/** Below this size everything is shown. */
const SMALL = 16 * 1024;
/** From this size on a text is outlined: hosts cut the middle out of shorter ones without a trace. */
const HUGE = 64 * 1024;
/** No one writes such lines. */
const MINIFIED_LINE = 5000;

/**
 * Leaves out what nobody reads: binary data, the hashes of lock files, routine lines of long logs, minified lines, the
 * middle of huge texts.
 * @returns undefined where the text is to be printed as it is.
 */
export function viewFile(text: string, view: FileView): string | undefined {
  const { name, cut } = view;
  if (!cut || text.length === 0) return undefined;
  if (text.includes("\0")) return binaryView(text, view, cut);
  const lines = splitLines(text);
  if (view.whole) {
    const isLog = isLogText(lines) || name !== undefined && /\.log(?:\.\d+)?$/.test(name);
    const log = isLog ? reduceLog(lines, cut) : undefined;
    if (log) return joinLines(log);
  }
  if (text.length < SMALL) return undefined;
  const packages = view.whole && name !== undefined && isLockFile(name) ? lockedPackages(lines) : undefined;
  if (packages) return joinLines([`${name}: packages and versions`, ...packages, cut(lines.length)]);
  const isMinified = text.length >= HUGE || name !== undefined && /\.min\.\w+$|\.map$/.test(name);
  if (isMinified && lines.some(isLong)) {
    return joinLines([summary("text with long lines", text, view), ...cutLongLines(lines, cut)]);
  }
  return text.length < HUGE ? undefined : joinLines(outline(lines, view, cut));
}

/** What is shown in place of the text. */
function summary(kind: string, text: string, { name, whole }: FileView): string {
  return `${name === undefined ? "" : `${name}: `}${kind}, ${byteLength(text)} bytes${
    whole ? "" : " of output"
  }`;
}

/** Each run of minified lines gives way to one marker. */
function cutLongLines(lines: readonly string[], cut: Cut): string[] {
  const shown: string[] = [];
  for (let start = 0; start < lines.length;) {
    let end = start;
    while (end < lines.length && isLong(lines[end] ?? "")) end++;
    if (end > start) shown.push(cut(end - start));
    else shown.push(lines[end++] ?? "");
    start = end;
  }
  return shown;
}

function isLong(line: string): boolean {
  return line.length > MINIFIED_LINE;
}

/** How files of the kind begin. Each of these beginnings is no UTF-8 or all ASCII, so bytes above 0x7F are lone surrogates. */
const KINDS: readonly (readonly [string, string])[] = [
  ["\udc89PNG", "PNG image"],
  ["\udcff\udcd8\udcff", "JPEG image"],
  ["GIF8", "GIF image"],
  ["RIFF", "RIFF media"],
  ["%PDF", "PDF document"],
  ["PK\x03\x04", "ZIP archive"],
  ["\x1f\udc8b", "gzip data"],
  ["\x7fELF", "ELF program"],
  ["\0asm", "WebAssembly module"],
  ["\udccf\udcfa\udced\udcfe", "Mach-O program"],
  ["MZ", "Windows program"],
  ["\udcca\udcfe\udcba\udcbe", "Java class"],
  ["SQLite format 3", "SQLite database"],
  ["\udcff\udcfe", "UTF-16 text"],
  ["\udcfe\udcff", "UTF-16 text"],
];

function binaryView(text: string, view: FileView, cut: Cut): string {
  const kind = KINDS.find(([start]) => text.startsWith(start))?.[1];
  const what = `binary data${kind === undefined ? "" : ` (${kind})`}`;
  return joinLines([summary(what, text, view), cut(splitLines(text).length)]);
}
