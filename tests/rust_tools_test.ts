/** cargo and rustc for real: what their machine-readable output holds is told by the compact text as well. */
import assert from "node:assert/strict";
import { assertNothingTwice, assertTold, type Told } from "./harness/told.ts";
import { type RawRun, testWith, type ToolRun, withWorkshop, type Workshop } from "./harness/tool_run.ts";
import { compactRun } from "./harness/tool_run.ts";

const ENV = { RUST_BACKTRACE: "0", CARGO_TERM_COLOR: "never", CARGO_NET_OFFLINE: "true" };

function project(shop: Workshop, files: Readonly<Record<string, string>>): void {
  shop.write("Cargo.toml", '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n');
  for (const [file, text] of Object.entries(files)) shop.write(file, text);
}

function compact(shop: Workshop, argv: readonly string[]): ToolRun {
  return compactRun(argv, shop.raw(argv, ENV), { cut: undefined, cwd: shop.path });
}

interface CompilerMessage {
  readonly reason: string;
  readonly message: {
    readonly level: string;
    readonly message: string;
    readonly code: { readonly code: string } | null;
    readonly spans: readonly {
      readonly file_name: string;
      readonly line_start: number;
      readonly column_start: number;
      readonly is_primary: boolean;
      readonly label: string | null;
    }[];
    readonly children: readonly { readonly message: string; readonly level: string }[];
  };
}

function messages({ stdout }: RawRun): CompilerMessage["message"][] {
  return stdout.split("\n").filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as CompilerMessage)
    .filter(({ reason }) => reason === "compiler-message")
    .map(({ message }) => message)
    .filter(({ spans }) => spans.length > 0);
}

const BROKEN = `mod geo;
use std::fmt::Display;
struct Foo { a: u8 }
trait Shape { fn area(&self) -> f64; fn name(&self) -> String; }
impl Shape for Foo { fn area(&self) -> f64 { 1.0 } }
fn show<T: Display>(t: T) -> String { format!("{t}") }
enum Kind { A, B(u8) }
fn kind(k: Kind) -> u8 { match k { Kind::A => 1 } }
fn multi(a: i32, b: &str) {}
fn main() {
    let one = 1; let two = 2; let three = 3;
    show(Foo { a: 1 });
    let s = String::from("x"); let t = s; println!("{s}{t}");
    multi(
        "one",
        2,
    );
    let y = if true { 1 } else { "two" };
	let tab: i32 = "tab";
    geo::helper(1, 2);
    vec![1].lenght();
    std::fs::read("x")?;
    let wide = "日本"; let n: i32 = "日本";
}
`;
const GEO = "pub fn helper(a: i32) -> i32 { a }\nmacro_rules! bad { ($e:expr) => { let z: u8 = $e; } }\n" +
  'pub fn m() { bad!("str"); }\n';

testWith("cargo", "cargo build: every error and warning of --message-format=json is told", async () => {
  await withWorkshop((shop) => {
    project(shop, { "src/main.rs": BROKEN, "src/geo.rs": GEO });
    const found = messages(shop.raw(["cargo", "build", "-q", "--message-format=json"], ENV));
    const { text, exit, compacted, raw } = { ...compact(shop, ["cargo", "build"]), exit: 101 };
    assert.equal(raw.exit, exit);
    assert.ok(compacted && found.length > 8, `${found.length} diagnostics`);
    for (const { message, code, spans, children } of found) {
      for (const span of spans) {
        const line = String(span.line_start);
        const at = span.is_primary ? `${line}:${span.column_start}` : line;
        assertTold(text, { path: span.file_name, at, message: message.split("\n")[0] ?? "" });
        for (const word of span.label?.split("\n") ?? []) assertPieces(text, word);
      }
      if (code && /^E\d/.test(code.code)) assert.ok(text.includes(code.code), code.code);
      for (const child of children.filter((one) => /^(?:help|note)$/.test(one.level))) {
        const first = child.message.split("\n")[0] ?? "";
        // Some suggestions are for editors only; lint levels are told by the rule.
        const shown = raw.stderr.includes(first) && !/on by default|implied by/.test(first);
        if (shown) assertPieces(text, first);
      }
    }
    assertNothingTwice(text);
  });
});

function assertPieces(text: string, message: string): void {
  for (const piece of message.split(/[`'"]|(?<![\w.])\d+(?!\w)/)) {
    assert.ok(text.includes(piece.trim()), `lost "${piece}" of ${message} in\n${text}`);
  }
}

testWith(
  "cargo",
  "cargo build and check: a run with warnings tells each one once, and the verdict last",
  async () => {
    await withWorkshop((shop) => {
      const functions = Array.from({ length: 12 }, (_, at) => `fn unused_${at}() { let v_${at} = ${at}; }\n`);
      project(shop, { "src/lib.rs": `${functions.join("")}use std::fmt;\n` });
      for (const command of ["build", "check"]) {
        const found = messages(shop.raw(["cargo", command, "-q", "--message-format=json"], ENV));
        assert.equal(found.length, 25);
        const { text, raw } = compact(shop, ["cargo", command]);
        for (const { message, spans: [span] } of found) {
          const at = `${span?.line_start}:${span?.column_start}`;
          assertTold(text, { path: "src/lib.rs", at, message });
        }
        assertNothingTwice(text);
        assert.match(
          text.trimEnd().split("\n").at(-1) ?? "",
          new RegExp(`^cargo ${command}: ok; .*25 warnings$`),
        );
        assert.ok(text.length < raw.stderr.length / 4, text);
      }
    });
  },
);

testWith(
  "cargo-clippy",
  "cargo clippy: lints denied on the command line are told with their names",
  async () => {
    await withWorkshop((shop) => {
      project(shop, {
        "src/lib.rs": "pub fn f(x: bool) -> bool {\n    return x == true;\n}\npub fn g() { 1 == 1; }\n",
      });
      const lints = ["--", "-D", "warnings", "-W", "clippy::pedantic"];
      const found = messages(shop.raw(["cargo", "clippy", "-q", "--message-format=json", ...lints], ENV));
      const { text, raw } = compact(shop, ["cargo", "clippy", ...lints]);
      assert.equal(raw.exit, 101);
      assert.ok(found.length >= 3);
      for (const { message, code, spans: [span] } of found) {
        assertTold(text, { path: "src/lib.rs", at: `${span?.line_start}:${span?.column_start}`, message });
        const name = code?.code.replace("clippy::", "") ?? "";
        assert.ok(
          text.includes(name) || text.includes(name.replaceAll("_", "-")),
          `lost ${name} in\n${text}`,
        );
      }
    });
  },
);

const TESTS = `pub fn double(x: i64) -> i64 { x + x + if x % 3 == 0 { 1 } else { 0 } }
/// \`\`\`
/// assert_eq!(shop::double(1), 3);
/// \`\`\`
pub fn documented() {}
#[cfg(test)]
mod tests {
    use super::*;
    #[test] fn one() { assert_eq!(double(1), 2); }
    #[test] fn three() { println!("captured {}", 33); assert_eq!(double(3), 6, "three"); }
    #[test] fn six() { println!("captured {}", 66); assert_eq!(double(6), 12, "six"); }
    #[test] fn nine() { println!("captured {}", 99); assert_eq!(double(9), 18, "nine"); }
    #[test] fn errs() -> Result<(), String> { Err("went wrong".into()) }
    #[test] #[should_panic] fn calm() {}
    #[test] fn joins() { std::thread::spawn(|| panic!("in a thread")).join().unwrap(); }
    #[test] fn nested() {
        println!("running 1 test\\ntest x ... ok\\n\\ntest result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\\n");
        panic!("first\\nsecond line");
    }
    #[test] #[ignore = "slow"] fn slow() {}
}
`;

testWith(
  "cargo",
  "cargo test: every failing test, its place, message and output are told, and the sums",
  async () => {
    await withWorkshop((shop) => {
      project(shop, {
        "src/lib.rs": TESTS,
        "tests/api.rs": "#[test] fn api() { assert!(shop::double(3) == 6); }\n",
      });
      for (const argv of [["cargo", "test", "--no-fail-fast"], ["cargo", "test", "--no-fail-fast", "-q"]]) {
        const { text, stdout, compacted, raw } = compact(shop, argv);
        assert.ok(compacted);
        const failed = raw.stdout.matchAll(/^ {4}(\S.*)$/gm);
        const names = new Set([...failed].map(([, name = ""]) => name));
        assert.ok(names.size >= 9, [...names].join());
        for (const name of names) assert.ok(text.includes(name), `lost ${name} in\n${text}`);
        for (const [, place = ""] of raw.stdout.matchAll(/panicked at (src\S+:\d+):\d+:/g)) {
          const [path = "", line = ""] = place.split(":");
          assertTold(text, { path, at: line, message: "" });
        }
        const facts = [
          "captured ",
          "33",
          "66",
          "99",
          "went wrong",
          "did not panic",
          "in a thread",
          "second line",
        ];
        for (const fact of facts) assert.ok(text.includes(fact), `lost ${fact} in\n${text}`);
        assert.match(
          stdout.trimEnd().split("\n").at(-1) ?? "",
          /^1 passed, 9 failed .*, 1 ignored \(3 suites\)$/,
        );
        for (const target of ["--lib", "--test api", "--doc"]) assert.ok(text.includes(target), target);
      }
    });
  },
);

testWith(
  "cargo",
  "cargo test: a test binary that dies is told as a failure, whatever passed before",
  async () => {
    await withWorkshop((shop) => {
      project(shop, {
        "src/lib.rs": "#[test] fn a() {}\n",
        "tests/dies.rs":
          "#[test] fn z() { std::thread::sleep(std::time::Duration::from_millis(200)); std::process::abort(); }\n",
      });
      const { text, raw } = compact(shop, ["cargo", "test"]);
      assert.equal(raw.exit, 101);
      assert.ok(text.includes("SIGABRT") && text.includes("--test dies"), text);
      assert.doesNotMatch(text, /^1 passed/m);
      assert.match(text, /^failed; 1 passed/m);
    });
  },
);

testWith("cargo", "cargo run: what the program prints is not touched, on either stream", async () => {
  await withWorkshop((shop) => {
    const program =
      'fn main() { let unused = 1; println!("one\n  error: mine \\x1b[1m\\n\\n   Compiling x v1"); ' +
      'eprint!("warning: own\\n --> a.rs:1:1\\n\\nlast"); std::process::exit(3); }\n';
    project(shop, { "src/main.rs": program });
    const { stdout, stderr, raw, compacted } = compact(shop, ["cargo", "run"]);
    assert.ok(compacted);
    assert.equal(raw.exit, 3);
    assert.equal(stdout, raw.stdout);
    assert.ok(stderr.endsWith("warning: own\n --> a.rs:1:1\n\nlast\n"), stderr);
    assert.ok(stderr.includes("src/main.rs:1:17: warning: unused variable: `unused`"), stderr);
  });
});

testWith("rustc", "rustc: every diagnostic of --error-format=json is told", async () => {
  await withWorkshop((shop) => {
    shop.write("one.rs", 'fn main() { let x: u8 = "s"; let y = missing; }\nfn dead() {}\n');
    const { stderr } = shop.raw(["rustc", "--error-format=json", "one.rs"], ENV);
    const found = stderr.split("\n").filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as CompilerMessage["message"]).filter(({ spans }) => spans.length > 0);
    const { text, raw } = compact(shop, ["rustc", "one.rs"]);
    assert.equal(raw.exit, 1);
    assert.ok(found.length >= 2);
    const told = found.map(({ message, spans: [span] }): Told => {
      return { path: "one.rs", at: `${span?.line_start}:${span?.column_start}`, message };
    });
    for (const one of told) assertTold(text, one);
    assert.match(text, /error: aborting due to 2 previous errors/);
  });
});

Deno.test("cargo nextest: a failed test is told with its place, and the verdict is nextest's own sums (rtk-3577)", () => {
  const stderr = `    Finished \`test\` profile [unoptimized + debuginfo] target(s) in 0.05s
────────────
 Nextest run ID 1f2a3b4c-0000-0000-0000-000000000000 with nextest profile: default
    Starting 4 tests across 1 binary (1 test skipped)
        PASS [   0.004s] (1/4) shop cart::adds
        FAIL [   0.005s] (2/4) shop cart::totals
  stdout ───

    running 1 test
    printed
    test cart::totals ... FAILED

    failures:

    failures:
        cart::totals

    test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 3 filtered out; finished in 0.00s

  stderr ───

    thread 'cart::totals' (7) panicked at src/cart.rs:41:9:
    assertion \`left == right\` failed
      left: 3
     right: 4

     TIMEOUT [  60.000s] (3/4) shop cart::hangs
  Cancelling due to test failure: 1 test still running
────────────
     Summary [  60.010s] 3/4 tests run: 1 passed, 1 failed, 1 timed out, 1 skipped
        FAIL [   0.005s] (2/4) shop cart::totals
     TIMEOUT [  60.000s] (3/4) shop cart::hangs
warning: 1/4 tests were not run due to test failure
error: test run failed
`;
  const argv = ["cargo", "nextest", "run"];
  const { stderr: out } = compactRun(argv, { stderr, exit: 100 }, { cut: undefined });
  assert.deepEqual(out.trimEnd().split("\n"), [
    "FAIL shop cart::totals",
    "printed",
    "panicked at src/cart.rs:41:9:",
    "assertion `left == right` failed",
    "left: 3",
    "right: 4",
    "TIMEOUT shop cart::hangs",
    "Cancelling due to test failure: 1 test still running",
    "warning: 1/4 tests were not run due to test failure",
    "error: test run failed",
    "3/4 tests run: 1 passed, 1 failed, 1 timed out, 1 skipped",
  ]);
  assert.equal(compactRun(argv, { stderr, exit: 0 }).compacted, false);
});
