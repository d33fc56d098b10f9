import type { Tool } from "../tool.ts";
import { BUILD_ARGUMENTS, BUILD_BOOLEANS, EXACT_FORMATS } from "./options.ts";

/** `go run`: drops the downloads before the build; all else is the program's and passes as it comes. */
export const tool: Tool = {
  id: "go-run",
  commands: ["go run"],
  summary: "Go programs",
  effect: "write",
  args: {
    style: "single-dash",
    globals: { withArgument: "-C" },
    // What stands behind the package belongs to the program.
    permute: false,
    optionalArgument: BUILD_BOOLEANS,
    withArgument: BUILD_ARGUMENTS,
    declines: { "exact-format": EXACT_FORMATS, "unknown-option": "-exec" },
    operands: { min: 1 },
  },
  output: "line",
  verbatim: true,
  lines: () => ({
    push: (line, fd) => fd === 2 && DOWNLOADING.test(line) ? undefined : line,
    end: () => undefined,
  }),
  examples: {
    rewrites: ["go run .", "go run -race ./cmd/app --port 80", "go run main.go -json"],
    declines: ["go run", "go run -x .", "go run -exec sudo ."],
  },
};

// "go: downloading golang.org/x/text v0.3.0"
const DOWNLOADING = /^go: downloading \S+ v\S+$/;
