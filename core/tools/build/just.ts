import type { Tool } from "../tool.ts";
import { isToolCommand, splitRecipe } from "./recipe.ts";
import { FIRST_TARGET } from "./target_names.ts";

/** `just`: a recipe line that runs a known tool gets that tool's compact form; all else stays. Seen with 1.5x. */
export const tool: Tool = {
  id: "just",
  commands: ["just"],
  summary: "just recipes",
  effect: "write",
  args: {
    switches:
      "-q --quiet -g --global-justfile --highlight --no-highlight --no-deps --no-dotenv --no-aliases --no-cache " +
      "--one --unstable --yes --allow-missing --clear-shell-args --shell-command --explain",
    withArgument: "-f --justfile --justfile-name -d --working-directory --chooser --color --command-color " +
      "-F --dotenv-filename -E --dotenv-path --shell --shell-arg --tempdir --ceiling --jobs",
    declines: {
      "exact-format":
        "-n --dry-run -l --list -s --show --summary --dump --dump-format --evaluate --variables --groups " +
        "--json --usage --man --changelog --completions --time --timestamp -v --verbose -V --version -h --help --check",
      "interactive": "--choose -e --edit",
      "unknown-option": "-c --command --set --init --fmt",
    },
    permute: false,
    operands: "any",
    operandRules: [FIRST_TARGET],
  },
  pipeline: { first: "report" },
  output: "whole",
  inner: (run) =>
    splitRecipe(run, {
      echoed: (line) => isToolCommand(line) ? line : undefined,
      isOwn: (line) => OWN.test(line),
      statusIn: (line) => statusIn(line),
    }),
  examples: {
    rewrites: ["just", "just test", "just -f ci/justfile check --all"],
    declines: ["just --list", "just -n test", "just dev", "just --choose"],
  },
};

// "error: recipe `bad` failed on line 7 with exit code 1"; before 1.4x "error: Recipe …"
const OWN = /^error: [Rr]ecipe `[^`]+` (?:failed|was terminated)/;

function statusIn(line: string): number | undefined {
  const status = /with exit code (\d+)$/.exec(line)?.[1];
  return status === undefined ? undefined : Number(status);
}
