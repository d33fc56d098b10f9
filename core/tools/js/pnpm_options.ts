/** Options of pnpm before and behind its command, as far as they do not change what is printed. */
import type { OptionSet } from "../../argv/grammar.ts";

export const pnpmOptions: OptionSet = {
  switches:
    "-r --recursive -w --workspace-root --no-bail --bail --if-present --no-sort --sort --reverse --color " +
    "--no-color --stream --aggregate-output --use-stderr --ignore-workspace --fail-if-no-match --offline " +
    "--prefer-offline -g --global --no-verify-deps-before-run --shell-mode -c --no-reporter-hide-prefix " +
    "--report-summary --ignore-workspace-root-check --ignore-scripts --frozen-lockfile --no-frozen-lockfile " +
    "--lockfile-only --fix-lockfile --no-lockfile --no-optional --force --shamefully-hoist --hoist-pattern " +
    "--strict-peer-dependencies --no-strict-peer-dependencies -P --prod --production -D --dev --save-dev " +
    "-O --save-optional --no-save -E --save-exact --save-peer --save-prod --save-catalog --side-effects-cache " +
    "-L --latest --no-dedupe --workspace --merge-git-branch-lockfiles --resolution-only --dry-run",
  withArgument: "-F --filter --filter-prod -C --dir --workspace-concurrency --test-pattern --resume-from " +
    "--changed-files-ignore-pattern --store-dir --virtual-store-dir --modules-dir --network-concurrency " +
    "--child-concurrency --registry --depth --node-linker --package-import-method --os --cpu --libc " +
    "--allow-build --config --loglevel --script-shell --tag",
  declines: {
    "exact-format": "--json --parseable --long --reporter --format --lockfile-dir -h --help -v --version",
    "no-gain": "-s --silent",
    "interactive": "-i --interactive",
    // Runs everything at once, which is how development servers are started.
    "follow-mode": "--parallel --watch",
  },
};
