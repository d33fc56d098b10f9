/** Options that deno's subcommands share, as far as they do not change what is printed. */
import type { OptionSet } from "../../argv/grammar.ts";

const PERMISSIONS = ["read", "write", "net", "env", "sys", "run", "ffi", "import"];

export const denoOptions: OptionSet = {
  switches:
    "-A --allow-all --no-prompt --no-config --no-lock --no-remote --no-npm --cached-only -q --quiet " +
    "--permit-no-files --allow-hrtime --unstable --unstable-kv --unstable-sloppy-imports --all --no-clear-screen",
  withArgument: "-c --config --import-map --ext --cert --location --seed --preload --require --conditions " +
    "--node-modules-linker --min-dep-age",
  optionalArgument:
    "--check --no-check --lock --frozen --frozen-lockfile -r --reload --node-modules-dir --vendor " +
    "--v8-flags --env-file --ignore --allow-scripts -P --permission-set -R -W -N -E -S -I " +
    "--unsafely-ignore-certificate-errors " +
    PERMISSIONS.flatMap((name) => [`--allow-${name}`, `--deny-${name}`, `--ignore-${name}`]).join(" "),
  declines: {
    "exact-format": "--json -h --help",
    "follow-mode": "--watch --watch-hmr",
    "interactive": "--inspect --inspect-brk --inspect-wait",
  },
};
