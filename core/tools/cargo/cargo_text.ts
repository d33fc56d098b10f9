/** What cargo itself prints on stderr: status lines, diagnostics of the compiler, summaries (seen with 1.95). */
import type { Diagnostic } from "../../text/diagnostics.ts";
import { HEADER, readDiagnostic } from "./rustc_text.ts";

export type CargoItem =
  | { readonly kind: "diagnostic"; readonly diagnostic: Diagnostic }
  /** A right-aligned verb and its text: `   Compiling a v0.1.0 (/a)`. */
  | { readonly kind: "status"; readonly verb: string; readonly line: string }
  /** `warning: x (lib) generated 3 warnings …`: how many there were in one target. */
  | { readonly kind: "warned"; readonly target: string; readonly count: string; readonly rest: string }
  /** `error: could not compile …`, `error: test failed, …`: which target failed, with how many errors. */
  | { readonly kind: "summary"; readonly lines: readonly string[] }
  /** Hints, progress and blank lines. */
  | { readonly kind: "noise" }
  | { readonly kind: "text"; readonly line: string };

/** Splits cargo's text; every line is part of exactly one item. */
export function readCargo(lines: readonly string[]): CargoItem[] {
  const items: CargoItem[] = [];
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? "";
    const single = singleItem(line);
    if (single) {
      items.push(single);
      at++;
      continue;
    }
    let end = at + 1;
    while (end < lines.length && !endsBlock(lines[end] ?? "")) end++;
    const block = lines.slice(at, end);
    if (SUMMARY.test(line)) items.push({ kind: "summary", lines: block.filter((one) => one.trim() !== "") });
    else items.push({ kind: "diagnostic", diagnostic: readDiagnostic(line, block.slice(1)) });
    at = end;
  }
  return items;
}

function singleItem(line: string): CargoItem | undefined {
  if (line === "" || NOISE.test(line)) return { kind: "noise" };
  const verb = statusVerb(line);
  if (verb !== undefined) return { kind: "status", verb, line };
  const [, target, count = "", rest = ""] = WARNED.exec(line) ?? [];
  if (target === undefined) return HEADER.test(line) ? undefined : { kind: "text", line };
  return { kind: "warned", target, count, rest };
}

/** The verb of a status line; cargo aligns verbs to the right of twelve columns. */
export function statusVerb(line: string): string | undefined {
  const match = /^ *([A-Z][A-Za-z-]+) (?=\S)/.exec(line);
  return match && match[0].length === 13 ? match[1] : undefined;
}

// "warning: `shop-core` (lib) generated 3 warnings (run `cargo fix --lib -p shop-core` to apply 1 suggestion)"
// "warning: `shop-core` (lib test) generated 3 warnings (3 duplicates)"
const WARNED = /^warning: (`[^`]+` \(.+?\)) generated (\d+) warnings?(.*)$/;
// The last two are rustc's own.
const SUMMARY =
  /^error: (?:could not compile `|(?:doc)?test failed|\d+ targets? failed|aborting due to )|^warning: \d+ warnings? emitted$/;
const NOISE =
  /^(?:Some errors have detailed explanations: |For more information about (?:this|an) error, try |warning: build failed, waiting for other jobs to finish|all doctests ran in |note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace$)/;

function endsBlock(line: string): boolean {
  return HEADER.test(line) || statusVerb(line) !== undefined || NOISE.test(line);
}

/** Verbs of progress: what was compiled, fetched or waited for. */
const PROGRESS = new Set([
  "Blocking",
  "Building",
  "Checking",
  "Compiling",
  "Doc-tests",
  "Documenting",
  "Downloaded",
  "Downloading",
  "Finished",
  "Fresh",
  "Running",
  "Scraping",
  "Waiting",
]);

/** Whether a status line tells progress only; `Locking`, `Adding`, `Installed`, `Generated` and unknown ones do not. */
export function isProgress({ verb, line }: { verb: string; line: string }): boolean {
  return PROGRESS.has(verb) || BEGINS.test(line);
}

// "  Installing shop-app v0.3.1 (/home/dev/app)": the line at its end has name and version as well
const BEGINS = /^ *(?:Updating crates\.io index|Installing \S+ v\d.*)$/;

// " (1 duplicate)" behind "generated 2 warnings"
const DUPLICATES = /^ \((\d+) duplicates?\)/;

/** `` `app` (lib) generated 3 warnings ``: per target what was new; targets that only repeat another one's are left out. */
export function warningCounts(items: readonly CargoItem[]): string[] {
  const summed = items.flatMap((item) => item.kind === "summary" ? item.lines : []);
  return items.flatMap((item) => {
    if (item.kind !== "warned" || item.count === DUPLICATES.exec(item.rest)?.[1]) return [];
    const { target, count, rest } = item;
    // `error: could not compile x (lib) due to 4 previous errors; 1 warning emitted` has the same count.
    if (rest === "" && summed.some((line) => line.includes(target))) return [];
    return [`${target} generated ${count} warning${count === "1" ? "" : "s"}${rest}`];
  });
}
