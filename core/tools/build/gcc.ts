import { joinLines, splitLines } from "../../text/lines.ts";
import { relativePaths } from "../../text/paths.ts";
import type { Tool } from "../tool.ts";
import { reportCompiler } from "./compiler_report.ts";

/**
 * gcc, g++, clang: drops source frames and carets, folds equal messages; every diagnostic stays with its flag, notes,
 * function, include chain and replacement, and so does everything that the linker says.
 */
export const tool: Tool = {
  id: "gcc",
  commands: ["c++", "cc", "clang", "clang++", "g++", "gcc"],
  summary: "C and C++ compilers",
  effect: "build",
  args: {
    switches:
      "-c -pg -w -ansi -pedantic -pedantic-errors -pthread -static -shared -pipe -rdynamic -nostdlib " +
      "-nodefaultlibs -nostartfiles -nostdinc -nostdinc++ -pie -no-pie -static-pie -static-libgcc " +
      "-static-libstdc++ -trigraphs -MD -MMD -MP",
    withArgument:
      "-o -I -L -l -D -U -x -include -isystem -iquote -idirafter -imacros -isysroot -T -u -z -Xlinker " +
      "-Xassembler -Xpreprocessor -Xclang -mllvm -target --sysroot --target --param -arch -framework -MF -MT -MQ -B",
    // Families whose word is attached: -Wall, -O2, -std=c11, -fsanitize=address, -march=native, -g3.
    optionalArgument: "-W -f -m -g -O -s --std",
    // The preprocessor's text, assembler, dependencies, command lines.
    declines: {
      "exact-format":
        "-E -S -M -MM -MG -### -v -Q -P -C -CC -dM -dumpversion -dumpmachine -dumpspecs --version " +
        "--help --verbose -h -fdiagnostics-format=json -fdiagnostics-format=json-stderr " +
        "-fdiagnostics-format=json-file -fdiagnostics-format=sarif-stderr -fdiagnostics-format=sarif-file " +
        "-fdiagnostics-parseable-fixits -fdiagnostics-generate-patch",
    },
    operands: { min: 1 },
  },
  pipeline: { first: "report" },
  output: "whole",
  filter({ stdout, stderr, merged, exit, args, cwd, cut }) {
    const text = merged ? stdout : stderr;
    const { lines, counts } = reportCompiler(splitLines(relativePaths(text, cwd)), cut);
    const told = [...counts].map(([severity, number]) => `${severity} (${number})`).join(", ");
    const out = joinLines(exit === 0 || told === "" ? lines : [...lines, `${args.command}: ${told}`]);
    return merged ? { stdout: out } : { stderr: out };
  },
  examples: {
    rewrites: ["gcc -Wall -Wextra -O2 -c main.c -o main.o", "g++ -std=c++20 -I include a.cpp -lm", "cc x.c"],
    declines: [
      "gcc -fdiagnostics-format=json -c a.c",
      "gcc -E main.c",
      "gcc -MM main.c",
      "gcc --version",
      "clang -print-search-dirs",
      "gcc -v x.c",
    ],
  },
};
