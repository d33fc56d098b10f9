/**
 * Commands that run another command. `transparent` ones exec their operand through PATH with the same argv, so `rtk`
 * goes behind them. `runner` ones look the name up in a table of their own, so `rtk` goes before them and the proxy
 * looks through them. An option that is not listed leaves the command raw.
 */
import type { OptionSet } from "../argv/grammar.ts";

export interface WrapperRule {
  /** Its words: `timeout`, `uv run`. A name ending in `*` matches as a prefix followed by digits and dots. */
  readonly words: string;
  readonly kind: "transparent" | "runner";
  readonly options: OptionSet;
  /** How many operands stand before the wrapped command: `timeout 5 cmd`. */
  readonly operands?: number;
  /** `NAME=value` words may stand before the wrapped command. */
  readonly assignments?: true;
  /** The wrapped command stands behind `--`, whatever comes before. */
  readonly terminator?: true;
  /** This option must be given, last before the wrapped name: `python -m NAME`. */
  readonly introducedBy?: string;
  /** It looks the wrapped name up on a PATH of its own, which the hook cannot see. */
  readonly ownPath?: true;
}

const NONE: OptionSet = {};
const PACKAGE_RUNNER: OptionSet = {
  switches: "-y --yes --no -q --quiet --no-install --silent --prefer-offline --bun",
};

/** The first words of all wrappers: a command that is none of them needs no rule, and the rules take time to make. */
export const WRAPPER_NAMES =
  "command exec noglob nocorrect env timeout nice nohup setsid ionice uv bundle mise direnv dotenv cross-env npx bunx bun pnpx pnpm yarn npm poetry pipenv hatch rye pdm php python python3 python3.* python2 pypy3 py";

let known: readonly WrapperRule[] | undefined;

/** All rules. */
export function wrapperRules(): readonly WrapperRule[] {
  return known ??= [...transparentRules(), ...runnerRules()];
}

function transparentRules(): WrapperRule[] {
  return [
    { words: "command", kind: "transparent", options: NONE },
    { words: "exec", kind: "transparent", options: NONE },
    { words: "noglob", kind: "transparent", options: NONE },
    { words: "nocorrect", kind: "transparent", options: NONE },
    {
      words: "env",
      kind: "transparent",
      // rtk itself would lose its environment, or `-S` put other words in front of it.
      options: { declines: { environment: "- -i --ignore-environment -S --split-string" } },
      assignments: true,
    },
    {
      words: "timeout",
      kind: "transparent",
      operands: 1,
      options: {
        switches: "--foreground --preserve-status -v --verbose -p -f",
        withArgument: "-s --signal -k --kill-after",
      },
    },
    { words: "nice", kind: "transparent", options: { withArgument: "-n --adjustment", numeric: true } },
    { words: "nohup", kind: "transparent", options: NONE },
    { words: "setsid", kind: "transparent", options: { switches: "-w --wait -c --ctty" } },
    {
      words: "ionice",
      kind: "transparent",
      options: { switches: "-t --ignore", withArgument: "-c --class -n --classdata" },
    },
    {
      words: "uv run",
      kind: "transparent",
      ownPath: true,
      options: {
        switches: "--frozen --locked --no-sync --isolated --active -q --quiet --all-extras --dev --no-dev " +
          "--no-project --offline --all-groups --no-default-groups --exact --all-packages -n --no-cache",
        withArgument: "--with --with-editable --with-requirements -p --python --extra --group --only-group " +
          "--no-group --project --directory --env-file --package --index --index-url",
      },
    },
    {
      words: "bundle exec",
      kind: "transparent",
      ownPath: true,
      options: { switches: "--keep-file-descriptors" },
    },
    { words: "mise exec", kind: "transparent", ownPath: true, options: NONE, terminator: true },
    { words: "mise x", kind: "transparent", ownPath: true, options: NONE, terminator: true },
    { words: "direnv exec", kind: "transparent", ownPath: true, options: NONE, operands: 1 },
    { words: "dotenv", kind: "transparent", options: NONE, terminator: true },
    { words: "cross-env", kind: "transparent", options: NONE, assignments: true },
  ];
}

function runnerRules(): WrapperRule[] {
  return [
    { words: "npx", kind: "runner", options: { ...PACKAGE_RUNNER, withArgument: "-p --package" } },
    { words: "bunx", kind: "runner", options: PACKAGE_RUNNER },
    { words: "bun x", kind: "runner", options: PACKAGE_RUNNER },
    { words: "pnpx", kind: "runner", options: PACKAGE_RUNNER },
    { words: "pnpm exec", kind: "runner", options: { switches: "--silent" } },
    { words: "pnpm dlx", kind: "runner", options: { switches: "--silent", withArgument: "--package" } },
    { words: "yarn exec", kind: "runner", options: { switches: "-s --silent" } },
    { words: "yarn dlx", kind: "runner", options: { switches: "-q --quiet", withArgument: "-p --package" } },
    { words: "yarn", kind: "runner", options: { switches: "-s --silent" } },
    { words: "npm exec", kind: "runner", options: { ...PACKAGE_RUNNER, withArgument: "-p --package" } },
    { words: "npm x", kind: "runner", options: { ...PACKAGE_RUNNER, withArgument: "-p --package" } },
    { words: "poetry run", kind: "runner", options: NONE },
    { words: "pipenv run", kind: "runner", options: NONE },
    { words: "hatch run", kind: "runner", options: NONE },
    { words: "rye run", kind: "runner", options: NONE },
    { words: "pdm run", kind: "runner", options: NONE },
    // php -d memory_limit=-1 vendor/bin/phpunit
    { words: "php", kind: "runner", options: { switches: "-q -n", withArgument: "-d -c" } },
    ...["python", "python3", "python3.*", "python2", "pypy3", "py"].map((words): WrapperRule => ({
      words,
      kind: "runner",
      options: { switches: "-m -u -B -I -s -E -O -bb -q", withArgument: "-W -X" },
      introducedBy: "-m",
    })),
  ];
}
