/** `rtk help`: what the commands are for, from one table. */
import { COMMANDS } from "./registry.ts";

interface CommandHelp {
  readonly synopsis: string;
  readonly summary: string;
}

/** Sorted as in `COMMANDS`, which a test compares. */
export const COMMAND_HELP: Readonly<Record<string, CommandHelp>> = {
  config: {
    synopsis: "config [--create | get KEY | set KEY VALUE]",
    summary: "Print what is configured and from where, make the file, change a key",
  },
  doctor: {
    synopsis: "doctor [--agent ID] [--json]",
    summary: "Tell whether rtk is on, and if not, why and the cure",
  },
  explain: {
    synopsis: "explain [--agent ID] [--here] [--json | --ndjson] [--] COMMAND",
    summary: "Tell what would be inserted into a shell command, and why",
  },
  gain: {
    synopsis: "gain [--by-day | --history | --fallbacks] [--days N] [--json]",
    summary: "Tell what compact outputs saved",
  },
  help: { synopsis: "help", summary: "Print this text" },
  hook: { synopsis: "hook AGENT", summary: "Answer a hook call of a coding agent on stdin" },
  init: {
    synopsis:
      "init [-g] [--agent ID] [--dry-run | --show | --check | --uninstall] [--auto-patch | --no-patch] [--json]",
    summary: "Put rtk into coding agents, tell how it stands there, or take it out again",
  },
  proxy: { synopsis: "proxy TOOL [ARGUMENT...]", summary: "Run a tool and print its raw output" },
  recall: { synopsis: "recall [ID]", summary: "Print the whole output of a run that was cut" },
  rewrite: { synopsis: "rewrite [--agent ID] [--] COMMAND", summary: "Print the command with rtk inserted" },
  verify: {
    synopsis: "verify [--json]",
    summary: "Tell whether everything that init wrote is as it was installed",
  },
};

/** The help text. */
export function helpText(version: string): string {
  const rows = Object.keys(COMMANDS).map((name) => {
    const { synopsis = name, summary = "" } = COMMAND_HELP[name] ?? {};
    return `  rtk ${synopsis}\n      ${summary}`;
  });
  return [
    `rtk ${version}: compact, faithful output of shell commands for coding agents`,
    "",
    "Usage:",
    "  rtk TOOL [ARGUMENT...]",
    "      Run a tool as typed and print its output in compact form, with its exit status",
    "  rtk -- TOOL [ARGUMENT...]",
    "      The same as rtk proxy",
    ...rows,
    "  rtk --version",
    "",
    "RTK_DISABLED=1 before a command leaves it raw.",
    "",
  ].join("\n");
}
