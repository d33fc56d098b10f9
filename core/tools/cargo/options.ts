/** Options that the subcommands of cargo share (`cargo build --help` of 1.95 and older). */
import type { OptionSet } from "../../argv/grammar.ts";

/** Between `cargo` and the subcommand; `+toolchain` is rustup's and must be the first word. */
export const GLOBALS: OptionSet = {
  switches: "-q --quiet --locked --offline --frozen",
  withArgument: "-C -Z --color --config",
  leading: "+",
  declines: { "exact-format": "-v --verbose -vv -V --version --list --explain -h --help" },
};

/** Which packages, features and profile, from where. */
export const SELECTION_SWITCHES = "-q --quiet --workspace --all --lib --bins --examples --tests --benches " +
  "--all-targets --all-features --no-default-features -r --release --keep-going --ignore-rust-version --locked " +
  "--offline --frozen --future-incompat-report";

export const SELECTION_ARGUMENTS =
  "-p --package --exclude --bin --example --test --bench -F --features -j --jobs " +
  "--profile --target --target-dir --artifact-dir --manifest-path --color --config -Z --lockfile-path";

/** Formats for programs, command lines of the compiler, and help. */
export const EXACT_FORMATS =
  "--message-format --timings --unit-graph --build-plan -v --verbose -vv -h --help";
