/** go for real: what `go test -json` and the compiler hold is told by the compact text as well. */
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

const ENV = { GOFLAGS: "-mod=mod", GOPROXY: "off", GOTOOLCHAIN: "local" };

function compact(shop: Workshop, argv: readonly string[]): ToolRun {
  return compactRun(argv, shop.raw(argv, ENV), { cut: undefined, cwd: shop.path });
}

interface TestEvent {
  readonly Action: string;
  readonly Package?: string;
  readonly Test?: string;
  readonly Output?: string;
}

function events(stdout: string): TestEvent[] {
  return stdout.split("\n").filter((line) => line.startsWith("{")).map((line) =>
    JSON.parse(line) as TestEvent
  );
}

function project(shop: Workshop): void {
  shop.write("go.mod", "module example.org/shop\n\ngo 1.20\n");
  shop.write("calc/calc.go", "package calc\n\nfunc Div(a, b int) int { return a / b }\n");
  shop.write(
    "calc/calc_test.go",
    `package calc

import (
	"fmt"
	"testing"
)

func TestCases(t *testing.T) {
	for _, n := range []int{1, 2, 3, 4} {
		t.Run(fmt.Sprintf("case %d", n), func(t *testing.T) {
			if n%2 == 0 {
				t.Errorf("got %d\\nwant %d", n, n+1)
			}
		})
	}
}
func TestLogs(t *testing.T)  { t.Log("first"); t.Error("second") }
func TestPrint(t *testing.T) { fmt.Print("printed without an end") }
func TestSkip(t *testing.T)  { t.Skip("needs network") }
func ExampleDiv() {
	fmt.Println(Div(4, 2))
	// Output: 3
}
`,
  );
  shop.write(
    "boom/boom_test.go",
    'package boom\n\nimport "testing"\n\nfunc div(a, b int) int { return a / b }\n\n' +
      'func TestBoom(t *testing.T) { t.Log("before"); div(1, 0) }\nfunc TestLater(t *testing.T) {}\n',
  );
  shop.write("fine/fine_test.go", 'package fine\n\nimport "testing"\n\nfunc TestFine(t *testing.T) {}\n');
  shop.write("none/none.go", "package none\n");
}

testWith(
  "go",
  "go test: every failing test of -json, its package and its lines are told, with and without -v",
  async () => {
    await withWorkshop((shop) => {
      project(shop);
      const all = events(shop.raw(["go", "test", "-json", "./..."], ENV).stdout);
      const failed = all.filter(({ Action, Test }) => Action === "fail" && Test !== undefined);
      assert.ok(failed.length >= 6, `${failed.length} failures`);
      for (const argv of [["go", "test", "./..."], ["go", "test", "-v", "./..."]]) {
        const { text, raw, compacted } = compact(shop, argv);
        assert.ok(compacted && raw.exit === 1, argv.join(" "));
        for (const { Package = "", Test = "" } of failed) {
          assert.ok(text.includes(Test), `lost ${Test} in\n${text}`);
          assert.ok(text.includes(`FAIL ${Package}`), `lost ${Package} in\n${text}`);
        }
        const names = new Set(failed.map(({ Package, Test }) => `${Package} ${Test}`));
        const said = all.filter(({ Action, Package, Test }) =>
          Action === "output" && names.has(`${Package} ${Test}`)
        );
        for (const { Output = "" } of said) {
          const line = Output.trim();
          const noise =
            /^(?:=== |--- |FAIL|goroutine |testing\.|panic\(|created by |\/|runtime\.|example\.org)/.test(
              line,
            );
          if (!noise) assert.ok(text.includes(line), `lost ${line} in\n${text}`);
        }
        for (const place of ["boom/boom_test.go:5", "boom/boom_test.go:7"]) {
          assert.ok(text.includes(place), place);
        }
        assert.doesNotMatch(text, /testing\.go|_testmain|--- PASS: TestFine/);
        assert.match(
          text.trimEnd().split("\n").at(-1) ?? "",
          /^packages: FAIL \(2\), ok \(1\), no test files \(1\)/,
        );
        assert.equal(text.includes("needs network"), argv.includes("-v"));
        assertNothingTwice(text);
      }
    });
  },
);

testWith("go", "go test: a green run is one line, and coverage and benchmarks stay", async () => {
  await withWorkshop((shop) => {
    project(shop);
    shop.write(
      "fine/bench_test.go",
      'package fine\n\nimport "testing"\n\nfunc BenchmarkFine(b *testing.B) { for i := 0; i < b.N; i++ {} }\n',
    );
    assert.equal(
      compact(shop, ["go", "test", "./fine", "./none"]).stdout,
      "ok 1 package (1 without tests)\n",
    );
    const { text } = compact(shop, ["go", "test", "-bench=.", "-benchtime=10x", "-cover", "./fine"]);
    assert.match(text, /BenchmarkFine\S* 10 [\d.]+ ns\/op/);
    assert.match(text, /coverage: \[no statements\]/);
    const none = compact(shop, ["go", "test", "-run", "NoSuch", "./fine"]);
    assert.ok(none.text.includes("[no tests to run]"), none.text);
  });
});

testWith(
  "go",
  "go build, vet and test: every compiler line is told, also of packages that tests cannot be built of",
  async () => {
    await withWorkshop((shop) => {
      project(shop);
      shop.write(
        "bad/bad.go",
        'package bad\n\nimport ("fmt"; "os")\n\nfunc f() string { return 42 }\nfunc g() { missing(); x := 1 }\nfunc h(a int) { h("a", 2) }\n',
      );
      shop.write("bad/bad_test.go", 'package bad\n\nimport "testing"\n\nfunc TestX(t *testing.T) {}\n');
      shop.write("vet/vet.go", 'package vet\n\nimport "fmt"\n\nfunc F() { fmt.Printf("%d\\n", "three") }\n');
      for (
        const argv of [["go", "build", "./bad"], ["go", "vet", "./..."], ["go", "test", "./bad", "./fine"]]
      ) {
        const { text, raw } = compact(shop, argv);
        assert.notEqual(raw.exit, 0);
        for (
          const match of `${raw.stdout}\n${raw.stderr}`.matchAll(/^(?:vet: )?(\S+\.go):(\d+:\d+): (.*)$/gm)
        ) {
          const [, path = "", at = "", message = ""] = match;
          assertTold(text, { path: path.replace(/^\.\//, ""), at, message });
        }
        for (const [, line = ""] of raw.stderr.matchAll(/^\t(.*)$/gm)) {
          assert.ok(text.includes(line.trim()), line);
        }
        assertNothingTwice(text);
      }
    });
  },
);

testWith(
  "go",
  "go build: errors of no known shape stay raw, and nothing claims success (rtk-2185, rtk-1599)",
  async () => {
    await withWorkshop((shop) => {
      const outside = compact(shop, ["go", "build", "./..."]);
      assert.ok(outside.raw.exit !== 0 && outside.text.includes("pattern ./..."), outside.text);
      project(shop);
      const missing = compact(shop, ["go", "build", "-o", "out", "./cmd/nonexistent"]);
      assert.ok(missing.raw.exit !== 0 && missing.text.includes("cmd/nonexistent"), missing.text);
      for (const { text } of [outside, missing]) assert.doesNotMatch(text, /\bok\b|success/i);
    });
  },
);

testWith("go", "go run: what the program prints is not touched", async () => {
  await withWorkshop((shop) => {
    shop.write("go.mod", "module example.org/p\n\ngo 1.20\n");
    shop.write(
      "main.go",
      'package main\n\nimport ("fmt"; "os")\n\nfunc main() { fmt.Print("go: downloading x v1\\n\\x1b[1mbold"); ' +
        'fmt.Fprint(os.Stderr, "go: downloading\\n\\nlast"); os.Exit(3) }\n',
    );
    const { raw, stdout, stderr } = compact(shop, ["go", "run", "."]);
    assert.equal(stdout.trimEnd(), raw.stdout);
    assert.equal(stderr.trimEnd(), raw.stderr.trimEnd());
  });
});

Deno.test("go test: text and status that contradict each other stay raw", () => {
  const rows = [
    ["ok  \texample.org/a\t0.01s\n", 1],
    ["--- FAIL: TestA (0.00s)\nFAIL\nFAIL\texample.org/a\t0.01s\nFAIL\n", 0],
    ["--- FAIL: TestA (0.00s)\n    a_test.go:1: x\nok  \texample.org/a\t0.01s\n", 0],
    ["something else\n", 1],
    ["=== RUN   TestA\n", 137],
  ] as const;
  for (const [stdout, exit] of rows) {
    const printed = compactRun(["go", "test", "./..."], { stdout, exit });
    assert.equal(printed.compacted, false, printed.text);
  }
});

Deno.test("go test: a test that failed once stays failed (-count)", () => {
  const stdout = "=== RUN   TestA\n    a_test.go:3: flaky\n--- FAIL: TestA (0.00s)\n=== RUN   TestA\n" +
    "--- PASS: TestA (0.00s)\nFAIL\nFAIL\texample.org/a\t0.01s\nFAIL\n";
  const { stdout: out } = compactRun(["go", "test", "-v", "-count=2", "./..."], { stdout, exit: 1 });
  assert.match(out, /^FAIL example\.org\/a\n--- FAIL: TestA\n {2}a_test\.go:3: flaky\n/);
});

Deno.test("golangci-lint: a failure of the linter itself is never called clean (rtk-3870, rtk-3772, rtk-2735)", () => {
  const stderr = 'level=error msg="can\'t load config"\n';
  for (const stdout of ["", "0 issues.\n"]) {
    const printed = compactRun(["golangci-lint", "run"], { stdout, stderr, exit: 3 });
    assert.equal(printed.stderr, stderr);
    assert.equal(printed.stdout, stdout);
  }
});

Deno.test("the units of go take and decline what they say", () => {
  const rows: Readonly<Record<string, readonly string[]>> = {
    "go-test": [
      "go test",
      "go test -v -run=TestX ./pkg -count 1",
      "go test --race -coverprofile=c.out ./...",
      "go -C sub test ./...",
      "go test -bench . -benchmem -cpuprofile cpu.out",
    ],
    "go-build": ["go build -o x ./cmd/x", "go vet -printf=false ./...", "go build -tags a,b -ldflags -s"],
    "go-mod": ["go mod tidy", "go get -u ./...", "go install ./cmd/x", "go generate ./..."],
    "go-run": ["go run . -json -x", "go run -race main.go --help"],
    "golangci-lint": ["golangci-lint run --timeout=5m ./...", "golangci-lint run --fix"],
    gotestsum: ["gotestsum -- -json ./...", "gotestsum --format testname ./..."],
    "exact-format": ["go test -json ./...", "go test -list .", "go build -n .", "gotestsum --format dots"],
    "follow-mode": ["go test -fuzz=FuzzX ./x", "gotestsum --watch"],
    "unknown-option": [
      "go test -c",
      "go test ./... -args -x",
      "go vet -vettool=x .",
      "gotestsum tool slowest",
    ],
    "no-tool": ["go env GOPATH", "go list ./...", "go tool cover", "golangci-lint linters", "gofoo test"],
  };
  for (const [unit, lines] of Object.entries(rows)) {
    for (const line of lines) assert.equal(unitOf(line.split(" ")), unit, line);
  }
});

testWith(
  "go",
  "go test: a stack that overflows is told frame by frame, each once, without addresses",
  () =>
    withWorkshop((shop) => {
      shop.write("go.mod", "module example.org/shop\n\ngo 1.20\n");
      shop.write(
        "deep/deep_test.go",
        'package deep\n\nimport (\n\t"runtime/debug"\n\t"testing"\n)\n\n' +
          "func depth(n int) int {\n\treturn depth(n+1) + n\n}\n\n" +
          "func TestDepth(t *testing.T) {\n\tdebug.SetMaxStack(1 << 18)\n\tdepth(0)\n}\n",
      );
      const { raw, stdout } = compact(shop, ["go", "test", "./..."]);
      assert.match(raw.stdout, /deep_test\.go:9 \+0x\w+ fp=0x/);
      for (const told of ["fatal error: stack overflow", "deep/deep_test.go:9 example.org/shop/deep.depth"]) {
        assert.ok(stdout.includes(told), told);
      }
      assert.match(stdout, /^ {2}deep\/deep_test\.go:1\d example\.org\/shop\/deep\.TestDepth$/m);
      assert.doesNotMatch(stdout, /fp=0x|^runtime stack:|^\s*runtime\.\w+\(/m);
      // Frames of one place stand together, with their number.
      assert.ok(stdout.split("\n").length < 14, stdout);
    }),
);
