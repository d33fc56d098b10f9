import type { Tool } from "../tool.ts";
import { compactCargo } from "./cargo_report.ts";

/** `rustc`: drops source frames, lint boilerplate and hints; every diagnostic stays as for `cargo build`. */
export const tool: Tool = {
  id: "rustc",
  commands: ["rustc"],
  summary: "The Rust compiler",
  effect: "build",
  args: {
    switches: "-g -O --test",
    withArgument:
      "-o -L -l -A --allow -W --warn -D --deny -F --forbid --force-warn --cap-lints -C --codegen --cfg " +
      "--check-cfg --crate-type --crate-name --edition --out-dir --target --extern --sysroot --emit --color " +
      "--remap-path-prefix --diagnostic-width",
    declines: {
      "exact-format": "--print --error-format --json --explain -v --verbose -V --version -vV -h --help -Z",
    },
    // `rustc -` reads the program from stdin.
    operands: { min: 1 },
    operandRules: [{ pattern: "^-$", when: "match", reason: "stdin-file" }],
  },
  pipeline: { first: "report" },
  output: "whole",
  filter: (run) => compactCargo(run, { ok: undefined }),
  examples: {
    rewrites: [
      "rustc main.rs",
      "rustc --edition 2021 -O src/main.rs -o out",
      "rustc --test lib.rs -C debuginfo=0",
    ],
    declines: [
      "rustc --version",
      "rustc --explain E0308",
      "rustc --error-format=json a.rs",
      "rustc -vV",
      "rustc -",
    ],
  },
};
