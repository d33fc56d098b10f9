import { joinLines, splitLines } from "../../text/lines.ts";
import { relativePaths } from "../../text/paths.ts";
import type { Tool } from "../tool.ts";
import { isProgress, statusVerb } from "./cargo_text.ts";
import { GLOBALS } from "./options.ts";

/**
 * `cargo add`, `remove`, `update`: drops progress and alignment; every changed dependency, version and feature stays.
 */
export const tool: Tool = {
  id: "cargo-add",
  commands: ["cargo add", "cargo remove", "cargo rm", "cargo update"],
  summary: "Changes of Rust dependencies",
  effect: "write",
  args: {
    globals: GLOBALS,
    switches:
      "-q --quiet --no-default-features --default-features --optional --no-optional --public --no-public " +
      "-n --dry-run --ignore-rust-version --locked --offline --frozen --dev --build --recursive --aggressive -w " +
      "--workspace --breaking",
    withArgument:
      "-F --features --rename --manifest-path -p --package --path --base --git --branch --tag --rev " +
      "--registry --target --precise --color --config -Z --lockfile-path",
    declines: { "exact-format": "-v --verbose -vv -h --help" },
    operands: "any",
  },
  pipeline: { first: "report" },
  output: "whole",
  filter(run) {
    const text = run.merged ? run.stdout : run.stderr;
    const out = joinLines(compactLines(splitLines(relativePaths(text, run.cwd))));
    return run.merged ? { stdout: out } : { stderr: out };
  },
  examples: {
    rewrites: ["cargo add serde --features derive", "cargo remove serde", "cargo update -p serde --dry-run"],
    declines: ["cargo update -v", "cargo add --help"],
  },
};

/** Status lines under their verb; the features of an added crate on one line. */
function compactLines(lines: readonly string[]): string[] {
  const out: string[] = [];
  let group = "";
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const verb = statusVerb(line);
    if (verb !== undefined && isProgress({ verb, line })) continue;
    const repeated = verb !== undefined && (verb === group || statusVerb(lines[at + 1] ?? "") === verb);
    if (repeated && verb !== group) out.push(`${verb}:`);
    group = repeated ? verb : "";
    if (repeated) out.push(` ${line.trim().slice(verb.length + 1)}`);
    else if (FEATURE.test(line) && FEATURES.test(out.at(-1) ?? "")) out.push(`${out.pop()} ${feature(line)}`);
    else if (line !== "") out.push(verb === undefined && !/^\s+Features/.test(line) ? line : line.trim());
  }
  return out;
}

// "             Features:", "             + std", "             - alloc"; further ones are counted below
const FEATURES = /^Features(?::| as of v\S+:)/;
const FEATURE = /^ {13}[-+] \S+$/;

/** `             + std` -> `+std` */
function feature(line: string): string {
  return line.trim().replace(" ", "");
}
