/** Diagnostics of gcc and clang without source frames (seen with gcc 12; clang's form from its documentation). */
import type { Diagnostic } from "../../text/diagnostics.ts";
import { parseDiagnosticLine } from "../../text/diagnostics.ts";

export type CompilerItem =
  | { readonly kind: "diagnostic"; readonly diagnostic: Diagnostic }
  | { readonly kind: "text"; readonly line: string };

// "In file included from a.h:1,", "                 from main.c:2:"
const INCLUDED =
  /^(?:In file included| +)from (.+?:\d+(?::\d+)?)[,:]$|^In file included from (.+?:\d+(?::\d+)?)[,:]$/;
// "main.c: In function ‘main’:", "a.cpp: In instantiation of ‘…’:", "main.c: At top level:"
const CONTEXT = /^(\S.*?): ((?:In|At) .*):$/;
// "a.cpp:9:12:   required from ‘…’", "a.cpp:3:1:   in ‘constexpr’ expansion of ‘…’"
const REQUIRED =
  /^(\S.*?:\d+(?::\d+)?): {2,}((?:required|recursively required|in ‘?constexpr’?|\[ skipping) ?.*)$/;
// "    5 |   char *s = 5;", "      |             ^~~~", "      |           ;"
const SOURCE = /^ *\d+ \| /;
const MARK = /^ {3,}\| ?(.*)$/;
// " [-Wunused-variable]"
const FLAG = / (\[-W[^\]]+\])$/;

/** Splits the text of compilers; each line is part of exactly one item. */
export function readCompiler(lines: readonly string[]): CompilerItem[] {
  const reader = new Reader();
  for (let at = 0; at < lines.length;) at = reader.read(lines, at);
  return reader.finish();
}

/** A diagnostic that is still being read. */
interface Open {
  diagnostic: Diagnostic;
  readonly details: string[];
  /** Where the header that it stands in was included from. */
  readonly included: string;
}

/** `main.c: In function ‘main’:` is said once, of all that follows in that file. */
interface Context {
  readonly path: string;
  readonly text: string;
  /** Whether a diagnostic has it. */
  isTold: boolean;
}

class Reader {
  readonly #items: (Open | { readonly line: string })[] = [];
  #included: string[] = [];
  #context: Context | undefined;
  #required: string[] = [];
  #open: Open | undefined;

  /** Reads the line at `at` and what belongs to it; answers the index of the next one. */
  read(lines: readonly string[], at: number): number {
    const line = lines[at] ?? "";
    const included = INCLUDED.exec(line);
    if (included) {
      if (line.startsWith("In ")) {
        this.#included = [];
        this.#flushContext();
      }
      this.#included.push(included[1] ?? included[2] ?? "");
      return at + 1;
    }
    const context = CONTEXT.exec(line);
    if (context) {
      if (this.#context && !this.#context.isTold) this.#flushContext();
      this.#context = { path: context[1] ?? "", text: context[2] ?? "", isTold: false };
      return at + 1;
    }
    const required = REQUIRED.exec(line);
    if (required) {
      this.#required.push(line.replace(/ {2,}/, " "));
      return at + 1;
    }
    const found = parseDiagnosticLine(line);
    if (found && isSeverity(found.severity)) return this.#diagnostic(found, lines, at);
    if (this.#open && (SOURCE.test(line) || MARK.test(line))) {
      // The types of operands, which the message may quote, stand side by side.
      const notes = noteInFrame(line).split(/ {2,}/).filter((note) => note !== "");
      const { message } = this.#open.diagnostic;
      if (!notes.every((note) => quotes(message, note))) this.#open.details.push(`| ${notes.join("  ")}`);
      return at + 1;
    }
    this.#flushContext();
    this.#open = undefined;
    this.#items.push({ line });
    return at + 1;
  }

  #diagnostic(found: Diagnostic, lines: readonly string[], at: number): number {
    const next = at + 1 + clangFrame(lines, at + 1);
    if (/^note$/i.test(found.severity) && this.#open) {
      const place = found.path === this.#open.diagnostic.path ? found.at : `${found.path}:${found.at}`;
      const from = this.#included.length > 0
        ? [`In file included from ${this.#included.join(", from ")}`]
        : [];
      this.#open.details.push(...from, ...this.#required, `${place}: ${found.severity}: ${found.message}`);
      this.#required = [];
      this.#included = [];
      return next;
    }
    const [, flag = ""] = FLAG.exec(found.message) ?? [];
    const message = flag === "" ? found.message : found.message.slice(0, -flag.length - 1);
    const { scope, details } = this.#placed(found.path);
    this.#open = {
      diagnostic: { ...found, message, rule: flag, ...scope },
      details: [...details, ...this.#required],
      included: this.#included.join(", from "),
    };
    this.#items.push(this.#open);
    this.#required = [];
    this.#included = [];
    return next;
  }

  /** What the context says of a diagnostic: it is its scope, or of another file, as where a macro is used. */
  #placed(path: string): { scope: Pick<Diagnostic, "scope">; details: string[] } {
    const context = this.#context;
    if (!context) return { scope: {}, details: [] };
    const isFirst = !context.isTold;
    context.isTold = true;
    if (context.path === path) return { scope: { scope: context.text }, details: [] };
    return { scope: {}, details: isFirst ? [`${context.path}: ${context.text}`] : [] };
  }

  /** Context that no diagnostic followed is text like any other. */
  #flushContext(): void {
    const context = this.#context;
    if (context && !context.isTold) this.#items.push({ line: `${context.path}: ${context.text}:` });
    for (const line of this.#required) this.#items.push({ line });
    for (const place of this.#included) this.#items.push({ line: `In file included from ${place}:` });
    this.#context = undefined;
    this.#required = [];
    this.#included = [];
  }

  finish(): CompilerItem[] {
    this.#flushContext();
    const chains = includeChains(this.#items.flatMap((item) => "line" in item ? [] : [item]));
    return this.#items.map((item) => {
      if ("line" in item) return { kind: "text", line: item.line };
      const chain = chains.get(identity(item)) ?? "";
      const details = chain === "" ? item.details : [`In file included from ${chain}`, ...item.details];
      return { kind: "diagnostic", diagnostic: { ...item.diagnostic, details } };
    });
  }
}

function isSeverity(severity: string): boolean {
  return /^(?:(?:fatal |internal compiler )?error|warning|note|remark)$/i.test(severity);
}

/** A diagnostic of a header comes once per file that includes it: the files are listed at one diagnostic. */
function includeChains(opened: readonly Open[]): Map<string, string> {
  const chains = new Map<string, Set<string>>();
  for (const open of opened) {
    if (open.included === "") continue;
    const known = chains.get(identity(open)) ?? new Set<string>();
    chains.set(identity(open), known.add(open.included));
  }
  return new Map([...chains].map(([key, all]) => [key, [...all].join("; ")]));
}

function identity({ diagnostic: { path, at, severity, message, scope }, details }: Open): string {
  return [path, at, severity, message, scope, ...details].join("\0");
}

/** What a row below the source says other than carets: a replacement (`|           ;`), the types of two operands. */
function noteInFrame(line: string): string {
  const [, text = ""] = SOURCE.test(line) ? [] : MARK.exec(line) ?? [];
  return /^[\s^~|]*$/.test(text) || /[\^~]/.test(text) ? "" : text.trim();
}

function quotes(message: string, text: string): boolean {
  return [`‘${text}’`, `'${text}'`, `"${text}"`].some((quoted) => message.includes(quoted));
}

/** How many lines of an older clang's frame follow: the source line, the carets, a replacement below them. */
function clangFrame(lines: readonly string[], at: number): number {
  const marks = lines[at + 1];
  if (marks === undefined || !/^\s*[~^][\s~^]*$/.test(marks) || !marks.includes("^")) return 0;
  return 2;
}
