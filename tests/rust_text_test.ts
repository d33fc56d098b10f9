import assert from "node:assert/strict";
import { compactRun, unitOf } from "./harness/tool_run.ts";

/** Runs the filter of `cargo build` on what cargo printed before its last line. */
function build(stderr: string, exit = 101): string[] {
  const end = exit === 0 ? "    Finished `dev` profile [unoptimized] target(s) in 0.1s\n" : "";
  const { stderr: out, compacted } = compactRun(["cargo", "build"], { stderr: stderr + end, exit });
  return compacted ? out.trimEnd().split("\n") : ["RAW"];
}

const FAILED = "error: could not compile `a` (lib) due to 1 previous error\n";

interface Row {
  readonly title: string;
  readonly raw: string;
  readonly told: readonly string[];
}

const DIAGNOSTICS: readonly Row[] = [
  {
    title: "the label at the carets follows the message, others get their text and their line",
    raw: `error[E0308]: mismatched types
  --> src/lib.rs:17:18
   |
16 | fn f() -> u8 {
   |           -- expected \`u8\` because of return type
17 |     let t: u32 = o.total;
   |            ---   ^^^^^^^ expected \`u32\`, found \`f64\`
   |            |
   |            expected due to this

`,
    told: [
      "src/lib.rs:17:18: error[E0308]: mismatched types: expected `u32`, found `f64`",
      " 16 `u8`: expected `u8` because of return type",
      " 17 `u32`: expected due to this",
    ],
  },
  {
    title: "a label in the middle of a row ends at the next underline",
    raw: `warning: field \`note\` is never read
 --> src/lib.rs:3:49
  |
3 | pub struct Order { pub id: u32, note: Option<String> }
  |            ----- field in this struct ^^^^
  |
  = note: \`#[warn(dead_code)]\` (part of \`#[warn(unused)]\`) on by default

`,
    told: [
      "src/lib.rs:3:49: warning: field `note` is never read [dead_code]",
      " 3 `Order`: field in this struct",
    ],
  },
  {
    title: "another file's lines bear its name; notes keep their place and label",
    raw: `error[E0061]: this function takes 1 argument
  --> src/main.rs:36:5
   |
36 |     geo::helper(1, 2);
   |     ^^^^^^^^^^^
   |
  ::: src/geo.rs:1:8
   |
 1 | pub fn helper(a: i32) {}
   |        ------ takes one
note: function defined here
  --> src/geo.rs:2:8
   |
 2 | pub fn helper(a: i32) {}
   |        ^^^^^^ this one

`,
    told: [
      "src/main.rs:36:5: error[E0061]: this function takes 1 argument",
      " src/geo.rs:1 `helper`: takes one",
      " note: function defined here --> src/geo.rs:2:8: this one",
    ],
  },
  {
    title: "of a span of several lines the label stays, at its last line",
    raw: `error[E0308]: \`if\` and \`else\` have incompatible types
  --> src/main.rs:34:9
   |
31 |       let y = if true {
   |  _____________-
32 | |         1
   | |         - expected because of this
33 | |     } else {
34 | |         "two"
   | |         ^^^^^ expected integer, found \`&str\`
35 | |     };
   | |_____- \`if\` and \`else\` have incompatible types

`,
    told: [
      "src/main.rs:34:9: error[E0308]: `if` and `else` have incompatible types: expected integer, found `&str`",
      " 32 `1`: expected because of this",
      " 35: `if` and `else` have incompatible types",
    ],
  },
  {
    title: "of a suggestion the lines stay that replace one, are added, or go",
    raw: `error[E0599]: no method named \`lenght\` found
 --> src/lib.rs:1:1
  |
1 | v.lenght();
  |   ^^^^^^
  |
help: there is a method \`len\`
  |
1 - v.lenght();
1 + v.len();
  |
help: add a lifetime
  |
2 | fn longest<'a>(a: &'a str) -> &'a str { a }
  |           ++++     ++          ++
help: remove this
  |
3 -     unused
  |

`,
    told: [
      "src/lib.rs:1:1: error[E0599]: no method named `lenght` found",
      " help: there is a method `len`",
      "   1 ~ v.len();",
      " help: add a lifetime",
      "   2 ~ fn longest<'a>(a: &'a str) -> &'a str { a }",
      " help: remove this",
      "   3 - unused",
    ],
  },
  {
    title: "of lines that are replaced by fewer or more both stay; an added line takes no place",
    raw: `error: two for one
 --> src/lib.rs:4:1
  |
4 | a();
  | ^^^
  |
help: join them
  |
4 -     a();
5 -     b();
4 +     ab();
  |
help: import it
  |
2 + use x::y;
  |
help: return it
  |
4 ~ fn f() -> u8 {
5 |     a();
6 +     1
  |

`,
    told: [
      "src/lib.rs:4:1: error: two for one",
      " help: join them",
      "   4 - a();",
      "   5 - b();",
      "   4 + ab();",
      " help: import it",
      "   2 + use x::y;",
      " help: return it",
      "   4 ~ fn f() -> u8 {",
      "   6 +     1",
    ],
  },
  {
    title: "a place of several lines says where it ends",
    raw: `warning: you seem to be trying to use \`match\`
  --> src/lib.rs:6:5
   |
 6 | /     match o {
 7 | |         Some(x) => {
 8 | |             go(x);
...  |
11 | |     }
   | |_____^
   |
help: try
   |
 6 ~     if let Some(x) = o {
 7 +         go(x);
 8 +     }
   |

warning: manual implementation
  --> src/lib.rs:20:13
   |
20 |       let r = if let Some(y) = o {
   |  _____________^
21 | |         Some(y + 1)
22 | |     } else {
23 | |         None
24 | |     };
   | |_____^ help: try: \`o.map(|y| y + 1)\`

`,
    told: [
      "src/lib.rs",
      " 6:5 warning: you seem to be trying to use `match`",
      "  to line 11",
      "  help: try",
      "    6 ~ if let Some(x) = o {",
      "    7 +     go(x);",
      "    8 + }",
      " 20:13 warning: manual implementation: help: try: `o.map(|y| y + 1)`",
      "  to line 24",
    ],
  },
  {
    title: "equal ones are folded although their labels stand in different lines",
    raw: ["3", "7"].map((line) =>
      `error[E0308]: mismatched types
 --> src/lib.rs:${line}:20
  |
${line} |     let n: i32 = "abc".len();
  |            ---   ^^^^^^^^^^^ expected \`i32\`, found \`usize\`
  |            |
  |            expected due to this

`
    ).join(""),
    told: [
      "error[E0308]: mismatched types: expected `i32`, found `usize` (x2)",
      "  `i32`: expected due to this",
      " src/lib.rs:3:20 7:20",
    ],
  },
  {
    title: "without a label the underlined code is told, unless the message has it",
    raw: `error: equal expressions as operands to \`==\`
  --> src/lib.rs:12:29
   |
12 | fn never() -> bool { 1 == 1 }
   |                      ^^^^^^
   |
   = help: for further information visit https://rust-lang.github.io/rust-clippy/rust-1.95.0/index.html#eq_op
   = note: \`#[deny(clippy::eq_op)]\` on by default

`,
    told: ["src/lib.rs:12:29: error: equal expressions as operands to `==`: `1 == 1` [clippy::eq_op]"],
  },
  {
    title: "the place and name of a lint level stay",
    raw: `error: unused variable: \`x\`
 --> src/lib.rs:2:9
  |
2 |     let x = 1;
  |         ^ help: prefix it: \`_x\`
  |
note: the lint level is defined here
 --> src/lib.rs:1:9
  |
1 | #![deny(unused_variables)]
  |         ^^^^^^^^^^^^^^^^

`,
    told: [
      "src/lib.rs:2:9: error: unused variable: `x`: help: prefix it: `_x` [unused_variables --> src/lib.rs:1:9]",
    ],
  },
  {
    title: "wide characters and tabs do not make a wrong fragment",
    raw: `error[E0308]: mismatched types
 --> src/lib.rs:2:22
  |
2 |     let 日本: i32 = "x";
  |               ---   ^^^ expected \`i32\`
  |               |
  |               expected due to this

`,
    told: ["src/lib.rs:2:22: error[E0308]: mismatched types: expected `i32`", " 2: expected due to this"],
  },
  {
    title: "what a linker says stays whole",
    raw: `error: linking with \`cc\` failed: exit status: 1
  |
  = note:  "cc" "-m64" "/tmp/x.o"
  = note: /usr/bin/ld: main.o: undefined reference to \`foo'
          collect2: error: ld returned 1 exit status

`,
    told: [
      "error: linking with `cc` failed: exit status: 1",
      ' note:  "cc" "-m64" "/tmp/x.o"',
      " note: /usr/bin/ld: main.o: undefined reference to `foo'",
      "   collect2: error: ld returned 1 exit status",
    ],
  },
  {
    title: "what a build script says stays whole",
    raw: `   Compiling a v0.1.0 (/p)
error: failed to run custom build command for \`a v0.1.0 (/p)\`

Caused by:
  process didn't exit successfully: \`/p/build-script-build\` (exit status: 101)
  --- stdout
  cargo:rerun-if-changed=x

  --- stderr
  thread 'main' (1) panicked at build.rs:3:5:
  boom
`,
    told: [
      "error: failed to run custom build command for `a v0.1.0 (/p)`",
      " Caused by:",
      "   process didn't exit successfully: `/p/build-script-build` (exit status: 101)",
      "   --- stdout",
      "   cargo:rerun-if-changed=x",
      "   --- stderr",
      "   thread 'main' (1) panicked at build.rs:3:5:",
      "   boom",
    ],
  },
];

for (const { title, raw, told } of DIAGNOSTICS) {
  Deno.test(`rustc's diagnostics: ${title}`, () => {
    assert.deepEqual(build(raw + FAILED).slice(0, -1), told);
  });
}

Deno.test("cargo build: a status that contradicts the text leaves it raw", () => {
  const raw = DIAGNOSTICS[0]!.raw;
  assert.deepEqual(build(raw + FAILED, 0), ["RAW"]);
  assert.deepEqual(build("   Compiling a v0.1.0 (/p)\n   Compiling b v0.1.0 (/p)\n", 137), ["RAW"]);
  assert.deepEqual(build("   Compiling a v0.1.0 (/p)\nFehler: etwas anderes als erwartet\n", 101), ["RAW"]);
});

Deno.test("cargo build: lines that nobody knows stay in their place, and errors come before warnings", () => {
  const warning = "warning: unused `b`\n --> b.rs:1:1\n\n";
  const lines = build(
    `${warning}   Compiling a v1\n${DIAGNOSTICS[0]!.raw}    Patching \`x\` v1 (/p)\n${FAILED}`,
  );
  assert.match(lines[0] ?? "", /^src\/lib\.rs:17:18: error/);
  assert.equal(lines.at(-3), "b.rs:1:1: warning: unused `b`");
  assert.equal(lines.at(-2), "Patching `x` v1 (/p)");
});

Deno.test("cargo build: the verdict names the subcommand as typed and only new warnings of each target", () => {
  const stderr =
    "warning: `a` (lib) generated 3 warnings (run `cargo fix --lib -p a` to apply 1 suggestion)\n" +
    "warning: `a` (lib test) generated 3 warnings (3 duplicates)\n" +
    'warning: `a` (test "x") generated 2 warnings (1 duplicate)\n    Finished `dev` profile in 0.1s\n';
  const { stderr: out } = compactRun(["cargo", "+nightly", "--offline", "c"], { stderr });
  const verdict =
    "cargo c: ok; `a` (lib) generated 3 warnings (run `cargo fix --lib -p a` to apply 1 suggestion); " +
    '`a` (test "x") generated 2 warnings (1 duplicate)\n';
  assert.equal(out, verdict);
});

/** The report of one test binary. */
function suite(tests: Readonly<Record<string, "ok" | "FAILED" | "ignored">>, output = ""): string {
  const entries = Object.entries(tests);
  const of = (status: string): string[] => entries.filter(([, is]) => is === status).map(([name]) => name);
  const failed = of("FAILED");
  const names = failed.map((name) => `    ${name}\n`).join("");
  const details = failed.length === 0 ? "" : `\nfailures:\n\n${output}\nfailures:\n${names}`;
  const counts = `${of("ok").length} passed; ${failed.length} failed; ${of("ignored").length} ignored`;
  return `\nrunning ${entries.length} test${entries.length === 1 ? "" : "s"}\n` +
    entries.map(([name, status]) => `test ${name} ... ${status}\n`).join("") + details +
    `\ntest result: ${
      failed.length > 0 ? "FAILED" : "ok"
    }. ${counts}; 0 measured; 0 filtered out; finished in 0.00s\n`;
}

const PANIC = "---- t::b stdout ----\nsaid before\n\nthread 't::b' (77) panicked at src/lib.rs:9:5:\n" +
  "assertion `left == right` failed\n  left: 8\n right: 9\n" +
  "note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n\n";
const RERUN = "error: test failed, to rerun pass `--lib`\n";

Deno.test("cargo test: a failing test is told with its output, and a merged stream ends with the sums", () => {
  const stdout = suite({ "t::a": "ok", "t::b": "FAILED", "t::c": "ignored" }, PANIC);
  const raw = { stdout: stdout + RERUN, exit: 101 };
  const { stdout: out } = compactRun(["cargo", "test"], raw, { merged: true, cut: undefined });
  const body = [
    "said before",
    "src/lib.rs:9:5: assertion `left == right` failed",
    "left: 8",
  ];
  assert.deepEqual(out.trimEnd().split("\n"), [
    "FAILED t::b",
    ...body,
    "right: 9",
    "error: test failed, to rerun pass `--lib`",
    "1 passed, 1 failed, 1 ignored",
  ]);
});

Deno.test("cargo test: the advice to pass an option goes where it was passed, and stays elsewhere", () => {
  const stdout = suite({ "t::b": "FAILED" }, PANIC);
  const last = (argv: readonly string[]): string =>
    compactRun(["cargo", "test", ...argv], { stdout, stderr: RERUN, exit: 101 }).stderr;
  assert.equal(last(["--lib"]), "error: test failed\n");
  assert.equal(last(["--test", "a"]), RERUN);
  assert.equal(last([]), RERUN);
});

Deno.test("cargo test: a report inside of a failing test's output is not counted", () => {
  const inner = suite({ x: "ok", y: "ok" });
  const stdout = suite(
    { "t::a": "ok", "t::b": "FAILED" },
    PANIC.replace("said before", `said before${inner}`),
  );
  const { stdout: out } = compactRun(["cargo", "test"], { stdout, stderr: RERUN, exit: 101 });
  assert.match(out, /\n1 passed, 1 failed\n$/);
  assert.match(out, /\ntest result: ok\. 2 passed/);
});

Deno.test("cargo test: text and status that contradict each other stay raw", () => {
  const green = suite({ a: "ok", b: "ok" });
  const red = suite({ "t::a": "ok", "t::b": "FAILED" }, PANIC);
  for (
    const [stdout, exit] of [[green, 101], [red, 0], [green.replace("2 passed", "1 passed"), 0]] as const
  ) {
    assert.equal(compactRun(["cargo", "test"], { stdout, exit }).compacted, false, `exit ${exit}: ${stdout}`);
  }
});

Deno.test("cargo test: output of --nocapture stays where it was, whatever it looks like", () => {
  const stdout = suite({ "t::a": "ok", "t::b": "ok" })
    .replace("test t::a ... ok\n", "test t::a ... starting\nok\nF\ntest result: great\n");
  const { stdout: out } = compactRun(["cargo", "test", "--", "--nocapture"], { stdout });
  const verdict = "2 passed";
  assert.deepEqual(out.split("\n"), ["test t::a ... starting", "ok", "F", "test result: great", verdict, ""]);
});

Deno.test("cargo test: long captured output is cut with the exact number, and only where cuts are allowed", () => {
  const many = Array.from({ length: 400 }, (_, at) => `line ${at}`).join("\n");
  const stdout = suite({ "t::b": "FAILED" }, PANIC.replace("said before", many));
  const raw = { stdout, stderr: RERUN, exit: 101 };
  const cut = compactRun(["cargo", "test"], raw).stdout;
  const [, left = ""] = /\[rtk: (\d+) lines cut/.exec(cut) ?? [];
  const shown = cut.split("\n").filter((line) => line.startsWith("line ")).length;
  assert.equal(Number(left) + shown, 400);
  const whole = compactRun(["cargo", "test"], raw, { cut: undefined }).stdout;
  assert.ok(whole.includes("\nline 200\n") && !whole.includes("[rtk:"));
});

Deno.test("the units of cargo take and decline what they say", () => {
  const rows: Readonly<Record<string, readonly string[]>> = {
    "cargo-build": [
      "cargo build",
      "cargo +nightly build",
      "cargo +1.70 --offline -q check",
      "cargo clippy --fix --allow-dirty -- -D warnings -A clippy::all",
      "cargo d --no-deps",
    ],
    "cargo-test": ["cargo test a b", "cargo t -- --test-threads=1 --skip x name", "cargo test --no-run -p a"],
    "cargo-run": ["cargo run -- --help -v", "cargo r --bin x arg --json"],
    "cargo-fmt": ["cargo fmt --all -- --check", "cargo fmt --check -p a"],
    "cargo-add": ["cargo update -p serde --precise 1.0.1", "cargo add serde -F derive", "cargo rm x"],
    "cargo-tree": ["cargo tree -i serde --depth 3"],
    "cargo-install": ["cargo install --path . --root out", "cargo uninstall x"],
    "exact-format": [
      "cargo build --message-format=short",
      "cargo build -v",
      "cargo test -- --list",
      "cargo test -- --format json",
      "cargo test -- --show-output",
      "cargo rustc -- --print cfg",
      "cargo tree -f {p}",
      "cargo -V",
      "cargo --list build",
      "cargo install --list",
    ],
    "unknown-option": ["cargo build --nosuch", "cargo test -- --nosuch", "cargo fmt extra"],
    interactive: ["cargo doc --open"],
    "no-tool": [
      "cargo installer x",
      "cargo +nightly",
      "cargo build2",
      "cargo metadata",
      "cargo watch -x test",
    ],
  };
  for (const [unit, lines] of Object.entries(rows)) {
    for (const line of lines) assert.equal(unitOf(line.split(" ")), unit, line);
  }
});
