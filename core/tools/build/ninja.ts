import type { Tool } from "../tool.ts";
import { compactBuild } from "./build_report.ts";

/**
 * `ninja`: drops steps that print nothing, echoed compiler commands and source frames; diagnostics, what steps print,
 * failed targets and why it stopped stay.
 */
export const tool: Tool = {
  id: "ninja",
  commands: ["ninja", "ninja-build", "samu"],
  summary: "Ninja builds",
  effect: "write",
  args: {
    switches: "--quiet",
    withArgument: "-C -f -j -k -l -w",
    declines: { "exact-format": "--version -v --verbose -n -d -t -h --help" },
    operands: "any",
  },
  pipeline: { first: "report" },
  output: "whole",
  filter(run) {
    return compactBuild(run, {
      isFailure: (line) => /^(?:FAILED: |ninja: (?:build stopped|error|fatal))/.test(line),
      ok: `${run.args.command}: ok`,
    });
  },
  examples: {
    rewrites: ["ninja", "ninja -C build -j8 all", "ninja -C out/Release check"],
    declines: ["ninja -t targets", "ninja -n", "ninja -v", "ninja --version"],
  },
};
