import { relativePaths } from "../../text/paths.ts";
import { joinLines, splitLines } from "../../text/lines.ts";
import type { Compact, Run, Tool } from "../tool.ts";
import { reportCargo } from "./cargo_report.ts";
import { readCargo } from "./cargo_text.ts";
import { EXACT_FORMATS, GLOBALS, SELECTION_ARGUMENTS, SELECTION_SWITCHES } from "./options.ts";

/**
 * `cargo build`, `check`, `clippy`, `doc`, `rustc`: drops progress, source frames, lint boilerplate and documentation
 * links; every error and warning stays with its place, labels, notes and suggested replacement, equal ones folded.
 */
export const tool: Tool = {
  id: "cargo-build",
  commands: [
    "cargo b",
    "cargo build",
    "cargo c",
    "cargo check",
    "cargo clippy",
    "cargo d",
    "cargo doc",
    "cargo rustc",
  ],
  summary: "Rust builds, checks and lints",
  effect: "build",
  args: {
    globals: GLOBALS,
    switches: `${SELECTION_SWITCHES} --no-deps --document-private-items`,
    withArgument: `${SELECTION_ARGUMENTS} --crate-type`,
    declines: {
      "exact-format": `${EXACT_FORMATS} --explain --print`,
      // Lint suggestions are written into the sources.
      "effect": "--fix",
      "interactive": "--open",
    },
    operands: "none",
    afterTerminator: {
      switches: "-g -O",
      withArgument:
        "-W --warn -A --allow -D --deny -F --forbid --force-warn --cap-lints -C --codegen -L -l --cfg " +
        "--check-cfg --edition",
      // What rustc prints or where it writes it.
      declines: {
        "exact-format": "--print --emit --error-format --json -Z -v --verbose --explain -o --out-dir",
      },
    },
  },
  pipeline: { first: "report" },
  output: "whole",
  filter(run) {
    return run.merged ? onStdout(run) : onStderr(run);
  },
  examples: {
    rewrites: [
      "cargo build",
      "cargo +nightly build --release",
      "cargo check -p core --all-features",
      "cargo clippy --workspace --all-targets -- -D warnings",
      "cargo --offline b -q",
      "cargo doc --no-deps",
    ],
    declines: [
      "cargo build --message-format=json",
      "cargo clippy --fix --allow-dirty",
      "cargo doc --open",
      "cargo build -vv",
      "cargo -Vv build",
      "cargo build +nightly",
    ],
  },
};

function onStdout(run: Run): Compact | undefined {
  const stdout = compactText(run, run.stdout);
  return stdout === undefined ? undefined : { stdout };
}

function onStderr(run: Run): Compact | undefined {
  const stderr = compactText(run, run.stderr);
  return stderr === undefined ? undefined : { stderr };
}

function compactText({ exit, args, cwd }: Run, text: string): string | undefined {
  if (text === "") return undefined;
  const report = reportCargo(readCargo(splitLines(relativePaths(text, cwd))));
  // A killed compiler says nothing about errors, and a status of success beside errors is not understood.
  if (report.errors !== (exit !== 0)) return undefined;
  const verdict = exit !== 0
    ? [...report.warnings.map((one) => `warning: ${one}`), ...report.summary]
    : [[`${args.command}: ok`, ...report.warnings].join("; ")];
  const failed = exit !== 0 && report.summary.length === 0 ? [`${args.command}: failed`] : [];
  return joinLines([...report.lines, ...verdict, ...failed]);
}
