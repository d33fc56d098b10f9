import { hasOption } from "../../argv/parse_args.ts";
import { joinLines, splitLines } from "../../text/lines.ts";
import { relativePaths } from "../../text/paths.ts";
import type { Tool } from "../tool.ts";
import { formatBuildText } from "./build_text.ts";
import { BUILD_ARGUMENTS, BUILD_BOOLEANS } from "./options.ts";
import { packageLines, sumLine } from "./test_report.ts";
import { readTestReport } from "./test_text.ts";

/**
 * `go test`: drops passing tests, events, packages without tests, elapsed time and frames of go's own sources. Failing
 * tests stay with all they logged, under their package; so do output, benchmarks, coverage, skip reasons, build errors.
 */
export const tool: Tool = {
  id: "go-test",
  commands: ["go test"],
  summary: "Go tests",
  effect: "build",
  args: {
    style: "single-dash",
    globals: { withArgument: "-C" },
    optionalArgument: `${BUILD_BOOLEANS} -v -failfast -short -benchmem -fullpath -artifacts`,
    withArgument:
      `${BUILD_ARGUMENTS} -bench -benchtime -count -cpu -outputdir -parallel -run -shuffle -skip -timeout ` +
      "-vet -blockprofile -blockprofilerate -coverprofile -cpuprofile -memprofile -memprofilerate -mutexprofile " +
      "-mutexprofilefraction -trace",
    declines: {
      "exact-format": "-json -list -n -x",
      // They do not run the tests, or run them through another program.
      "unknown-option": "-c -exec -args",
      // Runs until it is stopped.
      "follow-mode": "-fuzz -fuzztime -fuzzminimizetime",
    },
    operands: "any",
  },
  pipeline: { first: "report" },
  output: "whole",
  filter(run) {
    const report = readTestReport(splitLines(relativePaths(run.stdout, run.cwd)));
    const failed = report.packages.some(({ status }) => status === "FAIL");
    // A status of success beside a failed package is not understood; a failure without one is told by its raw text.
    if (report.packages.length === 0 || failed !== (run.exit !== 0)) return undefined;
    if (run.exit === 0 && report.verdicts.has("FAIL")) return undefined;
    const verbose = hasOption(run.args, "-v");
    const verdict = sumLine(report, { verbose });
    const stderr = formatBuildText(splitLines(relativePaths(run.stderr, run.cwd)));
    return { stdout: joinLines([...packageLines(report), verdict]), stderr: joinLines(stderr) };
  },
  examples: {
    rewrites: [
      "go test ./...",
      "go test -v -run TestX ./pkg",
      "go test --bench=. -benchmem ./...",
      "go test -race -count=1 -timeout 30s ./... -cover",
      "go -C sub test .",
    ],
    declines: ["go test -json ./...", "go test -list .", "go test -fuzz=FuzzX", "go test -c -o x.test"],
  },
};
