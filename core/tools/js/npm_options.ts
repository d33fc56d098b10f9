/** Options that every npm command takes (npm-config), as far as they do not change what is printed. */
import type { OptionSet } from "../../argv/grammar.ts";

export const npmOptions: OptionSet = {
  switches:
    "-g --global -y --yes -f --force --ignore-scripts --no-ignore-scripts --include-workspace-root -ws " +
    "--workspaces --no-workspaces --if-present --foreground-scripts --no-color --color --no-progress --progress " +
    "--no-fund --fund --no-audit --audit --no-update-notifier --offline --prefer-offline --prefer-online " +
    "--legacy-peer-deps --strict-peer-deps --no-bin-links --no-package-lock --package-lock " +
    "--package-lock-only --no-save --save -S -D --save-dev -O --save-optional -P --save-prod -E --save-exact " +
    "--save-peer -B --save-bundle --no-optional --only-dev --no-shrinkwrap --production --dry-run " +
    "--prefer-dedupe --install-links --engine-strict --no-engine-strict --quiet -q --no-strict-ssl --latest",
  withArgument: "-w --workspace --prefix -C --registry --cache --userconfig --tag --omit --include --only " +
    "--install-strategy --loglevel --script-shell --before --min-release-age --audit-level --os --cpu --libc " +
    "--node-options --access --fetch-timeout --fetch-retries --maxsockets --allow-scripts",
  declines: {
    "exact-format": "--json --parseable -p --porcelain --long -l --verbose -d -dd -ddd --timing --usage",
    "no-gain": "--silent -s",
    "interactive": "--otp --interactive -i",
  },
};
