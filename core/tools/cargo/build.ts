import type { Tool } from "../tool.ts";
import { compactCargo } from "./cargo_report.ts";
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
  // Lint suggestions are written into the sources.
  writesWith: "--fix",
  args: {
    globals: GLOBALS,
    switches: `${SELECTION_SWITCHES} --no-deps --document-private-items --fix --allow-dirty --allow-staged ` +
      "--allow-no-vcs --broken-code",
    withArgument: `${SELECTION_ARGUMENTS} --crate-type`,
    declines: {
      "exact-format": `${EXACT_FORMATS} --explain --print`,
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
    return compactCargo(run, { ok: `${run.args.command}: ok` });
  },
  examples: {
    rewrites: [
      "cargo build",
      "cargo +nightly build --release",
      "cargo check -p core --all-features",
      "cargo clippy --workspace --all-targets -- -D warnings",
      "cargo --offline b -q",
      "cargo doc --no-deps",
      "cargo clippy --fix --allow-dirty",
    ],
    declines: [
      "cargo build --message-format=json",
      "cargo clippy --explain needless_return",
      "cargo doc --open",
      "cargo build -vv",
      "cargo -Vv build",
      "cargo build +nightly",
    ],
  },
};
