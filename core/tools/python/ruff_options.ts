/** Options that `ruff check` and `ruff format` share, before and behind the subcommand. */
import type { OptionSet } from "../../argv/grammar.ts";

/** May stand before the subcommand. */
export const RUFF_GLOBALS: OptionSet = {
  switches: "-v --verbose -q --quiet --isolated",
  withArgument: "--config --color",
  declines: { "exact-format": "-s --silent -h --help -V --version" },
  values: { "--color": { only: ["auto", "never"], otherwise: "exact-format" } },
};

const SHARED =
  "-v --verbose -q --quiet --isolated -n --no-cache --respect-gitignore --no-respect-gitignore " +
  "--force-exclude --no-force-exclude --preview --no-preview";

/** Switches behind the subcommand. */
export const RUFF_SWITCHES: string = SHARED;

/** Options with an argument behind the subcommand. */
export const RUFF_ARGUMENTS =
  "--config --color --cache-dir --extension --target-version --exclude --extend-exclude";
