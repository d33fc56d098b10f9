/** Units of Python tools against the tools' own machine-readable reports: no failure, place or message is lost. */
import assert from "node:assert/strict";
import { marker } from "./harness/runs.ts";
import { compactRun, isInstalled, testWith, withWorkshop, type Workshop } from "./harness/tool_run.ts";
import { pythonTool, reportAbsent } from "./harness/tools_for_tests.ts";

const SHOP = `import logging, sys, warnings

def total(items, discount):
    return sum(i["price"] * i["qty"] for i in items) * (1 - discount)

def parse(line):
    print("parsing", line)
    sku, qty = line.split(",")
    return {"sku": sku, "qty": int(qty)}

def load(path):
    try:
        return parse(open(path).read())
    except OSError as error:
        raise RuntimeError(f"cannot load {path}") from error
`;
const TEST_SHOP = `import logging, sys, warnings
import pytest
from shop import load, parse, total

def test_discount():
    assert total([{"price": 10, "qty": 3}, {"price": 1, "qty": 1}], 0.5) == 28.0

def test_parse_bad():
    parse("A1;3")

@pytest.mark.parametrize("line,qty", [("a,2", 2), ("b,2", 3), ("c,x - y", 0), ("[d]", 1)])
def test_parse(line, qty):
    assert parse(line)["qty"] == qty

class TestReport:
    def test_lines(self):
        assert {"title": "Q1", "rows": [1, 2, 3]} == {"title": "Q1", "rows": [1, 2, 4]}

    @pytest.mark.xfail(strict=True, reason="fixed?")
    def test_xpass_strict(self):
        pass

@pytest.fixture
def conn():
    raise ConnectionError("db at 127.0.0.1:5432 refused")

def test_uses_conn(conn):
    pass

@pytest.fixture
def closing():
    yield 1
    raise ValueError("teardown went wrong")

def test_teardown(closing):
    assert closing == 1

def test_warns():
    warnings.warn("old api", DeprecationWarning)

def test_message():
    logging.getLogger("shop").warning("about to fail")
    print("==== not a section ====\\n____ nor a title ____\\n3 passed in 0.1s")
    assert 1 == 2, "custom message: one is not two"

def test_raises():
    with pytest.raises(ValueError):
        pass

def test_chained():
    load("/nope/missing.csv")

@pytest.mark.skip(reason="needs network")
def test_network():
    pass

def test_multiline():
    assert total(
        [],
        0,
    ) == (
        1
    )

def test_text():
    assert "one\\ntwo\\nthree\\n" == "one\\n2\\nthree\\n"

def deep(n):
    if n == 0:
        raise KeyError("bottom")
    deep(n - 1)

def test_deep():
    deep(4)
`;

function furnishShop(workshop: Workshop): void {
  workshop.write("shop.py", SHOP);
  workshop.write("tests/test_shop.py", TEST_SHOP);
  workshop.write(
    "tests/test_ok.py",
    "import pytest\n\n@pytest.mark.parametrize('n', range(60))\ndef test_ok(n):\n    pass\n",
  );
  workshop.write("conftest.py", "");
}

interface JunitFailure {
  readonly name: string;
  readonly message: string;
  readonly body: string;
}

function junitFailures(xml: string): JunitFailure[] {
  const failures: JunitFailure[] = [];
  for (
    const [, name = "", inner = ""] of xml.matchAll(
      /<testcase [^>]*?\bname="([^"]*)"[^>]*?(?<!\/)>(.*?)<\/testcase>/gs,
    )
  ) {
    for (
      const [, message = "", body = ""] of inner.matchAll(
        /<(?:failure|error)\b[^>]*?\bmessage="([^"]*)"[^>]*>(.*?)<\/(?:failure|error)>/gs,
      )
    ) {
      failures.push({ name: unescape(name), message: unescape(message), body: unescape(body) });
    }
  }
  return failures;
}

function unescape(xml: string): string {
  return xml.replaceAll("&#10;", "\n").replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll(
    "&quot;",
    '"',
  )
    .replaceAll("&apos;", "'").replaceAll("&amp;", "&");
}

const flat = (text: string): string => text.replaceAll(/\s+/g, " ");

/** Registers a test that needs one of Python's tools; it gets the tool's path. */
function testTool(name: string, title: string, test: (workshop: Workshop, tool: string) => void): void {
  Deno.test(title, async () => {
    const tool = pythonTool(name);
    if (tool === undefined) return reportAbsent(name);
    await withWorkshop((workshop) => test(workshop, tool));
  });
}

const PYTEST_FORMS = [
  "",
  "-q",
  "-v",
  "-ra",
  "--tb=short",
  "-q --tb=short -x",
  "-v --tb=long",
  "--tb=native",
  "-l",
  "-rA",
];
for (const form of PYTEST_FORMS) {
  testTool(
    "pytest",
    `pytest ${form}: every failure of the junit report is told with place and message`,
    (workshop, pytest) => {
      furnishShop(workshop);
      const argv = [
        pytest,
        "-p",
        "no:cacheprovider",
        "--junitxml=report.xml",
        ...form.split(" ").filter(Boolean),
      ];
      const { raw, stdout, compacted } = workshop.compact(argv, marker);
      assert.ok(
        compacted && stdout.length < raw.stdout.length * 0.75,
        `${stdout.length} of ${raw.stdout.length}`,
      );
      const failures = junitFailures(Deno.readTextFileSync(`${workshop.path}/report.xml`));
      assert.ok(failures.length >= (form.includes("-x") ? 1 : 14), String(failures.length));
      for (const { name, message, body } of failures) {
        assert.ok(stdout.includes(name), `name: ${name}`);
        const first = message.split("\n")[0]!.replace(/^AssertionError: (?=assert )/, "").replace(
          /^failed on \w+ with "(.*)"$/,
          "$1",
        ).replace(
          /"$/,
          "",
        );
        assert.ok(flat(stdout).includes(flat(first)), `message of ${name}: ${first}`);
        for (const [, place] of body.matchAll(/^((?:tests\/)?\w+\.py:\d+): /gm)) {
          assert.ok(stdout.includes(place!), `place of ${name}: ${place}`);
        }
      }
      const last = stdout.trimEnd().split("\n").at(-1) ?? "";
      assert.match(last, /^\d+ failed/);
      const said = ["parsing A1;3", "about to fail", "==== not a section ===="].filter(() =>
        !form.includes("-x")
      );
      for (const output of said) assert.ok(stdout.includes(output), output);
    },
  );
}

/** Two modules with a test of the same name, one of them below a folder whose name has a blank. */
const SAME_NAME = { "test_a.py": "a", "my dir/test_b.py": "b", "my - dir/test_c.py": "c" };

for (const form of ["", "-v --tb=short", "-n2 -v"]) {
  testTool(
    "pytest",
    `pytest ${form}: a path with blanks keeps its failure apart from others`,
    (workshop, pytest) => {
      for (const [path, word] of Object.entries(SAME_NAME)) {
        workshop.write(
          path,
          `import pytest\n@pytest.mark.parametrize("x", ["p - q"])\ndef test_same(x):\n    assert 1 == 2, "said in ${word}"\n` +
            `@pytest.mark.xfail(strict=True)\ndef test_odd():\n    pass\n`,
        );
      }
      const argv = [pytest, "-p", "no:cacheprovider", ...form.split(" ").filter(Boolean)];
      const { raw, stdout } = workshop.compact(argv, marker);
      if (/unrecognized arguments: -n2/.test(raw.stderr)) return reportAbsent("pytest-xdist");
      for (const [path, word] of Object.entries(SAME_NAME)) {
        const told = new RegExp(
          `^FAILED test_same\\[p - q\\]\n${path}:4: .+(?:\n x = .+)?\nE AssertionError: said in ${word}$`,
          "m",
        );
        assert.match(stdout, told);
        assert.ok(stdout.includes(`FAILED ${path}::test_odd\n`), path);
      }
      assert.equal(stdout.match(/^FAILED /gm)?.length, 6, stdout);
      assert.equal(stdout.trimEnd().split("\n").at(-1), "6 failed");
    },
  );
}

/** What a test may print: all that a report of pytest's own consists of. */
const PRINTED = `import subprocess, sys

def inner(*args):
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "inner.py", *args]
    print(subprocess.run(command, capture_output=True, text=True).stdout)

def test_one():
    inner()
    assert 1 == 2, "one"

def test_three():
    print("=== FAILURES ===\\n____ test_four ____\\n=== warnings summary ===\\n--- Captured stdout call ---")
    assert 1 == 2, "three"

def test_two():
    inner("-q", "-rA")
    assert 1 == 2, "two"

def test_four():
    inner("-v", "-rN")
    assert 1 == 2, "four"

def test_passes():
    inner()
`;

for (const form of ["-v", "-rA", "-s", "--tb=native"]) {
  testTool("pytest", `pytest ${form}: a report that a test prints stays what it is`, (workshop, pytest) => {
    workshop.write("test_outer.py", PRINTED);
    const inner =
      "def test_two():\n    print('inner said')\n    assert 5 == 6, 'inside'\ndef test_ok():\n    print('ok said')\n";
    workshop.write("inner.py", inner);
    const argv = [pytest, "-p", "no:cacheprovider", ...form.split(" ").filter(Boolean), "test_outer.py"];
    const { raw, stdout } = workshop.compact(argv, marker);
    for (const word of ["one", "two", "three", "four"]) {
      const told = new RegExp(
        `^FAILED test_${word}\ntest_outer.py:\\d+.*\n(?:E )?AssertionError: ${word}$`,
        "m",
      );
      assert.match(stdout, told);
    }
    const times = (text: string, line: RegExp): number => text.match(new RegExp(line, "gm"))?.length ?? 0;
    const printed = [
      /1 failed, 1 passed in /,
      /^FAILED inner\.py::test_two/,
      /^inner said$/,
      /^E {3}.*: inside$/,
    ];
    for (const line of printed) {
      assert.ok(times(raw.stdout, line) >= 2, String(line));
      assert.equal(times(stdout, line), times(raw.stdout, line), String(line));
    }
    for (const name of ["test_two", "test_four"]) {
      const title = new RegExp(`^_+ ${name} _+$`);
      // One of them is the report's own.
      assert.ok(times(raw.stdout, title) >= 2);
      assert.equal(
        times(stdout, new RegExp(`^(?:_+ )?${name}(?: _+)?$`)),
        times(raw.stdout, title) - 1,
        name,
      );
    }
    assert.equal(stdout.trimEnd().split("\n").at(-1), "4 failed, 1 passed");
  });
}

testTool(
  "pytest",
  "pytest: a green run is its counts, with colours and in verbose form too",
  (workshop, pytest) => {
    furnishShop(workshop);
    for (const form of [["-q"], ["-v"], [], ["--color=yes"]]) {
      const { stdout } = workshop.compact([
        pytest,
        "-p",
        "no:cacheprovider",
        ...form,
        "tests/test_ok.py",
      ]);
      assert.equal(stdout, "60 passed\n", form.join(" "));
    }
  },
);

testTool(
  "pytest",
  "pytest: a module that does not load is told by file, line and error, never as no tests",
  (workshop, pytest) => {
    workshop.write("test_a.py", "import os\nfrom os import nothing_there\n");
    workshop.write("test_b.py", "def test_b(:\n    pass\n");
    workshop.write("test_c.py", "def test_c():\n    pass\n");
    const { raw, stdout } = workshop.compact([pytest, "-p", "no:cacheprovider"]);
    assert.equal(raw.exit, 2);
    for (
      const kept of [
        "test_a.py:2",
        "cannot import name 'nothing_there'",
        "test_b.py",
        "SyntaxError",
        "2 errors",
      ]
    ) {
      assert.ok(stdout.includes(kept), kept);
    }
    assert.doesNotMatch(stdout, /no tests/i);
    workshop.write("conftest.py", "import not_there_at_all\n");
    const broken = workshop.compact([pytest, "-p", "no:cacheprovider"]);
    assert.equal(broken.raw.exit, 4);
    assert.ok(
      broken.text.includes("conftest.py:1") && broken.text.includes("No module named 'not_there_at_all'"),
    );
  },
);

Deno.test("pytest: a usage error keeps the file of settings that may hold it", () => {
  const usage = (inifile: string): string =>
    "ERROR: usage: pytest [options] [file_or_dir] [file_or_dir] [...]\npytest: error: unrecognized arguments: --no\n" +
    `  inifile: ${inifile}\n  rootdir: /home/dev/project/conf\n\n`;
  const printed = (inifile: string): string =>
    compactRun(["pytest"], { stderr: usage(inifile), exit: 4 }).stderr;
  assert.ok(printed("/home/dev/project/conf/ci.ini").endsWith("  inifile: conf/ci.ini\n  rootdir: conf\n"));
  assert.ok(printed("None").endsWith("error: unrecognized arguments: --no\n"));
});

Deno.test("pytest: counts and status that contradict each other leave the text raw", () => {
  const green =
    "....                                                                     [100%]\n4 passed in 0.01s\n";
  const red =
    "F\n=== FAILURES ===\n___ test_a ___\n\n>   assert 0\nE   assert 0\n\na.py:1: AssertionError\n1 failed in 0.01s\n";
  assert.equal(compactRun(["pytest"], { stdout: green, exit: 1 }).compacted, false);
  assert.equal(compactRun(["pytest"], { stdout: green, exit: 139 }).compacted, false);
  assert.equal(compactRun(["pytest"], { stdout: red, exit: 0 }).compacted, false);
  const crash =
    `${green}INTERNALERROR> Traceback (most recent call last):\nINTERNALERROR>   File "x.py", line 3\n`;
  assert.equal(compactRun(["pytest"], { stdout: crash, exit: 0 }).compacted, false);
});

testWith(
  "python3",
  "unittest: every failing id, place and exception is told, the counts come last",
  () =>
    withWorkshop((workshop) => {
      workshop.write(
        "test_calc.py",
        "import unittest\n\nclass T(unittest.TestCase):\n    def test_ok(self):\n        pass\n" +
          Array.from(
            { length: 8 },
            (_, at) => `    def test_bad${at}(self):\n        self.assertEqual(${at}, 99)\n`,
          ).join("") +
          "    def test_boom(self):\n        {}['key']\n",
      );
      const { raw, stderr } = workshop.compact(["python3", "-m", "unittest"]);
      assert.equal(raw.exit, 1);
      assert.ok(stderr.length < raw.stderr.length * 0.75);
      for (let at = 0; at < 8; at++) {
        for (
          const kept of [
            `test_calc.T.test_bad${at}`,
            `test_calc.py:${7 + 2 * at} in `,
            `AssertionError: ${at} != 99`,
          ]
        ) {
          assert.ok(stderr.includes(kept), kept);
        }
      }
      assert.ok(stderr.includes("KeyError: 'key'"));
      assert.equal(
        stderr.trimEnd().split("\n").at(-1),
        "Ran 10 tests, FAILED (failures=8, errors=1)",
      );
    }),
);

/** Asserts that a compact text tells a diagnostic, its message perhaps folded with others of its kind. */
function assertTells(text: string, one: { path: string; at: string; words: string }): void {
  const line = `${one.path}:${one.at}: ${one.words}`;
  assert.ok(text.includes(one.path.slice(one.path.lastIndexOf("/") + 1)), line);
  assert.match(text, new RegExp(`(?<!\\d)${one.at}(?!\\d)`), line);
  for (const word of one.words.split(/[\s`'"]+/)) assert.ok(text.includes(word), `${line}: ${word}`);
}

function furnishLint(workshop: Workshop): void {
  const module = (name: string): string =>
    `import os\nimport re\n\n\ndef ${name}(a, b):\n    l = 1\n    if a == None:\n        return undefined_${name}\n    try:\n` +
    "        return len(5)\n    except:\n        pass\n";
  for (const name of ["first", "second", "third"]) workshop.write(`pkg/${name}.py`, module(name));
  workshop.write(
    "app.py",
    "from pkg.first import first\n\nx: int = 'a'\nfirst(1)\nfirst(1, 2, 3)\nx.nothing\n",
  );
}

testTool("ruff", "ruff check: every diagnostic of the json report is told", (workshop, ruff) => {
  furnishLint(workshop);
  workshop.write("broken.py", "def f(:\n    pass\n");
  const base = [ruff, "check", "--isolated", "--no-cache", "--select", "E,F,B,UP"];
  const json = JSON.parse(workshop.raw([...base, "--output-format", "json"]).stdout) as {
    code: string | null;
    filename: string;
    location: { row: number; column: number };
    message: string;
  }[];
  assert.ok(json.length > 10);
  for (const form of [[], ["--output-format", "concise"], ["--output-format=full"]]) {
    const { raw, stdout } = workshop.compact([...base, ...form]);
    assert.ok(stdout.length < raw.stdout.length * 0.8, `${stdout.length} of ${raw.stdout.length}`);
    for (const { code, filename, location, message } of json) {
      const words = `${code ?? ""} ${message}`;
      assertTells(stdout, { path: filename, at: `${location.row}:${location.column}`, words });
    }
    assert.match(stdout.trimEnd().split("\n").at(-1) ?? "", /^Found \d+ errors\.$/);
  }
});

testTool("mypy", "mypy: every error of the json report is told", (workshop, mypy) => {
  furnishLint(workshop);
  const base = [mypy, "--strict", "--cache-dir=/dev/null", "--explicit-package-bases", "app.py", "pkg"];
  const json = workshop.raw([...base, "-O", "json"]);
  if (!json.stdout.startsWith("{")) return console.log("absent: mypy with --output json");
  const { raw, stdout } = workshop.compact(base);
  assert.ok(stdout.length < raw.stdout.length);
  for (const row of json.stdout.trimEnd().split("\n")) {
    const { file, line, message, code, severity } = JSON.parse(row) as Record<string, string | null>;
    if (severity === "error") {
      assertTells(stdout, { path: file!, at: String(line), words: `${message} ${code}` });
    }
  }
  assert.match(stdout.trimEnd().split("\n").at(-1) ?? "", /^Found \d+ errors? in \d+ files?/);
});

testTool("flake8", "flake8: every row of its own format is told", (workshop, flake8) => {
  furnishLint(workshop);
  const base = [flake8, "--isolated", "-j1"];
  const rows = workshop.raw([...base, "--format=%(path)s\t%(row)d:%(col)d\t%(code)s %(text)s"]).stdout;
  const { raw, stdout } = workshop.compact(base);
  assert.ok(stdout.length < raw.stdout.length * 0.8);
  for (const row of rows.trimEnd().split("\n")) {
    const [path = "", at = "", words = ""] = row.split("\t");
    assertTells(stdout, { path, at, words });
  }
});

testTool(
  "pylint",
  "pylint: every message of the json report is told, errors first, the rating last",
  (workshop, pylint) => {
    furnishLint(workshop);
    const base = [
      pylint,
      "--rcfile=/dev/null",
      "--persistent=n",
      "pkg/first.py",
      "pkg/second.py",
      "pkg/third.py",
    ];
    const json = JSON.parse(workshop.raw([...base, "-f", "json"]).stdout) as Record<
      string,
      string | number
    >[];
    assert.ok(json.length > 10);
    const { raw, stdout } = workshop.compact(base);
    assert.ok(stdout.length < raw.stdout.length * 0.8);
    for (const { path, line, column, symbol, message } of json) {
      assertTells(stdout, { path: String(path), at: `${line}:${column}`, words: `${message} (${symbol})` });
    }
    const lines = stdout.trimEnd().split("\n");
    const firstOther = lines.findIndex((one) => /\b[CRW]\d{4}: /.test(one));
    assert.ok(lines.findLastIndex((one) => /\bE\d{4}: /.test(one)) < firstOther, "errors first");
    assert.match(lines.at(-1) ?? "", /^Your code has been rated at/);
  },
);

testTool("black", "black: every file that would change is named, whatever the order", (workshop, black) => {
  for (let at = 0; at < 6; at++) {
    workshop.write(`m${at}.py`, at % 2 === 0 ? "x = {  'a':1 }\n" : "x = 1\n");
  }
  const { raw, stderr } = workshop.compact([black, "--check", "."]);
  assert.equal(raw.exit, 1);
  for (const name of ["m0.py", "m2.py", "m4.py"]) {
    assert.ok(stderr.includes(`would reformat ${name}`), name);
  }
  assert.match(stderr.trimEnd().split("\n").at(-1) ?? "", /^3 files would be reformatted, 3 files/);
});

Deno.test("pip list: every name and version of the json list is told", async () => {
  if (!isInstalled("pip")) return console.log("absent: pip");
  await withWorkshop((workshop) => {
    const packages = JSON.parse(workshop.raw(["pip", "list", "--format=json"]).stdout) as Record<
      string,
      string
    >[];
    const { stdout } = workshop.compact(["pip", "list"]);
    for (const { name, version } of packages) assert.ok(stdout.includes(`${name}==${version}`), name);
  });
});

Deno.test("pip install: a long build log is shortened to its errors and its end, and says by how much", () => {
  const output = Array.from(
    { length: 200 },
    (_, at) => `      ${at === 50 ? "src/x.c:7:1: error: no foo.h" : `cc -c file${at}.c`}`,
  );
  const stderr = [
    "  error: subprocess-exited-with-error",
    "  ",
    "  × Building wheel for x did not run successfully.",
    "  │ exit code: 1",
    "  ╰─> [200 lines of output]",
    ...output,
    "      [end of output]",
    "  ",
    "  note: This error originates from a subprocess, and is likely not a problem with pip.",
    "  ERROR: Failed building wheel for x",
    "",
  ]
    .join("\n");
  const printed = compactRun(["pip", "install", "x"], { stderr, exit: 1 });
  for (
    const kept of [
      "src/x.c:7:1: error: no foo.h",
      "file199.c",
      "exit code: 1",
      "ERROR: Failed building wheel for x",
    ]
  ) {
    assert.ok(printed.stderr.includes(kept), kept);
  }
  assert.ok(printed.stderr.includes(marker(174)));
  const whole = compactRun(["pip", "install", "x"], { stderr, exit: 1 }, { cut: undefined });
  assert.ok(whole.stderr.includes("file42.c") && !whole.stderr.includes("[rtk:"));
});

Deno.test("pip install: requirements of a file that were there already are direct ones", () => {
  const row = (name: string, from: string): string =>
    `Requirement already satisfied: ${name} in /v/lib (${from}) (1.0)\n`;
  const stdout = row("flask", "from -r req.txt (line 1)") +
    row("click>=8", "from flask->-r req.txt (line 1)");
  assert.equal(
    compactRun(["pip", "install", "-r", "req.txt"], { stdout }).stdout,
    "Requirement already satisfied: flask (1.0)\n",
  );
});
