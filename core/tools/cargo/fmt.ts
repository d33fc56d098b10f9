import type { Tool } from "../tool.ts";
import { compactFormat } from "./fmt_text.ts";
import { GLOBALS } from "./options.ts";

/** `cargo fmt`: of a check the files and lines that differ stay, not the diffs; errors in the sources stay. */
export const tool: Tool = {
  id: "cargo-fmt",
  commands: ["cargo fmt"],
  summary: "Rust formatting",
  effect: "write",
  args: {
    globals: GLOBALS,
    switches: "-q --quiet --all --check",
    withArgument: "-p --package --manifest-path",
    declines: { "exact-format": "-v --verbose --version --message-format -h --help" },
    operands: "none",
    afterTerminator: {
      switches: "--check -q --quiet --backup",
      withArgument: "--edition --style-edition --config --config-path --color",
      declines: {
        "exact-format":
          "-l --files-with-diff --emit --print-config --file-lines -v --verbose -V --version -h --help",
      },
    },
  },
  pipeline: { first: "report" },
  output: "whole",
  filter: compactFormat,
  examples: {
    rewrites: [
      "cargo fmt",
      "cargo fmt --all --check",
      "cargo +nightly fmt --all -- --check",
      "cargo fmt -p core",
    ],
    declines: ["cargo fmt -- --check -l", "cargo fmt -- --emit=stdout", "cargo fmt --message-format short"],
  },
};
