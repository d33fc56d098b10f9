import { hasOption, type ParsedArgs } from "../../argv/parse_args.ts";
import { stripAnsi } from "../../text/ansi.ts";
import type { LineFilter, Tool } from "../tool.ts";
import { reportCargo } from "./cargo_report.ts";
import { isProgress, readCargo, statusVerb } from "./cargo_text.ts";
import { HEADER } from "./rustc_text.ts";
import { EXACT_FORMATS, GLOBALS, SELECTION_ARGUMENTS, SELECTION_SWITCHES } from "./options.ts";

/**
 * `cargo run`: what the program prints passes as it comes, on both streams. Before it starts, cargo's progress is
 * dropped and each diagnostic is shortened as for `cargo build`.
 */
export const tool: Tool = {
  id: "cargo-run",
  commands: ["cargo r", "cargo run"],
  summary: "Rust programs",
  effect: "write",
  args: {
    globals: GLOBALS,
    permute: false,
    switches: SELECTION_SWITCHES,
    withArgument: SELECTION_ARGUMENTS,
    declines: { "exact-format": EXACT_FORMATS },
    operands: "any",
    afterTerminator: "any",
  },
  output: "line",
  verbatim: true,
  lines: (args) => runLines(args),
  examples: {
    rewrites: ["cargo run", "cargo run --release --bin app -- --json -v", "cargo +nightly r -p app arg"],
    declines: ["cargo run -v", "cargo run --message-format=json"],
  },
};

/** A longer block is none of the compiler's. */
const MAX_BLOCK = 500;
// "  --> src/main.rs:3:5": only the compiler's diagnostics go on like this
const PLACE = /^ *--> /;

/**
 * Holds back a diagnostic until it is complete, which a blank line tells, and nothing else: what the program prints
 * after cargo's `Running` line is not looked at, and with `-q` nothing tells where it begins.
 */
function runLines(args: ParsedArgs): LineFilter {
  let started = hasOption(args, "-q", "--quiet");
  let block: string[] = [];
  /** The stream that cargo writes to: stdout where both are one, which the first line tells. */
  let cargoFd: 1 | 2 | undefined;
  const flush = (): string | undefined => {
    const held = block;
    block = [];
    if (held.length === 0) return undefined;
    const texts = held.map(stripAnsi);
    return (PLACE.test(texts[1] ?? "") ? reportCargo(readCargo(texts)).lines : held).join("\n");
  };
  return {
    push(line, fd) {
      if (started) return line;
      const text = stripAnsi(line);
      const verb = statusVerb(text);
      cargoFd ??= fd === 1 && (verb !== undefined || HEADER.test(text)) ? 1 : 2;
      if (fd !== cargoFd) return line;
      if (verb === "Running") started = true;
      if (verb !== undefined && isProgress({ verb, line: text })) return flush();
      if (HEADER.test(text)) {
        const before = flush();
        block = [line];
        return before;
      }
      if (block.length === 0) return NOISE.test(text) ? undefined : line;
      block.push(line);
      const complete = text === "" || block.length > MAX_BLOCK || (block.length === 2 && !PLACE.test(text));
      return complete ? flush() : undefined;
    },
    end: () => cargoFd === 1 ? flush() : undefined,
    endStderr: () => flush(),
  };
}

const NOISE =
  /^(?:Some errors have detailed explanations: |For more information about (?:this|an) error, try )/;
