import type { Tool } from "../tool.ts";
import { compactFormat } from "./fmt_text.ts";

/** `rustfmt FILE`: of a check the files and lines that differ stay, not the diffs; errors in the sources stay. */
export const tool: Tool = {
  id: "rustfmt",
  commands: ["rustfmt"],
  summary: "Rust formatting of files",
  effect: "write",
  args: {
    switches: "--check -q --quiet --backup",
    withArgument: "--edition --style-edition --config --config-path --color",
    declines: {
      "exact-format":
        "-l --files-with-diff --emit --print-config --file-lines -v --verbose -V --version -h --help",
    },
    // Without a file it formats stdin.
    operands: { min: 1 },
  },
  pipeline: { first: "report" },
  output: "whole",
  filter: compactFormat,
  examples: {
    rewrites: ["rustfmt --check src/lib.rs", "rustfmt --edition 2021 src/main.rs"],
    declines: ["rustfmt", "rustfmt --check -l src/lib.rs", "rustfmt --emit stdout a.rs"],
  },
};
