import type { Tool } from "../tool.ts";
import { formatBuildRun } from "./build_text.ts";
import { BUILD_ARGUMENTS, BUILD_BOOLEANS, EXACT_FORMATS } from "./options.ts";

/**
 * `go build`, `go vet`: names the package only where no diagnostic names its file, drops downloads, folds equal
 * messages; every diagnostic, import cycle and missing module stays.
 */
export const tool: Tool = {
  id: "go-build",
  commands: ["go build", "go vet"],
  summary: "Go builds and vet",
  effect: "build",
  args: {
    style: "single-dash",
    globals: { withArgument: "-C" },
    // The analyzers of vet are switches.
    optionalArgument:
      `${BUILD_BOOLEANS} -appends -asmdecl -assign -atomic -bools -buildtag -cgocall -composites ` +
      "-copylocks -defers -directive -errorsas -framepointer -hostport -httpresponse -ifaceassert -loopclosure " +
      "-lostcancel -nilfunc -printf -shift -sigchanyzer -slog -stdmethods -stdversion -stringintconv -structtag " +
      "-testinggoroutine -tests -timeformat -unmarshal -unreachable -unsafeptr -unusedresult -waitgroup",
    withArgument: BUILD_ARGUMENTS,
    declines: { "exact-format": `${EXACT_FORMATS} -c -diff`, "unknown-option": "-vettool", "effect": "-fix" },
    operands: "any",
  },
  pipeline: { first: "report" },
  output: "whole",
  filter: formatBuildRun,
  examples: {
    rewrites: [
      "go build ./...",
      "go vet ./...",
      "go build -o bin/app -ldflags '-s -w' ./cmd/app",
      "go vet -printf=false .",
    ],
    declines: ["go build -v ./...", "go build -x .", "go vet -json ./...", "go vet -fix ./..."],
  },
};
