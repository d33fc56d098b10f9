import { hasOption } from "../../argv/parse_args.ts";
import type { Tool } from "../tool.ts";
import { compactBuild } from "./build_report.ts";

/**
 * `cmake`: drops the checks of the tool chain, progress, echoed commands and source frames; errors and warnings of
 * CMake, its own and the project's messages, diagnostics, the build folder and failed targets stay.
 */
export const tool: Tool = {
  id: "cmake",
  commands: ["cmake"],
  summary: "CMake configures and builds",
  effect: "build",
  // Targets may install or deploy.
  writesWith: "--install --target -t",
  args: {
    switches:
      "--fresh --clean-first --use-stderr --strip --warn-uninitialized --no-warn-unused-cli --check-system-vars " +
      "--compile-no-warning-as-error --log-context",
    withArgument:
      "-S -B -C -D -U -G -T -A -W -t --toolchain --install-prefix --preset --build --install --target " +
      "--config --prefix --component --log-level --resolve-package-references --default-directory-permissions",
    optionalArgument: "-j --parallel",
    declines: {
      "exact-format":
        "-L -N -E -P --list-presets --find-package --graphviz --system-information --debug-trycompile " +
        "--debug-output --debug-find --trace --trace-expand --trace-format --trace-source --trace-redirect " +
        "--profiling-format --profiling-output --version --help -h -H -v --verbose --workflow",
      "interactive": "--open -i",
    },
    operands: { max: 2 },
    afterTerminator: "any",
  },
  pipeline: { first: "report" },
  output: "whole",
  filter(run) {
    const [stdout, stderr] = [run.stdout, run.stderr].map((text) =>
      text.replaceAll(REPEATED, "").replaceAll(ADVICE, "")
    ) as [string, string];
    return compactBuild({ ...run, stdout, stderr }, {
      isFailure: (line) => FAILURE.test(line),
      isNoise: (line) => NOISE.test(line),
      // A configure run ends with the folder it wrote.
      ok: hasOption(run.args, "--build") ? `${run.args.command}: ok` : undefined,
    });
  },
  examples: {
    rewrites: [
      "cmake -S . -B build -DCMAKE_BUILD_TYPE=Release -G Ninja",
      "cmake --build build --parallel 8",
      "cmake ..",
      "cmake --build build -j4 -- -k",
      "cmake --install build --prefix out",
    ],
    declines: [
      "cmake -E copy a b",
      "cmake -LAH",
      "cmake -P script.cmake",
      "cmake --build build -v",
      "cmake --version",
    ],
  },
};

// The next paragraph names the package again, and the files that were looked for. CMake wraps it anywhere.
const REPEATED = /^ {2}By not providing "Find\S+\.cmake" in CMAKE_MODULE_PATH.*\n(?: {2}\S.*\n)*\n/gm;
const ADVICE =
  /\s+If\s+"\S+"\s+provides\s+a\s+separate\s+development\s+package\s+or\s+SDK,\s+be\s+sure\s+it\s+has\s+been\s+installed\./g;

const FAILURE =
  /^(?:CMake Error|\S*make(?:\[\d+\])?: \*\*\* |FAILED: |ninja: (?:build stopped|error|fatal)|Error: |-- Configuring incomplete)/;

// "-- Detecting C compiler ABI info - done", "-- Looking for pthread.h - found", "-- Configuring done (0.1s)"
const NOISE =
  /^-- (?:The \S+ compiler identification is |Detecting |Check(?:ing)? (?:for )?|Looking for |Performing Test |(?:Configuring|Generating) done(?: \([\d.]+s\))?$)/;
