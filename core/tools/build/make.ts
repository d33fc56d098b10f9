import { hasOption, optionValue } from "../../argv/parse_args.ts";
import type { Tool } from "../tool.ts";
import { compactBuild } from "./build_report.ts";
import { reportCompiler } from "./compiler_report.ts";
import { isFailedTarget, isMakeLine, withoutEchoes } from "./make_text.ts";
import { isToolCommand, splitRecipe } from "./recipe.ts";
import { ANY_TARGET } from "./target_names.ts";

/**
 * `make`: drops echoed compiler and archiver commands, progress, directories that no kept line depends on, and source
 * frames; diagnostics, what recipes print, and which target failed stay. A recipe line that runs a known tool gets
 * that tool's compact form.
 */
export const tool: Tool = {
  id: "make",
  commands: ["gmake", "make"],
  summary: "Make targets",
  effect: "write",
  args: {
    switches: "-b -m -B --always-make -e --environment-overrides -i --ignore-errors -k --keep-going -L " +
      "--check-symlink-times -r --no-builtin-rules -R --no-builtin-variables -s --silent --quiet -S --no-keep-going " +
      "--stop -t --touch -w --print-directory --no-print-directory --warn-undefined-variables",
    withArgument:
      "-C --directory -f --file --makefile -I --include-dir -o --old-file --assume-old -W --what-if " +
      "--new-file --assume-new",
    optionalArgument: "-j --jobs -l --load-average --max-load -O --output-sync --shuffle",
    declines: {
      "exact-format":
        "-n --just-print --dry-run --recon -p --print-data-base -q --question --trace -d --debug -v " +
        "--version -h --help -E --eval",
    },
    operands: "any",
    operandRules: [ANY_TARGET],
  },
  pipeline: { first: "report" },
  output: "whole",
  inner(run) {
    // Commands of parallel jobs write into each other.
    if (hasOption(run.args, "-j", "--jobs") && optionValue(run.args, "-j", "--jobs") !== "1") {
      return undefined;
    }
    return splitRecipe(run, {
      echoed: (line) => isToolCommand(line) ? line : undefined,
      isOwn: isMakeLine,
      statusIn: statusOf,
      compactHead: (lines) => [...reportCompiler(withoutEchoes(lines), run.cut).lines],
    });
  },
  filter(run) {
    return compactBuild(run, { isFailure: isFailedTarget, ok: `${run.args.command}: ok` });
  },
  examples: {
    rewrites: ["make", "make -j8 -C src all CFLAGS=-O2", "make test", "gmake -k check", "make -j 4 lib"],
    declines: ["make -n", "make serve", "make run-dev", "make menuconfig", "make --trace all"],
  },
};

// "make: *** [Makefile:3: main.o] Error 1"
function statusOf(line: string): number | undefined {
  const status = /: \*\*\* \[.*\] Error (\d+)$/.exec(line)?.[1];
  return status === undefined ? undefined : Number(status);
}
