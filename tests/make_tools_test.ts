/** Compilers and build tools for real: what gcc's JSON and the tools' own lists hold is told by the compact text as well. */
import assert from "node:assert/strict";
import { assertNothingTwice, assertTold } from "./harness/told.ts";
import {
  compactRun,
  testWith,
  type ToolRun,
  unitOf,
  withWorkshop,
  type Workshop,
} from "./harness/tool_run.ts";

interface GccMessage {
  readonly kind: string;
  readonly message: string;
  readonly option?: string;
  readonly locations: readonly { readonly caret: { file: string; line: number; column: number } }[];
  readonly children: readonly GccMessage[];
}

function messages(stderr: string): GccMessage[] {
  return stderr.split("\n").filter((line) => line.startsWith("[{")).flatMap((line) =>
    JSON.parse(line) as GccMessage[]
  );
}

function assertMessages(text: string, found: readonly GccMessage[]): void {
  for (const { message, option, locations: [place], children } of found) {
    const { file = "", line = 0, column = 0 } = place?.caret ?? {};
    assertTold(text, { path: file.slice(file.lastIndexOf("/") + 1), at: `${line}:${column}`, message });
    if (option !== undefined) assert.ok(text.includes(option), `lost ${option} in\n${text}`);
    assertMessages(text, children);
  }
}

const MAIN = `#include <stdio.h>
#include "h.h"
int foo(int a);
int main(void) {
  int one; int two; int three; int four;
  char *s = 5;
  printf("%d\\n", "x");
  undeclared(3);
  foo(1, 2);
  struct P p; p.x = 1;
  pritnf("x");
  return 0
}
`;
const HEADER = "static int dead(void) { return 1; }\nstruct Q { int a; };\n" +
  "static inline int useq(struct Q *q) { return q->b; }\n";

function compact(shop: Workshop, argv: readonly string[], merged = false): ToolRun {
  const raw = shop.raw(merged ? ["sh", "-c", 'exec "$@" 2>&1', "sh", ...argv] : argv);
  return compactRun(argv, raw, { cut: undefined, cwd: shop.path, merged });
}

testWith(
  "gcc",
  "gcc: every diagnostic of -fdiagnostics-format=json is told with its flag and notes",
  async () => {
    await withWorkshop((shop) => {
      shop.write("main.c", MAIN);
      shop.write("h.h", HEADER);
      const flags = ["-Wall", "-Wextra", "-c", "main.c"];
      const found = messages(shop.raw(["gcc", "-fdiagnostics-format=json", ...flags]).stderr);
      const { text, raw, compacted } = compact(shop, ["gcc", ...flags]);
      assert.ok(compacted && raw.exit === 1 && found.length > 10, `${found.length} diagnostics`);
      assertMessages(text, found);
      for (const context of ["In file included from main.c:2", "In function ‘main’", "At top level"]) {
        assert.ok(text.includes(context), context);
      }
      const count = (kind: string): number => found.filter((one) => one.kind === kind).length;
      const verdict = text.trimEnd().split("\n").at(-1);
      assert.equal(verdict, `gcc: error (${count("error")}), warning (${count("warning")})`);
      assertNothingTwice(text);
    });
  },
);

testWith("g++", "g++: a failed instantiation keeps the lines of the project's own files", async () => {
  await withWorkshop((shop) => {
    shop.write(
      "t.cpp",
      "#include <algorithm>\n#include <vector>\nstruct A { int x; };\n" +
        "int main() {\n  std::vector<A> v;\n  std::sort(v.begin(), v.end());\n}\n",
    );
    const argv = ["g++", "-std=c++17", "-c", "t.cpp"];
    const raw = shop.raw(argv);
    const marker = (lines: number): string => `[rtk: ${lines} lines cut; all of it: rtk recall 7f3a2c]`;
    const cut = compactRun(argv, raw, { cut: marker, cwd: shop.path });
    const whole = compactRun(argv, raw, { cut: undefined, cwd: shop.path });
    for (const { text } of [cut, whole]) {
      assert.ok(text.includes("t.cpp:6:12: required from here"), text);
      assert.ok(text.includes("no match for ‘operator<’"), text);
    }
    assert.ok(cut.text.length < whole.text.length * 0.8);
    assert.doesNotMatch(whole.text, /\[rtk:/);
  });
});

testWith("gcc", "gcc: what the linker says stays whole", async () => {
  await withWorkshop((shop) => {
    shop.write("l.c", "int foo(void); int bar(void);\nint main(void) { int q; return foo() + bar(); }\n");
    const { text, raw } = compact(shop, ["gcc", "-Wall", "l.c"]);
    assert.equal(raw.exit, 1);
    const linked = raw.stderr.split("\n").filter((line) => /undefined reference|collect2/.test(line));
    assert.equal(linked.length, 3);
    for (const line of linked) {
      assert.ok(text.includes(line.replace(`${shop.path}/`, "")), `lost ${line} in\n${text}`);
    }
  });
});

testWith(
  "make",
  "make: diagnostics, recipes' output and failed targets are told; echoed compiler commands are not",
  async () => {
    await withWorkshop((shop) => {
      shop.write("main.c", MAIN);
      shop.write("h.h", HEADER);
      shop.write("lib/x.c", "int f(void) { int unused; return undef; }\n");
      shop.write("lib/Makefile", "all: x.o\n%.o: %.c\n\tgcc -Wall -c $<\n");
      shop.write(
        "Makefile",
        "all: banner main.o\nbanner:\n\t@echo building version 3\n\t@echo\n\t@echo gcc is the compiler\n" +
          "main.o: main.c\n\tgcc -Wall \\\n\t  -c main.c\nsub:\n\t$(MAKE) -C lib\ngood:\n\tgcc -c ok.c\n\t@echo linked\n",
      );
      shop.write("ok.c", "int ok;\n");
      const found = messages(shop.raw(["gcc", "-fdiagnostics-format=json", "-Wall", "-c", "main.c"]).stderr);
      for (const merged of [false, true]) {
        const { text, raw } = compact(shop, ["make"], merged);
        assert.equal(raw.exit, 2);
        assertMessages(text, found);
        for (const line of ["building version 3", "gcc is the compiler", "[Makefile:7: main.o] Error 1"]) {
          assert.ok(text.includes(line), `lost ${line} in\n${text}`);
        }
        assert.doesNotMatch(text, /-c main\.c|gcc -Wall/);
        const sub = compact(shop, ["make", "sub"], merged).text;
        assert.match(sub, /make\[1\]: Entering directory '.*lib'/);
        assert.ok(sub.includes("make[1]: *** [Makefile:3: x.o] Error 1"), sub);
        assert.equal(compact(shop, ["make", "good"], merged).text, "linked\nmake: ok\n");
      }
      assert.match(compact(shop, ["make", "nosuch"]).text, /No rule to make target/);
    });
  },
);

testWith(
  "make",
  "make: a recipe that runs a known tool gets that tool's form, and a passing summary survives (rtk-3735)",
  async () => {
    await withWorkshop((shop) => {
      shop.write(
        "go",
        '#!/bin/sh\nprintf "ok  \\texample.org/a\\t0.1s\\nok  \\texample.org/b\\t0.1s\\n"\n',
        0o755,
      );
      shop.write(
        "Makefile",
        "test:\n\t@echo before\n\tgo test ./...\n\t@echo after\nfails:\n\tgo test ./...\n\tfalse\n",
      );
      const env = { PATH: `${shop.path}:${Deno.env.get("PATH")}` };
      const passed = compactRun(["make", "test"], shop.raw(["make", "test"], env));
      assert.equal(passed.stdout, "before\ngo test ./...\nafter\nok 2 packages\n");
      const failed = compactRun(["make", "fails"], shop.raw(["make", "fails"], env));
      // Which of the two commands failed is not told by anything that both print, so nothing claims success.
      assert.equal(
        failed.stdout,
        "go test ./...\nok  \texample.org/a\t0.1s\nok  \texample.org/b\t0.1s\nfalse\n",
      );
      assert.match(failed.stderr, /Error 1/);
    });
  },
);

testWith(
  "cmake",
  "cmake and ctest: errors, warnings, failed tests of the log and their kinds are told",
  async () => {
    await withWorkshop((shop) => {
      shop.write(
        "CMakeLists.txt",
        'cmake_minimum_required(VERSION 3.10)\nproject(demo C)\nenable_testing()\nmessage(STATUS "feature X")\n' +
          'message(WARNING "old thing")\nadd_executable(demo main.c)\nadd_test(NAME fine COMMAND true)\n' +
          'add_test(NAME bad COMMAND sh -c "echo want 0 got 3; exit 3")\nadd_test(NAME gone COMMAND nosuchbinary)\n',
      );
      shop.write("main.c", "int main(void) { int q; return 0; }\n");
      const configured = compact(shop, ["cmake", "-S", ".", "-B", "build", "-DCMAKE_C_FLAGS=-Wall"], true);
      for (const fact of ["-- feature X", "CMakeLists.txt:5 (message)", "old thing"]) {
        assert.ok(configured.text.includes(fact), `lost ${fact} in\n${configured.text}`);
      }
      assert.doesNotMatch(configured.text, /Detecting|compiler identification/);
      const built = compact(shop, ["cmake", "--build", "build"], true).text;
      assertTold(built, { path: "main.c", at: "1:22", message: "unused variable ‘q’" });
      assert.match(built, /\ncmake: ok\n$/);
      const tested = compact(shop, ["ctest", "--test-dir", "build", "--output-on-failure"]);
      const log = Deno.readTextFileSync(`${shop.path}/build/Testing/Temporary/LastTestsFailed.log`);
      for (const name of log.trim().split("\n").map((line) => line.split(":")[1] ?? "")) {
        assert.ok(tested.text.includes(name), `lost ${name} in\n${tested.text}`);
      }
      for (const fact of ["want 0 got 3", "(Not Run)", "(Failed)", "2 tests failed out of 3"]) {
        assert.ok(tested.text.includes(fact), `lost ${fact} in\n${tested.text}`);
      }
      shop.write(
        "CMakeLists.txt",
        "cmake_minimum_required(VERSION 3.10)\nproject(x C)\nfind_package(NoSuchLib REQUIRED)\n",
      );
      const missing = compact(shop, ["cmake", "-S", ".", "-B", "other"], true);
      assert.match(
        missing.text,
        /CMake Error at CMakeLists\.txt:3 \(find_package\)[^]*NoSuchLib[^]*errors occurred!\n$/,
      );
    });
  },
);

testWith("ninja", "ninja: the failed step, its diagnostics and what steps print are told", async () => {
  await withWorkshop((shop) => {
    shop.write(
      "build.ninja",
      "rule cc\n  command = gcc -Wall -c $in -o $out\n  description = CC $out\nrule say\n  command = echo $text\n" +
        "  description = saying\nbuild a.o: cc a.c\nbuild b.o: cc b.c\nbuild said: say\n  text = generated 3 files\n",
    );
    shop.write("a.c", "int a(void) { return missing; }\n");
    shop.write("b.c", "int b;\n");
    const { text, raw } = compact(shop, ["ninja", "-k", "0", "-j", "1"]);
    assert.equal(raw.exit, 1);
    assertTold(text, {
      path: "a.c",
      at: "1:22",
      message: "‘missing’ undeclared (first use in this function)",
    });
    assert.match(text, /FAILED: (?:\[code=1\] )?a\.o/);
    assert.match(text, /saying\ngenerated 3 files/);
    assert.doesNotMatch(text, /CC b\.o|gcc/);
    assert.match(text, /\nninja: build stopped: .*\n$/);
  });
});

Deno.test("gcc: a header's warning that many files repeat is told once, with every file that includes it", () => {
  const stderr = ["a", "b", "c"].map((name) =>
    `In file included from ${name}.c:1:\nh.h:3:12: warning: ‘dead’ defined but not used [-Wunused-function]\n` +
    "    3 | static int dead(void) { return 1; }\n      |            ^~~~\n"
  ).join("");
  const { stderr: out } = compactRun(["gcc", "-c", "a.c", "b.c", "c.c"], { stderr });
  assert.deepEqual(out.trimEnd().split("\n"), [
    "h.h:3:12: warning: ‘dead’ defined but not used [-Wunused-function] (x3)",
    " In file included from a.c:1; b.c:1; c.c:1",
  ]);
});

Deno.test("clang: frames without a gutter go, the counts stay", () => {
  const stderr =
    "t.c:1:20: warning: unused variable 'q' [-Wunused-variable]\nint main(void){int q; return 0;}\n" +
    "                   ^\nt.c:2:1: error: unknown type name 'x'\nx y;\n^\n1 warning and 1 error generated.\n";
  const { stderr: out } = compactRun(["clang", "t.c"], { stderr, exit: 1 });
  assert.deepEqual(out.trimEnd().split("\n"), [
    "t.c",
    " 2:1 error: unknown type name 'x'",
    " 1:20 warning: unused variable 'q' [-Wunused-variable]",
    "1 warning and 1 error generated.",
    "clang: warning (1), error (1)",
  ]);
});

Deno.test("make: parallel jobs are not taken apart, and a failure without make's own word stays raw", () => {
  const stdout = "go test ./...\nok  \texample.org/a\t0.1s\nok  \texample.org/b\t0.1s\n";
  assert.equal(compactRun(["make", "-j4", "test"], { stdout }).compacted, false);
  assert.equal(compactRun(["make", "-j1", "test"], { stdout }).compacted, true);
  assert.equal(compactRun(["make", "test"], { stdout, exit: 2 }).compacted, false);
  const echoes = "cc -c a.c -o a.o\ncc -c b.c -o b.o\n";
  assert.equal(compactRun(["make"], { stdout: echoes, exit: 2 }).compacted, false);
  assert.equal(
    compactRun(["make"], { stdout: `${echoes}make: *** [Makefile:1: a] Error 1\n` }).compacted,
    false,
  );
});

Deno.test("make: only lines that are commands are dropped as echoes", () => {
  const kept = [
    "cc me on this",
    "gcc: fatal error: no input files",
    "ar you sure",
    "ld: symbol not found",
    "archive of x.a",
  ];
  const dropped = [
    "cc -O2 -c x.c -o x.o",
    "ccache /usr/bin/x86_64-linux-gnu-g++-12 -Iinc -c a.cpp",
    "  CC      src/main.o",
    "ar rcs libm.a a.o b.o",
    "/bin/bash ./libtool --tag=CC --mode=compile gcc -c x.c",
    "[ 50%] Building C object x.o",
  ];
  const { stdout } = compactRun(["make"], {
    stdout: [...kept, ...dropped].map((line) => `${line}\n`).join(""),
  });
  assert.deepEqual(stdout.trimEnd().split("\n"), [...kept, "make: ok"]);
});

Deno.test("the units of build tools take and decline what they say", () => {
  const rows: Readonly<Record<string, readonly string[]>> = {
    make: ["make", "make -j 8 all CC=clang", "make -C sub -f x.mk test", "gmake run-tests"],
    just: ["just", "just test --all -v", "just -f x check"],
    task: ["task build lint", "task test -- -v"],
    "mise-run": ["mise run test -v", "mise -C sub r lint"],
    gcc: [
      "gcc -O2 -Wall -std=c11 -fPIC -march=native -DX=1 -Iinc -c a.c -o a.o -lm",
      "clang++ -x c++ a.cc -pthread",
    ],
    cmake: ["cmake ..", "cmake -Bb -GNinja -DX=1 -Wno-dev", "cmake --build b -j8 --target all -- -k"],
    ctest: ["ctest -j8 -R x -LE slow --output-on-failure", "ctest --test-dir build"],
    ninja: ["ninja -C out -j4 all"],
    "follow-mode": [
      "make serve",
      "make clean dev",
      "just watch",
      "task up",
      "mise run dev",
      "make run",
      "make start-api",
    ],
    "exact-format": [
      "make -n",
      "gcc -E a.c",
      "gcc -MM a.c",
      "cmake -LA ..",
      "ctest -N",
      "ninja -t graph",
      "just -l",
    ],
    interactive: ["just --choose", "cmake --open build"],
    "unknown-option": ["make --nosuch", "gcc --nosuch a.c", "mise run", "cc"],
    "no-tool": ["mise install", "makeinfo x", "gcc-ar x"],
  };
  for (const [unit, lines] of Object.entries(rows)) {
    for (const line of lines) assert.equal(unitOf(line.split(" ")), unit, line);
  }
});
