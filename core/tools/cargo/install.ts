import type { Tool } from "../tool.ts";
import { compactCargo } from "./cargo_report.ts";
import { EXACT_FORMATS, GLOBALS, SELECTION_ARGUMENTS, SELECTION_SWITCHES } from "./options.ts";

/**
 * `cargo install`, `uninstall`: drops progress and source frames; what was installed, replaced or removed and where,
 * the warning about PATH, and every diagnostic stay.
 */
export const tool: Tool = {
  id: "cargo-install",
  commands: ["cargo install", "cargo uninstall"],
  summary: "Installs of Rust programs",
  effect: "write",
  args: {
    globals: GLOBALS,
    switches: `${SELECTION_SWITCHES} -f --force --no-track --debug -n --dry-run`,
    withArgument:
      `${SELECTION_ARGUMENTS} --version --vers --index --registry --git --branch --tag --rev --path --root`,
    declines: { "exact-format": `${EXACT_FORMATS} --list` },
    operands: "any",
  },
  pipeline: { first: "report" },
  output: "whole",
  filter: (run) => compactCargo(run, { ok: undefined }),
  examples: {
    rewrites: [
      "cargo install ripgrep --locked",
      "cargo install --path app --root out",
      "cargo uninstall ripgrep",
    ],
    declines: ["cargo install --list", "cargo install -v ripgrep"],
  },
};
