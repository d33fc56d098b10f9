/** Options of bun's package commands, as far as they do not change what is printed. */
import type { OptionSet } from "../../argv/grammar.ts";

export const bunOptions: OptionSet = {
  switches:
    "-b --bun --smol --if-present -p --production --no-save --save --frozen-lockfile -f --force --dry-run " +
    "--no-cache --ignore-scripts --trust -g --global --no-verify --no-progress --no-summary -d --dev -D " +
    "--development --optional --peer -E --exact --save-text-lockfile --lockfile-only --latest -r --recursive -a " +
    "--all --trusted --only-missing --analyze",
  withArgument:
    "-c --config --cwd -F --filter --env-file --elide-lines --cache-dir --backend --registry --omit " +
    "--linker --concurrent-scripts --network-concurrency --audit-level --shell --preload",
  declines: {
    "exact-format": "--json -y --yarn -h --help -v --version",
    "no-gain": "--silent --quiet --verbose",
    "follow-mode": "--watch --hot",
    "interactive": "-i --interactive --inspect --inspect-brk --inspect-wait",
  },
};
