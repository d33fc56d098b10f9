import { joinLines, splitLines } from "../../text/lines.ts";
import { relativePaths } from "../../text/paths.ts";
import type { Tool } from "../tool.ts";
import { GLOBALS } from "./options.ts";

/** `cargo tree`: draws the tree with one blank per level; every crate, version, mark and section stays. */
export const tool: Tool = {
  id: "cargo-tree",
  commands: ["cargo tree"],
  summary: "Rust dependency trees",
  effect: "read",
  args: {
    globals: GLOBALS,
    switches:
      "-q --quiet --no-dedupe -d --duplicates --workspace --all --all-features --no-default-features --locked " +
      "--offline --frozen",
    withArgument:
      "-i --invert --prune --depth -p --package --exclude -F --features --target --manifest-path --color " +
      "--config -Z --lockfile-path",
    declines: { "exact-format": "-f --format --prefix -e --edges --charset -v --verbose -vv -h --help" },
    operands: "any",
  },
  output: "whole",
  filter(run) {
    if (run.exit !== 0) return undefined;
    const lines = splitLines(relativePaths(run.stdout, run.cwd));
    return {
      stdout: joinLines(lines.map((line) => line.replace(BRANCHES, indentation))),
      stderr: run.stderr,
    };
  },
  examples: {
    rewrites: ["cargo tree", "cargo tree -p core --depth 2", "cargo tree -i serde -d"],
    declines: ["cargo tree --prefix none", "cargo tree -f '{p}'", "cargo tree -e features"],
  },
};

// "│   ├── serde v1.0.1", "    └── libc v0.2.1"; above a section "    │   [build-dependencies]"; in an ASCII locale "|   |-- "
const BRANCHES = /^(?:[│|] {3}| {4})*(?:[├└]── |[|`]-- |(?=\[))/;

function indentation(branches: string): string {
  return " ".repeat(branches.length / 4);
}
