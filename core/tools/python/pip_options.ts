/** Options that all subcommands of pip share. Checked against `pip --help` of pip 23.2. */
import type { OptionSet } from "../../argv/grammar.ts";

const SWITCHES =
  "--debug --isolated --require-virtualenv --no-input --no-cache-dir --disable-pip-version-check " +
  "--no-color --no-python-version-warning";
const ARGUMENTS =
  "--python --log --keyring-provider --proxy --retries --timeout --exists-action --trusted-host " +
  "--cert --client-cert --cache-dir --use-feature --use-deprecated";
const DECLINED = "-v --verbose -q --quiet -V --version -h --help";

/** Options that may stand before the subcommand. */
export const PIP_GLOBALS: OptionSet = {
  switches: SWITCHES,
  withArgument: ARGUMENTS,
  declines: { "exact-format": DECLINED },
};

/** Switches behind the subcommand. */
export const PIP_SWITCHES: string = SWITCHES;

/** Options with an argument behind the subcommand, those that choose an index included. */
export const PIP_ARGUMENTS: string =
  `${ARGUMENTS} -i --index-url --pypi-url --extra-index-url -f --find-links`;

/** More or less text was asked for. */
export const PIP_EXACT: string = DECLINED;

/** The ways in which pip's subcommand is called. */
export function pipCommands(subcommand: string): string[] {
  return [`pip ${subcommand}`, `pip3 ${subcommand}`];
}
