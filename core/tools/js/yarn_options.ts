/** Options of yarn 1 and of yarn's later majors, as far as they do not change what is printed. */
import type { OptionSet } from "../../argv/grammar.ts";

export const yarnOptions: OptionSet = {
  switches:
    "--frozen-lockfile --immutable --immutable-cache --check-cache --check-files --check-resolutions " +
    "--force --flat --har --ignore-engines --ignore-optional --ignore-platform --ignore-scripts " +
    "--ignore-workspace-root-check -W --no-bin-links --no-default-rc --no-lockfile --no-node-version-check " +
    "--no-progress --non-interactive --offline --prefer-offline --pure-lockfile --production --prod --skip-integrity-check " +
    "--strict-semver --update-checksums -D --dev -P --peer -O --optional -E --exact -T --tilde --caret -C " +
    "--latest -L --no-emoji --no-color --enable-pnp --focus --inline-builds -A --all -R --recursive",
  withArgument: "--cwd --network-timeout --network-concurrency --registry --cache-folder --modules-folder " +
    "--preferred-cache-folder --mutex --mode --scope --pattern --depth --level --groups --emoji",
  declines: {
    "exact-format": "--json -h --help -v --version",
    "no-gain": "-s --silent --verbose",
    "interactive": "--interactive --otp",
    "follow-mode": "--watch",
  },
};
