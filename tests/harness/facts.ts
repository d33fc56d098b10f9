/** Facts that a compact form owes to its raw text, found without knowing the tool. */
import { byteLength } from "../../core/text/byte_length.ts";
import { cleanText } from "../../core/text/ansi.ts";

/** Lines that a unit's sheet calls noise although they look like facts; keyed by unit id, `*` for all. */
export const NOISE: Readonly<Record<string, readonly RegExp[]>> = {
  "*": [
    // Frames of the tool and the runtime itself, wherever a stack is shown.
    /node_modules\/|node:internal|\(node:|internal\/|\bext:|\/rustc\/|\/usr\/lib\/|site-packages|runtime\/|testing\.go/,
    // Source frames around a place that is named elsewhere: `  12 | code`, `> 12 | code`, a gutter of carets.
    /^\s*[>→]?\s*\d+\s*[|│]/,
    /^\s*[|│┆·^~]/,
  ],
  // The test runner's generated main, and frames of go's own sources.
  "go-test": [/_testmain\.go:/, /\/usr\/local\/go\/src\//],
  // Passed and skipped tests: "  ✓   1 tests/a.spec.ts:3:3 › adds (8ms)".
  playwright: [/^ {2}[✓-] +\d+ /],
};

// `src/a.ts:12`, `src/a.ts(12,5)`: a call such as `expect.soft(1)` is no place.
const PLACE = /(?<![\w:/.-])(?:[\w@.+-]*\/)*[\w@+-][\w@.+-]*\.[A-Za-z]\w{0,9}(?::\d+|\(\d+(?=,\d+\)))/g;

/** Every `path:line` (or `path(line`) outside of noise lines, as written. */
export function places(text: string, unit: string): Set<string> {
  const found = new Set<string>();
  for (const line of text.split("\n")) {
    if (isNoise(line, unit)) continue;
    for (const [place] of line.matchAll(PLACE)) found.add(place);
  }
  return found;
}

/** Numbers that stand beside a word of failure: `3 failed`, `error: 4`, `errors 2`. */
export function failureCounts(text: string, unit: string): Set<string> {
  const found = new Set<string>();
  for (const line of text.split("\n")) {
    if (isNoise(line, unit)) continue;
    for (const match of line.matchAll(/\b([1-9]\d*) (?:\w+ )?(?:failed|failures?|errors?|failing)\b/gi)) {
      found.add(match[1] ?? "");
    }
  }
  return found;
}

/** Whether the sheets call a line noise. */
export function isNoise(line: string, unit: string): boolean {
  return [...NOISE["*"] ?? [], ...NOISE[unit] ?? []].some((pattern) => pattern.test(line));
}

/**
 * Whether a compact text still names a place: as written, or as a path and, behind it, the line number (`path:` followed
 * by grouped places, or a path that lost the working directory).
 */
export function namesPlace(text: string, place: string): boolean {
  if (text.includes(place)) return true;
  const [, path = "", number = ""] = /^(.*)[:(](\d+)$/.exec(place) ?? [];
  const base = path.slice(path.lastIndexOf("/") + 1);
  return text.includes(base) && new RegExp(`(?<!\\d)${number}(?!\\d)`).test(text);
}

/**
 * Lines that claim success: words of success (`ok.js` is a name) without a word of failure. The title of a numbered
 * failure may hold any word: `2) Array > done is called`.
 */
export function successClaims(lines: readonly string[]): string[] {
  return lines.filter((line) =>
    /\b(?:ok|passed|passing|success(?:ful(?:ly)?)?|succeeded|clean|no (?:issues|errors|problems)|up[- ]to[- ]date|done)\b(?!\.\w)/i
      .test(line) && !/^\d+\) |fail|error|warn|problem|not |n't |cannot|\b0 passed/i.test(line)
  );
}

/** Lines of a compact text that are no lines of the raw text, white space folded; markers left out. */
export function newLines(compact: string, raw: string): string[] {
  const known = new Set(cleanText(raw).split("\n").map(fold));
  return compact.split("\n").filter((line) => {
    return line.trim() !== "" && !known.has(fold(line)) && !/^\[rtk: /.test(line);
  });
}

function fold(line: string): string {
  return line.replaceAll(/\s+/g, " ").trim();
}

/** Numbers in new lines that the raw text neither holds nor adds up to; counts of folded lines (`x3`) are left out. */
export function inventedNumbers(compact: string, raw: string): string[] {
  const numbers = (text: string): string[] => text.match(/(?<![\w.])\d+(?:\.\d+)*(?![\w])/g) ?? [];
  const known = new Set(numbers(raw));
  for (const digits of raw.match(/\d+/g) ?? []) known.add(digits);
  // The size of a file that is not shown.
  known.add(String(byteLength(raw)));
  const rawLines = raw.split("\n");
  const sums = labelSums(raw);
  const invented: string[] = [];
  for (const line of newLines(compact, raw)) {
    if (/^@@ /.test(line) || isNumberedLine(line, rawLines)) continue;
    for (const number of numbers(line.replaceAll(/[x×]\s?\d+|\(\d+\)/g, ""))) {
      if (!known.has(number) && !sums.has(Number(number))) invented.push(`${number} in: ${line}`);
    }
  }
  return invented;
}

/** A raw line behind its own line number: `412:export class Cart {`. */
function isNumberedLine(line: string, rawLines: readonly string[]): boolean {
  const [, number = "", rest] = /^(\d+):(.*)$/.exec(line) ?? [];
  return rest !== undefined && rawLines[Number(number) - 1] === rest;
}

function labelSums(raw: string): Set<number> {
  const sums = new Map<string, number>();
  for (const match of raw.matchAll(/(?<!\d)(\d+) ([a-z]+)|(?<![a-z])([a-z]+)[:=]? +(\d+)/gi)) {
    const label = (match[2] ?? match[3] ?? "").toLowerCase().replace(/s$/, "");
    sums.set(label, (sums.get(label) ?? 0) + Number(match[1] ?? match[4]));
  }
  const lines = new Map<string, number>();
  for (const line of raw.split("\n")) {
    // How often a line starts or ends with the same word: `ok  pkg`, `… PASSED`.
    for (const word of [line.trim().split(/\s+/)[0], line.trim().split(/\s+/).at(-1)]) {
      if (word) lines.set(word, (lines.get(word) ?? 0) + 1);
    }
  }
  return new Set([...sums.values(), ...lines.values()]);
}
