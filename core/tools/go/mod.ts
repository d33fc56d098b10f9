import type { Tool } from "../tool.ts";
import { formatBuildRun } from "./build_text.ts";
import { BUILD_ARGUMENTS, BUILD_BOOLEANS, EXACT_FORMATS } from "./options.ts";

/**
 * `go get`, `install`, `generate`, `mod tidy|download|vendor`: drops downloads; changed requirements, diagnostics and
 * what generators print stay.
 */
export const tool: Tool = {
  id: "go-mod",
  commands: ["go generate", "go get", "go install", "go mod download", "go mod tidy", "go mod vendor"],
  summary: "Go dependencies, installs and generators",
  effect: "write",
  args: {
    style: "single-dash",
    globals: { withArgument: "-C" },
    optionalArgument: `${BUILD_BOOLEANS} -t -u -tool -e`,
    withArgument: `${BUILD_ARGUMENTS} -run -skip -go -compat`,
    declines: { "exact-format": `${EXACT_FORMATS} -diff -reuse` },
    operands: "any",
  },
  pipeline: { first: "report" },
  output: "whole",
  filter: formatBuildRun,
  examples: {
    rewrites: ["go mod tidy", "go get -u ./...", "go install example.org/cmd/x@latest", "go generate ./..."],
    declines: ["go mod download -json", "go mod tidy -v", "go generate -n ./..."],
  },
};
